//! The checks behind the warnings: each looks at data and model for one thing, and adds what it finds.

use super::{without_nul, Warning, WarningKind};
use crate::comparisons::{Kind as Names, Set};
use crate::graph;
use crate::model::fitted::{contexts_repeat, Model};
use crate::model::specification::{list, CovarianceKind, Diagnostic, Position, Problems};
use crate::outcome::{BAD, TIE};
use crate::room::{self, Gather as _, Put as _};
use crate::summary;

/// Judges whose share of left among decided votes is outside this follow the position.
const FIRST_SHARE: (f64, f64) = (0.2, 0.8);

/// With fewer clusters than this, clustered standard errors are to be corrected.
const FEW: usize = 40;

/// A problem of the fit, with the items and judges that it concerns.
fn problem(model: &Model, diagnostic: &Diagnostic) -> Warning {
    let with = |outcomes: &[Problems]| -> Vec<usize> {
        (0..outcomes.len()).filter(|&k| outcomes[k].contains(diagnostic.problem)).gathered()
    };
    let subjects: Vec<String> =
        [(Names::Item, with(&model.item_problems)), (Names::Judge, with(&model.judge_problems))]
            .into_iter()
            .filter(|(_, ids)| !ids.is_empty())
            .map(|(names, ids)| list(&model.set, names, &ids))
            .gathered();
    let warning = Warning::new(WarningKind::of(diagnostic.problem), sentence(&diagnostic.message));
    let subject = (!subjects.is_empty()).then(|| without_nul(subjects.join(", ")));
    Warning { subject, ..warning }
}

/// All warnings of a model, those of its fit first.
pub(super) fn collect(model: &Model) -> Vec<Warning> {
    let mut warnings: Vec<Warning> =
        model.diagnostics.iter().map(|diagnostic| problem(model, diagnostic)).gathered();
    presentation(model, &mut warnings);
    partly_ordered(model, &mut warnings);
    position_followers(model, &mut warnings);
    ties(model, &mut warnings);
    joined_grades(model, &mut warnings);
    heywood(model, &mut warnings);
    several_optima(model, &mut warnings);
    near_separation(model, &mut warnings);
    weak_judges(model, &mut warnings);
    consensus(model, &mut warnings);
    crossing(model, &mut warnings);
    dependence(model, &mut warnings);
    few_votes(model, &mut warnings);
    penalty(model, &mut warnings);
    no_residuals(model, &mut warnings);
    warnings
}

fn sentence(message: &str) -> String {
    let mut letters = message.chars();
    let first = letters.next().map(|c| c.to_uppercase().to_string()).unwrap_or_default();
    format!("{first}{}.", letters.as_str())
}

/// Pairs compared more than once, and those of them seen in both orders.
fn orders(set: &Set) -> (usize, usize) {
    let pairs = summary::pairs(set);
    let twice = pairs.iter().filter(|pair| pair.on_left[0] + pair.on_left[1] >= 2.0).count();
    let both = pairs.iter().filter(|pair| pair.on_left[0] > 0.0 && pair.on_left[1] > 0.0).count();
    (twice, both)
}

fn presentation(model: &Model, warnings: &mut Vec<Warning>) {
    let (pairs, both) = orders(&model.set);
    if pairs < 3 || both * 10 >= pairs {
        return;
    }
    let seen =
        if both == 0 { "no pair was".to_string() } else { format!("only {both} of {pairs} pairs were") };
    let text = match model.specification.position {
        Position::None => format!(
            "Presentation order is tied to the items: {seen} shown in both orders, so that a judge who favours \
             a position looks like one who favours items. Fit a position effect and compare."
        ),
        _ => format!(
            "Presentation order is tied to the items: {seen} shown in both orders. Position effects are \
             separated from scores by the model alone, not by the design."
        ),
    };
    warnings.push(Warning::new(WarningKind::PresentationOrder, text));
}

fn partly_ordered(model: &Model, warnings: &mut Vec<Warning>) {
    if model.specification.position == Position::None || !model.set.cells().has_unordered() {
        return;
    }
    let totals = summary::totals(&model.set);
    warnings.push(Warning::new(
        WarningKind::PartlyOrdered,
        format!(
            "{} of {} comparisons have a presentation order: position effects are estimated from these alone.",
            totals.comparisons - totals.unordered,
            totals.comparisons
        ),
    ));
}

