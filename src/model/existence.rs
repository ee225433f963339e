//! Does an estimate exist? Asked of the comparison graph before the fit.

use super::frame::Frame;
use super::specification::Specification;
use super::trouble::{list, Outcomes, Trouble};
use crate::comparisons::{graph, Kind, Set};
use crate::likelihood::Design;

/// What the graph of the comparisons says.
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
    /// What is wrong.
    pub troubles: Vec<Trouble>,
}

/// Items by the number of their group.
fn members(numbers: &[u32]) -> Vec<Vec<u32>> {
    let count = numbers.iter().max().map_or(0, |m| *m as usize + 1);
    let mut lists = vec![Vec::new(); count];
    for (item, &number) in numbers.iter().enumerate() {
        lists[number as usize].push(item as u32);
    }
    lists
}

/// Looks at the graph of a design. `active` tells which judges still speak about scores.
pub fn connect(
    set: &Set,
    frame: &Frame,
    specification: &Specification,
    design: &Design,
    active: impl Fn(usize) -> bool,
) -> Connection {
    let items = frame.items;
    let cells = || (0..design.len()).filter(|&c| active(design.judge(c)));
    let pairs = cells().map(|c| (design.left[c], design.right[c]));
    let edges = cells().flat_map(|c| design.won(c));
    let mut connection = Connection::default();
    let has_fixed = specification.fixed_scores.iter().any(|s| !s.is_nan());
    // Fixed scores know where they stand to each other, as if they had beaten each other both ways.
    let anchors: Vec<u32> = (0..specification.fixed_scores.len() as u32)
        .filter(|&i| !specification.fixed_scores[i as usize].is_nan())
        .collect();
    let tied = || anchors.windows(2).map(|pair| (pair[0], pair[1]));
    connection.components = graph::components(items, pairs.chain(tied()));
    connection.groups = graph::groups(items, edges.chain(tied()).chain(tied().map(|(a, b)| (b, a))));
    if specification.is_penalised() {
        connection.leans_on_penalty = connection.groups.iter().any(|&g| g > 0);
        connection.components = vec![0; items];
        connection.groups = vec![0; items];
        if !has_fixed {
            connection.shifts = vec![(0..frame.strength.items as u32).collect()];
        }
        return connection;
    }
    if specification.firth {
        // Bias reduction keeps scores finite wherever there are comparisons.
        connection.leans_on_penalty = connection.groups.iter().max() > connection.components.iter().max();
        connection.groups.clone_from(&connection.components);
    }
    let fixed = |item: u32| specification.fixed_scores.get(item as usize).is_some_and(|s| !s.is_nan());
    let lists = members(&connection.components);
    let loose: Vec<&Vec<u32>> = lists.iter().filter(|list| !list.iter().any(|&i| fixed(i))).collect();
    connection.shifts = loose.iter().map(|list| (*list).clone()).collect();
    if lists.len() > 1 {
        connection.troubles.push(disconnected(set, &lists));
    }
    if connection.groups.iter().max() > connection.components.iter().max() {
        connection.troubles.push(separated(set, &connection, &lists));
    }
    connection
}

fn to_usize(ids: &[u32]) -> Vec<usize> {
    ids.iter().map(|&i| i as usize).collect()
}

fn disconnected(set: &Set, lists: &[Vec<u32>]) -> Trouble {
    let described: Vec<String> =
        lists.iter().take(4).map(|ids| format!("{{{}}}", list(set, Kind::Item, &to_usize(ids)))).collect();
    let more = if lists.len() > 4 { format!(" and {} more", lists.len() - 4) } else { String::new() };
    Trouble {
        outcome: Outcomes::DISCONNECTED,
        message: format!(
            "the comparisons fall into {} components that were never compared with each other: {}{more}",
            lists.len(),
            described.join(", ")
        ),
    }
}

/// Names the groups at the top and at the bottom of the component that falls apart.
fn separated(set: &Set, connection: &Connection, components: &[Vec<u32>]) -> Trouble {
    let groups = &connection.groups;
    let broken = components
        .iter()
        .find(|items| items.iter().any(|&i| groups[i as usize] != groups[items[0] as usize]));
    let items = broken.map_or(&[][..], |items| &items[..]);
    let number = |i: &u32| groups[*i as usize];
    let top = items.iter().map(number).min().unwrap_or(0);
    let bottom = items.iter().map(number).max().unwrap_or(0);
    let of = |group: u32| -> Vec<usize> {
        items.iter().filter(|i| number(i) == group).map(|&i| i as usize).collect()
    };
    let (top, bottom) = (of(top), of(bottom));
    let message = if top.len() <= bottom.len() {
        format!("no finite scores exist: {} never lost to any other item", list(set, Kind::Item, &top))
    } else {
        format!("no finite scores exist: {} never won against any other item", list(set, Kind::Item, &bottom))
    };
    Trouble { outcome: Outcomes::SEPARATED, message }
}
