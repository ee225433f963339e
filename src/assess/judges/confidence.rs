//! Whether judges know how sure they may be: stated confidence against what was right.

use crate::assess::accuracy::{bin, Bin};
use crate::comparisons::{Kind, Set};
use crate::distributions::normal;
use crate::error::{Error, Result};
use crate::room::{Duplicate as _, Gather as _, TryRoom as _};
use crate::table::{Schema, SchemaColumn};

/// The stated confidence of a judge against what was right.
#[derive(Debug, Clone, PartialEq)]
pub struct Calibration {
    /// Votes with a confidence.
    pub votes: usize,
    /// Mean confidence.
    pub confidence: f64,
    /// Share that was right.
    pub correct: f64,
    /// Mean confidence less that share: above zero, too sure.
    pub excess: f64,
    /// Ends of its interval at 95 %.
    pub lower: f64,
    /// Upper end.
    pub upper: f64,
    /// Mean of (confidence - right)^2 (Brier 1950).
    pub brier: f64,
    /// Mean distance of confidence and share over the bins, by votes (expected calibration error; Naeini,
    /// Cooper and Hauskrecht 2015).
    pub error: f64,
    /// The largest of these distances.
    pub largest: f64,
    /// Bins of equal width from confidence 0 to 1.
    pub bins: Vec<Bin>,
}

/// The columns of [`confidence`], each row with its judge; none for all together.
pub static CONFIDENCE: Schema<(Option<usize>, Calibration)> = Schema {
    name: "votes_confidence",
    title: c"Stated confidence of judges against their accuracy",
    columns: &[
        SchemaColumn::judge(
            c"judge",
            c"The judge; missing in the last row, which is of all votes together.",
            |(judge, _)| *judge,
        ),
        SchemaColumn::i64(
            c"votes",
            c"votes",
            c"Votes with a confidence whose correctness is known.",
            |(_, c)| Some(c.votes as i64),
        ),
        SchemaColumn::f64(
            c"confidence",
            c"share",
            c"Mean confidence; missing, as all that follows, where there is no vote.",
            |(_, c)| c.confidence,
        ),
        SchemaColumn::f64(c"correct", c"share", c"Share that was right.", |(_, c)| c.correct),
        SchemaColumn::f64(
            c"excess",
            c"share",
            c"Mean confidence less the share that was right; above zero: too sure.",
            |(_, c)| c.excess,
        ),
        SchemaColumn::f64(
            c"excess_lower",
            c"share",
            c"Lower end of its interval; missing, as the upper end, where there is but one vote.",
            |(_, c)| c.lower,
        ),
        SchemaColumn::f64(c"excess_upper", c"share", c"Upper end of its interval.", |(_, c)| c.upper),
        SchemaColumn::f64(c"brier", c"", c"Brier score, the mean of (confidence - correct)^2.", |(_, c)| {
            c.brier
        }),
        SchemaColumn::f64(
            c"calibration_error",
            c"share",
            c"Expected calibration error: the mean distance of confidence and share over the bins, by votes.",
            |(_, c)| c.error,
        ),
        SchemaColumn::f64(c"largest_error", c"share", c"The largest of these distances.", |(_, c)| c.largest),
    ],
};

/// A bin of the reliability diagram of a judge.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Stated {
    /// The judge; None for all together.
    pub judge: Option<usize>,
    /// Number of the bin.
    pub number: usize,
    /// The bin.
    pub bin: Bin,
}

