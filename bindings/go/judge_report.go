package duel

// #include <duel.h>
import "C"

import "context"

// Equivalence are all pairs of items, the nearest first; pairs of which nothing is known come last, with
// NaN. Margin is a difference of scores, in their unit, that makes no difference to the reader; 0: none.
// Normalisation and Origin of the options have no effect.
func (m *Model) Equivalence(
	ctx context.Context, margin float64, options InferenceOptions,
) ([]ModelEquivalenceRow, error) {
	return inferRows(ctx, m, options, readModelEquivalenceRow,
		func(p *C.duel_model, o *C.duel_inference_options, out **C.duel_table) C.duel_status {
			return C.duel_model_equivalence(p, C.double(margin), o, out)
		})
}

// SelfPreference is that of every judge: does it favour items of its own family (its maker, say) beyond
// what the model expects? There is one number for every item and for every judge of the model, the
// anonymous one last if there is one; below zero: none. Give every judge and item a family of its own for
// self-preference in the narrow sense. Of the options Level and Progress are used.
//
// A model with position effects keeps a preference for a position from being mistaken for one for a family;
// one that has a factor for just this judge and these items, as Disagreement may, leaves nothing to see
// (NaN). Errors are robust (squared residuals, summed by context where contexts repeat) and allow for the
// fit; ErrUnsupported for importance weights.
func (m *Model) SelfPreference(
	ctx context.Context, itemFamilies, judgeFamilies []int, options InferenceOptions,
) ([]ModelSelfPreferenceRow, error) {
	var a arena
	defer a.free()
	items, err := a.int32s("itemFamilies", itemFamilies)
	if err != nil {
		return nil, err
	}
	judges, err := a.int32s("judgeFamilies", judgeFamilies)
	if err != nil {
		return nil, err
	}
	return inferRows(ctx, m, options, readModelSelfPreferenceRow,
		func(p *C.duel_model, o *C.duel_inference_options, out **C.duel_table) C.duel_status {
			return C.duel_model_self_preference(p, items, C.size_t(len(itemFamilies)), judges,
				C.size_t(len(judgeFamilies)), o, out)
		})
}

// Verdict is what is the matter with a judge: bits, as in ModelJudgesRow.Verdicts.
type Verdict int32

// The verdicts.
const (
	// JudgeWeak: weak. Its sensitivity is significantly below a share (weak) of the mean of all judges, or is
	// held at zero.
	JudgeWeak Verdict = C.DUEL_VERDICT_WEAK
	// JudgeOpposed: opposed. Its sensitivity is negative: it prefers what the others do not.
	JudgeOpposed Verdict = C.DUEL_VERDICT_OPPOSED
	// JudgePositionDriven: position-driven. Its first-position share, that of the item shown first among its
	// votes with a winner, is significantly below position or above 1 - position.
	JudgePositionDriven Verdict = C.DUEL_VERDICT_POSITION_DRIVEN
	// JudgeIdiosyncratic: idiosyncratic. Its disagreement is significantly larger (by the factor idiosyncratic)
	// than its part of the consensus. Check first whether it is position-driven and the model has no position
	// effects: a preference for a position looks like a preference for items where the order of items is always
	// the same.
	JudgeIdiosyncratic Verdict = C.DUEL_VERDICT_IDIOSYNCRATIC
	// JudgeRedundant: redundant. Its strengths correlate with those of another judge by more than redundant
	// (0.99), and significantly by more than 1 - 10 (1 - redundant) (0.9).
	JudgeRedundant Verdict = C.DUEL_VERDICT_REDUNDANT
	// JudgeSelfPreferring: self-preferring. Items of its own family score significantly more with it than the
	// model expects.
	JudgeSelfPreferring Verdict = C.DUEL_VERDICT_SELF_PREFERRING
)

// JudgeOptions say from where on a judge stands out in Model.Judges, and which items are its own.
type JudgeOptions struct {
	// Weak: weak: a share of the mean sensitivity; 0: 0.5.
	Weak float64
	// Position: position-driven: a share of the votes with a winner, at most 0.5; 0: 0.2.
	Position float64
	// Idiosyncratic: idiosyncratic: disagreement over the part of the consensus; 0: 1.
	Idiosyncratic float64
	// Redundant: redundant: a correlation, at most 1; 0: 0.99.
	Redundant float64
	// ItemFamilies: nil, or the families of items, as in Model.SelfPreference.
	ItemFamilies []int
	// JudgeFamilies: nil, or the families of judges; both or neither.
	JudgeFamilies []int
}

// Judges: the judge report: numbers and verdicts for every judge of a model, in one call.
//
// Counts, agreement and triads are of all comparisons of the model's data; sensitivity and what follows are
// of the model, on the scale of mean sensitivity 1. A verdict is given where an interval lies wholly beyond
// its threshold, so that few votes are no ground for one; only JudgeOpposed is by the estimate, and
// JudgeRedundant by both. What a model does not have is missing and no ground for a verdict: sensitivities
// are those of Sensitivity and Disagreement; disagreement and correlations those of Disagreement (under the
// others strengths of all judges are in proportion); position effects those of PositionByJudge.
//
// Sensitivity: Xu, Tan, Wu and Zhou, arXiv:2601.21817. Disagreement: Yu, Wang, Chen, Li and Du,
// arXiv:2605.05073.
//
// Arguments: of the options Level, Covariance, Correction, Quantiles, Bootstrap and Progress are
// used; Normalisation, Scale, Unit and Origin have no effect. The anonymous judge is last if there is
// one.
func (m *Model) Judges(ctx context.Context, judges JudgeOptions, options InferenceOptions) ([]ModelJudgesRow, error) {
	var a arena
	defer a.free()
	chosen, err := judges.c(&a)
	if err != nil {
		return nil, err
	}
	return inferRows(ctx, m, options, readModelJudgesRow,
		func(p *C.duel_model, o *C.duel_inference_options, out **C.duel_table) C.duel_status {
			return C.duel_model_judges(p, chosen, o, out)
		})
}
