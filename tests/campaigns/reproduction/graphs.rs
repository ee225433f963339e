//! Few pairs, few votes, few judges: how near the scores come to those of all (E.7 and the robustness studies of
//! the JA paper).

use super::counts::Design;
use super::models::{attempt, judged, pooled, positioned, read};
use crate::measures::{mean, pearson, spearman};
use crate::replicates::replicate;
use crate::support::{fitted, set_of, votes, Cell};
use duel::assess::judges::{learning_curve, LearningDraws, LearningPoint};
use duel::comparisons::{Kind as Names, Set, Unit};
use duel::model::{Problems, Quantity, Specification};
use duel::progress::unwatched;
use duel::random::Random;
use std::fmt::Write;

/// Table A.9: Pearson's and Spearman's correlation with the full design at 1 to 10 times the edges of a tree.
const TABLE_A9: [[f64; 2]; 10] = [
    [0.613, 0.613],
    [0.835, 0.817],
    [0.877, 0.858],
    [0.896, 0.872],
    [0.887, 0.815],
    [0.927, 0.909],
    [0.911, 0.906],
    [0.868, 0.816],
    [0.911, 0.897],
    [0.884, 0.887],
];
const REPLICATES: usize = 40;

/// The pairs that were compared, the lower item first, as one number each.
fn compared(set: &Set) -> Vec<usize> {
    let cells = set.cells();
    let pair = |c: usize| {
        let (i, j) = (cells.left[c] as usize, cells.right[c] as usize);
        i.min(j) * set.items() + i.max(j)
    };
    let mut pairs: Vec<usize> = (0..cells.len()).map(pair).collect();
    pairs.sort_unstable();
    pairs.dedup();
    pairs
}

/// The votes on `edges` pairs drawn at random, among them those of a tree: of pairs in random order first those that
/// connect what is not yet connected.
fn thinned(set: &Set, edges: usize, random: &mut Random) -> Set {
    let items = set.items();
    let mut pairs = compared(set);
    for at in 0..pairs.len() {
        let other = at + random.below((pairs.len() - at) as u64) as usize;
        pairs.swap(at, other);
    }
    let mut group: Vec<usize> = (0..items).collect();
    let connects = |&pair: &usize| {
        let (a, b) = (group[pair / items], group[pair % items]);
        group.iter_mut().filter(|g| **g == b).for_each(|g| *g = a);
        a != b
    };
    let (tree, others): (Vec<usize>, Vec<usize>) = pairs.into_iter().partition(connects);
    let mut keep = vec![false; items * items];
    tree.iter().chain(&others).take(edges).for_each(|&pair| keep[pair] = true);
    let cells = set.cells();
    let kept: Vec<Cell> = (0..cells.len())
        .filter(|&c| {
            let (i, j) = (cells.left[c] as usize, cells.right[c] as usize);
            keep[i.min(j) * items + i.max(j)]
        })
        .map(|c| Cell {
            context: None,
            judge: Some(cells.judge[c]),
            left: cells.left[c],
            right: cells.right[c],
            counts: cells.counts[c],
        })
        .collect();
    set_of(&kept)
}

/// Ridge with which every draw has an estimate.
const RIDGE: f64 = 0.1;

