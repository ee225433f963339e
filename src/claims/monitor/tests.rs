//! Tests of monitors.

use super::*;
use crate::codec::kept;

fn set(names: &[&str]) -> Set {
    let mut set = Set::new();
    set.intern(Kind::Item, names).unwrap();
    set
}

fn look<'a>(set: &'a Set, scores: &'a [f64], comparisons: f64, half: f64) -> Look<'a> {
    let n = scores.len();
    let seen = (0..n).flat_map(|i| (i + 1..n).map(move |j| [i, j])).map(|pair| {
        let difference = scores[pair[0]] - scores[pair[1]];
        Seen {
            pair,
            difference,
            error: 0.1,
            log_e: difference.abs(),
            intervals: [half, 2.0 * half].map(|h| [difference - h, difference + h]),
            order: Order::Open,
        }
    });
    Look { set, scores, units: comparisons, comparisons, mixture: 0.5, unit: 1.0, seen: seen.collect() }
}

#[test]
fn looks_are_intersected_by_name_and_decisions_stay() {
    let mut monitor = Monitor::new(MonitorPlan { max_items: 3, ..MonitorPlan::default() }).unwrap();
    let (two, three) = (set(&["a", "b"]), set(&["c", "b", "a"]));
    monitor.take(&look(&two, &[1.0, 0.0], 10.0, 0.5)).unwrap();
    assert_eq!(monitor.tally(), [1, 0, 0]);
    assert_eq!(monitor.pairs()[0].tracked.intervals, [[0.5, 1.5], [0.0, 2.0]]);
    // In another order, with another item: the pair is kept the way it was first.
    monitor.take(&look(&three, &[3.0, 0.0, 1.5], 20.0, 0.5)).unwrap();
    let rows = monitor.pairs();
    assert_eq!(rows[0].tracked.intervals, [[1.0, 1.5], [0.5, 2.0]]);
    assert_eq!((rows[0].tracked.order, rows[0].tracked.decided_at), (Order::First, 2));
    assert_eq!((rows[0].tracked.log_e, rows[0].tracked.largest), (1.5, 1.5));
    assert_eq!((rows[1].first, rows[1].second, rows[1].tracked.order), (0, 2, Order::Second));
    let ranks: Vec<_> = monitor.ranks().iter().map(|r| (r.rank, r.best, r.worst)).collect();
    assert_eq!(ranks, [(2.0, 2, 2), (3.0, 3, 3), (1.0, 1, 1)]);
    // An item that is missing keeps what it had; a contradiction is said, and decides nothing anew.
    monitor.take(&look(&two, &[-2.0, 0.0], 20.0, 0.5)).unwrap();
    let first = monitor.pairs()[0].tracked;
    assert!(first.is_contradicted && first.intervals[0][0].is_nan() && first.order == Order::First);
    assert_eq!(monitor.tally(), [0, 3, 1]);
    assert!(monitor.note().starts_with("Looks contradict"));
    monitor.take(&look(&two, &[1.5, 0.0], 20.0, 0.1)).unwrap();
    assert!(monitor.pairs()[0].tracked.intervals[0][0].is_nan());
    // Saved and loaded, it goes on.
    let loaded = Monitor::load(&monitor.save()).unwrap();
    assert_eq!(loaded.save(), monitor.save());
    assert_eq!((loaded.looks(), loaded.plan().max_items), (4, 3));
}

#[test]
fn what_does_not_grow_or_fit_is_refused_and_changes_nothing() {
    let mut monitor = Monitor::new(MonitorPlan::default()).unwrap();
    let (two, other) = (set(&["a", "b"]), set(&["a", "c"]));
    monitor.take(&look(&two, &[1.0, 0.0], 10.0, 0.6)).unwrap();
    let before = monitor.save();
    assert!(matches!(monitor.take(&look(&other, &[1.0, 0.0], 11.0, 0.6)), Err(Error::Size(_))));
    assert!(matches!(monitor.take(&look(&two, &[1.0, 0.0], 9.0, 0.6)), Err(Error::Argument(_))));
    let elo = Look { unit: 173.7, ..look(&two, &[1.0, 0.0], 10.0, 0.6) };
    assert!(matches!(monitor.take(&elo), Err(Error::Argument(_))));
    assert_eq!(monitor.save(), before);
    assert_eq!(monitor.family(9), 1.0);
    for plan in [
        MonitorPlan { alpha: 1.0, ..MonitorPlan::default() },
        MonitorPlan { mixture: -1.0, ..MonitorPlan::default() },
        MonitorPlan { max_items: 1, ..MonitorPlan::default() },
        MonitorPlan { is_exact: true, design: MonitorDesign::Drawn, ..MonitorPlan::default() },
    ] {
        assert!(Monitor::new(plan).is_err(), "{plan:?}");
    }
}

#[test]
fn bytes_are_those_of_earlier_versions() {
    let mut monitor = Monitor::new(MonitorPlan { max_items: 3, ..MonitorPlan::default() }).unwrap();
    monitor.take(&look(&set(&["a", "bcdefghij", "c"]), &[1.0, 0.0, 2.0], 10.0, 0.6)).unwrap();
    monitor.predictor = Predictor { log_likelihood: -1.5, model: vec![1, 2, 3] };
    let kept = kept("monitor.duel", &monitor.save());
    assert_eq!(kept, monitor.save());
    assert_eq!(Monitor::load(&kept).unwrap().save(), kept);
}

#[test]
fn damaged_bytes_are_refused() {
    let mut monitor = Monitor::new(MonitorPlan::default()).unwrap();
    monitor.take(&look(&set(&["a", "b", "c"]), &[1.0, 0.0, 2.0], 10.0, 0.6)).unwrap();
    let bytes = monitor.save();
    for at in 0..bytes.len() {
        assert!(matches!(Monitor::load(&bytes[..at]), Err(Error::Format(_))));
        let mut damaged = bytes.clone();
        damaged[at] ^= 1 << (at % 8);
        assert!(matches!(Monitor::load(&damaged), Err(Error::Format(_))));
    }
}
