//! The distributions that inference reads its levels from, each checked against tabulated values.
//!
//! Functions take and return plain numbers; an argument outside its domain gives NaN.

pub(crate) mod beta;
pub mod bivariate;
pub mod chi_square;
pub mod noncentral;
pub mod normal;
pub(crate) mod plane;
pub(crate) mod quadrature;
pub(crate) mod root;
pub mod student;
pub(crate) mod trivariate;
pub mod weighted_chi_square;