fn position_followers(model: &Model, warnings: &mut Vec<Warning>) {
    let mut followers: Vec<(usize, f64)> = summary::votes_of_judges(&model.set)
        .iter()
        .enumerate()
        .map(|(judge, [left, right, ..])| (judge, left + right, left / (left + right)))
        .filter(|(_, decided, share)| *decided >= 20.0 && !(FIRST_SHARE.0..=FIRST_SHARE.1).contains(share))
        .map(|(judge, _, share)| (judge, share))
        .gathered();
    if followers.is_empty() {
        return;
    }
    room::sort_by(&mut followers, |a, b| (b.1 - 0.5).abs().total_cmp(&(a.1 - 0.5).abs()));
    let text: Vec<String> = followers
        .iter()
        .take(5)
        .map(|&(k, share)| format!("{} ({:.0} % left)", list(&model.set, Names::Judge, &[k]), 100.0 * share))
        .gathered();
    let more = if followers.len() > 5 { format!(" and {} more", followers.len() - 5) } else { String::new() };
    let advice = if model.specification.position == Position::ByJudge {
        "their position effects absorb it if the model is right"
    } else {
        "give each judge a position effect, or leave these judges out"
    };
    let ids: Vec<usize> = followers.iter().map(|&(k, _)| k).gathered();
    warnings.push(Warning::about(
        WarningKind::PositionFollowers,
        list(&model.set, Names::Judge, &ids),
        format!("Answers follow the position rather than the items: {}{more}; {advice}.", text.join(", ")),
    ));
}

fn ties(model: &Model, warnings: &mut Vec<Warning>) {
    let counts = model.layout.tie_counts(&model.set);
    let share = |t: &[f64; 3]| t[1] / t[0];
    let known: Vec<(usize, f64)> =
        counts.iter().enumerate().filter(|(_, t)| t[0] >= 20.0).map(|(k, t)| (k, share(t))).gathered();
    let low = known.iter().min_by(|a, b| a.1.total_cmp(&b.1));
    let high = known.iter().max_by(|a, b| a.1.total_cmp(&b.1));
    if let (Some(low), Some(high)) = (low, high) {
        let threshold = model.layout.terms.threshold(TIE).is_some();
        let single = threshold && !model.specification.threshold_by_judge;
        if high.1 - low.1 > 0.3 && (single || !threshold) {
            let advice = if single {
                "one tie threshold does not fit all; give each judge an offset"
            } else {
                "counting ties as half a win hides this; fit a tie model with a threshold by judge to see it"
            };
            let most = list(&model.set, Names::Judge, &[high.0]);
            let text = format!(
                "Judges tie in {:.0} % to {:.0} % of their votes (most: {most}): {advice}.",
                100.0 * low.1,
                100.0 * high.1,
            );
            warnings.push(Warning::about(WarningKind::TiesDiffer, most, text));
        }
    }
    if model.facts.problems.contains(Problems::TIE_LIMIT) {
        let limited: Vec<usize> = (0..model.layout.judges)
            .filter(|&k| model.judge_problems[k].contains(Problems::TIE_LIMIT))
            .gathered();
        let of = |outcome| -> Vec<usize> {
            (0..model.layout.items).filter(|&i| model.item_problems[i].contains(outcome)).gathered()
        };
        let terms = &model.layout.terms;
        let unbad = |i: usize| terms.never(BAD).get(i) == Some(&true);
        let untied = |i: usize| terms.never(TIE).get(i) == Some(&true);
        let mut items = of(Problems::TIE_LIMIT);
        bad_limits(model, warnings);
        items.retain(|&i| !unbad(i) || untied(i));
        if limited.is_empty() && items.is_empty() && terms.pinned(TIE).iter().all(|p| p.is_nan()) {
            return;
        }
        let kind = WarningKind::TieLimit;
        warnings.push(if limited.is_empty() && !items.is_empty() {
            let why = match model.specification.has_floor() {
                true => "the linear tie threshold of pairs that never tied is zero, the end of its range",
                false => "the tie threshold is at the end of its range, because they never tied",
            };
            let names = list(&model.set, Names::Item, &items);
            let text = format!("{}: {names}.", sentence(why).trim_end_matches('.'));
            Warning::about(kind, names, text)
        } else if limited.is_empty() {
            Warning::new(
                kind,
                format!(
                    "There are no ties: the threshold is at the end of its range, and the model is {}.",
                    model.outcome().of_two().name()
                ),
            )
        } else {
            let names = list(&model.set, Names::Judge, &limited);
            let text = format!(
                "The tie threshold is at the end of its range, because they never tie or only tie: {names}."
            );
            Warning::about(kind, names, text)
        });
    }
}

