use super::*;
use crate::threshold::{Basis, Form};

/// A threshold of three items whose parameters begin at a place, and the first offset of two judges.
fn cut(form: Form, first: usize, offsets: Option<usize>) -> Cut {
    let mut threshold = Threshold::new(form, Basis::Cosine, 0, 3, first);
    threshold.offsets = offsets;
    Cut { threshold, pinned: vec![], never: vec![], floor: 0.1, judges: 2, name: "tie threshold" }
}

fn covariate(at: usize) -> Effect {
    Effect::Covariate(CovariateEffect { name: "x".into(), at })
}

fn slope(first: usize) -> Slope {
    Slope { name: "x".into(), first, judges: 3 }
}

fn position(first: usize, judges: Option<usize>) -> PositionEffect {
    PositionEffect { first, judges }
}

fn terms(effects: Vec<Effect>, tie: Option<Cut>) -> Terms {
    let mut terms = Terms { effects, ..Terms::default() };
    terms.cuts[crate::outcome::TIE] = tie;
    terms
}

fn case(who: Who<'_>) -> Case<'_> {
    Case { left: 0, right: 2, who, is_ordered: true, takes_unnamed: true }
}

fn written(part: &dyn Component, case: &Case<'_>) -> (Vec<(u32, f64)>, f64) {
    let mut row = Row::default();
    part.terms(case, None, &mut row).unwrap();
    (row.entries().collect(), row.constant)
}

#[test]
fn thresholds_are_pinned_by_judge_or_for_all_and_those_of_items_that_never_tied_at_the_floor() {
    let mut cut = cut(Form::Single, 0, None);
    cut.pinned = vec![0.5];
    assert_eq!((cut.pin(0, 0, 1), cut.pin(3, 0, 1)), (0.5, 0.5));
    assert!(cut.is_pinned() && cut.has_pins());
    cut.pinned = vec![f64::NAN, 0.7];
    assert!(cut.pin(0, 0, 1).is_nan() && cut.pin(2, 0, 1).is_nan() && !cut.is_pinned());
    assert_eq!(cut.pin(1, 0, 1), 0.7);
    cut.never = vec![true, false, false];
    assert_eq!((cut.pin(0, 0, 1), cut.pin(0, 2, 0), cut.pin(1, 0, 1)), (0.1, 0.1, 0.7));
    assert!(cut.pin(0, 1, 2).is_nan());
    cut.pinned.clear();
    assert!(cut.has_pins() && cut.pin(0, 1, 2).is_nan() && cut.pin(4, 1, 0) == 0.1);
}

#[test]
fn parameters_of_covariates_stand_together() {
    let with = |effects, slopes| Terms { effects, slopes, ..Terms::default() };
    let both = vec![Effect::Position(position(6, None)), covariate(7), covariate(8)];
    assert_eq!(with(both, vec![slope(9)]).units(), 7..12);
    assert_eq!(with(vec![], vec![slope(4)]).units(), 4..7);
    assert!(Terms::default().units().is_empty() && Terms::default().is_empty());
}

#[test]
fn judges_add_their_own_and_nobody_in_particular_the_mean_of_those_who_are_free() {
    let fixed = [false, true, false, false, false, false, false];
    let (own, mean) = (case(Who::Judge(2)), case(Who::Mean(3, &fixed)));
    let by_judge = position(0, Some(3));
    assert_eq!(written(&by_judge, &own), (vec![(2, 1.0)], 0.0));
    assert_eq!(written(&by_judge, &mean), (vec![(0, 0.5), (2, 0.5)], 0.0));
    assert_eq!(written(&position(4, None), &mean), (vec![(4, 1.0)], 0.0));
    let unordered = Case { is_ordered: false, ..own };
    assert_eq!(written(&by_judge, &unordered), (vec![], 0.0));
    let mut threshold = cut(Form::Additive, 1, Some(4));
    assert_eq!(written(&threshold, &case(Who::Judge(1))).0, [(1, 1.0), (3, 1.0), (5, 1.0)]);
    let mean = case(Who::Mean(2, &fixed));
    assert_eq!(written(&threshold, &mean).0, [(1, 1.0), (3, 1.0), (4, 0.5), (5, 0.5)]);
    threshold.pinned = vec![f64::NAN, f64::INFINITY];
    assert_eq!(written(&threshold, &case(Who::Judge(1))), (vec![], f64::INFINITY));
    assert_eq!(written(&threshold, &mean).0.len(), 4);
}

#[test]
fn a_smaller_model_holds_what_the_larger_one_frees() {
    let free = |at: usize| at != 1;
    let (none, shared) = (Terms::default(), terms(vec![Effect::Position(position(0, None))], None));
    let by_judge = position(0, Some(4));
    assert_eq!(by_judge.freed(&none, &free), [(0, None), (2, None), (3, None)]);
    assert_eq!(by_judge.freed(&shared, &free), [(2, Some(0)), (3, Some(0))]);
    assert_eq!(position(5, None).freed(&none, &free), [(5, None)]);
    assert!(position(5, None).freed(&shared, &free).is_empty());
    let (one, two) = (covariate(3), CovariateEffect { name: "y".into(), at: 4 });
    assert!(one.component().freed(&terms(vec![covariate(9)], None), &free).is_empty());
    assert_eq!(two.freed(&terms(vec![covariate(9)], None), &free), [(4, None)]);
    let single = terms(vec![], Some(cut(Form::Single, 0, None)));
    assert_eq!(cut(Form::Single, 0, Some(1)).freed(&single, &|_| true), [(2, Some(1))]);
    assert_eq!(cut(Form::Additive, 0, None).freed(&single, &free), [(2, Some(0))]);
    assert!(cut(Form::Additive, 0, None).freed(&none, &free).is_empty());
}

/// Of a shared effect every judge has it; what is fixed, or not known, stays.
#[test]
fn warm_starts_go_by_the_places_of_items_and_judges() {
    let mut theta = [9.0; 6];
    let mut adoption = Adoption {
        items: vec![(0, 1), (2, 0)],
        judges: vec![(0, 1), (1, 2)],
        fixed: &[false, false, true],
        values: &[0.25, 0.5, f64::NAN, 0.75],
        theta: &mut theta,
    };
    position(0, Some(3)).adopt(&terms(vec![Effect::Position(position(1, None))], None), &mut adoption);
    assert_eq!(adoption.theta[..3], [0.5, 0.5, 9.0]);
    position(0, Some(3)).adopt(&terms(vec![Effect::Position(position(0, Some(3)))], None), &mut adoption);
    assert_eq!(adoption.theta[..3], [0.5, 0.5, 9.0]);
    let from = terms(vec![covariate(3)], Some(cut(Form::Single, 0, None)));
    covariate(5).component().adopt(&from, &mut adoption);
    cut(Form::Additive, 3, None).adopt(&from, &mut adoption);
    assert_eq!(adoption.theta[3..], [0.125, 0.125, 0.125]);
    let from = terms(vec![], Some(cut(Form::Additive, 0, None)));
    cut(Form::Additive, 3, None).adopt(&from, &mut adoption);
    assert_eq!(adoption.theta[3..], [0.5, 0.125, 0.25]);
}

#[test]
fn parameters_are_found_and_named() {
    let tie = Some(cut(Form::Additive, 4, Some(7)));
    let all = Terms {
        slopes: vec![slope(1)],
        ..terms(vec![covariate(0), Effect::Offset(Offset { name: "o".into() })], tie)
    };
    let named = |at| all.describe(&Set::default(), at);
    assert_eq!(named(0).as_deref(), Some("the effect of covariate \"x\""));
    assert_eq!(named(2).as_deref(), Some("the slope in \"x\" of the sensitivity of the anonymous judge"));
    assert_eq!(named(5).as_deref(), Some("the tie threshold of #1"));
    assert_eq!(named(8).as_deref(), Some("the threshold of the anonymous judge"));
    assert_eq!(named(9), None);
    assert_eq!(all.by_judge().collect::<Vec<_>>(), [1, 7]);
}
