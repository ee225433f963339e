//! Fits a case with the library, works everything out from the definition, and says where the two disagree.

use crate::case::Case;
use crate::definition::{Definition, Face};
use crate::existence::{self, recession};
use crate::identified::{complete_rank, Space};
use crate::inference;
use crate::linear::{dot, Matrix};
use crate::optimum::Search;
use crate::random::Random;
use crate::several::check_general;
use crate::starts;
use duel::comparisons::CovariateOf;
use duel::model::{fit, BothBad, Model, Problems, Specification, StrengthModel};
use duel::progress::unwatched;
use duel::strength::StrengthKind;
use duel::threshold::Form;
use duel::Error;
use std::collections::BTreeSet;

/// The result of a case.
#[derive(Default)]
pub struct Comparison {
    /// The library's status.
    pub status: String,
    pub disagreements: Vec<Disagreement>,
    /// Cases that are counted, but are no disagreement.
    pub notes: Vec<&'static str>,
    /// Numbers compared.
    pub numbers: usize,
}

pub struct Disagreement {
    pub kind: &'static str,
    pub detail: String,
}

impl Comparison {
    pub fn differ(&mut self, kind: &'static str, detail: String) {
        self.disagreements.push(Disagreement { kind, detail });
    }

    /// Two numbers that should be equal.
    pub fn same(&mut self, kind: &'static str, what: &str, found: f64, expected: f64, within: f64) {
        self.numbers += 1;
        let near = (found - expected).abs() <= within * (1.0 + expected.abs());
        if !(near || found == expected) {
            self.differ(kind, format!("{what}: library {found:e}, reference {expected:e}"));
        }
    }
}

pub fn has(model: &Model, problem: Problems) -> bool {
    model.facts.problems.contains(problem)
}

pub fn bits(problems: Problems) -> String {
    let names = [
        (Problems::DISCONNECTED, "disconnected"),
        (Problems::SEPARATED, "separated"),
        (Problems::BOUNDARY, "boundary"),
        (Problems::OPPOSED, "opposed"),
        (Problems::EQUAL_SCORES, "equal scores"),
        (Problems::UNDETERMINED, "undetermined"),
        (Problems::NOT_CONVERGED, "not converged"),
        (Problems::TIE_LIMIT, "tie limit"),
        (Problems::HEYWOOD, "Heywood"),
    ];
    let found: Vec<&str> = names.iter().filter(|(o, _)| problems.contains(*o)).map(|(_, n)| *n).collect();
    if found.is_empty() {
        "ok".into()
    } else {
        found.join(" + ")
    }
}

/// Compares the library with the reference on a case.
pub fn compare(case: &Case) -> Comparison {
    let mut out = Comparison::default();
    let set = case.set();
    match fit(&set, &case.specification, &mut unwatched()) {
        Ok(model) => {
            out.status = bits(model.facts.problems);
            if model.specification.strength.rank() < case.specification.strength.rank() {
                // The optimum has a lower rank than was asked for: the model is that of the lower rank.
                lower_rank(case, &model, &mut out);
                let specification = Specification {
                    strength: StrengthModel::disagreement(model.specification.strength.rank()),
                    ..case.specification.clone()
                };
                let lower = Case { specification, ..case.clone() };
                check_model(&lower, &Definition::new(&lower), &model, true, &mut out);
            } else {
                check_model(case, &Definition::new(case), &model, false, &mut out);
            }
        }
        Err(error) => {
            out.status = "refused".into();
            check_refusal(case, &Definition::new(case), &error, &mut out);
        }
    }
    out
}

/// A fit that fails though every outcome is accepted.
fn check_refusal(case: &Case, definition: &Definition<'_>, error: &Error, out: &mut Comparison) {
    let mut sums = [0.0; 4];
    case.rows.iter().for_each(|row| {
        case.read(row).iter().zip(&mut sums).for_each(|(c, s)| *s += c);
    });
    let total: f64 = sums.iter().sum();
    let undecided = definition.has_ties() && sums[0] + sums[1] == 0.0;
    let text = error.to_string();
    let justified = match error {
        Error::Data { .. } => total == 0.0,
        Error::NotIdentified(_) if undecided => true,
        // A documented refusal: each component would have a scale of its own.
        Error::NotIdentified(_) if case.specification.spread.is_some() && is_apart(case) => true,
        Error::NotIdentified(_) if case.specification.strength.kind() != StrengthKind::Pooled => {
            // Of judges: no point is better than one where all strengths are zero.
            let free = starts::flat(definition);
            let flat =
                Search::new(definition, free).from(&starts::start(definition, &mut Random::new(1), true), 60);
            let best = starts::best(definition, 10, &[]);
            // Of judges who cancel each other there, too, no consensus can be told.
            // Only at the best end does it matter whether judges cancel each other.
            let better = best.first().filter(|end| end.objective < flat.objective - 1e-5);
            let better = better.is_some_and(|end| !starts::is_cancelled(definition, &end.theta));
            if better {
                out.notes.push("refused, though strengths that are not zero are better");
            }
            !better
        }
        _ => false,
    };
    if !justified {
        out.differ("refused", format!("{text} (comparisons {total}, wins and losses {})", sums[0] + sums[1]));
    }
}

