//! Scores of the caller's own: a function of the probabilities of a context, and perhaps its derivative.

use super::specification::{Functional, GarsSpecification};
use crate::error::{Error, Result};
use std::sync::Arc;

/// A function of the probabilities of contexts.
pub trait ScoreFunction: Send + Sync {
    /// The values of `count` contexts, count x values, from their probabilities, count x K x K x C, row-major and zero
    /// for an item against itself.
    fn values(&self, count: usize, mu: &[f64], out: &mut [f64]) -> Result<()>;

    /// Whether `slopes` is there to be called.
    fn has_slope(&self) -> bool {
        false
    }

    /// The derivatives dF(mu)[h] along directions h, count x K x K x C, as [`ScoreFunction::values`] has its values.
    fn slopes(&self, _count: usize, _mu: &[f64], _h: &[f64], _out: &mut [f64]) -> Result<()> {
        Err(Error::Unsupported("there is no derivative".into()))
    }
}

/// A score of the caller's own. What is saved and merged is its name and the number of its values.
#[derive(Clone, Default)]
pub struct OwnScore {
    /// The name in messages; empty until the function is given.
    pub name: String,
    /// Number of values.
    pub values: usize,
    /// The function; none before it is given, and after loading.
    pub function: Option<Arc<dyn ScoreFunction>>,
}

impl PartialEq for OwnScore {
    fn eq(&self, other: &OwnScore) -> bool {
        self.name == other.name && self.values == other.values
    }
}

impl std::fmt::Debug for OwnScore {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("OwnScore")
            .field("name", &self.name)
            .field("values", &self.values)
            .finish_non_exhaustive()
    }
}

impl OwnScore {
    /// The function, or what is to be done to have one.
    pub(super) fn function(&self) -> Result<&dyn ScoreFunction> {
        match &self.function {
            Some(function) => Ok(&**function),
            None if self.name.is_empty() => Err(Error::Null(
                "a score of one's own has no function yet: give it before contexts are added".into(),
            )),
            None => Err(Error::Null(format!(
                "the saved scores have one of the caller's own ('{}'): give the function to go on",
                self.name
            ))),
        }
    }
}

impl GarsSpecification {
    /// Gives the function of a score of the caller's own, of which the functional is the number.
    pub(super) fn give(
        &mut self,
        functional: usize,
        name: &str,
        function: Arc<dyn ScoreFunction>,
    ) -> Result<()> {
        let count = self.functionals.len();
        match self.functionals.get_mut(functional) {
            Some(Functional::Own(_)) if name.is_empty() => {
                Err(Error::Argument("name is empty; a score of one's own needs one".into()))
            }
            Some(Functional::Own(score)) if !score.name.is_empty() && score.name != name => {
                Err(Error::Argument(format!(
                    "name is '{name}', but functionals[{functional}] is the score '{}'",
                    score.name
                )))
            }
            Some(Functional::Own(score)) => {
                score.name = name.into();
                score.function = Some(function);
                Ok(())
            }
            Some(_) => {
                Err(Error::Argument(format!("functional is {functional}, which is no score of one's own")))
            }
            None => Err(Error::Argument(format!("functional is {functional}, but there are {count}"))),
        }
    }
}
