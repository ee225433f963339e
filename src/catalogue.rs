//! All tables, for whoever describes them: the header, duel.json, and the bindings that are written from it.

use crate::assess::{self, judges};
use crate::table::Described;
use crate::{ballots, board, claims, estimate, gars, geometry, inference, model, policy, summary};

/// Every table of the library, by its noun.
pub fn tables() -> Vec<Described> {
    vec![
        assess::CONSENSUS.described(),
        assess::FOLDS.described(),
        assess::RANKS.described(),
        assess::WITHOUT.described(),
        geometry::BICLUSTER.described(),
        inference::SENSITIVITIES.described(),
        judges::CONFIDENCE.described(),
        judges::COUNTS.described(),
        judges::JUDGES.described(),
        judges::KRIPPENDORFF.described(),
        judges::LEARNING.described(),
        judges::MAJORITY.described(),
        judges::EQUIVALENCE.described(),
        judges::OUTLIERS.described(),
        judges::PAIRWISE.described(),
        judges::PREFERENCES.described(),
        judges::RELIABILITY.described(),
        judges::TOGETHER.described(),
        judges::WORTH.described(),
        judges::FAMILIES.described(),
        judges::TRIADS.described(),
        summary::CELLS.described(),
        summary::ITEMS.described(),
        summary::PAIRS.described(),
        estimate::SCORES.described(),
        estimate::VALUES.described(),
        estimate::CONTRASTS.described(),
        estimate::TESTS.described(),
        estimate::E_VALUES.described(),
        estimate::PAIRS.described(),
        estimate::RANKS.described(),
        estimate::AVERAGED_RANKS.described(),
        estimate::JUDGE_RANKS.described(),
        estimate::REVERSALS.described(),
        estimate::UNANIMOUS.described(),
        estimate::GATE.described(),
        board::BOARD_VARIANCE.described(),
        ballots::RANKING_EFFECTS.described(),
        estimate::RANKING_SCORES.described(),
        estimate::CLAIMS.described(),
        estimate::ESTIMATE_LETTERS.described(),
        estimate::ESTIMATE_TIERS.described(),
        estimate::ESTIMATE_RANK_SUMMARY.described(),
        inference::RANK_SETS.described(),
        claims::MONITOR_PAIRS.described(),
        claims::MONITOR_RANKS.described(),
        estimate::PROFILE.described(),
        estimate::FUNCTIONS.described(),
        inference::EFFECTIVE_COMPARISONS.described(),
        model::WARNINGS.described(),
        model::ITEMS.described(),
        model::VOTERS.described(),
        model::OPTIMA.described(),
        assess::CALIBRATION.described(),
        assess::METRICS_BY_OUTCOME.described(),
        assess::MARGINALS.described(),
        gars::PAIRS.described(),
        gars::GROUPS.described(),
        gars::REMAINDER.described(),
        gars::GARS_WARNINGS.described(),
        gars::BOUNDS.described(),
        gars::SELECTION_CLAIMS.described(),
        gars::learner::SETTINGS.described(),
        gars::learner::NUISANCE_WARNINGS.described(),
        assess::RESIDUALS.described(),
        assess::INFLUENCE.described(),
        assess::FRAGILITY.described(),
        assess::FRAGILE_VOTES.described(),
        policy::NEXT.described(),
        geometry::MERGES.described(),
        geometry::TIERS.described(),
        inference::RANK_SUMMARY.described(),
        inference::ADJACENT.described(),
        inference::COMPACT_LETTERS.described(),
        inference::MORE_COMPARISONS.described(),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::{Description, Type};
    use std::collections::BTreeMap;

    /// Words that R, Python, Go or C++ reserve.
    const RESERVED: &str = "\
        alignas alignof and and_eq as asm assert async auto await bitand bitor bool break case catch chan \
        char class co_await co_return co_yield compl concept const const_cast consteval constexpr constinit \
        continue decltype def default defer del delete do double dynamic_cast elif else enum except explicit \
        export extern fallthrough false finally float for friend from func function global go goto if import \
        in inline int interface is lambda long map match mutable namespace new next noexcept none nonlocal \
        not not_eq nullptr operator or or_eq package pass private protected public raise range register \
        reinterpret_cast repeat requires restrict return select short signed sizeof static static_assert \
        static_cast struct switch template this thread_local throw true try type typedef typeid typename \
        union unsigned using var virtual void volatile wchar_t while with xor xor_eq yield";

    /// Ends of an interval that is not that of a column with their name: a second interval of the estimate, and that of
    /// a rank whose distribution has a mean and no estimate.
    const OWN_STEMS: [&str; 2] = ["simultaneous", "rank"];

    #[test]
    fn names_of_columns_follow_the_grammar() {
        for table in tables() {
            let mut seen = Vec::new();
            for column in &table.columns {
                let name = column.name.to_str().unwrap();
                let at = format!("{}.{name}", table.name);
                assert!((1..=24).contains(&name.len()), "{at}: longer than 24 letters");
                assert!(name.starts_with(|c: char| c.is_ascii_lowercase()), "{at}");
                assert!(
                    name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_'),
                    "{at}"
                );
                assert!(!RESERVED.split(' ').any(|word| word == name), "{at}: a reserved word");
                assert!(!seen.contains(&name), "{at}: twice");
                seen.push(name);
                let text = column.text.to_str().unwrap();
                assert!(text.ends_with('.') && text.len() > 8, "{at}: a sentence ends with a full stop");
                assert!(!table.title.ends_with('.') && !table.title.is_empty(), "{at}: the title");
                // A column of a quantity bears its name; one without belongs to the table's own, before it.
                let has_column = |wanted: &str| table.columns.iter().any(|c| c.name.to_str() == Ok(wanted));
                let stem = ["_se", "_lower", "_upper"].iter().find_map(|suffix| name.strip_suffix(suffix));
                let is_own = stem.is_some_and(|stem| OWN_STEMS.contains(&stem));
                assert!(stem.is_none_or(has_column) || is_own, "{at}: without what it is of");
                let is_main = |column: &Description| column.kind == Type::F64;
                let has_main = table.columns[..seen.len() - 1].iter().any(is_main);
                assert!(has_main || !["se", "lower"].contains(&name), "{at}: without a quantity before it");
                // The ends of an interval come with each other.
                for suffix in ["lower", "upper"] {
                    let other = if suffix == "lower" { "upper" } else { "lower" };
                    if let Some(stem) = name.strip_suffix(suffix) {
                        let wanted = format!("{stem}{other}");
                        let has = table.columns.iter().any(|c| c.name.to_str() == Ok(wanted.as_str()));
                        assert!(has, "{at}: without {wanted}");
                    }
                }
            }
        }
    }

    /// The main quantity of a table is called after the table, so that its unit is that of the table.
    const OF_THE_TABLE: [&str; 7] = ["estimate", "se", "se_mc", "lower", "upper", "null_value", "statistic"];

    #[test]
    fn a_name_has_one_unit_and_one_type() {
        let mut known: BTreeMap<String, (String, Type, &str)> = BTreeMap::new();
        for table in tables() {
            for column in &table.columns {
                let name = column.name.to_str().unwrap().to_string();
                if OF_THE_TABLE.contains(&name.as_str()) {
                    assert_eq!(column.kind, Type::F64, "{}.{name}", table.name);
                    continue;
                }
                let unit = column.unit.to_str().unwrap().to_string();
                let (first, kind, of) =
                    known.entry(name.clone()).or_insert((unit.clone(), column.kind, table.name));
                assert_eq!(*first, unit, "{name} has two units, in {of} and in {}", table.name);
                assert_eq!(*kind, column.kind, "{name} has two types, in {of} and in {}", table.name);
            }
        }
    }

    #[test]
    fn tables_have_different_names() {
        let mut names: Vec<&str> = tables().iter().map(|table| table.name).collect();
        names.sort_unstable();
        assert!(names.windows(2).all(|pair| pair[0] != pair[1]), "{names:?}");
    }
}
