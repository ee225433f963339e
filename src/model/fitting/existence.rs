//! Does an estimate exist? Asked of the comparison graph before the fit.
//!
//! The negative log-likelihood of pooled strengths is convex and its predictors are linear in the parameters, so that a
//! finite estimate, unique up to shifts, exists if and only if no direction d other than a shift is one of recession: one
//! along which no observed outcome becomes less probable (Albert and Anderson 1984). With ds_ij = ds_i - ds_j:
//!
//! - Bradley-Terry: every win of i over j demands ds_ij >= 0, and what is an edge of a cycle then has ds_ij = 0. The
//!   estimate exists if each component of the graph of wins is strongly connected (Ford 1957). Half a win for each side is
//!   an edge both ways.
//! - One more term, with coefficient x in the predictor of left against right (a position effect, a covariate) and a
//!   direction of +1 or -1 in it: a win of left demands ds_ij >= -+x, a loss ds_ji >= +-x. Such scores exist if and only
//!   if no cycle of wins has a positive sum of demands (feasibility of difference constraints, Bellman 1958).
//! - One threshold (Rao-Kupper, Davidson) with direction de: a tie demands de >= |ds_ij|, or |ds_ij| / 2 for Davidson, a
//!   win ds_ij >= |de|, or 2 |de|. de < 0 needs a set without ties; de = 0 is Ford's case with ties as edges both ways;
//!   de > 0, scaled to make the demand one, is the second case with a demand of one for every win and minus one for
//!   every tie, in both directions. So an estimate exists if and only if there are ties, the graph is strongly connected,
//!   and some cycle has more wins than ties: two items that beat each other are one.

use crate::comparisons::{Kind, Set};
use crate::component::Penalty;
use crate::graph;
use crate::likelihood::{Design, Objective};
use crate::model::specification::{list, Diagnostic, ParameterLayout, Problems, Specification};
use crate::outcome::Existence;
use crate::outcome::TIE;
use crate::room::{Duplicate as _, Gather as _, Put as _};
use crate::terms::SparseRows;

/// Properties of the graph of comparisons.
#[derive(Debug, Clone, Default)]
pub struct Connection {
    /// Component of every item; the pseudo-item belongs to all and is not listed.
    pub components: Vec<u32>,
    /// Strongly connected group of every item.
    pub groups: Vec<u32>,
    /// Whether only a penalty makes the scores finite, or comparable.
    pub leans_on_penalty: bool,
    /// Groups of items whose scores may be shifted together.
    pub shifts: Vec<Vec<u32>>,
    /// The error.
    pub diagnostics: Vec<Diagnostic>,
}

/// Looks at the graph of a design. `active` marks the judges whose sensitivity is not fixed at zero.
pub fn connect(
    set: &Set,
    layout: &ParameterLayout,
    specification: &Specification,
    design: &Design,
    active: impl Fn(usize) -> bool,
) -> Connection {
    let items = layout.items;
    let cells = || (0..design.len()).filter(|&c| active(design.judge(c)));
    let pairs = cells().map(|c| (design.left[c], design.right[c]));
    let edges = cells().flat_map(|c| design.won(c));
    let mut connection = Connection::default();
    let has_fixed = specification.fixed_scores.iter().any(|s| !s.is_nan());
    // Fixed scores know where they stand to each other, as if they had beaten each other both ways.
    let anchors: Vec<u32> = (0..specification.fixed_scores.len() as u32)
        .filter(|&i| !specification.fixed_scores[i as usize].is_nan())
        .gathered();
    let tied = || anchors.windows(2).map(|pair| (pair[0], pair[1]));
    connection.components = graph::components(items, pairs.chain(tied()));
    connection.groups = graph::groups(items, edges.chain(tied()).chain(tied().map(|(a, b)| (b, a))));
    if specification.is_penalised() {
        connection.leans_on_penalty = connection.groups.iter().any(|&g| g > 0);
        connection.components = vec![0; items];
        connection.groups = vec![0; items];
        if !has_fixed {
            connection.shifts = vec![(0..layout.strength.items as u32).gathered()];
        }
        return connection;
    }
    if specification.firth {
        // Bias reduction keeps scores finite wherever there are comparisons.
        connection.leans_on_penalty = connection.groups.iter().max() > connection.components.iter().max();
        connection.groups.clone_from(&connection.components);
    }
    let fixed = |item: u32| specification.fixed_scores.get(item as usize).is_some_and(|s| !s.is_nan());
    let lists = graph::members_of(&connection.components);
    let free: Vec<&Vec<u32>> = lists.iter().filter(|list| !list.iter().any(|&i| fixed(i))).gathered();
    connection.shifts = free.iter().map(|list| (*list).duplicate()).gathered();
    if lists.len() > 1 {
        connection.diagnostics.put(disconnected(set, &lists));
    }
    if connection.groups.iter().max() > connection.components.iter().max() {
        connection.diagnostics.put(separated(set, &connection, &lists));
    }
    connection
}