/// The lower rank is justified if no point of the rank asked for is better.
fn lower_rank(case: &Case, model: &Model, out: &mut Comparison) {
    if !has(model, Problems::UNDETERMINED) {
        out.differ("lower rank without a word", String::new());
    }
    let definition = Definition::new(case);
    let best = starts::best(&definition, 8, &[]);
    let mut inside = best.iter().filter(|end| definition.is_feasible(&end.theta));
    let better = inside.find(|end| end.objective < model.facts.objective - 1e-4);
    if let Some(end) = better {
        let how = if end.is_finite { "finite" } else { "running off" };
        out.differ(
            "a lower rank is taken for the optimum",
            format!(
                "objective {} at rank {}, {} found ({how})",
                model.facts.objective,
                model.specification.strength.rank(),
                end.objective
            ),
        );
    }
}

fn check_model(case: &Case, definition: &Definition<'_>, model: &Model, lowered: bool, out: &mut Comparison) {
    let theta = &model.theta;
    if theta.len() != definition.count {
        out.differ(
            "number of parameters",
            format!("library {}, reference {}", theta.len(), definition.count),
        );
        return;
    }
    let facts = &model.facts;
    let linear = existence::is_decided(definition);
    if theta.iter().all(|t| t.is_finite()) {
        let log_likelihood = definition.log_likelihood(theta);
        // Differences of scores that diverged have fewer digits.
        let size = theta.iter().fold(1e6, |m: f64, t| m.max(t.abs()));
        let within = 1e-9 * (size / 1e6) + definition.rounding(theta) / (1.0 + log_likelihood.abs());
        out.same(
            "log-likelihood",
            "at the library's parameters",
            facts.log_likelihood,
            log_likelihood,
            within,
        );
        if !case.specification.firth {
            out.same(
                "objective",
                "at the library's parameters",
                facts.objective,
                definition.objective(theta),
                within,
            );
        }
    } else {
        out.differ("parameters", format!("not finite: {theta:?}"));
        return;
    }
    comparisons(case, facts.comparisons, out);
    let free = starts::free_at(definition, theta);
    if linear {
        check_linear(case, definition, model, &free, out);
    } else {
        check_general(case, definition, model, &free, lowered, out);
    }
}

/// The number of comparisons, or Kish's effective number of importance weights that the model uses.
fn comparisons(case: &Case, found: f64, out: &mut Comparison) {
    let (mut sum, mut squares) = (0.0, 0.0);
    for row in &case.rows {
        for count in case.read(row) {
            sum += count;
            squares += count * row.weight;
        }
    }
    let expected = if case.importance { sum * sum / squares } else { sum };
    out.same("number of comparisons", "used", found, expected, 1e-9);
}

fn is_penalised(case: &Case) -> bool {
    case.specification.ridge > 0.0 || case.specification.pseudo > 0.0
}

pub fn is_disconnected(case: &Case) -> bool {
    let (of, _) = case.components();
    !is_penalised(case) && of.iter().any(|c| *c != of[0])
}

/// Whether more than one component has comparisons; of the model, whose penalties make them one.
fn is_apart(case: &Case) -> bool {
    let (of, compared) = case.components();
    let mut numbers = compared.iter().map(|&i| of[i]);
    let first = numbers.next();
    !is_penalised(case) && numbers.any(|number| Some(number) != first)
}

