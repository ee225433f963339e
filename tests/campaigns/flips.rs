//! Fewest changes that turn claims round, on small boards: against all ways there are, each tried by a fit that is written
//! here a second time.

use crate::experiment::{Answer, Demand, Experiment};
use crate::truth::{probabilities, OutcomeModel};
use duel::assess::{fragility, Assault, Attack, Fragile};
use duel::comparisons::{Column, Key, Rows, Set, Unit};
use duel::inference::Options;
use duel::model::{fit, Model, Specification};
use duel::progress::unwatched;
use duel::random::Random;

const ITEMS: usize = 4;
const SCORES: [f64; ITEMS] = [0.6, 0.2, -0.1, -0.7];
const JUDGES: usize = 7;
/// All ways with so many changes are tried.
const TRIED: usize = 3;
/// So many added votes of each kind.
const ADDED: usize = 40;

const ALWAYS: Demand = Demand::Mean(1.0, 1.0);
const NEARLY_ALWAYS: Demand = Demand::Mean(0.95, 1.0);

/// Wins of i over j at i * ITEMS + j, and ties (i < j).
#[derive(Clone, Copy, PartialEq, Default)]
struct Board {
    wins: [f64; ITEMS * ITEMS],
    ties: [f64; ITEMS * ITEMS],
}

/// One vote: who won over whom, or a tie of the two.
#[derive(Clone, Copy, PartialEq)]
struct Vote {
    pair: [usize; 2],
    is_tie: bool,
}

impl Board {
    fn slot(&mut self, vote: Vote) -> &mut f64 {
        let [i, j] = vote.pair;
        if vote.is_tie {
            &mut self.ties[i.min(j) * ITEMS + i.max(j)]
        } else {
            &mut self.wins[i * ITEMS + j]
        }
    }

    fn of(votes: impl Iterator<Item = Vote>) -> Board {
        let mut board = Board::default();
        votes.for_each(|vote| *board.slot(vote) += 1.0);
        board
    }

    /// All kinds of votes.
    fn kinds() -> impl Iterator<Item = Vote> {
        let pairs = (0..ITEMS * ITEMS).map(|at| [at / ITEMS, at % ITEMS]).filter(|[i, j]| i != j);
        pairs.flat_map(|pair| {
            let tie = (pair[0] < pair[1]).then_some(Vote { pair, is_tie: true });
            std::iter::once(Vote { pair, is_tie: false }).chain(tie)
        })
    }

    /// Points of i against j: a tie is half of one to each.
    fn points(&self, i: usize, j: usize) -> f64 {
        self.wins[i * ITEMS + j] + 0.5 * self.ties[i.min(j) * ITEMS + i.max(j)]
    }

    /// Whether everybody reaches everybody along points: then, and only then, there is a finite estimate.
    fn is_connected(&self) -> bool {
        let reached = |forwards: bool| {
            let mut seen = [false; ITEMS];
            let mut open = vec![0];
            while let Some(i) = open.pop() {
                if !std::mem::replace(&mut seen[i], true) {
                    let points = |j: usize| if forwards { self.points(i, j) } else { self.points(j, i) };
                    open.extend((0..ITEMS).filter(|&j| j != i && points(j) > 0.0));
                }
            }
            seen.iter().all(|s| *s)
        };
        reached(true) && reached(false)
    }

    /// Maximum likelihood, by Newton's method with the last score at zero; None where there is none.
    fn scores(&self) -> Option<[f64; ITEMS]> {
        const FREE: usize = ITEMS - 1;
        if !self.is_connected() {
            return None;
        }
        let mut scores = [0.0f64; ITEMS];
        for _ in 0..200 {
            let mut slopes = [0.0; FREE];
            let mut curve = [[0.0; FREE]; FREE];
            for (i, j) in (0..ITEMS).flat_map(|i| (0..i).map(move |j| (i, j))) {
                let (mine, yours) = (self.points(i, j), self.points(j, i));
                let p = 1.0 / (1.0 + (scores[j] - scores[i]).exp());
                let (slope, weight) = (mine - (mine + yours) * p, (mine + yours) * p * (1.0 - p));
                for (a, sign) in [(i, 1.0), (j, -1.0)].into_iter().filter(|(a, _)| *a < FREE) {
                    slopes[a] += sign * slope;
                    for (b, other) in [(i, 1.0), (j, -1.0)].into_iter().filter(|(b, _)| *b < FREE) {
                        curve[a][b] += sign * other * weight;
                    }
                }
            }
            let step = solved(curve, slopes);
            let longest = step.iter().fold(0.0f64, |most, s| most.max(s.abs()));
            // Steps of one at most: the likelihood is concave, so that they lead up to the end.
            let scale = if longest > 1.0 { 1.0 / longest } else { 1.0 };
            (0..FREE).for_each(|a| scores[a] += scale * step[a]);
            if longest < 1e-12 {
                return Some(scores);
            }
        }
        None
    }

