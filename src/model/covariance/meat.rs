//! The meat of sandwiches: vectors of scores, whose squares are summed between two slices of bread. One list of them,
//! [`each_score`], is summed to a matrix, kept as sparse rows, or drawn from.

use super::clusters::{ClusteredBy, Clusters};
use super::deletion::Deletion;
use super::laplacian::Laplacian;
use super::{clusters_of, mirror, Breads};
use crate::error::{Error, Result};
use crate::interrupt::spend;
use crate::likelihood::{Block, Curvature, CHUNK};
use crate::linalg::multiply_into;
use crate::model::fitted::Model;
use crate::model::specification::{Correction, CovarianceKind};
use crate::outcome::At;
use crate::room::reserve;
use crate::room::{Gather as _, Put as _};
use crate::terms::{product, Local, SparseRows};
use crate::vectors::{are_finite, dot};
use faer::traits::pulp::{Arch, Simd, WithSimd};

/// The meat, between the slices of bread.
#[derive(Debug, Clone)]
pub(crate) enum Meat {
    /// Scores s, for the sum of s s'.
    Scores(SparseRows),
    /// That sum, of scores of two items each.
    Pairs(Laplacian),
    /// That sum, p x p.
    Squares(Vec<f64>),
}

/// A function of the parameters and the numbers of a vector of scores.
pub(super) type Each<'a> = &'a mut dyn FnMut(&[u32], &[f64]) -> Result<()>;

/// Values whose quadratic forms are computed together.
pub(crate) const PANEL: usize = 16;

impl Meat {
    /// The scores of a kind and a correction; with the number of clusters, zero of single comparisons.
    pub(super) fn new(
        model: &Model,
        kind: CovarianceKind,
        correction: Correction,
        breads: Option<&Breads>,
    ) -> Result<(Meat, usize)> {
        let p = model.theta.len();
        // With more of them than a quarter of the matrix has entries, they cost more than the matrix.
        let most = p.saturating_mul(p) / 4;
        let data = &model.objective.data;
        // Of cells that give one pair each this is known at the start. Up to twice as many, their Laplacian costs less than
        // the matrix, and cancels as much; of fewer, squared differences are summed, which cancel nothing.
        let is_of_pairs = matches!(kind, CovarianceKind::Sandwich | CovarianceKind::SandwichExpected)
            && data.is_plain(&model.objective.strength);
        let pairs = if is_of_pairs { data.design.len() } else { 0 };
        if 2 * pairs > most && pairs <= most {
            return Ok((Meat::Pairs(Laplacian::of_squares(data, &model.theta)), 0));
        }
        if pairs > most {
            let mut squares = reserve(p * p)?;
            model.objective.information(&model.theta, Curvature::Squared, &mut squares);
            mirror(&mut squares, p);
            return Ok((Meat::Squares(squares), 0));
        }
        let mut rows = Some(SparseRows::default());
        let (mut kept, mut squares) = (0, Vec::new());
        let clusters = each_score(model, kind, correction, breads, &mut |columns, values| {
            kept += columns.len();
            if kept > most {
                if let Some(scores) = rows.take() {
                    squares = reserve(p * p)?;
                    scores.each(|columns, values| add_square(columns, values, 1.0, p, &mut squares));
                }
            }
            match &mut rows {
                Some(scores) => scores.push_row(columns, values),
                None => add_square(columns, values, 1.0, p, &mut squares),
            }
            Ok(())
        })?;
        let meat = rows.map_or_else(
            || {
                mirror(&mut squares, p);
                Meat::Squares(squares)
            },
            Meat::Scores,
        );
        Ok((meat, clusters))
    }

    /// The sum of squares as a matrix.
    pub(super) fn squares(&self, p: usize) -> Result<Vec<f64>> {
        match self {
            Meat::Squares(squares) => Ok(crate::room::copied(squares)),
            Meat::Pairs(laplacian) => {
                let mut squares = reserve(p * p)?;
                laplacian.add_to(p, &mut squares);
                mirror(&mut squares, p);
                Ok(squares)
            }
            Meat::Scores(scores) => {
                let mut squares = reserve(p * p)?;
                scores.each(|columns, values| add_square(columns, values, 1.0, p, &mut squares));
                mirror(&mut squares, p);
                Ok(squares)
            }
        }
    }

    /// Whether all numbers are finite.
    pub(super) fn is_finite(&self) -> bool {
        match self {
            Meat::Squares(squares) => are_finite(squares),
            Meat::Pairs(laplacian) => laplacian.is_finite(),
            Meat::Scores(scores) => scores.is_finite(),
        }
    }