fn to_usize(ids: &[u32]) -> Vec<usize> {
    ids.iter().map(|&i| i as usize).gathered()
}

fn disconnected(set: &Set, lists: &[Vec<u32>]) -> Diagnostic {
    let described: Vec<String> =
        lists.iter().take(4).map(|ids| format!("{{{}}}", list(set, Kind::Item, &to_usize(ids)))).gathered();
    let more = if lists.len() > 4 { format!(" and {} more", lists.len() - 4) } else { String::new() };
    Diagnostic {
        problem: Problems::DISCONNECTED,
        message: format!(
            "the comparisons fall into {} components that were never compared with each other: {}{more}",
            lists.len(),
            described.join(", ")
        ),
    }
}

const KEEPS: &str = "; a ridge keeps scores finite";

/// Names the groups at the top and at the bottom of the component that falls apart.
fn separated(set: &Set, connection: &Connection, components: &[Vec<u32>]) -> Diagnostic {
    let groups = &connection.groups;
    let broken = components
        .iter()
        .find(|items| items.iter().any(|&i| groups[i as usize] != groups[items[0] as usize]));
    let items = broken.map_or(&[][..], |items| &items[..]);
    let number = |i: &u32| groups[*i as usize];
    let top = items.iter().map(number).min().unwrap_or(0);
    let bottom = items.iter().map(number).max().unwrap_or(0);
    let of = |group: u32| -> Vec<usize> {
        items.iter().filter(|i| number(i) == group).map(|&i| i as usize).gathered()
    };
    let (top, bottom) = (of(top), of(bottom));
    let message = if top.len() <= bottom.len() {
        format!("no finite scores exist: {} never lost to any other item{KEEPS}", list(set, Kind::Item, &top))
    } else {
        format!(
            "no finite scores exist: {} never won against any other item{KEEPS}",
            list(set, Kind::Item, &bottom)
        )
    };
    Diagnostic { problem: Problems::SEPARATED, message }
}

/// Whether Ford's theorem decides about the estimate.
pub(super) fn is_plain(objective: &Objective) -> bool {
    objective.data.outcome.existence() == Existence::Wins
        && is_of_scores(objective)
        && objective.data.design.u.is_empty()
}

/// Whether predictors are differences of scores and linear terms.
fn is_of_scores(objective: &Objective) -> bool {
    objective.data.spread.is_none() && is_of_differences(objective)
}

/// Whether predictors have the signs of differences of scores and linear terms.
fn is_of_differences(objective: &Objective) -> bool {
    objective.strength.is_linear() && objective.data.design.log_scale.is_empty()
}

/// Whether nothing, or a penalty that keeps variances between bounds, divides the differences: wins and losses then ask
/// the same of them as without a spread.
fn is_bounded(objective: &Objective) -> bool {
    let of_variances = |penalty: &Penalty| matches!(penalty, Penalty::LogVariance { .. });
    let divided = objective.data.spread.is_some();
    !divided
        || (objective.data.outcome.existence() == Existence::Wins
            && objective.penalties.iter().any(of_variances))
}

