//! Scores and sensitivities that the JA paper (arXiv:2601.21817) prints: Table 3, Table 1, Tables A.6 and A.8,
//! and what becomes of rankings without ties (F.4).

use super::models::{attempt, geometric, judged, papers, pooled};
use crate::measures::{mean, places};
use crate::support::{fitted, lines, refused, table, votes};
use duel::comparisons::{Kind as Names, Set};
use duel::inference::estimates;
use duel::model::{Model, Problems, Quantity, Specification, Ties};
use duel::progress::unwatched;
use std::fmt::Write;

/// Half a unit of the last digit printed.
const THOUSANDTH: f64 = 0.0005 + 1e-12;
const HUNDREDTH: f64 = 0.005 + 1e-12;

/// Table 3: 20 models, weighted by judges and not, each with its interval.
pub fn table_3(missed: &mut Vec<String>) -> String {
    let set = votes("judge_chatbot_arena.csv");
    let printed = lines(&["tests", "data", "table3.csv"]);
    let rows = [judged(), pooled()].map(|specification| {
        let model = fitted(&set, &specification);
        estimates(&model, Quantity::Scores, &papers(), &mut unwatched()).expect("scores")
    });
    let mut text = String::from(
        "Table 3, Chatbot Arena votes: ours (printed); weighted by judges, then not\n\
         rank                     item    score             low             high         rank     score             low             high\n",
    );
    let (mut largest, mut differences) = (0.0_f64, 0);
    let mut widths = [0.0; 2];
    for line in &printed {
        let item = set.find(Names::Item, &line[0]).expect("the item");
        let number = |at: usize| line[at].parse::<f64>().expect("a number");
        let _ = write!(text, "{:>4} {:>24}", line[1], line[0]);
        for (which, rows) in rows.iter().enumerate() {
            let rank = 1 + rows.iter().filter(|row| row[0] > rows[item][0]).count();
            if rank.to_string() != line[1 + which] {
                missed.push(format!("Table 3: rank of {} is {rank}, not {}", line[0], line[1 + which]));
            }
            if which == 1 {
                let _ = write!(text, " {rank:>5}");
            }
            let row = rows[item];
            for (found, at) in [(row[0], 3 + which), (row[2], 5 + 2 * which), (row[3], 6 + 2 * which)] {
                let _ = write!(text, "  {found:>7.4} ({:>6})", line[at]);
                largest = largest.max((found - number(at)).abs());
                differences += 1;
            }
            widths[which] += (row[3] - row[2]) / printed.len() as f64;
        }
        text.push('\n');
    }
    let _ = writeln!(
        text,
        "largest of {differences} differences {largest:.5}; mean width {:.3} (printed .264) and {:.3} (.278)",
        widths[0], widths[1]
    );
    if differences != 120 || largest > THOUSANDTH {
        missed.push(format!("Table 3: {differences} numbers, largest difference {largest}"));
    }
    text
}