    /// The quadratic forms of the vectors of a panel, one after the other. There is one row of `room` for each parameter.
    pub(super) fn forms(&self, panel: &[f64], room: &mut [[f64; PANEL]]) -> [f64; PANEL] {
        let p = room.len();
        match self {
            Meat::Pairs(laplacian) => {
                interleave(panel, room);
                laplacian.forms(room)
            }
            Meat::Scores(scores) => {
                interleave(panel, room);
                spend(scores.terms());
                Arch::new().dispatch(Forms { scores, panel: room })
            }
            Meat::Squares(squares) => {
                let products = room.as_flattened_mut();
                multiply_into(squares, false, panel, [p, p, PANEL], products);
                let forms = panel.chunks(p.max(1)).zip(products.chunks(p.max(1)));
                let mut sums = [0.0; PANEL];
                sums.iter_mut().zip(forms).for_each(|(sum, (x, y))| *sum = dot(x, y));
                sums
            }
        }
    }
}

/// Writes the vectors of a panel side by side.
fn interleave(panel: &[f64], room: &mut [[f64; PANEL]]) {
    for (place, vector) in panel.chunks(room.len().max(1)).enumerate() {
        room.iter_mut().zip(vector).for_each(|(row, x)| row[place] = *x);
    }
}

/// The sums of squares of the products of scores with the columns of a panel. It only adds and multiplies, so that bits
/// are the same with every instruction set.
struct Forms<'a> {
    scores: &'a SparseRows,
    panel: &'a [[f64; PANEL]],
}

impl WithSimd for Forms<'_> {
    type Output = [f64; PANEL];

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) -> [f64; PANEL] {
        let mut sums = [0.0; PANEL];
        self.scores.each(
            #[inline(always)]
            |columns, values| {
                let mut along = [0.0; PANEL];
                match (columns, values) {
                    // A pair of items: a third less work.
                    (&[left, right], &[value, other]) if value == -other => {
                        let (left, right) = (&self.panel[left as usize], &self.panel[right as usize]);
                        for lane in 0..PANEL {
                            along[lane] = value * (left[lane] - right[lane]);
                        }
                    }
                    _ => {
                        for (&at, value) in columns.iter().zip(values) {
                            let row = &self.panel[at as usize];
                            for lane in 0..PANEL {
                                along[lane] += value * row[lane];
                            }
                        }
                    }
                }
                for lane in 0..PANEL {
                    sums[lane] += along[lane] * along[lane];
                }
            },
        );
        sums
    }
}

/// Calls `each` with vectors, on the free parameters that they touch, whose squares sum to the meat of a kind (not
/// Auto): scores of comparisons or of clusters; or, of plain kinds, to the information itself, without penalties. Returns
/// the number of clusters, zero of single comparisons.
pub(super) fn each_score(
    model: &Model,
    kind: CovarianceKind,
    correction: Correction,
    breads: Option<&Breads>,
    each: Each<'_>,
) -> Result<usize> {
    match clusters_of(kind) {
        Some(&[by]) => of_clusters(model, by, correction, breads, each),
        Some(_) => {
            Err(Error::Unsupported("covariance: clusters of two ways have no scores of their own".into()))
        }
        None => {
            let which = match kind {
                CovarianceKind::Expected => Curvature::Expected,
                CovarianceKind::Observed => Curvature::Observed,
                _ => Curvature::Squared,
            };
            of_cells(model, &model.objective.data, which, each)?;
            if let (Some(pseudo), true) = (&model.objective.pseudo, which != Curvature::Squared) {
                of_cells(model, pseudo, which, each)?;
            }
            Ok(0)
        }
    }
}

/// The root of the squared scores of single comparisons, or of the information, of all cells.
fn of_cells(model: &Model, block: &Block, which: Curvature, each: Each<'_>) -> Result<()> {
    let (strength, theta) = (&model.objective.strength, &model.theta);
    let fixed = &model.objective.fixed;
    let mut local = Local::default();
    let (mut columns, mut values) = (Vec::new(), Vec::new());
    let design = &block.design;
    if block.is_plain(strength) {
        return of_pairs(block, theta, fixed, which, each);
    }
    for cell in 0..design.len() {
        let at: At = block.predictor(strength, theta, cell);
        let counts = &design.counts[cell];
        let form = match which {
            Curvature::Squared => design.squared_scores(block.outcome, cell, at),
            Curvature::Expected => block.outcome.information(counts.total(), at),
            Curvature::Observed => block.outcome.derivatives(counts, at).second,
        };
        block.touch(strength, theta, cell, &mut local);
        spend(200);
        for column in form.root() {
            if column == [0.0; 3] {
                continue;
            }
            columns.clear();
            values.clear();
            for (parameter, along) in local.rows().filter(|(parameter, _)| !fixed[*parameter]) {
                let value = product(column, along);
                match columns.iter().position(|&known| known == parameter as u32) {
                    // One that moves two things comes twice among those that a cell touches.
                    Some(at) => values[at] += value,
                    None if value != 0.0 => {
                        columns.put(parameter as u32);
                        values.put(value);
                    }
                    None => {}
                }
            }
            each(&columns, &values)?;
        }
    }
    Ok(())
}