/// Correlations with `whole` at 1, 2, ... times the edges of a tree: without and with a ridge.
fn curve(set: &Set, whole: &[f64], beside: bool, missed: &mut Vec<String>) -> String {
    let items = set.items();
    let pairs = compared(set).len();
    let mut text = format!(
        "{:>9} {:>6} {:>8} {:>9}   {:>6} {:>8} {:>9}   with ridge {RIDGE} on the right\n",
        "retained", "fits", "Pearson", "Spearman", "fits", "Pearson", "Spearman"
    );
    for (at, printed) in TABLE_A9.iter().enumerate() {
        let edges = ((at + 1) * (items - 1)).min(pairs);
        let found = replicate(REPLICATES, 17 + at as u64, |random| {
            let some = thinned(set, edges, random);
            [0.0, RIDGE].map(|ridge| {
                let model = attempt(&some, &Specification { ridge, ..judged() })?;
                let scores = read(&model, Quantity::Scores);
                Some([pearson(&scores, whole), spearman(&scores, whole)])
            })
        });
        let _ = write!(text, "{:>9.3}", edges as f64 / pairs as f64);
        for way in 0..2 {
            let kept: Vec<[f64; 2]> = found.iter().filter_map(|draw| draw[way]).collect();
            let of = |which: usize| mean(&kept.iter().map(|row| row[which]).collect::<Vec<f64>>());
            let _ = match kept.len() {
                0 => write!(text, " {:>6} {:>8} {:>9}  ", 0, "-", "-"),
                fits => write!(text, " {fits:>6} {:>8.3} {:>9.3}  ", of(0), of(1)),
            };
            if way == 1 && (kept.len() < REPLICATES || (at == 9 && of(0) < 0.95)) {
                missed.push(format!("retained edges {edges}: {} fits, {:.3}", kept.len(), of(0)));
            }
        }
        if beside {
            let _ = write!(text, " ({:.3}, {:.3})", printed[0], printed[1]);
        }
        text.truncate(text.trim_end().len());
        text.push('\n');
    }
    text
}

/// Retained edges: in the simulated design of the paper's size, and on the Chatbot Arena votes.
pub fn retained_edges(missed: &mut Vec<String>) -> String {
    let truth = Design::with(45, 18).truth(1);
    let simulated = truth.votes(20_000, &mut Random::new(1, 0));
    let whole = read(&fitted(&simulated, &judged()), Quantity::Scores);
    let arena = votes("judge_chatbot_arena.csv");
    let all = read(&fitted(&arena, &judged()), Quantity::Scores);
    format!(
        "Table A.9, retained share of pairs: correlation of scores with those of all pairs, {REPLICATES} draws\n\
         \nSimulated, 45 items, 18 judges, 20000 votes (printed, of the paper's own 45 models, whose votes are published, not obtained)\n{}\
         \nChatbot Arena votes, 20 models, 10 judges\n{}",
        curve(&simulated, &whole, true, missed),
        curve(&arena, &all, false, missed)
    )
}

/// Six of the judges with the least sensitivity and the two with the most: correlation with the scores of all, by JA.
/// Weak judges that answer by position agree with each other, which no model without positions can tell from
/// sensitivity: so the same with positions, the scores of all too.
pub fn mixed_judges(missed: &mut Vec<String>) -> String {
    let mut text = String::from(
        "Mixed quality, the six least and the two most sensitive judges: correlation of scores with those of all judges,\n\
         BTL and JA with JA's, JA + position with its own (printed, of the paper's own votes: Pearson .8992 -> .9394,\n\
         Spearman .8316 -> .9212 from BTL to JA)\n",
    );
    for (name, file) in super::FILES {
        let set = votes(file);
        let full = fitted(&set, &judged());
        let gamma = read(&full, Quantity::Sensitivities);
        let mut order: Vec<usize> = (0..gamma.len()).collect();
        order.sort_by(|&a, &b| gamma[a].total_cmp(&gamma[b]));
        let chosen = [&order[..6], &order[order.len() - 2..]].concat();
        let some = set.filter(Names::Judge, &chosen).expect("judges");
        let of = |specification: &Specification, whole: &[f64]| {
            let found = read(&fitted(&some, specification), Quantity::Scores);
            [pearson(&found, whole), spearman(&found, whole)]
        };
        let scores = read(&full, Quantity::Scores);
        let own = read(&fitted(&set, &positioned()), Quantity::Scores);
        let found = [of(&pooled(), &scores), of(&judged(), &scores), of(&positioned(), &own)];
        let row = |at: usize| found.map(|of| format!("{:.4}", of[at])).join(" -> ");
        let _ = writeln!(text, "{name:>14}: Pearson {}, Spearman {}", row(0), row(1));
        if found[2][0] < 0.9 {
            missed.push(format!("mixed judges, {name}: {found:?}"));
        }
    }
    text
}

