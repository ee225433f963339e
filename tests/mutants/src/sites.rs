//! The places of a file that are changed, and its text with all changes.

use std::collections::HashSet;
use std::ops::Range;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{BinOp, Expr, Lit, ReturnType, Type, UnOp};

/// One change.
pub struct Mutant {
    pub number: usize,
    pub at: usize,
    pub function: String,
    pub kind: &'static str,
    pub from: String,
    pub to: String,
}

enum Part {
    Code(String),
    Source(Range<usize>),
}

/// A place, and its text with the changes of it.
struct Site {
    at: Range<usize>,
    mutants: Range<usize>,
    parts: Vec<Part>,
}

pub struct Found {
    sites: Vec<Site>,
    pub mutants: Vec<Mutant>,
    switch: &'static str,
    first: usize,
    function: String,
}

/// The places of a file; mutants are numbered from `first`.
pub fn find(source: &str, beside: bool, first: usize) -> syn::Result<Found> {
    let switch = if beside { "::duel::mutant::is" } else { "crate::mutant::is" };
    let mut found = Found { sites: vec![], mutants: vec![], switch, first, function: String::new() };
    found.visit_file(&syn::parse_file(source)?);
    // Outer places before inner ones.
    found.sites.sort_by_key(|site| (site.at.start, usize::MAX - site.at.end));
    Ok(found)
}

fn range(node: &impl Spanned) -> Range<usize> {
    node.span().byte_range()
}

impl Found {
    /// The text of a range, with the changes of the places in it, from the `first`-th place on.
    pub fn text(&self, source: &str, at: Range<usize>, first: usize, dropped: &HashSet<usize>) -> String {
        let mut text = String::new();
        let mut done = at.start;
        for (place, site) in self.sites.iter().enumerate().skip(first) {
            if site.at.start >= at.end {
                break;
            }
            // Places within one that is written are written with it.
            if site.at.start < done || site.mutants.clone().any(|number| dropped.contains(&number)) {
                continue;
            }
            text += &source[done..site.at.start];
            done = site.at.end;
            text += &format!("/*<{}*/", site.mutants.start);
            for part in &site.parts {
                match part {
                    Part::Code(code) => text += code,
                    Part::Source(range) => text += &self.text(source, range.clone(), place + 1, dropped),
                }
            }
            text += &format!("/*{}>*/", site.mutants.start);
        }
        text + &source[done..at.end]
    }

    /// Whether the place of a mutant stays as it is.
    pub fn is_left(&self, mutant: &Mutant, dropped: &HashSet<usize>) -> bool {
        let of_it = |site: &&Site| site.mutants.contains(&mutant.number);
        self.sites.iter().find(of_it).is_some_and(|site| site.mutants.clone().any(|n| dropped.contains(&n)))
    }

    /// The test of a new mutant.
    fn mutant(&mut self, at: usize, kind: &'static str, from: &str, to: &str) -> String {
        let number = self.first + self.mutants.len();
        let (from, to) = (from.to_string(), to.to_string());
        self.mutants.push(Mutant { number, at, function: self.function.clone(), kind, from, to });
        format!("{}({number})", self.switch)
    }

    /// Adds a place whose text is `template`: the ranges stand where it has `{}`, and the mutants are those since `since`.
    fn site(&mut self, at: Range<usize>, since: usize, template: &str, ranges: &[Range<usize>]) {
        let mut parts = vec![];
        for (place, code) in template.split("{}").enumerate() {
            if place > 0 {
                parts.push(Part::Source(ranges[place - 1].clone()));
            }
            parts.push(Part::Code(code.to_string()));
        }
        let mutants = self.first + since..self.first + self.mutants.len();
        self.sites.push(Site { at, mutants, parts });
    }