/// The columns of [`reliability`].
pub static RELIABILITY: Schema<Stated> = Schema {
    name: "votes_reliability",
    title: c"Reliability diagrams of the stated confidence of judges",
    columns: &[
        SchemaColumn::judge(
            c"judge",
            c"The judge; missing in the last rows, which are of all votes together.",
            |s| s.judge,
        ),
        SchemaColumn::i64(c"bin", c"", c"Number of the bin, from 0, the least sure.", |s| {
            Some(s.number as i64)
        }),
        SchemaColumn::i64(c"votes", c"votes", c"Votes in the bin.", |s| Some(s.bin.comparisons as i64)),
        SchemaColumn::f64(
            c"confidence",
            c"share",
            c"Their mean confidence; missing, as all that follows, where there is no vote.",
            |s| s.bin.predicted,
        ),
        SchemaColumn::f64(c"correct", c"share", c"Share of them that was right.", |s| s.bin.observed),
        SchemaColumn::f64(c"lower", c"share", c"Lower end of the interval of that share.", |s| s.bin.lower),
        SchemaColumn::f64(c"upper", c"share", c"Upper end of the interval of that share.", |s| s.bin.upper),
    ],
};

/// The reliability diagrams of a calibration, judge after judge.
pub fn reliability(found: &[(Option<usize>, Calibration)]) -> Vec<Stated> {
    let bins = |(judge, one): &(Option<usize>, Calibration)| {
        let judge = *judge;
        one.bins.duplicate().into_iter().enumerate().map(move |(number, bin)| Stated { judge, number, bin })
    };
    found.iter().flat_map(bins).gathered()
}

/// A set with the given number of judges, for the labels of tables.
pub fn numbered(judges: usize) -> Result<Set> {
    let names: Vec<String> = (0..judges).map(|judge| judge.to_string()).gathered();
    let mut set = Set::new();
    set.intern(Kind::Judge, &names.iter().map(String::as_str).gathered())?;
    Ok(set)
}

/// The calibration of every judge, and of all votes together as the last. Votes whose confidence or
/// correctness is NaN are left out.
pub fn confidence(
    judge: &[i32],
    confidence: &[f64],
    correct: &[f64],
    judges: usize,
    bins: usize,
) -> Result<Vec<Calibration>> {
    if bins == 0 {
        return Err(Error::Argument("bins is 0".into()));
    }
    let size = bins.checked_mul(judges.saturating_add(1)).filter(|n| *n <= isize::MAX as usize / 128);
    let size = size
        .ok_or_else(|| Error::Size(format!("{bins} bins of {judges} judges overflow the address space")))?;
    // Nobody has made room for the result before.
    Vec::<[f64; 8]>::new()
        .try_room(size)
        .map_err(|_| Error::Memory(format!("no memory for {bins} bins of {judges} judges")))?;
    let mut all = vec![Sums::new(bins); judges + 1];
    for (row, ((&judge, &stated), &right)) in judge.iter().zip(confidence).zip(correct).enumerate() {
        let own = usize::try_from(judge).ok().filter(|k| *k < judges).ok_or_else(|| {
            Error::row(row, format!("judge is {judge}; it must be one of {judges}, from 0"))
        })?;
        if stated.is_nan() || right.is_nan() {
            continue;
        }
        for (name, value) in [("confidence", stated), ("correct", right)] {
            if !(0.0..=1.0).contains(&value) {
                return Err(Error::row(row, format!("{name} is {value}; it must be 0 to 1")));
            }
        }
        all[own].add(stated, right);
        all[judges].add(stated, right);
    }
    Ok(all.iter().map(Sums::finish).gathered())
}

/// Sums over votes.
#[derive(Debug, Clone)]
struct Sums {
    votes: usize,
    confidence: f64,
    correct: f64,
    squares: f64,
    /// Confidence, right and votes of every bin.
    bins: Vec<[f64; 3]>,
}

impl Sums {
    fn new(bins: usize) -> Sums {
        Sums { votes: 0, confidence: 0.0, correct: 0.0, squares: 0.0, bins: vec![[0.0; 3]; bins] }
    }

    fn add(&mut self, stated: f64, right: f64) {
        self.votes += 1;
        self.confidence += stated;
        self.correct += right;
        self.squares += (stated - right).powi(2);
        let last = self.bins.len() - 1;
        let bin = &mut self.bins[((stated * (last + 1) as f64) as usize).min(last)];
        [stated, right, 1.0].iter().zip(bin).for_each(|(value, sum)| *sum += value);
    }

