//! The interface as data: what is read from the sources, and what every emitter writes from.

use std::collections::BTreeMap;

/// A type of the C interface.
#[derive(Debug, Clone, PartialEq)]
pub enum Type {
    /// Nothing: `void` behind a pointer or as a result.
    Void,
    /// A scalar of C, by its C name.
    Scalar(&'static str),
    /// A struct, an opaque type, an enumeration or a callback of the interface.
    Named(String),
    Pointer {
        to: Box<Type>,
        is_const: bool,
    },
    /// An array inside a struct.
    Array(Box<Type>, usize),
}

impl Type {
    /// Size and alignment in bytes on 64-bit platforms; structs are looked up.
    pub fn layout(&self, structs: &BTreeMap<String, (usize, usize)>) -> Result<(usize, usize), String> {
        Ok(match self {
            Type::Void => return Err("void has no size".into()),
            Type::Scalar("int8_t" | "uint8_t" | "char") => (1, 1),
            Type::Scalar("int16_t" | "uint16_t") => (2, 2),
            Type::Scalar("int32_t" | "uint32_t" | "int") => (4, 4),
            Type::Scalar(_) | Type::Pointer { .. } => (8, 8),
            Type::Named(name) => match structs.get(name) {
                Some(layout) => *layout,
                None => return Err(format!("the size of {name} is not known here")),
            },
            Type::Array(of, count) => {
                let (size, align) = of.layout(structs)?;
                (size * count, align)
            }
        })
    }

    /// The declaration of something of this type, as C writes it.
    pub fn declare(&self, name: &str) -> String {
        match self {
            Type::Void => format!("void {name}"),
            Type::Scalar(scalar) => format!("{scalar} {name}"),
            Type::Named(named) => format!("{named} {name}"),
            Type::Array(of, count) => of.declare(&format!("{name}[{count}]")),
            Type::Pointer { to, is_const } => match (&**to, is_const) {
                // const belongs to what is pointed to: before a base type, after a star.
                (Type::Pointer { .. }, true) => {
                    to.declare(&format!("const *{name}")).replace("*const", "*const ")
                }
                (Type::Pointer { .. }, false) => to.declare(&format!("*{name}")),
                (_, true) => format!("const {}", to.declare(&format!("*{name}"))),
                (_, false) => to.declare(&format!("*{name}")),
            },
        }
        .replace("*const  *", "*const *")
    }

    /// The names of the interface that it mentions.
    pub fn mentions(&self) -> Option<&str> {
        match self {
            Type::Named(name) => Some(name),
            Type::Pointer { to, .. } | Type::Array(to, _) => to.mentions(),
            _ => None,
        }
    }
}

/// A comment, in lines as they stand in the source: paragraphs of running text, then tagged ones.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Doc {
    pub lines: Vec<String>,
}

impl Doc {
    /// The text before the first tag, a paragraph an entry.
    pub fn paragraphs(&self) -> Vec<String> {
        let body = self.lines.iter().take_while(|line| !line.trim_start().starts_with("@param"));
        let mut paragraphs = vec![String::new()];
        for line in body {
            let line = line.split("@since").next().unwrap_or_default().trim();
            if line.is_empty() {
                paragraphs.push(String::new());
            } else if let Some(last) = paragraphs.last_mut() {
                if !last.is_empty() {
                    last.push(' ');
                }
                last.push_str(line);
            }
        }
        paragraphs.retain(|p| !p.is_empty());
        paragraphs
    }

    /// The sentence about a parameter.
    pub fn parameter(&self, name: &str) -> Option<String> {
        let mut found: Option<String> = None;
        for line in &self.lines {
            let text = line.trim();
            if let Some(rest) = text.strip_prefix("@param ") {
                if found.is_some() {
                    break;
                }
                let (names, about) = rest.split_once(' ').unwrap_or((rest, ""));
                if names.split(',').any(|n| n == name) {
                    found = Some(about.to_string());
                }
            } else if let Some(found) = &mut found {
                found.push(' ');
                found.push_str(text);
            }
        }
        Some(found?.split("@since").next().unwrap_or_default().trim().to_string())
    }

    /// The names that `@param` speaks of.
    pub fn parameters(&self) -> Vec<String> {
        let names = self.lines.iter().filter_map(|line| line.trim().strip_prefix("@param "));
        names
            .flat_map(|rest| rest.split(' ').next().unwrap_or_default().split(','))
            .map(String::from)
            .collect()
    }

    /// The version since which it is there.
    pub fn since(&self) -> Option<String> {
        let line = self.lines.iter().find_map(|line| line.split_once("@since "))?;
        Some(line.1.split_whitespace().next().unwrap_or_default().to_string())
    }
}

/// A number with a name.
#[derive(Debug, Clone)]
pub struct Constant {
    pub name: String,
    pub value: i64,
    pub doc: Doc,
}

/// A type of numbers with names.
#[derive(Debug, Clone)]
pub struct Enumeration {
    pub name: String,
    pub doc: Doc,
    pub values: Vec<Constant>,
}

