//! Learning curves: the agreement of rankings from fewer votes and judges with the ranking from all.

use super::judges;
use crate::assess::{agreement, Agreement};
use crate::comparisons::{Kind, Set, Unit};
use crate::error::{Error, Result};
use crate::model::{fit, Model, Problems, Quantity, Specification, View};
use crate::progress::unwatched;
use crate::progress::Watch;
use crate::random::Random;
use crate::room::{self, Gather as _};
use crate::table::{Schema, SchemaColumn};
use crate::threads::{self, Ask};
use crate::vectors::dot;

/// The units that are drawn, and how often.
#[derive(Debug, Clone, PartialEq)]
pub struct LearningDraws {
    /// Shares of the votes, above 0 and at most 1.
    pub shares: Vec<f64>,
    /// Numbers of judges.
    pub judges: Vec<usize>,
    /// The unit that is drawn as a whole.
    pub unit: Unit,
    /// Fits for every share and number of judges.
    pub replicates: usize,
    /// Seed.
    pub seed: u64,
    /// Threads.
    pub threads: usize,
}

/// The agreement of fits to a share of the votes of some judges with the fit to all.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LearningPoint {
    /// Share of the votes of these judges.
    pub share: f64,
    /// Number of judges, drawn anew for every fit.
    pub judges: usize,
    /// Fits with an estimate.
    pub fits: usize,
    /// Mean number of comparisons, over these fits like all that follows.
    pub comparisons: f64,
    /// Mean number of items that they rank: of disconnected data the largest component.
    pub items: f64,
    /// Mean and standard deviation of Spearman's correlation with the scores of all votes.
    pub spearman: [f64; 2],
    /// The same of Pearson's.
    pub pearson: [f64; 2],
}

/// The columns of [`learning_curve`].
pub static LEARNING: Schema<LearningPoint> = Schema {
    name: "set_learning_curve",
    title: c"Agreement of rankings from fewer votes and judges with the ranking from all",
    columns: &[
        SchemaColumn::f64(c"vote_share", c"share", c"Share of the votes.", |p| p.share),
        SchemaColumn::i64(c"judges", c"judges", c"Number of judges.", |p| Some(p.judges as i64)),
        SchemaColumn::i64(c"fits", c"fits", c"Fits with an estimate.", |p| Some(p.fits as i64)),
        SchemaColumn::f64(
            c"comparisons",
            c"comparisons",
            c"Mean number of comparisons over the fits; missing, as all that follows, without a fit.",
            |p| p.comparisons,
        ),
        SchemaColumn::f64(c"items_ranked", c"items", c"Mean number of items that they rank.", |p| p.items),
        SchemaColumn::f64(
            c"spearman",
            c"",
            c"Mean of Spearman's correlation with the scores of all comparisons.",
            |p| p.spearman[0],
        ),
        SchemaColumn::f64(c"spearman_sd", c"", c"Its standard deviation; missing with but one fit.", |p| {
            p.spearman[1]
        }),
        SchemaColumn::f64(
            c"pearson",
            c"",
            c"Mean of Pearson's correlation with the scores of all comparisons.",
            |p| p.pearson[0],
        ),
        SchemaColumn::f64(c"pearson_sd", c"", c"Its standard deviation; missing with but one fit.", |p| {
            p.pearson[1]
        }),
    ],
};

/// A fit to a part.
#[derive(Debug, Clone, Copy)]
struct Part {
    comparisons: f64,
    items: f64,
    spearman: f64,
    pearson: f64,
}

/// The learning curve of a model over shares of votes and numbers of judges, share after share.
pub fn learning_curve(
    set: &Set,
    specification: &Specification,
    draws: &LearningDraws,
    watch: Watch<'_>,
) -> Result<Vec<LearningPoint>> {
    let points = check(set, draws)?;
    let whole = scores(&fit(set, specification, watch)?)?;
    let parts = threads::run_long(
        points.len() * draws.replicates,
        draws.threads,
        || Ok(()),
        |(), task, ask| {
            let (share, judges) = points[task / draws.replicates];
            let replicate = (task % draws.replicates) as u64;
            part(set, specification, draws, (share, judges, replicate), &whole, ask)
        },
        watch,
    )?;
    Ok(points.iter().zip(parts.chunks(draws.replicates)).map(|(of, parts)| point(*of, parts)).gathered())
}