/// Item, its scores printed: all judges alike, and weighted.
type Printed = (&'static str, f64, f64);

const TABLE_1: [Printed; 5] = [
    ("llama-13b", -1.27, -1.12),
    ("alpaca-13b", -0.62, -0.54),
    ("vicuna-13b-v1.2", -0.29, -0.25),
    ("gpt-3.5-turbo", 0.51, 0.43),
    ("gpt-4", 0.83, 0.73),
];

const TABLE_A6: [Printed; 5] = [
    ("llama-2-13b-chat", 0.09, 0.01),
    ("wizardlm-13b", 0.29, 0.28),
    ("llama-2-70b-chat", 0.23, 0.16),
    ("ultralm-13b", -0.17, -0.09),
    ("vicuna-33b", 0.25, 0.28),
];

/// Judge, sensitivities printed: MT-Bench, UltraFeedback.
const TABLE_A8: [Printed; 20] = [
    ("kimi-k2-0905-preview", 1.88, 2.23),
    ("kimi-k2-thinking-turbo", 1.82, 2.22),
    ("deepseek-chat", 1.13, 1.56),
    ("Qwen/Qwen3-235B-A22B-Instruct-2507-tput", 1.86, 1.89),
    ("openai/gpt-oss-120b", 1.78, 1.97),
    ("zai-org/GLM-4.5-Air-FP8", 0.57, 0.12),
    ("deepcogito/cogito-v2-preview-llama-109B-MoE", 0.35, 0.96),
    ("Qwen/Qwen3-Next-80B-A3B-Instruct", 2.00, 1.80),
    ("meta-llama/Llama-3.3-70B-Instruct-Turbo", 1.89, 2.22),
    ("mistralai/Mixtral-8x7B-Instruct-v0.1", 0.79, 0.12),
    ("openai/gpt-oss-20b", 1.82, 1.52),
    ("meta-llama/Llama-4-Maverick-17B-128E-Instruct-FP8", 1.44, 1.55),
    ("meta-llama/Llama-4-Scout-17B-16E-Instruct", 0.09, 0.80),
    ("google/gemma-3n-E4B-it", 1.32, 0.99),
    ("arcee_ai/arcee-spotlight", 1.18, 1.53),
    ("marin-community/marin-8b-instruct", 0.12, 0.26),
    ("Qwen/Qwen2.5-7B-Instruct-Turbo", 1.80, 1.30),
    ("arize-ai/qwen-2-1.5b-instruct", 0.47, 0.13),
    ("moonshot-v1-32k", 1.92, 2.33),
    ("moonshot-v1-128k", 1.85, 2.18),
];

/// Both scores of items beside those printed; the largest difference of either kind.
fn beside(set: &Set, models: [&Model; 2], printed: &[Printed]) -> (String, [f64; 2]) {
    let found = models.map(|model| geometric(model, Quantity::Scores));
    let (mut text, mut largest) = (String::new(), [0.0_f64; 2]);
    for (name, alike, weighted) in printed {
        let item = set.find(Names::Item, name).expect("the item");
        let both = [found[0][item], found[1][item]];
        let _ =
            writeln!(text, "{name:>20}  {:>7.4} ({alike:>5.2})  {:>7.4} ({weighted:>5.2})", both[0], both[1]);
        for (largest, gap) in largest.iter_mut().zip([both[0] - alike, both[1] - weighted]) {
            *largest = largest.max(gap.abs());
        }
    }
    let rest: Vec<String> = (0..set.items())
        .filter_map(|item| set.name(Names::Item, item).map(|name| (item, name)))
        .filter(|(_, name)| printed.iter().all(|p| p.0 != *name))
        .map(|(item, name)| format!("{name} {:.3} {:.3}", found[0][item], found[1][item]))
        .collect();
    let _ = writeln!(text, "not printed: {}", rest.join(", "));
    (text, largest)
}

/// Table 1 and Tables A.6 and A.8.
pub fn tables_1_and_a(missed: &mut Vec<String>) -> String {
    let bench = votes("judge_mtbench.csv");
    let alike = fitted(&bench, &pooled());
    let weighted = fitted(&bench, &judged());
    let (rows, largest) = beside(&bench, [&alike, &weighted], &TABLE_1);
    let mut text = format!("Table 1, MT-Bench votes: all judges alike, weighted; ours (printed)\n{rows}");
    if largest.iter().any(|gap| *gap > HUNDREDTH) {
        missed.push(format!("Table 1: {largest:?}"));
    }

    let feedback = votes("judge_ultrafeedback.csv");
    let error = refused(&feedback, &Specification { accept: Problems::NONE, ..judged() });
    let alike = fitted(&feedback, &pooled());
    let edge = fitted(&feedback, &judged());
    let (rows, largest) = beside(&feedback, [&alike, &edge], &TABLE_A6);
    let _ = write!(
        text,
        "\nTable A.6, UltraFeedback votes: all judges alike, weighted; ours (printed)\n\
         The weighted fit is refused: {error}\nTaken all the same, with these at zero and the others' geometric mean one:\n{rows}"
    );
    let zero = |k: usize| edge.judge_problems[k].contains(Problems::BOUNDARY);
    if largest[0] > HUNDREDTH || (0..20).filter(|&k| zero(k)).count() != 3 {
        missed.push(format!("Table A.6: {}", largest[0]));
    }

    text.push_str("\nTable A.8, sensitivities: MT-Bench, UltraFeedback; ours (printed)\n");
    let found = [(&bench, &weighted), (&feedback, &edge)]
        .map(|(set, model)| (set, geometric(model, Quantity::Sensitivities)));
    let mut off = Vec::new();
    for (name, on_bench, on_feedback) in TABLE_A8 {
        let of = |(set, gamma): &(&Set, Vec<f64>)| gamma[set.find(Names::Judge, name).expect("the judge")];
        let both = [of(&found[0]), of(&found[1])];
        let _ = writeln!(
            text,
            "{name:>52}  {:>6.3} ({on_bench:.2})  {:>6.3} ({on_feedback:.2})",
            both[0], both[1]
        );
        if (both[0] - on_bench).abs() > HUNDREDTH {
            off.push((name, (both[0] - on_bench).abs()));
        }
    }
    let _ = writeln!(text, "MT-Bench: {} of 20 differ in two digits: {off:.3?}", off.len());
    if off.len() > 1 || off.iter().any(|(_, gap)| *gap > 0.03) {
        missed.push(format!("Table A.8: {off:?}"));
    }
    text
}

/// Rankings with ties as halves against those without ties.
pub fn ties(missed: &mut Vec<String>) -> String {
    let mut text = String::from(
        "Ties as halves against ties dropped (F.4: no ranking changes): items whose place changes, with both scores\n",
    );
    for (name, file) in super::FILES {
        let set = votes(file);
        let ways = [Ties::Half, Ties::Dropped].map(|ties| {
            let model = attempt(&set, &Specification { ties, ..judged() }).expect("a fit");
            let (scores, errors) = table(&model, Quantity::Scores, &papers());
            (places(&scores), scores, mean(&errors))
        });
        let changed: Vec<String> = (0..set.items())
            .filter(|&item| ways[0].0[item] != ways[1].0[item])
            .map(|item| {
                let name = set.name(Names::Item, item).unwrap_or("");
                format!(
                    "{name} {:.4} (place {}) and {:.4} ({})",
                    ways[0].1[item],
                    1 + ways[0].0[item],
                    ways[1].1[item],
                    1 + ways[1].0[item]
                )
            })
            .collect();
        let list = if changed.is_empty() { "none".into() } else { changed.join("; ") };
        let _ = writeln!(text, "{name}: {list}; mean standard errors {:.3} and {:.3}", ways[0].2, ways[1].2);
        let expected = if name == "MT-Bench" { 2 } else { 0 };
        if changed.len() != expected {
            missed.push(format!("ties, {name}: {changed:?}"));
        }
    }
    text
}