    fn finish(&self) -> Calibration {
        let n = self.votes as f64;
        let (confidence, correct) = (self.confidence / n, self.correct / n);
        let excess = confidence - correct;
        // The variance of the mean of (confidence - right).
        let variance =
            if self.votes > 1 { (self.squares - n * excess * excess) / (n - 1.0) / n } else { f64::NAN };
        let half = normal::critical(0.95) * if variance < 0.0 { 0.0 } else { variance.sqrt() };
        let bins: Vec<Bin> = self.bins.iter().copied().map(bin).gathered();
        let distances = || {
            bins.iter()
                .filter(|b| b.comparisons > 0.0)
                .map(|b| (b.comparisons, (b.predicted - b.observed).abs()))
        };
        Calibration {
            votes: self.votes,
            confidence,
            correct,
            excess,
            lower: excess - half,
            upper: excess + half,
            brier: self.squares / n,
            error: distances().map(|(votes, distance)| votes * distance).sum::<f64>() / n,
            largest: distances().map(|(_, distance)| distance).fold(f64::NAN, f64::max),
            bins,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calibration_by_hand() {
        let judge = [0, 0, 0, 0, 1, 1];
        let stated = [0.9, 0.95, 0.9, 0.1, 1.0, f64::NAN];
        let right = [1.0, 0.0, 1.0, 0.5, 0.0, 1.0];
        let found = confidence(&judge, &stated, &right, 3, 10).unwrap();
        let first = &found[0];
        assert_eq!((first.votes, first.correct), (4, 0.625));
        assert!((first.confidence - 0.7125).abs() < 1e-15);
        assert!((first.brier - (0.01 + 0.9025 + 0.01 + 0.16) / 4.0).abs() < 1e-15);
        // Bin 9: mean 2.75 / 3 against 2 / 3; bin 1: 0.1 against 0.5.
        assert!((first.error - (0.75 + 0.4) / 4.0).abs() < 1e-15 && (first.largest - 0.4).abs() < 1e-15);
        assert_eq!(first.bins.iter().map(|b| b.comparisons).collect::<Vec<_>>()[8..], [0.0, 3.0]);
        let gaps: [f64; 4] = [-0.1, 0.95, -0.1, -0.4];
        let mean = gaps.iter().sum::<f64>() / 4.0;
        let variance = gaps.iter().map(|g| (g - mean).powi(2)).sum::<f64>() / 3.0 / 4.0;
        assert!((first.upper - first.excess - normal::critical(0.95) * variance.sqrt()).abs() < 1e-14);
        assert_eq!((found[1].votes, found[1].brier, found[1].error, found[1].largest), (1, 1.0, 1.0, 1.0));
        assert!(found[1].lower.is_nan() && found[2].votes == 0 && found[2].brier.is_nan());
        assert!(found[2].largest.is_nan());
        assert_eq!((found[3].votes, found.len()), (5, 4));
    }

    #[test]
    fn bad_votes_are_named() {
        let refused = |judge: i32, stated: f64, right: f64| {
            confidence(&[0, judge], &[0.5, stated], &[1.0, right], 2, 10).unwrap_err()
        };
        for (error, part) in [
            (refused(-1, 0.5, 1.0), "judge is -1"),
            (refused(2, 0.5, 1.0), "judge is 2"),
            (refused(0, 1.5, 1.0), "confidence is 1.5"),
            (refused(0, 0.5, -0.1), "correct is -0.1"),
        ] {
            assert!(error.row_number() == Some(1) && error.to_string().contains(part), "{error}");
        }
        assert!(matches!(confidence(&[], &[], &[], 2, 0), Err(Error::Argument(_))));
        assert!(matches!(confidence(&[], &[], &[], usize::MAX, 9), Err(Error::Size(_))));
    }
}