/// Whether directions beyond shifts of components are lost, given the rank that there is.
pub fn is_undetermined(case: &Case, definition: &Definition<'_>, rank: usize, free: &[usize]) -> bool {
    let penalised = is_penalised(case)
        || case.specification.threshold.ridge() > 0.0
        || case.specification.spread_ridge() > 0.0;
    let complete = complete_rank(definition, free, penalised);
    let (of, compared) = case.components();
    let fixed = |i: usize| definition.is_fixed(i);
    let mut loose: Vec<usize> = compared.iter().map(|&i| of[i]).collect();
    loose.sort_unstable();
    loose.dedup();
    loose.retain(|c| !(0..case.items).any(|i| of[i] == *c && fixed(i)));
    // The complete comparisons leave one shift open at most.
    let lost = if is_penalised(case) || loose.is_empty() {
        0
    } else {
        loose.len() - usize::from(!compared.iter().any(|&i| fixed(i)))
    };
    // Each column of disagreement is shifted by itself, as far as there are judges to tell columns apart.
    let judging: BTreeSet<usize> = case.used().map(|r| r.judge).collect();
    let columns = (1 + definition.directions.len()).min(judging.len().max(1));
    rank + lost * columns < complete
}

/// So few items that the comparisons of all their pairs would not determine a form of thresholds or a spread: whether
/// that is called undetermined, or the nature of the model, is not compared.
pub fn has_more_parameters_than_pairs(case: &Case) -> bool {
    let s = &case.specification;
    let (of, compared) = case.components();
    let most =
        compared.iter().map(|&i| compared.iter().filter(|&&j| of[i] == of[j]).count()).min().unwrap_or(0);
    let pairs = |items: usize| items * (items - items.min(1)) / 2;
    // The thresholds of items without such an answer are at the end of their range.
    let answering = |k: usize| {
        let rows = case.used().filter(|row| case.read(row)[k] > 0.0);
        rows.flat_map(|row| [row.left, row.right]).collect::<BTreeSet<_>>().len().min(most)
    };
    let k = s.threshold.factors();
    let forms = [
        (s.spread.is_some(), most, 2 * most - most.min(2)),
        (
            !crate::case::is_of_two(s.outcome) && s.threshold.form() == Form::Additive,
            answering(2),
            answering(2),
        ),
        // A constant that few pairs can hold stands for all offsets of judges.
        (
            s.threshold.form() == Form::Factored,
            most,
            most * k - k * (k - k.min(1)) / 2 + usize::from(s.threshold_by_judge),
        ),
        (
            matches!(s.both_bad, BothBad::Outcome { .. })
                && (s.both_bad == (BothBad::Outcome { additive: true })),
            answering(3),
            answering(3),
        ),
    ];
    forms.iter().any(|(has, items, parameters)| *has && *parameters > pairs(*items))
}

/// Models whose existence linear programming decides, and whose optimum is one.
fn check_linear(
    case: &Case,
    definition: &Definition<'_>,
    model: &Model,
    free: &[usize],
    out: &mut Comparison,
) {
    let s = &case.specification;
    let theta = &model.theta;
    let decided = match recession(definition) {
        Ok(decided) => decided,
        Err(message) => return out.differ("the reference failed", message),
    };
    let separated = decided.face.is_some() && !s.firth;
    let mut design = if separated { decided.design.clone() } else { definition.design(theta) };
    let more = definition.penalties(theta);
    let data_space = Space::new(&design, free.to_vec());
    design.of.iter_mut().zip(&more.of).for_each(|(d, m)| *d += m);
    let space = Space::new(&design, free.to_vec());
    let expect =
        |outcome, name: &'static str, missing: &'static str, expected: bool, out: &mut Comparison| {
            if has(model, outcome) && !expected {
                out.differ(
                    name,
                    model.diagnostics.iter().map(|t| t.message.clone()).collect::<Vec<_>>().join(" | "),
                );
            } else if expected && !has(model, outcome) {
                out.differ(missing, format!("status {}", bits(model.facts.problems)));
            }
        };
    expect(Problems::SEPARATED, "false: separated", "missed: separated", separated, out);
    expect(Problems::DISCONNECTED, "false: disconnected", "missed: disconnected", is_disconnected(case), out);
    expect(Problems::NOT_CONVERGED, "not converged, though an optimum exists", "", false, out);
    if !definition.is_floored() {
        expect(Problems::TIE_LIMIT, "false: tie limit", "missed: tie limit", definition.has_limits(), out);
    }
    if !separated {
        let full = if s.firth { &data_space } else { &space };
        let lost = is_undetermined(case, definition, full.rank(), free);
        let lost =
            if has_more_parameters_than_pairs(case) { has(model, Problems::UNDETERMINED) } else { lost };
        expect(
            Problems::UNDETERMINED,
            "false: undetermined",
            "missed: undetermined",
            lost || collinear(case),
            out,
        );
        dimension(case, &data_space, model, out);
    }
    if has(model, Problems::NOT_CONVERGED) || separated != has(model, Problems::SEPARATED) {
        return;
    }
    if separated {
        let face = decided.face.clone().expect("a face");
        return check_face(case, model, &face, &space, out);
    }
    certificate(model, out);
    let is_curved = has(model, Problems::UNDETERMINED);
    if !is_stationary(case, definition, theta, (&space, is_curved), out) {
        return;
    }
    // From elsewhere the same optimum is found.
    if !s.firth && !definition.is_floored() {
        let start = starts::start(definition, &mut Random::new(3), true);
        let end = Search::new(definition, free.to_vec()).from(&start, 60);
        if end.is_finite {
            out.same("log-likelihood", "at the optimum", model.facts.objective, end.objective, 1e-8);
        } else {
            out.notes.push("the reference's own search did not end");
        }
    }
    let held = space.held(&active_floors(definition, theta));
    inference::check(case, definition, model, &held, out);
}