fn joined_grades(model: &Model, warnings: &mut Vec<Warning>) {
    let Some(grades) = &model.layout.terms.grades else { return };
    let joined: Vec<String> = grades.joined().map(|grade| grade.to_string()).gathered();
    if !joined.is_empty() {
        let text = format!("Nobody gave grade {}: it is joined with the next.", joined.join(", "));
        warnings.push(Warning::new(WarningKind::GradesJoined, text));
    }
}

/// Thresholds of both bad at the end of their range.
fn bad_limits(model: &Model, warnings: &mut Vec<Warning>) {
    let terms = &model.layout.terms;
    let unbad: Vec<usize> = (0..terms.never(BAD).len()).filter(|&i| terms.never(BAD)[i]).gathered();
    if terms.is_pinned(BAD) {
        warnings.push(Warning::new(
            WarningKind::BadLimit,
            "There are no votes \"both bad\": their threshold is at the end of its range, and the model is \
             Davidson's of three outcomes.",
        ));
    } else if !unbad.is_empty() {
        let names = list(&model.set, Names::Item, &unbad);
        let text = format!(
            "The threshold of both bad is at the end of its range, because they were never part of such a vote: {names}."
        );
        warnings.push(Warning::about(WarningKind::BadLimit, names, text));
    }
}

fn heywood(model: &Model, warnings: &mut Vec<Warning>) {
    let zero: Vec<usize> =
        (0..model.layout.items).filter(|&i| model.item_problems[i].contains(Problems::HEYWOOD)).gathered();
    if !zero.is_empty() {
        let names = list(&model.set, Names::Item, &zero);
        let text = format!(
            "The variance is zero, the end of its range (Heywood cases), of {} of the items: {}. Intervals for them could \
             only be one-sided, and those of other quantities take the variances as known; a spread_ridge keeps variances positive.",
            zero.len(),
            names
        );
        warnings.push(Warning::about(WarningKind::Heywood, names, text));
    }
}

fn several_optima(model: &Model, warnings: &mut Vec<Warning>) {
    let factors = model.specification.spread.is_some_and(|spread| spread.factors > 0);
    let starts: usize = model.optima.iter().map(|o| o.starts).sum();
    match &model.optima[..] {
        [first, second, ..] => warnings.push(Warning::new(WarningKind::SeveralOptima, format!(
            "{starts} starts ended at {} optima; the best has log-likelihood {:.3}, the next {:.3}. Scores of \
             different optima may differ by more than their standard errors.",
            model.optima.len(),
            first.log_likelihood,
            second.log_likelihood
        ))),
        [_] if factors && starts == 1 => warnings.push(Warning::new(
            WarningKind::SingleStart,
            "A spread with factors has many optima, and this fit started once: set restarts to find others.",
        )),
        [_] if model.specification.strength.is_signed() && model.layout.judges > 1 && starts == 1 => {
            warnings.push(Warning::new(
                WarningKind::SingleStart,
                "Sensitivities of either sign may have several optima, and this fit started once: set restarts to \
                 find others.",
            ));
        }
        _ => {}
    }
}

fn near_separation(model: &Model, warnings: &mut Vec<Warning>) {
    let near: Vec<usize> = summary::votes_of_items(&model.set)
        .iter()
        .filter(|row| {
            let [wins, losses, ties] = row.results;
            row.comparisons > 0.0 && wins.min(losses) + 0.5 * ties < 5.0
        })
        .map(|row| row.item)
        .gathered();
    if !near.is_empty() && model.specification.ridge == 0.0 {
        let names = list(&model.set, Names::Item, &near);
        let text = format!(
            "Fewer than five wins or fewer than five losses: {}; their symmetric intervals are only rough: bootstrap, or \
             profile the likelihood.",
            names
        );
        warnings.push(Warning::about(WarningKind::NearSeparation, names, text));
    }
}

fn weak_judges(model: &Model, warnings: &mut Vec<Warning>) {
    if !model.layout.strength.is_by_judge() {
        return;
    }
    let gamma = |k: usize| model.theta[model.layout.sensitivity(k)];
    let mean = (0..model.layout.judges).map(gamma).sum::<f64>() / model.layout.judges as f64;
    let weak: Vec<usize> =
        (0..model.layout.judges).filter(|&k| gamma(k) > 0.0 && gamma(k) < 0.1 * mean).gathered();
    if !weak.is_empty() {
        let names = list(&model.set, Names::Judge, &weak);
        let text = format!(
            "Sensitivity below a tenth of the mean: {}; on the geometric scale each widens the interval of every \
             score.",
            names
        );
        warnings.push(Warning::about(WarningKind::WeakJudges, names, text));
    }
}

