//! The role of a parameter of a function. It follows from its type, its name and its place.

use crate::description::{Function, Interface, Item, Type, Variable};

/// The role of a parameter.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Role {
    /// The object that the function belongs to.
    Object,
    /// Read.
    Input,
    /// A number of elements of another.
    Count,
    /// A struct of choices.
    Options,
    /// Written.
    Output,
    /// How many elements the output before it has room for.
    Capacity,
    /// Handed to a callback.
    User,
}

impl Role {
    /// Its name in duel.json.
    pub fn name(self) -> &'static str {
        match self {
            Role::Object => "object",
            Role::Input => "input",
            Role::Count => "count",
            Role::Options => "options",
            Role::Output => "output",
            Role::Capacity => "capacity",
            Role::User => "user",
        }
    }
}

/// The role of parameter `at` of a function.
pub fn of(interface: &Interface, function: &Function, at: usize) -> Role {
    let parameter = &function.parameters[at];
    let named = parameter.kind.mentions().unwrap_or_default();
    let opaque = matches!(interface.find(named), Some(Item::Opaque(..)));
    let is_made =
        matches!(&parameter.kind, Type::Pointer { to, .. } if matches!(&**to, Type::Pointer { .. }));
    match &parameter.kind {
        Type::Pointer { .. } if at == 0 && opaque && !is_made => Role::Object,
        Type::Pointer { is_const: true, .. } if named.ends_with("_options") => Role::Options,
        Type::Pointer { is_const: true, .. } => Role::Input,
        Type::Pointer { .. } if parameter.name == "user" => Role::User,
        // A stream that is handed over.
        Type::Pointer { .. } if parameter.name == "stream" => Role::Input,
        Type::Pointer { .. } => Role::Output,
        _ if parameter.name == "capacity" || parameter.name.ends_with("_capacity") => Role::Capacity,
        _ if parameter.name.ends_with("_count") || parameter.name == "length" => Role::Count,
        _ => Role::Input,
    }
}

/// The variable that counts another: `x_count` belongs to `x` or `xs`.
pub fn count_of(name: &str, others: &[Variable]) -> Option<String> {
    let singular = name.strip_suffix('s').unwrap_or(name);
    let candidates = [format!("{name}_count"), format!("{singular}_count")];
    others.iter().find(|other| candidates.contains(&other.name)).map(|other| other.name.clone())
}

/// Whether a number of 4 bytes is true or false, as its comment says.
pub fn is_truth(variable: &Variable) -> bool {
    let about = variable.doc.paragraphs().into_iter().next().unwrap_or_default();
    let is_asked = ["is_", "has_"].iter().any(|word| variable.name.starts_with(word));
    let says = is_asked
        || about.starts_with("1: ")
        || about.starts_with("1 if ")
        || about.to_lowercase().contains("non-zero");
    variable.kind == Type::Scalar("int32_t") && says
}