/// A covariate of items beside free scores is held at zero, and said to be undetermined.
pub fn collinear(case: &Case) -> bool {
    let s = &case.specification;
    let of_items =
        case.covariates.iter().any(|c| c.of == CovariateOf::Item && s.covariates.contains(&c.name));
    let judges: BTreeSet<usize> = case.used().map(|row| row.judge).collect();
    let is_free = s.strength.kind() == StrengthKind::Pooled || judges.len() <= 1 + s.strength.rank();
    of_items && is_free && s.fixed_scores.iter().all(|f| f.is_nan()) && !is_penalised(case)
}

pub fn dimension(case: &Case, data_space: &Space, model: &Model, out: &mut Comparison) {
    let s = &case.specification;
    let penalised = is_penalised(case) || s.threshold.ridge() > 0.0 || s.spread_ridge() > 0.0;
    let edges = Problems(Problems::BOUNDARY.0 | Problems::HEYWOOD.0 | Problems::EQUAL_SCORES.0);
    if penalised || model.facts.problems.0 & edges.0 != 0 {
        return;
    }
    out.numbers += 1;
    if model.facts.dimension != data_space.rank() {
        out.differ("dimension", format!("library {}, rank {}", model.facts.dimension, data_space.rank()));
    }
}

/// A fit that claims an optimum proves it.
pub fn certificate(model: &Model, out: &mut Comparison) {
    let f = &model.facts;
    let proof =
        [("gradient", f.gradient), ("decrement", f.decrement), ("step", f.step), ("curvature", f.curvature)];
    for (name, value) in proof {
        out.numbers += 1;
        let good = model.facts.dimension == 0
            || match name {
                "gradient" => value.is_finite(),
                // Along what is not identified there is no curvature to speak of.
                "curvature" => value.is_finite() && (value > 0.0 || model.facts.problems.0 != 0),
                // The step along what is not determined is the rounding of the gradient over hardly any curvature.
                "step" if has(model, Problems::UNDETERMINED) => value < 1e-4 || f.decrement < 1e-6,
                _ => value.is_finite() && value < 1e-4,
            };
        if !good {
            out.differ("certificate", format!("{name} is {value:e} with status {}", bits(f.problems)));
        }
    }
}

/// Whether the gradient vanishes at the library's parameters, but for multipliers of active constraints; less sharply where
/// optima are a curved surface, which a search comes near to in the end only.
pub fn is_stationary(
    case: &Case,
    definition: &Definition<'_>,
    theta: &[f64],
    (space, is_curved): (&Space, bool),
    out: &mut Comparison,
) -> bool {
    let at = definition.curved(theta);
    let mut gradient = at.gradient.clone();
    let mut hessian = space.reduce(&at.hessian);
    if case.specification.firth {
        gradient = inference::firth_gradient(definition, theta, space);
        hessian = space.reduce(&definition.expected(theta));
    }
    let mut curvature = hessian.clone();
    if definition.is_floored() {
        let pressed = release(definition, theta, &mut gradient, &space.free);
        if !pressed.is_empty() && !case.specification.firth {
            // Across a constraint that presses the likelihood may be curved either way.
            curvature = space.held(&pressed).reduce(&at.hessian);
        }
    }
    let part: Vec<f64> = space.free.iter().map(|&k| gradient[k]).collect();
    let reduced = space.reduce_vector(&part);
    let decrement = decrement(&hessian, &reduced);
    out.numbers += 1;
    let least = curvature.eigen().values.iter().copied().fold(f64::INFINITY, f64::min);
    let most = curvature.eigen().largest();
    // A decrement of 1e-4 is 5e-9 of log-likelihood.
    let slack: f64 = if is_curved { 100.0 } else { 1.0 };
    if hessian.n > 0 && least < -1e-9 * slack.max(10.0) * most.max(1.0) && !case.specification.firth {
        out.differ("no optimum: negative curvature", format!("least eigenvalue {least:e} of {most:e}"));
        return false;
    }
    // Firth's gradient is one of differences here; a step that gains 1e-12 is the last one, and that is 2e-6 of a standard error or some
    // more where the likelihood is not quadratic.
    let base = if case.specification.firth { 2e-5 } else { 5e-6 };
    let within = base * slack * (1.0 + 1e-4 * at.value.abs().sqrt());
    if decrement > within {
        out.differ("no optimum: gradient", format!("decrement {decrement:e}, objective {}", at.value));
        return false;
    }
    true
}