    /// Whether the second of two is strictly ahead.
    fn is_turned(&self, [upper, lower]: [usize; 2]) -> bool {
        self.scores().is_some_and(|scores| scores[lower] > scores[upper] + 1e-7)
    }

    /// The model of the library.
    fn model(&self) -> Model {
        let kinds: Vec<Vote> = Board::kinds().filter(|kind| *self.clone().slot(*kind) > 0.0).collect();
        let count = |is_tie: bool| -> Vec<f64> {
            let of = |kind: &Vote| if kind.is_tie == is_tie { *self.clone().slot(*kind) } else { 0.0 };
            kinds.iter().map(of).collect()
        };
        let column = |side: usize| kinds.iter().map(|kind| kind.pair[side] as u32).collect::<Vec<u32>>();
        let (left, right, wins, ties) = (column(0), column(1), count(false), count(true));
        let losses = vec![0.0; kinds.len()];
        let key = |values| Key { values: Column::U32(values), base: 0 };
        let mut set = Set::new();
        set.append(&Rows {
            length: kinds.len(),
            left: key(&left),
            right: key(&right),
            wins: Column::F64(&wins),
            losses: Column::F64(&losses),
            ties: Column::F64(&ties),
            ..Rows::default()
        })
        .expect("a board is valid");
        fit(&set, &Specification::default(), &mut unwatched()).expect("a fit")
    }
}

/// The solution of a small symmetric system, by elimination.
fn solved<const N: usize>(mut matrix: [[f64; N]; N], mut right: [f64; N]) -> [f64; N] {
    for k in 0..N {
        for i in k + 1..N {
            let share = matrix[i][k] / matrix[k][k];
            let row = matrix[k];
            (k..N).for_each(|j| matrix[i][j] -= share * row[j]);
            right[i] -= share * right[k];
        }
    }
    for k in (0..N).rev() {
        let rest: f64 = (k + 1..N).map(|j| matrix[k][j] * right[j]).sum();
        right[k] = (right[k] - rest) / matrix[k][k];
    }
    right
}

/// Votes, each of a judge, of boards that have an estimate and no two equal scores.
fn drawn(votes: usize, random: &mut Random) -> Vec<(usize, Vote)> {
    loop {
        let drawn: Vec<(usize, Vote)> = (0..votes)
            .map(|_| {
                let pair = crate::looks::any_pair(ITEMS, random);
                let p = probabilities(OutcomeModel::Davidson, SCORES[pair[0]] - SCORES[pair[1]], -0.7);
                let x = random.uniform();
                let is_tie = x >= p[0] + p[1];
                let pair = if x < p[0] || is_tie { pair } else { [pair[1], pair[0]] };
                (random.below(JUDGES as u64) as usize, Vote { pair, is_tie })
            })
            .collect();
        let scores = Board::of(drawn.iter().map(|(_, vote)| *vote)).scores();
        let apart = |s: [f64; ITEMS]| (0..ITEMS).all(|i| (0..i).all(|j| (s[i] - s[j]).abs() > 1e-3));
        if scores.is_some_and(apart) {
            return drawn;
        }
    }
}

/// Neighbours in the order of scores.
fn neighbours(board: &Board) -> Vec<[usize; 2]> {
    let scores = board.scores().expect("scores");
    let mut order: Vec<usize> = (0..ITEMS).collect();
    order.sort_by(|a, b| scores[*b].total_cmp(&scores[*a]));
    order.windows(2).map(|pair| [pair[0], pair[1]]).collect()
}

/// A change: what goes, and what comes.
type Change = (Option<Vote>, Option<Vote>);

fn changes(attack: Attack) -> Vec<Change> {
    let kinds: Vec<Vote> = Board::kinds().collect();
    let turned = |vote: &Vote| {
        let [i, j] = vote.pair;
        let to = |pair| (Some(*vote), Some(Vote { pair, is_tie: false }));
        if vote.is_tie {
            vec![to([i, j]), to([j, i])]
        } else {
            vec![to([j, i])]
        }
    };
    match attack {
        Attack::Drop => kinds.iter().map(|vote| (Some(*vote), None)).collect(),
        Attack::Flip => kinds.iter().flat_map(turned).collect(),
        Attack::Add => kinds.iter().map(|vote| (None, Some(*vote))).collect(),
    }
}

