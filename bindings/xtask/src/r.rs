//! The constants of the interface, and the tables that are asked of a model by options alone, for R.

use crate::description::*;
use crate::tables::plain_questions;
use duel::table::Described;
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

/// bindings/r/src/model_tables.h: the functions that answer a table of a model under options.
pub fn model_tables(interface: &Interface, described: &[Described]) -> String {
    let mut out = String::from(
        "/* Written by `cargo xtask interface` from the sources under src/ffi; do not edit it.\n   \
         The tables that are asked of a model with nothing but options. */\n\
         static const struct {\n    const char *name;\n    \
         duel_status (*ask)(const duel_model *, const duel_inference_options *, duel_table **);\n\
         } model_tables[] = {\n",
    );
    for table in plain_questions(interface, described) {
        let _ = writeln!(out, "    {{\"{0}\", duel_{0}}},", table.name);
    }
    out.push_str("};\n");
    out
}