/// Refuses what cannot be drawn; the points of the curve.
fn check(set: &Set, draws: &LearningDraws) -> Result<Vec<(f64, usize)>> {
    const MOST: usize = 1_000_000;
    if set.importance() {
        return Err(Error::Unsupported("set: sums of importance weights are no votes to be drawn".into()));
    }
    if draws.unit == Unit::Context && set.contexts() == 0 {
        return Err(Error::Unsupported("by: the set has no contexts".into()));
    }
    if let Some(at) = draws.shares.iter().position(|share| !(*share > 0.0 && *share <= 1.0)) {
        let share = draws.shares[at];
        return Err(Error::Argument(format!("shares[{at}] is {share}; it must be above 0 and at most 1")));
    }
    let count = judges(set);
    if let Some(at) = draws.judges.iter().position(|judges| *judges == 0 || *judges > count) {
        let judges = draws.judges[at];
        return Err(Error::Argument(format!(
            "judges[{at}] is {judges}; it must be 1 to the number of judges, {count}"
        )));
    }
    if set.has_anonymous_judge() && draws.judges.iter().any(|judges| *judges < count) {
        return Err(Error::Unsupported(
            "judges: some comparisons have no judge, so that only all judges can be taken".into(),
        ));
    }
    let fits = draws.shares.len().saturating_mul(draws.judges.len()).saturating_mul(draws.replicates);
    if fits == 0 || fits > MOST {
        return Err(Error::Argument(format!(
            "{} shares, {} numbers of judges and repeats {} make {fits} fits; there must be 1 to {MOST}",
            draws.shares.len(),
            draws.judges.len(),
            draws.replicates
        )));
    }
    Ok(draws.shares.iter().flat_map(|&s| draws.judges.iter().map(move |&j| (s, j))).gathered())
}

/// A fit to a share of the votes of some judges; None if there is no estimate.
fn part(
    set: &Set,
    specification: &Specification,
    draws: &LearningDraws,
    (share, count, replicate): (f64, usize, u64),
    whole: &[f64],
    ask: Ask<'_>,
) -> Result<Option<Part>> {
    // The same judges and, as far as may be, the same votes for a replicate at every point of the curve.
    let mut random = Random::new(draws.seed, replicate);
    let chosen = choose(set.judges(), count, &mut random);
    let some = if count < judges(set) { set.filter(Kind::Judge, &chosen)? } else { set.clone() };
    let sample = if share < 1.0 { some.hold_out(draws.unit, share, draws.seed, replicate)?.1 } else { some };
    let accepted = Problems(specification.accept.0 | Problems::DISCONNECTED.0 | Problems::OPPOSED.0);
    let lenient = Specification { accept: accepted, ..specification.clone() };
    let model = match fit(&sample, &lenient, &mut |_| ask()) {
        Ok(model) => model,
        Err(Error::NotIdentified(_) | Error::NotConverged(_) | Error::Data { .. }) => return Ok(None),
        Err(error) => return Err(error),
    };
    let found = scores(&model)?;
    let both = room::joined(&[whole, &found]);
    let spearman = agreement(&both, 2, whole.len(), Agreement::Spearman, 0, &mut unwatched())?[1];
    Ok(Some(Part {
        comparisons: model.facts.comparisons,
        items: found.iter().filter(|s| !s.is_nan()).count() as f64,
        spearman,
        pearson: pearson(whole, &found),
    }))
}

/// The first of a shuffled range of numbers.
fn choose(of: usize, count: usize, random: &mut Random) -> Vec<usize> {
    let mut numbers: Vec<usize> = (0..of).gathered();
    let count = count.min(of);
    for at in 0..count {
        let other = at + random.below((of - at) as u64) as usize;
        numbers.swap(at, other);
    }
    numbers.truncate(count);
    numbers.sort_unstable();
    numbers
}

/// The scores of a model; NaN for items outside the largest component, whose zero is another.
fn scores(model: &Model) -> Result<Vec<f64>> {
    let mut scores = model.readout(Quantity::Scores, &View::default())?.estimates;
    for (score, component) in scores.iter_mut().zip(&model.components) {
        if *component > 0 {
            *score = f64::NAN;
        }
    }
    Ok(scores)
}

/// Pearson's correlation over the items that both have.
fn pearson(a: &[f64], b: &[f64]) -> f64 {
    let both = || a.iter().zip(b).filter(|(x, y)| !x.is_nan() && !y.is_nan());
    let rows = [both().map(|(x, _)| *x).gathered(), both().map(|(_, y)| *y).gathered()];
    match rows.each_ref().map(|row| super::effective::standard(row)) {
        [Some(x), Some(y)] => dot(&x, &y).clamp(-1.0, 1.0),
        _ => f64::NAN,
    }
}

