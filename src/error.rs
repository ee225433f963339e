//! The one error type of the library, and the table of codes that C sees.

/// Everything that can go wrong. Each variant is one status code of the C interface.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum Error {
    /// A required pointer is missing.
    #[error("{0}")]
    Null(String),
    /// An argument is outside its domain.
    #[error("{0}")]
    Argument(String),
    /// A row of the data is invalid; `row` is its zero-based number where one row is to blame.
    #[error("{message}")]
    Data {
        /// Zero-based number of the row.
        row: Option<usize>,
        /// The error, with the column and the value.
        message: String,
    },
    /// A name is unknown, duplicate, empty or not UTF-8.
    #[error("{message}")]
    Name {
        /// Zero-based number of the row, where the name came in a column.
        row: Option<usize>,
        /// The error, with the name.
        message: String,
    },
    /// A buffer is too short, or a size overflows.
    #[error("{0}")]
    Size(String),
    /// Saved bytes are malformed, truncated, damaged or of another version.
    #[error("{0}")]
    Format(String),
    /// The combination of choices, or the quantity, does not exist for this model.
    #[error("{0}")]
    Unsupported(String),
    /// No unique finite estimate exists.
    #[error("{0}")]
    NotIdentified(String),
    /// The solver stopped before the optimum.
    #[error("{0}")]
    NotConverged(String),
    /// A factorization failed, or a number overflowed.
    #[error("{0}")]
    Numeric(String),
    /// The caller cancelled.
    #[error("cancelled")]
    Cancelled,
    /// Memory could not be had, or would pass the caller's limit.
    #[error("{0}")]
    Memory(String),
    /// A defect in the library.
    #[error("{0}")]
    Internal(String),
}

/// Result with the library's error.
pub type Result<T> = std::result::Result<T, Error>;

impl Error {
    /// An invalid row.
    pub fn row(row: usize, message: impl Into<String>) -> Self {
        Error::Data { row: Some(row), message: message.into() }
    }

    /// Invalid data that no single row is to blame for.
    pub fn data(message: impl Into<String>) -> Self {
        Error::Data { row: None, message: message.into() }
    }

    /// A name that is unknown or cannot be taken.
    pub fn name(message: impl Into<String>) -> Self {
        Error::Name { row: None, message: message.into() }
    }

    /// The status code of the C interface.
    pub fn code(&self) -> i32 {
        match self {
            Error::Null(_) => 1,
            Error::Argument(_) => 2,
            Error::Data { .. } => 3,
            Error::Name { .. } => 4,
            Error::Size(_) => 5,
            Error::Format(_) => 6,
            Error::Unsupported(_) => 7,
            Error::NotIdentified(_) => 8,
            Error::NotConverged(_) => 9,
            Error::Numeric(_) => 10,
            Error::Cancelled => 11,
            Error::Memory(_) => 12,
            Error::Internal(_) => 13,
        }
    }

    /// The error of rows that come after others.
    pub fn after(mut self, rows: usize) -> Self {
        if let Error::Data { row: Some(row), .. } | Error::Name { row: Some(row), .. } = &mut self {
            *row += rows;
        }
        self
    }

    /// Zero-based number of the row to blame, if there is one.
    pub fn row_number(&self) -> Option<usize> {
        match self {
            Error::Data { row, .. } | Error::Name { row, .. } => *row,
            _ => None,
        }
    }
}
