//! duel/_constants.py: an enumeration for each of C.

use super::docs::docstring;
use super::names::Names;
use super::{camel, exported, head, list, quoted, text};
use serde_json::Value;
use std::fmt::Write;

/// duel/_constants.py: an enumeration for each of C.
pub fn constants(interface: &Value) -> String {
    let names = Names::of(interface);
    let mut out = head("The enumerations of the interface: words and members are accepted alike.");
    out.push_str("from enum import IntEnum, IntFlag\nfrom typing import Iterable, Literal, Union\n");
    let mut public = Vec::new();
    for enumeration in list(interface, "enums") {
        let name = camel(text(enumeration, "name"));
        public.extend([name.clone(), format!("{name}Like"), format!("{name}Word")]);
        let base = if enumeration["flags"] == true { "IntFlag" } else { "IntEnum" };
        let _ = write!(out, "\n\nclass {name}({base}):\n");
        docstring(&mut out, "    ", &names.translate(text(enumeration, "doc")), &[]);
        out.push('\n');
        let mut words = Vec::new();
        for value in list(enumeration, "values") {
            let word = text(value, "label");
            let _ = writeln!(out, "    {} = {}", word.to_uppercase(), value["value"]);
            docstring(&mut out, "    ", &names.translate(text(value, "doc")), &[]);
            words.push(quoted(word));
        }
        let (words, many) = (words.join(", "), format!(", Iterable[{name}Word]"));
        let many = if enumeration["flags"] == true { many.as_str() } else { "" };
        let _ =
            write!(out, "\n\n{name}Word = Literal[{words}]\n{name}Like = Union[{name}, {name}Word{many}]\n");
    }
    for constant in list(interface, "constants") {
        let name = text(constant, "name").trim_start_matches("DUEL_");
        let _ = write!(out, "\n{name} = {}\n", constant["value"]);
        docstring(&mut out, "", &names.translate(text(constant, "doc")), &[]);
        public.push(name.to_string());
    }
    exported(&mut out, &public);
    out
}