impl Enumeration {
    /// The part of the name of a value that it does not have in common with the others, in small letters.
    pub fn label(&self, value: &Constant) -> String {
        let first = self.values.first().map_or("", |value| &value.name);
        let has_all = |prefix: &str| self.values.iter().all(|value| value.name.starts_with(prefix));
        let common = first.match_indices('_').map(|(at, _)| at + 1).rfind(|&at| has_all(&first[..at]));
        value.name[common.unwrap_or(0)..].trim_start_matches("ERR_").to_lowercase()
    }
}

/// A field of a struct, or a parameter.
#[derive(Debug, Clone)]
pub struct Variable {
    pub name: String,
    pub kind: Type,
    /// Its description; empty for parameters, of which the function's comment speaks.
    pub doc: Doc,
}

/// A struct that C sees into.
#[derive(Debug, Clone)]
pub struct Struct {
    pub name: String,
    pub doc: Doc,
    pub fields: Vec<Variable>,
}

/// A function, or the type of one.
#[derive(Debug, Clone)]
pub struct Function {
    pub name: String,
    pub doc: Doc,
    pub parameters: Vec<Variable>,
    pub result: Type,
    /// The parameters that its body takes as left out where they are NULL.
    pub optional: Vec<String>,
}

/// One declaration.
#[derive(Debug, Clone)]
pub enum Item {
    Constant(Constant),
    /// Numbers with names that are a type.
    Enumeration(Enumeration),
    Struct(Struct),
    /// A type that C does not see into.
    Opaque(String, Doc),
    /// A type of functions of the caller.
    Callback(Function),
    Function(Function),
}

impl Item {
    /// The name that it declares.
    pub fn name(&self) -> &str {
        match self {
            Item::Constant(item) => &item.name,
            Item::Enumeration(item) => &item.name,
            Item::Struct(item) => &item.name,
            Item::Opaque(name, _) => name,
            Item::Callback(item) | Item::Function(item) => &item.name,
        }
    }

    pub fn doc(&self) -> &Doc {
        match self {
            Item::Constant(item) => &item.doc,
            Item::Enumeration(item) => &item.doc,
            Item::Struct(item) => &item.doc,
            Item::Opaque(_, doc) => doc,
            Item::Callback(item) | Item::Function(item) => &item.doc,
        }
    }

    /// The types that it needs.
    pub fn types(&self) -> Vec<&Type> {
        match self {
            Item::Struct(item) => item.fields.iter().map(|f| &f.kind).collect(),
            Item::Callback(item) | Item::Function(item) => {
                item.parameters.iter().map(|p| &p.kind).chain([&item.result]).collect()
            }
            _ => Vec::new(),
        }
    }
}

/// A part of the header: one file of `src/ffi`.
#[derive(Debug, Clone)]
pub struct Section {
    /// The file's name without its ending.
    pub file: String,
    /// The first sentence of the file's comment.
    pub title: String,
    /// The rest of it.
    pub doc: Doc,
    pub items: Vec<Item>,
}

/// The whole interface.
#[derive(Debug, Clone)]
pub struct Interface {
    /// "0.2.0".
    pub version: String,
    /// All sections that declare anything, in the order of the manual.
    pub sections: Vec<Section>,
}

impl Interface {
    pub fn items(&self) -> impl Iterator<Item = &Item> {
        self.sections.iter().flat_map(|section| &section.items)
    }

    pub fn find(&self, name: &str) -> Option<&Item> {
        self.items().find(|item| item.name() == name)
    }

    /// Whether a type is a pointer: to data, or a callback.
    pub fn is_pointer(&self, kind: &Type) -> bool {
        let is_callback = |name: &String| matches!(self.find(name), Some(Item::Callback(_)));
        matches!(kind, Type::Pointer { .. }) || matches!(kind, Type::Named(name) if is_callback(name))
    }

    pub fn functions(&self) -> impl Iterator<Item = &Function> {
        self.items()
            .filter_map(|item| if let Item::Function(function) = item { Some(function) } else { None })
    }

    pub fn structs(&self) -> impl Iterator<Item = &Struct> {
        self.items().filter_map(|item| if let Item::Struct(item) = item { Some(item) } else { None })
    }

    pub fn structure(&self, name: &str) -> Option<&Struct> {
        self.structs().find(|item| item.name == name)
    }

    /// Size and alignment of all structs, and of types that are numbers.
    pub fn layouts(&self) -> Result<BTreeMap<String, (usize, usize)>, String> {
        let mut known = BTreeMap::new();
        for item in self.items() {
            let size = match item {
                Item::Enumeration(_) => 4,
                Item::Callback(_) => 8,
                _ => continue,
            };
            known.insert(item.name().to_string(), (size, size));
        }
        for item in self.structs() {
            let fields = offsets(item, &known).map_err(|error| format!("{}: {error}", item.name))?;
            known.insert(item.name.clone(), (fields.1, fields.2));
        }
        Ok(known)
    }
}

/// The offset of every field, the size and the alignment of a struct.
pub fn offsets(
    item: &Struct,
    known: &BTreeMap<String, (usize, usize)>,
) -> Result<(Vec<usize>, usize, usize), String> {
    let (mut at, mut most, mut offsets) = (0usize, 1, Vec::new());
    for field in &item.fields {
        let (size, align) = field.kind.layout(known)?;
        at = at.next_multiple_of(align);
        offsets.push(at);
        at += size;
        most = most.max(align);
    }
    Ok((offsets, at.next_multiple_of(most), most))
}