/// Learning curves over shares of the votes and numbers of judges, of JA and of JA with positions.
pub fn learning(missed: &mut Vec<String>) -> String {
    let mut text = String::from(
        "Learning curves: Spearman's correlation of the scores of some votes of some judges with those of all, mean of\n\
         20 draws (standard deviation, and the number of draws with an estimate if not all)\n",
    );
    for (name, file) in super::FILES {
        let set = votes(file);
        for (model, specification) in
            [("JA", judged()), ("JA + position", Specification { accept: Problems::OPPOSED, ..positioned() })]
        {
            let points = learning_table(&format!("{name}, {model}"), &set, &specification, &mut text);
            let last = points[points.len() - 1];
            if last.spearman[0] < 1.0 - 1e-12 {
                missed.push(format!("learning curve, {name}, {model}: {last:?}"));
            }
        }
    }
    text
}

/// Why JA's curve on Chatbot Arena does not rise: with a judge that answers by position, the order of presentation
/// is an optimum of its own, and often the better one.
pub fn alphabet(missed: &mut Vec<String>) -> String {
    const DRAWS: usize = 40;
    let set = votes("judge_chatbot_arena.csv");
    let name = |k: usize| set.name(Names::Judge, k).unwrap_or("");
    let position = (0..set.judges()).find(|&k| name(k).contains("GLM-4.5-Air")).expect("the judge");
    // Items are numbered in the order of their names.
    let names: Vec<f64> = (0..set.items()).map(|item| -(item as f64)).collect();
    let found = replicate(DRAWS, 29, |random| {
        let mut judges: Vec<usize> = (0..set.judges()).collect();
        for at in 0..6 {
            let other = at + random.below((judges.len() - at) as u64) as usize;
            judges.swap(at, other);
        }
        let some = set.filter(Names::Judge, &judges[..6]).expect("judges");
        let follows = [0, 20].map(|restarts| {
            let specification = Specification { restarts, seed: 1, ..judged() };
            let model = attempt(&some, &specification).expect("a fit");
            spearman(&read(&model, Quantity::Scores), &names) > 0.9
        });
        (judges[..6].contains(&position), follows)
    });
    let count = |with: bool, way: usize| found.iter().filter(|(has, by)| *has == with && by[way]).count();
    let with = found.iter().filter(|(has, _)| *has).count();
    if count(false, 1) > 0 || count(true, 1) == 0 {
        missed.push(format!("alphabet: {found:?}"));
    }
    format!(
        "Six of the ten Chatbot Arena judges, {DRAWS} draws: how often JA's scores follow the models' names (Spearman above .9)\n\
         {with:>4} draws with GLM-4.5-Air: {}, and {} with 20 further starts\n\
         {:>4} draws without: {}, and {}\n",
        count(true, 0),
        count(true, 1),
        DRAWS - with,
        count(false, 0),
        count(false, 1)
    )
}

fn learning_table(
    name: &str,
    set: &Set,
    specification: &Specification,
    text: &mut String,
) -> Vec<LearningPoint> {
    let judges: Vec<usize> = (1..=5).map(|fifth| fifth * set.judges() / 5).collect();
    let draws = LearningDraws {
        shares: vec![0.1, 0.25, 0.5, 0.75, 1.0],
        judges: judges.clone(),
        unit: Unit::Row,
        replicates: 20,
        seed: 1,
        threads: 2,
    };
    let points = learning_curve(set, specification, &draws, &mut unwatched()).expect("a curve");
    let _ = write!(text, "\n{name}\n{:>7}", "votes");
    judges.iter().for_each(|count| {
        let _ = write!(text, " {:>17}", format!("{count} judges"));
    });
    for (share, row) in draws.shares.iter().zip(points.chunks(judges.len())) {
        let _ = write!(text, "\n{:>6.0}%", 100.0 * share);
        for point in row {
            let few = if point.fits < 20 { format!(", {}", point.fits) } else { String::new() };
            let cell = format!("{:.3} ({:.3}{few})", point.spearman[0], point.spearman[1]);
            let _ = write!(text, " {cell:>17}");
        }
    }
    text.push('\n');
    points
}