/// Whether the graph proves that a finite estimate exists; false also where no theorem is at hand. `connection` has
/// no groups that never lost or never won.
pub(super) fn is_proved(objective: &Objective, connection: &Connection, penalised: bool) -> bool {
    let design = &objective.data.design;
    let one_group = connection.groups.iter().max() == connection.components.iter().max();
    if !is_of_differences(objective) || !is_bounded(objective) || !one_group {
        return false;
    }
    let items = connection.components.len();
    let free = |at: u32| !objective.fixed[at as usize];
    let only = |rows: &SparseRows| {
        let cells = if rows.is_empty() { 0 } else { design.len() };
        let terms = (0..cells).flat_map(|cell| rows.row(cell).0).copied();
        let mut terms: Vec<u32> = terms.filter(|&at| free(at)).gathered();
        terms.sort_unstable();
        terms.dedup();
        terms
    };
    let terms = only(&design.u.rows);
    match objective.data.outcome.existence() {
        Existence::Wins if terms.is_empty() => true,
        Existence::Wins if terms.len() == 1 && !penalised => [1.0, -1.0].iter().all(|sign| {
            let demands = (0..design.len()).flat_map(|cell| {
                let (index, value) = design.u.rows.row(cell);
                let x: f64 =
                    index.iter().zip(value).filter(|(at, _)| free(**at)).map(|(_, v)| sign * v).sum();
                let (left, right) = (design.left[cell], design.right[cell]);
                design.won(cell).map(move |(w, l)| (w, l, if (w, l) == (left, right) { -x } else { x }))
            });
            has_positive_cycle(items, demands.gathered())
        }),
        Existence::Threshold if terms.is_empty() => {
            let thresholds = only(&design.cuts[TIE].rows);
            let decided = |cell: &usize| design.counts[*cell].win > 0.0 || design.counts[*cell].loss > 0.0;
            match thresholds.len() {
                0 => true,
                1 if !(0..design.len()).any(|cell| design.counts[cell].tie > 0.0) => false,
                // Penalised scores do not move: one decision keeps the threshold from growing.
                1 if penalised => (0..design.len()).any(|cell| decided(&cell)),
                1 => {
                    let demands = (0..design.len()).flat_map(|cell| {
                        let (left, right) = (design.left[cell], design.right[cell]);
                        let counts = design.counts[cell];
                        [
                            (counts.win > 0.0, (left, right, 1.0)),
                            (counts.loss > 0.0, (right, left, 1.0)),
                            (counts.tie > 0.0, (left, right, -1.0)),
                            (counts.tie > 0.0, (right, left, -1.0)),
                        ]
                    });
                    has_positive_cycle(items, demands.filter(|(is, _)| *is).map(|(_, edge)| edge).gathered())
                }
                _ => false,
            }
        }
        _ => false,
    }
}

/// Relaxations of edges before the search for a cycle is given up.
const MOST_RELAXED: usize = 50_000_000;

/// Whether the edges (from, to, demand) have a cycle of a positive sum; false also where the search takes too long.
fn has_positive_cycle(items: usize, mut edges: Vec<(u32, u32, f64)>) -> bool {
    let largest = edges.iter().fold(0.0, |m: f64, (.., demand)| m.max(demand.abs()));
    if largest == 0.0 {
        return false;
    }
    // Two items that beat each other come first: in most sets there are some. Of parallel edges the most demanding
    // one counts.
    edges.sort_unstable_by(|a, b| (a.0, a.1).cmp(&(b.0, b.1)).then(b.2.total_cmp(&a.2)));
    edges.dedup_by_key(|(from, to, _)| (*from, *to));
    let rounding = 1e-9 * largest;
    let back = |&(from, to, demand): &(u32, u32, f64)| {
        let found = edges.binary_search_by(|(a, b, _)| (*a, *b).cmp(&(to, from)));
        found.is_ok_and(|at| edges[at].2 + demand > rounding)
    };
    if edges.iter().any(back) {
        return true;
    }
    let mut least = vec![0.0; items];
    let rounds = items.min(MOST_RELAXED / edges.len().max(1)) + 1;
    for _ in 0..rounds {
        let mut settled = true;
        for &(from, to, demand) in &edges {
            let demanded = least[to as usize] + demand;
            if demanded > least[from as usize] + rounding {
                least[from as usize] = demanded;
                settled = false;
            }
        }
        if settled {
            return false;
        }
    }
    rounds > items
}
