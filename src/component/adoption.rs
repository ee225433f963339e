//! Values that a component takes from another model, by the places of items and judges there.

/// Parameters that take values of another model.
#[derive(Debug)]
pub struct Adoption<'a> {
    /// Places of an item here and there.
    pub items: Vec<(usize, usize)>,
    /// Places of a judge here and there.
    pub judges: Vec<(usize, usize)>,
    /// Parameters that keep their values; empty: none.
    pub fixed: &'a [bool],
    /// The other model's parameters; NaN: not known.
    pub values: &'a [f64],
    /// Those that take them.
    pub theta: &'a mut [f64],
}

impl Adoption<'_> {
    /// Takes a parameter from one of the other model.
    pub fn take(&mut self, to: usize, from: usize) {
        self.take_share(to, 1.0, from);
    }

    /// The same times a weight.
    pub fn take_share(&mut self, to: usize, weight: f64, from: usize) {
        let value = weight * self.values[from];
        if !self.fixed.get(to).is_some_and(|fixed| *fixed) && value.is_finite() {
            self.theta[to] = value;
        }
    }

    /// Calls `take` with every item that both have.
    pub fn each_item(&mut self, mut take: impl FnMut(&mut Self, usize, usize)) {
        for place in 0..self.items.len() {
            let (item, other) = self.items[place];
            take(self, item, other);
        }
    }

    /// Takes a parameter of every judge from that of the judge there, beginning at the two places.
    pub fn by_judge(&mut self, to: usize, from: usize) {
        for place in 0..self.judges.len() {
            let (judge, other) = self.judges[place];
            self.take(to + judge, from + other);
        }
    }
}
