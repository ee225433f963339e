//! The constants of the interface for R.

use crate::description::*;
use std::fmt::Write;

/// bindings/r/src/constants.h: the name of every constant, without DUEL_, and its value.
pub fn constants(interface: &Interface) -> String {
    let mut out = String::from(
        "/* Written by `cargo xtask interface` from the sources under src/ffi; do not edit it.\n   \
         The constants of duel.h by their names without DUEL_, so that R repeats no number. */\n\
         static const struct { const char *name; int value; } constants[] = {\n",
    );
    for item in interface.items() {
        let found = match item {
            Item::Constant(constant) => std::slice::from_ref(constant),
            Item::Enumeration(enumeration) => &enumeration.values,
            _ => &[],
        };
        for constant in found {
            let short = constant.name.trim_start_matches("DUEL_");
            let _ = writeln!(out, "    {{\"{short}\", {}}},", constant.name);
        }
    }
    out.push_str("};\n");
    out
}