pub fn decrement(hessian: &Matrix, gradient: &[f64]) -> f64 {
    let eigen = hessian.eigen();
    let floor = 1e-13 * eigen.largest().max(1e-300);
    let squares = eigen.values.iter().zip(&eigen.vectors);
    squares.map(|(value, v)| dot(v, gradient).powi(2) / value.abs().max(floor)).sum::<f64>().sqrt()
}

/// The derivatives of thresholds of Rao and Kupper that are at zero, where they end.
pub fn active_floors(definition: &Definition<'_>, theta: &[f64]) -> Vec<Vec<f64>> {
    let mut active: Vec<Vec<f64>> = Vec::new();
    if !definition.is_floored() {
        return active;
    }
    definition.each_row(theta, |_, distribution, _| {
        if let Some(e) = distribution.tie.filter(|e| e.value.abs() < 1e-7) {
            let along = definition.spread_out(&distribution.touched, &e);
            if !active.contains(&along) {
                active.push(along);
            }
        }
    });
    active
}

/// Takes out of the gradient what active constraints e >= 0 hold: the multipliers, not negative, that leave the
/// least (by linear programming). The constraints whose multiplier is above zero.
fn release(
    definition: &Definition<'_>,
    theta: &[f64],
    gradient: &mut [f64],
    free: &[usize],
) -> Vec<Vec<f64>> {
    let active = active_floors(definition, theta);
    let mut pressed = Vec::new();
    if active.is_empty() {
        return pressed;
    }
    use microlp::{ComparisonOp, OptimizationDirection, Problem};
    let mut problem = Problem::new(OptimizationDirection::Minimize);
    let multipliers: Vec<_> = active.iter().map(|_| problem.add_var(0.0, (0.0, f64::INFINITY))).collect();
    let rest = problem.add_var(1.0, (0.0, f64::INFINITY));
    for &k in free {
        for sign in [1.0, -1.0] {
            let mut terms: Vec<_> =
                multipliers.iter().zip(&active).map(|(m, a)| (*m, -sign * a[k])).collect();
            terms.push((rest, -1.0));
            problem.add_constraint(terms, ComparisonOp::Le, -sign * gradient[k]);
        }
    }
    if let Ok(solution) = problem.solve() {
        for (multiplier, along) in multipliers.iter().zip(&active) {
            let value = solution.var_value(*multiplier);
            gradient.iter_mut().zip(along).for_each(|(g, a)| *g -= value * a);
            if value > 1e-6 {
                pressed.push(along.clone());
            }
        }
    }
    pressed
}

/// An estimate that was accepted though none is finite: the likelihood is near its supremum, and contrasts of
/// scores that the limit determines are there.
fn check_face(case: &Case, model: &Model, face: &Face, space: &Space, out: &mut Comparison) {
    let mut limit = Definition::new(case);
    limit.face = Some(face.clone());
    let start = starts::start(&limit, &mut Random::new(3), true);
    let end = Search::new(&limit, space.free.clone()).from(&start, 60);
    if !end.is_finite {
        out.notes.push("the reference found no optimum in the limit");
        return;
    }
    if limit.is_floored() {
        return out
            .notes
            .push("the limit is not compared: the search does not know that thresholds end at zero");
    }
    let gap = model.facts.objective - end.objective;
    out.numbers += 1;
    if !(-1e-6 * (1.0 + end.objective.abs())..0.05).contains(&gap) {
        out.differ(
            "separated: far from the supremum",
            format!("objective {} for {} in the limit", model.facts.objective, end.objective),
        );
        return;
    }
    inference::check_face(case, &limit, model, space, &end.theta, out);
}
