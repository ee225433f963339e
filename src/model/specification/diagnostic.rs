//! Statistical diagnostics: problems of an estimate, as bits, and the items or judges that they concern.

use std::ffi::CStr;

/// Problems of a fit, as a set of bits; the numbers are those of the C interface.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Problems(pub i32);

impl Problems {
    /// No diagnostic.
    pub const NONE: Problems = Problems(0);
    /// Items were never compared, not even through others.
    pub const DISCONNECTED: Problems = Problems(1);
    /// No finite estimate.
    pub const SEPARATED: Problems = Problems(2);
    /// Judges with sensitivity zero.
    pub const BOUNDARY: Problems = Problems(4);
    /// Judges with negative sensitivity.
    pub const OPPOSED: Problems = Problems(8);
    /// All scores equal, sensitivities unidentified.
    pub const EQUAL_SCORES: Problems = Problems(16);
    /// Parameters not determined by the data.
    pub const UNDETERMINED: Problems = Problems(32);
    /// The solver stopped early.
    pub const NOT_CONVERGED: Problems = Problems(64);
    /// Thresholds at the end of their range: judges who never tie, or only tie. Never an error.
    pub const TIE_LIMIT: Problems = Problems(128);
    /// Items with a variance of zero (Heywood cases). Never an error.
    pub const HEYWOOD: Problems = Problems(256);
    /// Names of the bits, the lowest first.
    pub const LABELS: [&'static CStr; 9] = [
        c"disconnected",
        c"separated",
        c"boundary",
        c"opposed",
        c"equal_scores",
        c"undetermined",
        c"not_converged",
        c"tie_limit",
        c"heywood",
    ];
    /// Every outcome that can be accepted.
    pub const ANY: Problems = Problems(127);

    /// The constant of the C interface that accepts a single problem.
    pub fn constant(self) -> String {
        let label =
            Problems::LABELS.get(self.0.trailing_zeros() as usize).and_then(|label| label.to_str().ok());
        format!("DUEL_FIT_{}", label.unwrap_or("any").to_uppercase())
    }

    /// Whether all bits of `other` are set.
    pub fn contains(self, other: Problems) -> bool {
        self.0 & other.0 == other.0
    }

    /// Sets the bits of `other`.
    pub fn insert(&mut self, other: Problems) {
        self.0 |= other.0;
    }

    /// The bits not in `other`.
    pub fn without(self, other: Problems) -> Problems {
        Problems(self.0 & !other.0)
    }
}

/// One diagnostic found, with its sentence.
#[derive(Debug, Clone, PartialEq)]
pub struct Diagnostic {
    /// Which.
    pub problem: Problems,
    /// One sentence that names the items or judges.
    pub message: String,
}