/// The same where a cell touches nothing but the scores of its two items.
fn of_pairs(block: &Block, theta: &[f64], fixed: &[bool], which: Curvature, each: Each<'_>) -> Result<()> {
    let design = &block.design;
    let mut weights = [0.0; CHUNK];
    for first in (0..design.len()).step_by(CHUNK) {
        let cells = first..design.len().min(first + CHUNK);
        let weights = &mut weights[..cells.len()];
        block.weights_of_pairs(theta, which, cells.clone(), weights);
        let items = design.left[cells.clone()].iter().zip(&design.right[cells]);
        for (weight, (&left, &right)) in weights.iter().zip(items) {
            let root = weight.max(0.0).sqrt();
            if root == 0.0 {
                continue;
            }
            match (fixed[left as usize], fixed[right as usize]) {
                (false, false) => each(&[left, right], &[root, -root])?,
                (false, true) => each(&[left], &[root])?,
                (true, false) => each(&[right], &[-root])?,
                (true, true) => each(&[], &[])?,
            }
        }
    }
    Ok(())
}

/// The scores of clusters, corrected.
pub(super) fn of_clusters(
    model: &Model,
    by: ClusteredBy,
    correction: Correction,
    breads: Option<&Breads>,
    each: Each<'_>,
) -> Result<usize> {
    let p = model.theta.len();
    if correction == Correction::Cr2 {
        let leverages = model.leverages(by)?;
        check_count(leverages.count)?;
        let inverse = leverages.breads.working();
        leverages.each(model, |cluster, leverage| {
            let mut values = leverage.correct(cluster, correction, inverse, p);
            values.iter_mut().for_each(|value| *value *= cluster.times.sqrt());
            each(&cluster.columns, &values)
        })?;
        return Ok(leverages.count);
    }
    let clusters = Clusters::new(model, by)?;
    let count = clusters.count();
    if correction != Correction::None {
        check_count(count)?;
    }
    let size = count as f64;
    let factor = match correction {
        Correction::Auto | Correction::None | Correction::Cr2 => 1.0,
        Correction::Cr1 => size / (size - 1.0),
        Correction::Jackknife => (size - 1.0) / size,
    };
    let definite = match breads.filter(|_| correction == Correction::Jackknife) {
        Some(breads) => {
            clusters.expect_deletion("the jackknife of clusters (CR1 needs less)")?;
            Some(breads.definite(model)?)
        }
        None => None,
    };
    let mut values = Vec::new();
    clusters.for_each(definite.is_some(), |cluster| {
        let root = (factor * cluster.times).sqrt();
        values.clear();
        match &definite {
            Some(definite) => values.put_all(&Deletion::new(cluster, definite, p)?.score),
            None => values.put_all(&cluster.score),
        }
        values.iter_mut().for_each(|value| *value *= root);
        each(&cluster.columns, &values)
    })?;
    Ok(count)
}

/// Refuses to correct for the number of clusters where there is one.
fn check_count(count: usize) -> Result<()> {
    match count {
        2.. => Ok(()),
        _ => Err(Error::Unsupported(format!(
            "correction: there must be at least two clusters, but there are {count}"
        ))),
    }
}

/// Adds `sign` times the squared scores of clusters to the lower triangle; returns the number of clusters.
pub(super) fn add_clusters(
    model: &Model,
    by: ClusteredBy,
    correction: Correction,
    sign: f64,
    squares: &mut [f64],
) -> Result<usize> {
    let p = model.theta.len();
    of_clusters(model, by, correction, None, &mut |columns, values| {
        add_square(columns, values, sign, p, squares);
        Ok(())
    })
}

/// The pairs of up to this many parameters are looked up one by one; of more they are sorted first, since most would not be in the cache.
const FEW: usize = 32;

/// Adds `weight` times the square of a sparse vector, of which no parameter comes twice, to the lower triangle.
fn add_square(columns: &[u32], values: &[f64], weight: f64, p: usize, squares: &mut [f64]) {
    if columns.is_sorted() {
        return add_square_of_sorted(columns, values, weight, p, squares);
    }
    if columns.len() > FEW {
        let mut order: Vec<usize> = (0..columns.len()).gathered();
        order.sort_unstable_by_key(|&at| columns[at]);
        let columns: Vec<u32> = order.iter().map(|&at| columns[at]).gathered();
        let values: Vec<f64> = order.iter().map(|&at| values[at]).gathered();
        return add_square_of_sorted(&columns, &values, weight, p, squares);
    }
    spend(columns.len() * columns.len());
    for (at, (&a, &va)) in columns.iter().zip(values).enumerate() {
        let weighted = weight * va;
        squares[a as usize * p + a as usize] += weighted * va;
        for (&b, &vb) in columns[..at].iter().zip(values) {
            squares[a.min(b) as usize * p + a.max(b) as usize] += weighted * vb;
        }
    }
}

/// The same of ascending parameters, a column of the matrix after the other.
fn add_square_of_sorted(columns: &[u32], values: &[f64], weight: f64, p: usize, squares: &mut [f64]) {
    for (at, (&a, &va)) in columns.iter().zip(values).enumerate() {
        let weighted = weight * va;
        let column = &mut squares[a as usize * p..(a as usize + 1) * p];
        for (&b, &vb) in columns[at..].iter().zip(&values[at..]) {
            column[b as usize] += weighted * vb;
        }
        spend(columns.len() - at);
    }
}
