//! Reads the interface from the sources under `src/ffi`. What it does not understand is an error.

use crate::description::*;
use quote::ToTokens;
use std::collections::BTreeMap;
use std::path::Path;

/// Reads all files that `lib.rs` declares, in its order.
pub fn read(root: &Path, version: &str) -> Result<Interface, String> {
    let folder = root.join("src/ffi");
    let map = parse(&folder.join("lib.rs"))?;
    let mut constants = BTreeMap::new();
    let mut sections = Vec::new();
    for item in &map.items {
        let syn::Item::Mod(module) = item else { continue };
        let file = module.ident.to_string();
        let source = parse(&folder.join(format!("{file}.rs")))?;
        let section =
            section(&file, &source, &mut constants).map_err(|e| format!("src/ffi/{file}.rs: {e}"))?;
        if !section.items.is_empty() {
            sections.push(section);
        }
    }
    Ok(Interface { version: version.to_string(), sections })
}

/// The preface of the header: the comment of `lib.rs`.
pub fn preface(root: &Path) -> Result<Doc, String> {
    Ok(doc(&parse(&root.join("src/ffi/lib.rs"))?.attrs))
}

fn parse(path: &Path) -> Result<syn::File, String> {
    let text = std::fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))?;
    syn::parse_file(&text).map_err(|e| format!("{}: {e}", path.display()))
}

fn section(file: &str, source: &syn::File, constants: &mut BTreeMap<String, i64>) -> Result<Section, String> {
    let mut lines = doc(&source.attrs).lines;
    let title = if lines.is_empty() { String::new() } else { lines.remove(0) };
    let mut section = Section {
        file: file.to_string(),
        title: title.trim_end_matches('.').to_string(),
        doc: Doc { lines },
        items: Vec::new(),
    };
    for item in &source.items {
        if let Some(item) = declaration(item, constants)? {
            match item {
                // A constant whose type is an enumeration is one of its values.
                Declared::Value(of, constant) => {
                    let found = section.items.iter_mut().find_map(|item| match item {
                        Item::Enumeration(e) if e.name == of => Some(e),
                        _ => None,
                    });
                    let Some(found) = found else {
                        return Err(format!("{}: {of} is not an enumeration of this file", constant.name));
                    };
                    found.values.push(constant);
                }
                Declared::Item(item) => section.items.push(item),
            }
        }
    }
    Ok(section)
}

enum Declared {
    Value(String, Constant),
    Item(Item),
}

fn declaration(item: &syn::Item, constants: &mut BTreeMap<String, i64>) -> Result<Option<Declared>, String> {
    Ok(match item {
        syn::Item::Const(item) if is_ours(&item.vis, &item.ident, "DUEL_") => {
            let name = item.ident.to_string();
            let value = value(&item.expr, constants).map_err(|e| format!("{name}: {e}"))?;
            constants.insert(name.clone(), value);
            let constant = Constant { name, value, doc: doc(&item.attrs) };
            match kind(&item.ty)? {
                Type::Named(of) => Some(Declared::Value(of, constant)),
                _ => Some(Declared::Item(Item::Constant(constant))),
            }
        }
        syn::Item::Type(item) if is_ours(&item.vis, &item.ident, "duel_") => {
            let (name, doc) = (item.ident.to_string(), doc(&item.attrs));
            if let Some(function) = callback(&item.ty) {
                Some(Declared::Item(Item::Callback(signature(name, doc, function)?)))
            } else if kind(&item.ty)? == Type::Scalar("int32_t") {
                Some(Declared::Item(Item::Enumeration(Enumeration { name, doc, values: Vec::new() })))
            } else {
                return Err(format!("{name}: neither a callback nor an enumeration"));
            }
        }
        syn::Item::Struct(item) if is_public(&item.vis) => {
            let (name, text) = (item.ident.to_string(), doc(&item.attrs));
            let is_c = item.attrs.iter().any(|a| a.to_token_stream().to_string().contains("repr (C)"));
            match (is_c, name.starts_with("duel_")) {
                (true, true) => {
                    let fields = item.fields.iter().map(|field| {
                        let name = field.ident.as_ref().map(plain).unwrap_or_default();
                        Ok(Variable { name, kind: kind(&field.ty)?, doc: doc(&field.attrs) })
                    });
                    let fields = fields.collect::<Result<_, String>>().map_err(|e| format!("{name}: {e}"))?;
                    Some(Declared::Item(Item::Struct(Struct { name, doc: text, fields })))
                }
                (false, true) => Some(Declared::Item(Item::Opaque(name, text))),
                // Those of Apache Arrow are defined in the header's own text.
                (true, false) if !name.starts_with("Arrow") => {
                    return Err(format!("{name}: a public struct of C without a name of ours"));
                }
                (_, false) => None,
            }
        }
        syn::Item::Fn(item) if item.sig.abi.is_some() && is_public(&item.vis) => {
            let name = item.sig.ident.to_string();
            let parameters = item.sig.inputs.iter().map(|input| match input {
                syn::FnArg::Typed(typed) => {
                    let name = typed.pat.to_token_stream().to_string();
                    Ok(Variable { name, kind: kind(&typed.ty)?, doc: Doc::default() })
                }
                syn::FnArg::Receiver(_) => Err("a receiver".to_string()),
            });
            let parameters = parameters.collect::<Result<_, String>>().map_err(|e| format!("{name}: {e}"))?;
            let result = result(&item.sig.output).map_err(|e| format!("{name}: {e}"))?;
            let (doc, optional) = (doc(&item.attrs), optional(&item.block));
            Some(Declared::Item(Item::Function(Function { name, doc, parameters, result, optional })))
        }
        _ => None,
    })
}

