//! Sensitivities of judges as curves over covariates, row by row.

use crate::room::Gather as _;
use crate::table::{Schema, SchemaColumn};

/// A judge's sensitivity at one point.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CurvePoint {
    /// The judge.
    pub judge: usize,
    /// The row of the values of covariates.
    pub point: usize,
    /// Estimate, standard error, ends of the interval.
    pub estimate: [f64; 4],
}

/// The columns of [`sensitivity_curves`](super::sensitivity_curves), by [`curve_points`].
pub static SENSITIVITIES: Schema<CurvePoint> = Schema {
    name: "model_sensitivities",
    title: c"Sensitivities of judges at values of covariates",
    columns: &[
        SchemaColumn::judge(c"judge", c"The judge.", |p| Some(p.judge)),
        SchemaColumn::row(c"point", c"Row of `values`.", |p| Some(p.point as i64)),
        SchemaColumn::f64(c"estimate", c"", c"The sensitivity; missing where it is not identified.", |p| {
            p.estimate[0]
        }),
        SchemaColumn::f64(c"se", c"", c"Its standard error.", |p| p.estimate[1]),
        SchemaColumn::f64(c"lower", c"", c"Lower end of its interval.", |p| p.estimate[2]),
        SchemaColumn::f64(c"upper", c"", c"Upper end of its interval.", |p| p.estimate[3]),
    ],
};

/// The rows of curves, judge after judge.
pub fn curve_points(judges: &[usize], points: usize, curves: &[[f64; 4]]) -> Vec<CurvePoint> {
    let places = judges.iter().flat_map(|&judge| (0..points).map(move |point| (judge, point)));
    places.zip(curves).map(|((judge, point), &estimate)| CurvePoint { judge, point, estimate }).gathered()
}
