package duel

// #include <duel.h>
import "C"

// Average gives the estimates of Scores or Strengths over ranks of disagreement, as duel_model_average. Each question fits the
// ranks anew, so ask for all values at once. What cannot be averaged is refused when a question is asked.
func (m *Model) Average(quantity Quantity, options RankAverageOptions, inference InferenceOptions) *Estimates {
	return newEstimates(inference, func(o *C.duel_inference_options, out **C.duel_estimate) error {
		var a arena
		defer a.free()
		c, err := options.c(&a)
		if err != nil {
			return err
		}
		return m.read(func(p *C.duel_model) C.duel_status {
			return C.duel_model_average(p, C.duel_quantity(quantity), c, o, out)
		})
	})
}

// Judge gives the strengths of one judge, of estimates of Strengths, with one value for each item: its pairs, ranks, winner and
// so on. A judge that there is not is refused when a question is asked.
func (e *Estimates) Judge(judge int) *Estimates {
	if e == nil || e.source == nil {
		return e
	}
	return newEstimates(e.options, func(o *C.duel_inference_options, out **C.duel_estimate) error {
		if judge < 0 {
			return refuse(ErrArgument, "judge is %d; it must be the number of a judge", judge)
		}
		var all *C.duel_estimate
		if err := e.source(o, &all); err != nil {
			return err
		}
		defer func() { C.duel_estimate_free(all) }()
		return call(func() C.duel_status { return C.duel_estimate_judge(all, C.size_t(judge), out) })
	})
}
