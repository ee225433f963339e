//! Read-outs and questions of small models, each against another way to the same number.

mod given;