/// The board after a change; None where there is no such vote.
fn changed(board: &Board, (gone, come): Change) -> Option<Board> {
    let mut board = *board;
    if let Some(vote) = gone {
        *board.slot(vote) -= 1.0;
        if *board.slot(vote) < 0.0 {
            return None;
        }
    }
    if let Some(vote) = come {
        *board.slot(vote) += 1.0;
    }
    Some(board)
}

/// The fewest changes, up to [`TRIED`], after which the claim is false: all ways are tried.
fn fewest(board: &Board, changes: &[Change], claim: &dyn Fn(&Board) -> bool) -> Option<usize> {
    let mut boards = vec![(*board, 0)];
    for count in 1..=TRIED {
        let mut next = Vec::new();
        for (board, from) in &boards {
            // Each way once: changes in their order.
            let more = (*from..changes.len()).filter_map(|at| Some((changed(board, changes[at])?, at)));
            next.extend(more);
        }
        if next.iter().any(|(board, _)| claim(board)) {
            return Some(count);
        }
        boards = next;
    }
    None
}

/// The same of one kind of added vote, up to [`ADDED`]: of pairs that were compared, and ties where there are any.
fn fewest_added(board: &Board, claim: &dyn Fn(&Board) -> bool) -> Option<usize> {
    let are_known = |vote: &Vote| {
        let [i, j] = vote.pair;
        let has_ties = board.ties[i.min(j) * ITEMS + i.max(j)] > 0.0;
        board.points(i, j) + board.points(j, i) > 0.0 && (has_ties || !vote.is_tie)
    };
    let of = |vote: Vote| {
        let mut now = *board;
        (1..=ADDED).find(|_| {
            *now.slot(vote) += 1.0;
            claim(&now)
        })
    };
    Board::kinds().filter(are_known).filter_map(of).min()
}

/// The fewest judges whose votes are left out, over all sets of judges.
fn fewest_judges(votes: &[(usize, Vote)], claim: &dyn Fn(&Board) -> bool) -> Option<usize> {
    let without = |gone: &u32| {
        Board::of(votes.iter().filter(|(judge, _)| gone >> judge & 1 == 0).map(|(_, vote)| *vote))
    };
    let turns = |gone: &u32| claim(&without(gone));
    (1u32..1 << JUDGES).filter(turns).map(|gone| gone.count_ones() as usize).min()
}

fn attacked(model: &Model, assault: &Assault) -> Vec<Fragile> {
    fragility(model, assault, &Options::default(), &mut unwatched()).expect("fragility")
}

/// How many changes are said to turn a claim round, and the fewest that do.
type Claimed = (f64, Option<usize>);

/// Counts that were found (NaN: the claim stands, to first order), beside the fewest: never fewer, which would be no
/// proof, and nearly always as many. Where all ways up to `most` changes find none, more are needed.
fn compared(found: &[Claimed], most: usize) -> Vec<Answer> {
    let known = |(_, fewest): &&Claimed| fewest.is_some();
    let falls = |(found, _): &&Claimed| !found.is_nan();
    let as_few =
        found.iter().filter(known).filter(falls).filter(|(f, least)| *f == least.unwrap_or(0) as f64);
    let proven = found.iter().filter(falls).filter(|(f, least)| *f >= least.unwrap_or(most + 1) as f64);
    let count = |is: &dyn Fn(&&Claimed) -> bool| found.iter().filter(is).count();
    // NaN where there is none.
    let share = |part: usize, all: usize| vec![part as f64 / all as f64];
    let both = count(&|row| known(row) && falls(row));
    vec![
        Answer::new("claims of which all ways find one", Demand::Shown, share(count(&known), found.len())),
        Answer::new("these: said to fall", Demand::Shown, share(both, count(&known))),
        Answer::new("said to fall: no fewer than the fewest", ALWAYS, share(proven.count(), count(&falls))),
        Answer::new("said to fall: as few as the fewest", NEARLY_ALWAYS, share(as_few.count(), both)),
    ]
}