/// A consensus near zero, or dominated by one judge.
fn consensus(model: &Model, warnings: &mut Vec<Warning>) {
    if !model.specification.strength.is_signed() || !model.layout.strength.is_by_judge() {
        return;
    }
    let share = model.consensus();
    if share < 0.5 {
        warnings.push(Warning::new(WarningKind::WeakConsensus, format!(
            "The judges hardly agree: the consensus has {:.0} % of the length that it would have if all agreed, and \
             may be a remainder of judges who cancel each other.",
            100.0 * share
        )));
    }
    let shares = model.consensus_shares();
    let (judge, most) = shares
        .iter()
        .copied()
        .enumerate()
        .filter(|(_, l)| l.is_finite())
        .fold((0, 0.0), |best, (k, l)| if l > best.1 { (k, l) } else { best });
    if most > 0.5 && shares.len() > 2 {
        let name = list(&model.set, Names::Judge, &[judge]);
        let text = format!(
            "The consensus, an unweighted mean of the judges' strengths, is dominated by {}, whose strengths alone \
             come to {:.0} % of its length; compare the median or the precision-weighted consensus, or leave the \
             judge out.",
            name,
            100.0 * most
        );
        warnings.push(Warning::about(WarningKind::DominatedConsensus, name, text));
    }
}

/// Directions of disagreement whose sizes are too similar to be identified.
fn crossing(model: &Model, warnings: &mut Vec<Warning>) {
    let strength = model.layout.strength;
    if strength.columns < 3 {
        return;
    }
    let size = |c: usize| -> f64 {
        (0..model.layout.judges).map(|k| model.theta[strength.judge(k, c)].powi(2)).sum::<f64>().sqrt()
    };
    for c in 1..strength.columns - 1 {
        if size(c + 1) > 0.8 * size(c) {
            warnings.push(Warning::new(WarningKind::SimilarDirections, format!(
                "Directions {c} and {} of the disagreement are of nearly the same size: their factors are determined only up \
                 to a rotation and have wide intervals; the disagreement itself and all strengths are determined.",
                c + 1
            )));
        }
    }
}

fn dependence(model: &Model, warnings: &mut Vec<Warning>) {
    let repeat = contexts_repeat(&model.set);
    let kind = model.kind(CovarianceKind::Auto);
    if repeat
        && !matches!(
            kind,
            CovarianceKind::ClusteredByContext
                | CovarianceKind::ClusteredByJudge
                | CovarianceKind::ClusteredTwoWay
        )
    {
        warnings.push(Warning::new(
            WarningKind::Dependence,
            "Contexts repeat, so comparisons are not independent, but the standard errors treat them as independent; \
             cluster by context.",
        ));
    }
    let judges = model.layout.judges;
    let (contexts, units, unit) = clusters(&model.set);
    let advice =
        "are corrected for so few by default (CR2, with Student's quantiles); without a correction they are too small";
    let few = |text: String| Warning::new(WarningKind::FewClusters, text);
    let only = |unit: &str| few(format!("There is one {unit}: errors cannot be clustered by {unit}."));
    if kind == CovarianceKind::ClusteredByContext && contexts == 1 {
        warnings.push(only(unit));
    } else if kind == CovarianceKind::ClusteredByJudge && judges == 1 {
        warnings.push(only("judge"));
    } else if kind == CovarianceKind::ClusteredByContext && (1..FEW).contains(&contexts) {
        warnings.push(few(format!("Only {contexts} {units}: standard errors clustered by {unit} {advice}.")));
    } else if kind == CovarianceKind::ClusteredByJudge && judges < FEW {
        warnings.push(few(format!("Only {judges} judges: standard errors clustered by judge {advice}.")));
    } else if kind == CovarianceKind::ClusteredTwoWay && contexts.min(judges) < FEW {
        warnings.push(few(format!(
            "Only {contexts} {units} and {judges} judges: standard errors clustered by both are corrected for so few by \
             default (CR1, with Student's quantiles), since they have no CR2; without a correction they are too small."
        )));
    } else if kind == CovarianceKind::ClusteredByContext && repeat {
        let text = if model.set.cells().has_clusters() {
            format!("Standard errors are clustered by the {contexts} {units} of the set.")
        } else {
            format!(
                "Contexts repeat ({} of {} have more than one comparison): standard errors are clustered by context.",
                summary::totals(&model.set).repeated_contexts,
                model.set.contexts()
            )
        };
        warnings.push(Warning::new(WarningKind::Clustered, text));
    }
}

/// How many clusters a set has, and how they are called, in plural and singular: its own, else its contexts.
fn clusters(set: &Set) -> (usize, &'static str, &'static str) {
    if !set.cells().has_clusters() {
        return (set.contexts(), "contexts", "context");
    }
    let mut labels = set.cluster_labels();
    labels.sort_unstable();
    labels.dedup();
    (labels.len(), "clusters", "cluster")
}

