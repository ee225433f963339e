package duel

// #include <duel.h>
import "C"

// Shape is the size of a quantity; ErrUnsupported if the model has no such quantity.
func (m *Model) Shape(what Quantity) (rows, columns int, err error) {
	var cRows, cColumns C.size_t
	err = m.read(func(p *C.duel_model) C.duel_status {
		return C.duel_model_shape(p, C.duel_quantity(what), &cRows, &cColumns)
	})
	return int(cRows), int(cColumns), err
}

// Get is a quantity: scores sum to zero, sensitivities have mean one. ErrUnsupported if the model
// has no such quantity.
func (m *Model) Get(what Quantity) (Matrix, error) {
	rows, columns, err := m.Shape(what)
	if err != nil {
		return Matrix{}, err
	}
	return filled(rows, columns, func(data *C.double, size C.size_t) error {
		return m.read(func(p *C.duel_model) C.duel_status {
			return C.duel_model_get(p, C.duel_quantity(what), data, size)
		})
	})
}

func (m *Model) column(what Quantity) ([]float64, error) {
	out, err := m.Get(what)
	return out.Data, err
}

// Sensitivities are those of the judges, by id; their mean over the judges with positive
// sensitivity is one.
func (m *Model) Sensitivities() ([]float64, error) { return m.column(Sensitivities) }

// LogSensitivities are the logarithms of Sensitivities; NaN where one is not positive.
func (m *Model) LogSensitivities() ([]float64, error) { return m.column(LogSensitivities) }

// Positions are the position effects: one, or one for every judge.
func (m *Model) Positions() ([]float64, error) { return m.column(Positions) }

// Effects are the regression coefficients, in the order of Options.Covariates.
func (m *Model) Effects() ([]float64, error) { return m.column(Effects) }

// Strengths are what each judge (row) thinks of each item (column).
func (m *Model) Strengths() (Matrix, error) { return m.Get(Strengths) }

// WinRates are the mean probabilities of the items, by id, of winning against every other item.
func (m *Model) WinRates() ([]float64, error) { return m.column(WinRates) }

// Shares are exp(score) of the items, by id, over the sum of all.
func (m *Model) Shares() ([]float64, error) { return m.column(Shares) }
