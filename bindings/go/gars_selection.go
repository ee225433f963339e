package duel

// SelectionOptions: how bounds under selection are computed.
type SelectionOptions struct {
	// SelectionModel: SELECTION_MARGINAL (default) or _ODDS.
	SelectionModel int
	// Answered: nil: no label that was drawn is known to have been answered beyond those recorded, the widest
	// bounds; else shares of drawn labels that were answered, within [0, 1]: one for all pairs, or K x K, those
	// of unordered pairs above the diagonal.
	Answered []float64
	// Level: level of intervals, within (0, 1); 0: 0.95.
	Level float64
	// Claims: nil: for duel_gars_selection, neighbours on the board; else claims, ClaimCount x 2: the number of
	// the item above and of the one below. duel_gars_bounds has none.
	Claims []int
}