/// Items all of whose comparisons have a score of zero in the default, robust covariance: their standard errors would
/// be zero.
fn no_residuals(model: &Model, warnings: &mut Vec<Warning>) {
    let kind = model.kind(CovarianceKind::Auto);
    if !kind.is_robust() {
        return;
    }
    let items = model.layout.items;
    let design = &model.objective.data.design;
    let mut squares = vec![0.0; items];
    let mut information = vec![0.0; items];
    for cell in 0..design.len() {
        let at = model.objective.data.predictor(&model.objective.strength, &model.theta, cell);
        let known = model.outcome().information(design.squares(cell).total(), at).of_z_alone();
        let squared = design.squared_scores(model.outcome(), cell, at).zz();
        for item in [design.left[cell], design.right[cell]] {
            information[item as usize] += known;
            squares[item as usize] += squared;
        }
    }
    let none: Vec<usize> =
        (0..items).filter(|&i| information[i] > 0.0 && squares[i] <= 1e-12 * information[i]).gathered();
    if !none.is_empty() {
        let names = list(&model.set, Names::Item, &none);
        let text = format!(
            "The model fits every comparison of {} exactly (as where all are ties, counted as halves), so the default \
             robust covariance cannot estimate their errors: use covariance observed.",
            names
        );
        warnings.push(Warning::about(WarningKind::ExactFit, names, text));
    }
}

/// Judges who voted on fewer differences of items than their strengths have parameters.
fn few_votes(model: &Model, warnings: &mut Vec<Warning>) {
    let plain =
        matches!(model.kind(CovarianceKind::Auto), CovarianceKind::Expected | CovarianceKind::Observed);
    let (needed, design) = (model.layout.strength.columns, &model.objective.data.design);
    if !model.specification.is_penalised() || !model.layout.strength.is_by_judge() || needed < 2 || plain {
        return;
    }
    let mut pairs = vec![Vec::new(); model.layout.judges];
    for cell in (0..design.len()).filter(|&cell| design.counts[cell].total() > 0.0) {
        pairs[design.judge(cell)].put((design.left[cell], design.right[cell]));
    }
    let is_short = |pairs: &Vec<(u32, u32)>| {
        let mut items: Vec<u32> = pairs.iter().flat_map(|&(i, j)| [i, j]).gathered();
        items.sort_unstable();
        items.dedup();
        // Pairs connect at most two items each.
        if items.len() > 2 * (needed - 1) {
            return false;
        }
        let components = graph::components(model.layout.items, pairs.iter().copied());
        let apart = components.iter().max().map_or(0, |&last| last as usize + 1);
        model.layout.items - apart < needed
    };
    let short: Vec<usize> =
        (0..pairs.len()).filter(|&k| !pairs[k].is_empty() && is_short(&pairs[k])).gathered();
    if !short.is_empty() {
        let names = list(&model.set, Names::Judge, &short);
        let text = format!(
            "The votes of {} are on fewer pairs of items than a judge of this model has parameters: the penalty decides the \
             rest, which standard errors from residuals ignore; use covariance observed.",
            names
        );
        warnings.push(Warning::about(WarningKind::FewVotes, names, text));
    }
}

fn penalty(model: &Model, warnings: &mut Vec<Warning>) {
    if model.leans_on_penalty {
        warnings.push(Warning::new(
            WarningKind::PenaltyDecides,
            "Without the penalty no finite scores would exist, or some items could not be compared: these scores \
             come from the penalty, not from the data, and standard errors are by default those of a prior (observed \
             information).",
        ));
    }
    let s = &model.specification;
    if s.threshold.ridge() > 0.0 || s.spread_ridge() > 0.0 {
        warnings.push(Warning::new(
            WarningKind::PenalisedThresholds,
            "Tie thresholds or the spread are penalised (tie_ridge, spread_ridge): they are shrunk towards a common value, and \
             their intervals are centred on the shrunken values.",
        ));
    }
    if !s.interactions.is_empty() {
        warnings.push(Warning::new(
            WarningKind::Penalised,
            "Interactions are penalised (interaction_ridge): they are drawn to zero, and their intervals are centred on \
             the shrunken values.",
        ));
    }
    if model.specification.is_penalised() {
        warnings.push(Warning::new(
            WarningKind::Penalised,
            "The estimate is penalised (ridge or pseudo-comparisons): scores are drawn towards each other, and \
             intervals are centred on the shrunken scores.",
        ));
    }
}