    fn binary(&mut self, node: &syn::ExprBinary) {
        use BinOp::*;
        let changed: (&str, &[&str]) = match node.op {
            Add(_) => ("+", &["-"]),
            Sub(_) => ("-", &["+"]),
            Mul(_) => ("*", &["/"]),
            Div(_) => ("/", &["*"]),
            Rem(_) => ("%", &["*"]),
            And(_) => ("&&", &["||"]),
            Or(_) => ("||", &["&&"]),
            Eq(_) => ("==", &["!="]),
            Ne(_) => ("!=", &["=="]),
            Lt(_) => ("<", &["<=", ">="]),
            Le(_) => ("<=", &["<", ">"]),
            Gt(_) => (">", &[">=", "<="]),
            Ge(_) => (">=", &[">", "<"]),
            BitXor(_) => ("^", &["&"]),
            BitAnd(_) => ("&", &["|"]),
            BitOr(_) => ("|", &["&"]),
            Shl(_) => ("<<", &[">>"]),
            Shr(_) => (">>", &["<<"]),
            AddAssign(_) => ("+=", &["-="]),
            SubAssign(_) => ("-=", &["+="]),
            MulAssign(_) => ("*=", &["/="]),
            DivAssign(_) => ("/=", &["*="]),
            _ => return,
        };
        let (from, to) = changed;
        let since = self.mutants.len();
        let (left, right) = (range(&node.left), range(&node.right));
        let tests: Vec<String> =
            to.iter().map(|to| self.mutant(range(&node.op).start, "operator", from, to)).collect();
        let arms = |of: &dyn Fn(&str) -> String| {
            let changed = tests.iter().zip(to).map(|(test, to)| format!("if {test} {{ {} }} else ", of(to)));
            format!("{}{{ {} }}", changed.collect::<String>(), of(from))
        };
        let template = match from {
            // Of `l || r` and `l && r` one is the other with the test of the left side changed.
            "&&" => format!("({{ let l: bool = {{}}; if l == {} {{ l }} else {{ {{}} }} }})", tests[0]),
            "||" => format!("({{ let l: bool = {{}}; if l != {} {{ l }} else {{ {{}} }} }})", tests[0]),
            "==" | "!=" | "<" | "<=" | ">" | ">=" => {
                format!("(match (&({{}}), &({{}})) {{ (l, r) => {} }})", arms(&|op| format!("*l {op} *r")))
            }
            "+=" | "-=" | "*=" | "/=" => {
                // The right side is computed first; the left one is written out in each arm.
                let code = arms(&|op| format!("{{}} {op} r"));
                let ranges = [right, left.clone(), left];
                return self.site(range(node), since, &format!("(match {{}} {{ r => {code} }})"), &ranges);
            }
            _ => format!("(match ({{}}, {{}}) {{ (l, r) => {} }})", arms(&|op| format!("l {op} r"))),
        };
        self.site(range(node), since, &template, &[left, right]);
    }

    fn constant(&mut self, node: &syn::ExprLit) {
        let since = self.mutants.len();
        let (at, one, from) = match &node.lit {
            Lit::Int(int) => (range(node), "1", int.to_string()),
            Lit::Float(float) => (range(node), "1.0", float.to_string()),
            Lit::Bool(value) => {
                let test = self.mutant(range(node).start, "constant", &value.value.to_string(), "not");
                return self.site(range(node), since, &format!("({test} != {{}})"), &[range(node)]);
            }
            _ => return,
        };
        let test = self.mutant(at.start, "constant", &from, &format!("{one} + {from}"));
        self.site(at.clone(), since, &format!("(if {test} {{ {one} + {from} }} else {{ {from} }})"), &[]);
    }

    /// A condition that is no comparison, negated.
    fn condition(&mut self, condition: &Expr) {
        if let Expr::Binary(_) | Expr::Unary(_) | Expr::Let(_) | Expr::Lit(_) | Expr::Paren(_) = condition {
            return;
        }
        let since = self.mutants.len();
        let test = self.mutant(range(condition).start, "condition", "", "not");
        self.site(range(condition), since, &format!("({test} != ({{}}))"), &[range(condition)]);
    }

    /// A function that returns at once.
    fn body(&mut self, signature: &syn::Signature, block: &syn::Block) {
        let returned = match &signature.output {
            ReturnType::Default => String::new(),
            ReturnType::Type(_, of) => match &**of {
                Type::Path(path) if path.qself.is_none() => match path.path.segments.last() {
                    Some(last) => last.ident.to_string(),
                    None => return,
                },
                _ => return,
            },
        };
        let values: &[&str] = match &returned[..] {
            "" => &[""],
            "bool" => &["false", "true"],
            "f64" => &["0.0", "1.0"],
            "usize" | "u64" | "u32" | "i64" | "i32" | "u8" => &["0", "1"],
            "Vec" => &["Vec::new()"],
            "Option" => &["None"],
            "duel_status" => &["duel_status::DUEL_OK"],
            _ => return,
        };
        let at = range(&block.brace_token.span.open()).end;
        for value in values.iter().take(if block.stmts.is_empty() { 0 } else { values.len() }) {
            let since = self.mutants.len();
            let test = self.mutant(at, "returned", "", &format!("return {value}"));
            self.site(at..at, since, &format!(" if {test} {{ return {value}; }}"), &[]);
        }
    }

