//! A parameter's entry in one vector, or in several that are worked on together.

/// The terms of sums over cells.
pub(crate) trait Entry: Copy {
    /// Nothing.
    const ZERO: Self;

    /// Adds a multiple.
    fn add_times(&mut self, weight: f64, other: &Self);

    /// A multiple.
    fn times(&self, weight: f64) -> Self {
        let mut product = Self::ZERO;
        product.add_times(weight, self);
        product
    }
}

impl Entry for f64 {
    const ZERO: f64 = 0.0;

    #[inline]
    fn add_times(&mut self, weight: f64, other: &f64) {
        *self += weight * other;
    }
}

impl<const L: usize> Entry for [f64; L] {
    const ZERO: [f64; L] = [0.0; L];

    #[inline]
    fn add_times(&mut self, weight: f64, other: &[f64; L]) {
        self.iter_mut().zip(other).for_each(|(own, x)| *own += weight * x);
    }
}