fn point((share, judges): (f64, usize), parts: &[Option<Part>]) -> LearningPoint {
    let found: Vec<Part> = parts.iter().flatten().copied().gathered();
    let of = |value: fn(&Part) -> f64| -> [f64; 2] {
        let values: Vec<f64> = found.iter().map(value).filter(|v| !v.is_nan()).gathered();
        let n = values.len() as f64;
        let mean = values.iter().sum::<f64>() / n;
        let squares: f64 = values.iter().map(|v| (v - mean).powi(2)).sum();
        [mean, if values.len() > 1 { (squares / (n - 1.0)).sqrt() } else { f64::NAN }]
    };
    LearningPoint {
        share,
        judges,
        fits: found.len(),
        comparisons: of(|part| part.comparisons)[0],
        items: of(|part| part.items)[0],
        spearman: of(|part| part.spearman),
        pearson: of(|part| part.pearson),
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::set;
    use super::*;

    /// Six judges on eight items, the better item mostly first among the answers.
    fn example() -> Set {
        let mut random = Random::new(2, 0);
        let rows: Vec<[u32; 5]> = (0..1500)
            .map(|at| {
                let left = random.below(8) as u32;
                let right = (left + 1 + random.below(7) as u32) % 8;
                let lead = 0.25 * (f64::from(right) - f64::from(left)) + random.normal();
                [at / 3, random.below(6) as u32, left, right, 1 + u32::from(lead < 0.0)]
            })
            .collect();
        set(&rows)
    }

    fn draws(shares: &[f64], judges: &[usize]) -> LearningDraws {
        let (shares, judges) = (shares.to_vec(), judges.to_vec());
        LearningDraws { shares, judges, unit: Unit::Row, replicates: 12, seed: 5, threads: 1 }
    }

    fn curve(draws: &LearningDraws) -> Vec<LearningPoint> {
        learning_curve(&example(), &Specification::default(), draws, &mut unwatched()).unwrap()
    }

    #[test]
    fn all_votes_of_all_judges_are_the_whole() {
        let all = curve(&draws(&[1.0], &[6]))[0];
        assert_eq!((all.fits, all.comparisons, all.items), (12, 1500.0, 8.0));
        assert_eq!(all.spearman, [1.0, 0.0]);
        assert!((all.pearson[0] - 1.0).abs() < 1e-12 && all.pearson[1] < 1e-12);
    }

    #[test]
    fn more_votes_and_more_judges_come_nearer() {
        let found = curve(&draws(&[0.1, 0.5], &[2, 6]));
        let at = |k: usize| (found[k].share, found[k].judges);
        assert_eq!([at(0), at(1), at(2), at(3)], [(0.1, 2), (0.1, 6), (0.5, 2), (0.5, 6)]);
        for (few, many) in [(0, 1), (0, 2), (1, 3), (2, 3)] {
            assert!(found[few].comparisons < found[many].comparisons, "{found:?}");
            assert!(found[few].pearson[0] < found[many].pearson[0], "{found:?}");
        }
        assert!((found[3].comparisons - 750.0).abs() < 1e-9 && found[3].spearman[0] > 0.9);
    }

    #[test]
    fn threads_change_nothing_and_cancelling_ends_it() {
        let one = draws(&[0.2, 0.6], &[3, 6]);
        let three = LearningDraws { threads: 3, unit: Unit::Context, ..one.clone() };
        assert_eq!(curve(&LearningDraws { unit: Unit::Context, ..one.clone() }), curve(&three));
        let mut calls = 0;
        let mut stop = |_: &crate::progress::Progress| {
            calls += 1;
            if calls > 5 {
                Err(Error::Cancelled)
            } else {
                Ok(())
            }
        };
        let found = learning_curve(&example(), &Specification::default(), &one, &mut stop);
        assert_eq!(found, Err(Error::Cancelled));
    }

    #[test]
    fn fits_without_an_estimate_are_missing() {
        // Of 1 % of the votes of one judge hardly ever all items win and lose.
        let sparse = draws(&[0.01], &[1]);
        assert_eq!(curve(&sparse)[0].fits, 0);
        assert!(curve(&sparse)[0].spearman[0].is_nan());
        let ridged = Specification { ridge: 0.1, ..Specification::default() };
        let found = learning_curve(&example(), &ridged, &sparse, &mut unwatched()).unwrap()[0];
        assert_eq!((found.fits, found.items), (12, 8.0));
        assert!(found.spearman[0] < 0.9 && found.spearman[1] > 0.0);
    }

    #[test]
    fn what_cannot_be_drawn_is_named() {
        let refused = |draws: &LearningDraws| {
            learning_curve(&example(), &Specification::default(), draws, &mut unwatched()).unwrap_err()
        };
        for (error, part) in [
            (refused(&draws(&[0.5, 0.0], &[6])), "shares[1] is 0"),
            (refused(&draws(&[0.5], &[6, 7])), "judges[1] is 7"),
            (refused(&draws(&[], &[6])), "0 shares"),
            (refused(&LearningDraws { replicates: 0, ..draws(&[0.5], &[6]) }), "repeats 0"),
        ] {
            assert!(matches!(&error, Error::Argument(text) if text.contains(part)), "{error}");
        }
    }
}