/// All neighbours of boards under one attack.
fn neighbours_under(name: &'static str, attack: Attack) -> Experiment {
    let replicate = move |random: &mut Random| {
        let board = Board::of(drawn(50, random).into_iter().map(|(_, vote)| vote));
        let model = board.model();
        let changes = changes(attack);
        let found: Vec<Claimed> = neighbours(&board)
            .into_iter()
            .map(|pair| {
                let row = attacked(&model, &Assault { attack, pairs: vec![pair], ..Assault::default() })[0];
                let claim = |board: &Board| board.is_turned(pair);
                let fewest = match attack {
                    Attack::Add => fewest_added(&board, &claim),
                    _ => fewest(&board, &changes, &claim),
                };
                (if row.state == 0 { row.confirmed } else { f64::NAN }, fewest)
            })
            .collect();
        compared(&found, if attack == Attack::Add { ADDED } else { TRIED })
    };
    Experiment { name, replicates: 1_000, replicate: Box::new(replicate) }
}

/// Votes that are left out.
pub fn dropped() -> Experiment {
    neighbours_under("Fragility, votes left out: 4 items, 50 votes, all neighbours", Attack::Drop)
}

/// Who is among the first.
fn first_places() -> Experiment {
    let replicate = move |random: &mut Random| {
        let board = Board::of(drawn(50, random).into_iter().map(|(_, vote)| vote));
        let model = board.model();
        let changes = changes(Attack::Drop);
        let scores = board.scores().expect("scores");
        let found: Vec<Claimed> = (1..ITEMS)
            .map(|top| {
                let rank = |item: usize| scores.iter().filter(|s| **s > scores[item]).count();
                let (first, last): (Vec<usize>, Vec<usize>) = (0..ITEMS).partition(|&item| rank(item) < top);
                let claim =
                    |board: &Board| first.iter().any(|&a| last.iter().any(|&b| board.is_turned([a, b])));
                let row = attacked(&model, &Assault { top, ..Assault::default() })[0];
                let confirmed = if row.state == 0 { row.confirmed } else { f64::NAN };
                (confirmed, fewest(&board, &changes, &claim))
            })
            .collect();
        compared(&found, TRIED)
    };
    Experiment {
        name: "Fragility, votes left out: 4 items, 50 votes, who is among the first 1, 2, 3",
        replicates: 1_000,
        replicate: Box::new(replicate),
    }
}

/// Judges that are left out with all their votes.
fn judges(name: &'static str, renew: bool) -> Experiment {
    let replicate = move |random: &mut Random| {
        let votes = drawn(70, random);
        let board = Board::of(votes.iter().map(|(_, vote)| *vote));
        let column = |of: &dyn Fn(&(usize, Vote)) -> u32| votes.iter().map(of).collect::<Vec<u32>>();
        let (judge, left, right) =
            (column(&|v| v.0 as u32), column(&|v| v.1.pair[0] as u32), column(&|v| v.1.pair[1] as u32));
        let outcome: Vec<u8> = votes.iter().map(|(_, vote)| if vote.is_tie { 3 } else { 1 }).collect();
        let key = |values| Key { values: Column::U32(values), base: 0 };
        let mut set = Set::new();
        set.append(&Rows {
            length: votes.len(),
            left: key(&left),
            right: key(&right),
            judge: key(&judge),
            outcome: Column::U8(&outcome),
            ..Rows::default()
        })
        .expect("votes");
        let model = fit(&set, &Specification::default(), &mut unwatched()).expect("a fit");
        let found: Vec<Claimed> = neighbours(&board)
            .into_iter()
            .map(|pair| {
                let assault = Assault { unit: Unit::Judge, renew, pairs: vec![pair], ..Assault::default() };
                let row = attacked(&model, &assault)[0];
                let fewest = fewest_judges(&votes, &|board: &Board| board.is_turned(pair));
                (if row.state == 0 { row.confirmed } else { f64::NAN }, fewest)
            })
            .collect();
        compared(&found, JUDGES)
    };
    Experiment { name, replicates: 1_000, replicate: Box::new(replicate) }
}

pub fn all() -> Vec<Experiment> {
    vec![
        dropped(),
        neighbours_under("Fragility, votes turned round: 4 items, 50 votes, all neighbours", Attack::Flip),
        neighbours_under("Fragility, votes added: 4 items, 50 votes, all neighbours", Attack::Add),
        first_places(),
        judges("Fragility, judges left out: 4 items, 70 votes of 7 judges, all neighbours, all sets of judges", false),
        judges("Fragility, judges left out, the order renewed: 4 items, 70 votes of 7 judges, all sets of judges", true),
    ]
}
