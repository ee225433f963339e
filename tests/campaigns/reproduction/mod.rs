//! The parts of the reproduction.

mod alternating;
mod counts;
mod estimators;
mod graphs;
pub mod hold_out;
mod intervals;
mod models;
mod noise;
mod rates;
mod scores;
mod stability;

use crate::report::Part;

/// The vote sets.
const FILES: [(&str, &str); 3] = [
    ("Chatbot Arena", "judge_chatbot_arena.csv"),
    ("MT-Bench", "judge_mtbench.csv"),
    ("UltraFeedback", "judge_ultrafeedback.csv"),
];

/// All parts with their names.
pub fn parts() -> Vec<(String, Part)> {
    let mut parts: Vec<(String, Part)> = vec![
        ("JA Table 3".into(), Box::new(scores::table_3)),
        ("JA Tables 1, A.6, A.8".into(), Box::new(scores::tables_1_and_a)),
        ("JA ties".into(), Box::new(scores::ties)),
        ("JA Table A.2".into(), Box::new(intervals::coverage)),
        ("JA Table A.3".into(), Box::new(rates::slopes)),
        ("JA Table A.9".into(), Box::new(graphs::retained_edges)),
        ("JA mixed judges".into(), Box::new(graphs::mixed_judges)),
        ("JA learning".into(), Box::new(graphs::learning)),
        ("JA alphabet".into(), Box::new(graphs::alphabet)),
        ("Judges on other questions".into(), Box::new(stability::across_sets)),
        ("Judges and models of their maker".into(), Box::new(stability::own_models)),
        ("JA without each judge".into(), Box::new(stability::without_each)),
        ("HJA leverage of judges".into(), Box::new(stability::leverages)),
    ];
    for (number, (name, _)) in FILES.iter().enumerate() {
        let part = move |missed: &mut Vec<String>| hold_out::held_out(number, hold_out::SEEDS, missed);
        parts.push((format!("HJA Table 1, {name}"), Box::new(part)));
    }
    for (number, (name, _)) in FILES.iter().enumerate() {
        let part = move |missed: &mut Vec<String>| noise::added(number, missed);
        parts.push((format!("HJA noise, {name}"), Box::new(part)));
    }
    for setting in estimators::SETTINGS {
        let part = move |missed: &mut Vec<String>| estimators::figure_2(setting, missed);
        parts.push(("HJA Figure 2".into(), Box::new(part)));
    }
    parts.push(("HJA ranks".into(), Box::new(estimators::selection)));
    parts
}
