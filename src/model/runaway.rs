//! Which judges run to infinity, where a fit has no end.

use super::frame::Frame;
use crate::likelihood::Objective;

/// Log odds that votes which never err have reached before a fit gives up.
const FAR: f64 = 4.0;

/// The judges whose predictors the last step of a fit moved most, unless most judges are among them: then the trouble is
/// not theirs. A judge with few votes, all of which agree (or all disagree) with the others, has no finite
/// sensitivity; seen from its own, all scores run off.
pub(super) fn judges(frame: &Frame, objective: &Objective, theta: &[f64], last_step: &[f64]) -> Vec<usize> {
    if !frame.strength.is_by_judge() {
        return Vec::new();
    }
    let before: Vec<f64> = theta.iter().zip(last_step).map(|(t, s)| t - s).collect();
    let design = &objective.data.design;
    let mut changes = vec![f64::NAN; frame.judges];
    for cell in 0..design.len() {
        let u = |theta: &[f64]| objective.data.difference(&objective.strength, theta, cell);
        let (now, last) = (u(theta), u(&before));
        // Only what is on its way, and has gone some of it.
        let change = if now.abs() > last.abs().max(FAR) { (now - last).abs() } else { 0.0 };
        let own = &mut changes[design.judge(cell)];
        *own = own.max(change);
    }
    let largest = changes.iter().fold(0.0, |m: f64, c| m.max(*c));
    let running: Vec<usize> =
        (0..frame.judges).filter(|&k| changes[k] > 0.0 && changes[k] >= 0.5 * largest).collect();
    let judging = changes.iter().filter(|c| !c.is_nan()).count();
    if 2 * running.len() < judging {
        running
    } else {
        Vec::new()
    }
}