    fn function(&mut self, attributes: &[syn::Attribute], signature: &syn::Signature, block: &syn::Block) {
        if signature.constness.is_some() || is_test(attributes) {
            return;
        }
        let outer = std::mem::replace(&mut self.function, signature.ident.to_string());
        self.body(signature, block);
        visit::visit_block(self, block);
        self.function = outer;
    }
}

fn is_test(attributes: &[syn::Attribute]) -> bool {
    attributes.iter().any(|attribute| match &attribute.meta {
        syn::Meta::List(list) => list.path.is_ident("cfg") && list.tokens.to_string().contains("test"),
        meta => meta.path().is_ident("test"),
    })
}

impl<'a> Visit<'a> for Found {
    fn visit_item_mod(&mut self, node: &'a syn::ItemMod) {
        if !is_test(&node.attrs) {
            visit::visit_item_mod(self, node);
        }
    }
    fn visit_item_impl(&mut self, node: &'a syn::ItemImpl) {
        if !is_test(&node.attrs) {
            visit::visit_item_impl(self, node);
        }
    }
    fn visit_item_fn(&mut self, node: &'a syn::ItemFn) {
        self.function(&node.attrs, &node.sig, &node.block);
    }
    fn visit_impl_item_fn(&mut self, node: &'a syn::ImplItemFn) {
        self.function(&node.attrs, &node.sig, &node.block);
    }
    fn visit_trait_item_fn(&mut self, node: &'a syn::TraitItemFn) {
        if let Some(block) = &node.default {
            self.function(&node.attrs, &node.sig, block);
        }
    }
    fn visit_expr(&mut self, node: &'a Expr) {
        match node {
            Expr::Binary(binary) => self.binary(binary),
            Expr::Lit(literal) => self.constant(literal),
            Expr::If(choice) => self.condition(&choice.cond),
            Expr::Unary(unary) => {
                let (op, kept) = match unary.op {
                    UnOp::Neg(_) => ("-", "-v"),
                    UnOp::Not(_) => ("!", "!v"),
                    _ => return visit::visit_expr(self, node),
                };
                let since = self.mutants.len();
                let test = self.mutant(range(node).start, "negation", op, "");
                let template = format!("(match {{}} {{ v => if {test} {{ v }} else {{ {kept} }} }})");
                self.site(range(node), since, &template, &[range(&unary.expr)]);
            }
            // The length is a constant of the compiler.
            Expr::Repeat(repeat) => return self.visit_expr(&repeat.expr),
            Expr::Const(_) | Expr::Macro(_) => return,
            _ => {}
        }
        visit::visit_expr(self, node);
    }
    fn visit_arm(&mut self, node: &'a syn::Arm) {
        if let Some((_, guard)) = &node.guard {
            self.condition(guard);
        }
        visit::visit_arm(self, node);
    }
    // Constants of the compiler, patterns, types and the text of macros stay.
    fn visit_item_const(&mut self, _: &'a syn::ItemConst) {}
    fn visit_item_static(&mut self, _: &'a syn::ItemStatic) {}
    fn visit_impl_item_const(&mut self, _: &'a syn::ImplItemConst) {}
    fn visit_trait_item_const(&mut self, _: &'a syn::TraitItemConst) {}
    fn visit_item_enum(&mut self, _: &'a syn::ItemEnum) {}
    fn visit_pat(&mut self, _: &'a syn::Pat) {}
    fn visit_type(&mut self, _: &'a Type) {}
    fn visit_angle_bracketed_generic_arguments(&mut self, _: &'a syn::AngleBracketedGenericArguments) {}
    fn visit_attribute(&mut self, _: &'a syn::Attribute) {}
}
