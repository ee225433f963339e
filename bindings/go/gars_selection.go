package duel

// SelectionOptions: how bounds under selection are computed.
type SelectionOptions struct {
	// SelectionModel: 0: marginal; 1: odds.
	SelectionModel int
	// Answered: shares of drawn labels that were answered: none, one for all pairs, or one of every pair.
	Answered []float64
	// Level: level of intervals, within (0, 1); 0: 0.95.
	Level float64
	// Claims: two numbers for each, the item above and the one below.
	Claims []int
}