fn is_public(visibility: &syn::Visibility) -> bool {
    matches!(visibility, syn::Visibility::Public(_))
}

fn is_ours(visibility: &syn::Visibility, name: &syn::Ident, prefix: &str) -> bool {
    is_public(visibility) && name.to_string().starts_with(prefix)
}

/// A name without Rust's mark of raw identifiers.
fn plain(name: &syn::Ident) -> String {
    name.to_string().trim_start_matches("r#").to_string()
}

fn doc(attributes: &[syn::Attribute]) -> Doc {
    let lines = attributes.iter().filter_map(|attribute| {
        let syn::Meta::NameValue(pair) = &attribute.meta else { return None };
        if !pair.path.is_ident("doc") {
            return None;
        }
        let syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(text), .. }) = &pair.value else { return None };
        let text = text.value();
        Some(text.strip_prefix(' ').unwrap_or(&text).trim_end().to_string())
    });
    Doc { lines: lines.collect() }
}

fn value(expression: &syn::Expr, constants: &BTreeMap<String, i64>) -> Result<i64, String> {
    match expression {
        syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Int(number), .. }) => {
            number.base10_parse().map_err(|e| e.to_string())
        }
        syn::Expr::Unary(syn::ExprUnary { op: syn::UnOp::Neg(_), expr, .. }) => {
            value(expr, constants).map(|v| -v)
        }
        syn::Expr::Binary(both) => {
            let (left, right) = (value(&both.left, constants)?, value(&both.right, constants)?);
            match both.op {
                syn::BinOp::Shl(_) => Ok(left << right),
                syn::BinOp::BitOr(_) => Ok(left | right),
                _ => Err(format!("cannot compute {}", both.to_token_stream())),
            }
        }
        syn::Expr::Path(path) => {
            let name = path.path.segments.last().map(|s| s.ident.to_string()).unwrap_or_default();
            constants.get(&name).copied().ok_or_else(|| format!("{name} is not known here"))
        }
        other => Err(format!("cannot compute {}", other.to_token_stream())),
    }
}

fn result(output: &syn::ReturnType) -> Result<Type, String> {
    match output {
        syn::ReturnType::Default => Ok(Type::Void),
        syn::ReturnType::Type(_, ty) => kind(ty),
    }
}

/// The function type of `Option<unsafe extern "C" fn(...) -> ...>`.
fn callback(ty: &syn::Type) -> Option<&syn::TypeBareFn> {
    let syn::Type::Path(path) = ty else { return None };
    let last = path.path.segments.last().filter(|s| s.ident == "Option")?;
    let syn::PathArguments::AngleBracketed(arguments) = &last.arguments else { return None };
    match arguments.args.first()? {
        syn::GenericArgument::Type(syn::Type::BareFn(function)) => Some(function),
        _ => None,
    }
}

fn signature(name: String, doc: Doc, function: &syn::TypeBareFn) -> Result<Function, String> {
    let parameters = function.inputs.iter().map(|input| {
        let own = input.name.as_ref().map(|(name, _)| plain(name)).unwrap_or_default();
        Ok(Variable { name: own, kind: kind(&input.ty)?, doc: Doc::default() })
    });
    let parameters = parameters.collect::<Result<_, String>>().map_err(|e| format!("{name}: {e}"))?;
    Ok(Function { parameters, result: result(&function.output)?, name, doc, optional: Vec::new() })
}

/// The arguments of calls by which a body reads what may be NULL.
fn optional(body: &syn::Block) -> Vec<String> {
    let tokens = body.to_token_stream().to_string().replace('(', " ( ");
    let words: Vec<&str> = tokens.split_whitespace().collect();
    let calls = words.windows(5).filter(|five| five[1] == "(");
    let named = calls.filter_map(|five| match five[0] {
        name if name.starts_with("optional_") => Some(five[2]),
        "read_options" | "inference_options" | "read_fit" => Some(five[2]),
        "read" | "read_for" if five[3] == "," => Some(five[4]),
        _ => None,
    });
    named.map(String::from).collect()
}

fn kind(ty: &syn::Type) -> Result<Type, String> {
    match ty {
        syn::Type::Ptr(pointer) => {
            let to = Box::new(kind(&pointer.elem)?);
            Ok(Type::Pointer { to, is_const: pointer.const_token.is_some() })
        }
        syn::Type::Array(array) => {
            let count = value(&array.len, &BTreeMap::new())?;
            Ok(Type::Array(Box::new(kind(&array.elem)?), count as usize))
        }
        syn::Type::Path(path) => {
            let name = path.path.segments.last().map(|s| s.ident.to_string()).unwrap_or_default();
            Ok(match name.as_str() {
                "c_void" => Type::Void,
                "c_char" => Type::Scalar("char"),
                "c_int" => Type::Scalar("int"),
                "i8" => Type::Scalar("int8_t"),
                "u8" => Type::Scalar("uint8_t"),
                "i16" => Type::Scalar("int16_t"),
                "u16" => Type::Scalar("uint16_t"),
                "i32" => Type::Scalar("int32_t"),
                "u32" => Type::Scalar("uint32_t"),
                "i64" => Type::Scalar("int64_t"),
                "u64" => Type::Scalar("uint64_t"),
                "f64" => Type::Scalar("double"),
                "usize" => Type::Scalar("size_t"),
                "isize" => Type::Scalar("ptrdiff_t"),
                _ if name.starts_with("duel_") => Type::Named(name),
                // Apache Arrow names its structs by their tags.
                _ if name.starts_with("Arrow") => Type::Named(format!("struct {name}")),
                _ => return Err(format!("the type {} is none of C", ty.to_token_stream())),
            })
        }
        other => Err(format!("the type {} is none of C", other.to_token_stream())),
    }
}
