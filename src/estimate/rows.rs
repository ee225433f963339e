//! The rows of what is asked of estimates, and their columns.

use crate::claims::p_value;
use crate::component::Component;
use crate::inference::{EValue, PairTest, Rank, Test};
use crate::model::{Model, Quantity};
use crate::outcome::TIE;
use crate::room::Gather as _;
use crate::table::{Schema, SchemaColumn};

/// A value with what it is of.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Value {
    /// The group of contexts it is of.
    pub group: Option<usize>,
    /// The functional it belongs to.
    pub functional: Option<usize>,
    /// The judge it is of.
    pub judge: Option<usize>,
    /// The item it is of, or the first of a pair.
    pub item: Option<usize>,
    /// The second item of a pair.
    pub second: Option<usize>,
    /// The covariate it is of.
    pub covariate: Option<usize>,
    /// The column of a matrix of factors.
    pub factor: Option<usize>,
    /// The grade whose threshold it is.
    pub grade: Option<usize>,
    /// Estimate, standard error, lower and upper end.
    pub row: [f64; 4],
    /// Monte Carlo standard error of the standard error; zero where it is exact.
    pub simulated: f64,
}

/// A contrast.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Contrast {
    /// Its number.
    pub contrast: usize,
    /// Estimate, standard error, lower and upper end.
    pub row: [f64; 4],
}

/// A contrast that was tested.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Tested {
    /// Its number.
    pub contrast: usize,
    /// The value it was tested against.
    pub null: f64,
    /// The test.
    pub test: Test,
}

/// A contrast with the evidence that it differs from a value.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Evident {
    /// Its number.
    pub contrast: usize,
    /// Estimate, value and evidence.
    pub value: EValue,
}

/// An item with its rank.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Ranked {
    /// The item.
    pub item: usize,
    /// Its rank.
    pub rank: Rank,
}

/// Words for [`state`].
pub(super) const STATES: &[&std::ffi::CStr] =
    &[c"estimated", c"held", c"diverges", c"boundary", c"not_identified"];

/// Why a value has the standard error that it has.
pub(super) fn state(row: &[f64; 4]) -> usize {
    let [estimate, error, ..] = *row;
    match () {
        () if estimate.is_nan() => 4,
        () if estimate.is_infinite() || error.is_infinite() => 2,
        () if error.is_nan() => 3,
        () if error == 0.0 => 1,
        () => 0,
    }
}

/// The columns of values.
pub static VALUES: Schema<Value> = Schema {
    name: "estimate_values",
    title: c"Estimates of a quantity",
    columns: &[
        SchemaColumn::i64(c"functional", c"", c"Number of the functional, of nonparametric estimates.", |v| {
            v.functional.map(|n| n as i64)
        }),
        SchemaColumn::judge(c"judge", c"The judge; missing where the value is of no judge.", |v| v.judge),
        SchemaColumn::item(c"item", c"The item, or the first of a pair; missing where the value is of none.", |v| {
            v.item
        }),
        SchemaColumn::item(c"second", c"The second item of a pair; missing where the value is of none.", |v| {
            v.second
        }),
        SchemaColumn::covariate(c"covariate", c"The covariate; missing where the value is of none.", |v| v.covariate),
        SchemaColumn::i64(
            c"factor",
            c"",
            c"Number of the factor or direction, from 0; missing where the value is of none.",
            |v| v.factor.map(|n| n as i64),
        ),
        SchemaColumn::f64(c"estimate", c"that of the quantity", c"The estimate; missing if unidentified.", |v| {
            v.row[0]
        }),
        SchemaColumn::f64(
            c"se",
            c"that of the quantity",
            c"Its standard error: 0 where the normalisation fixes the value, infinite where it diverges.",
            |v| v.row[1],
        ),
        SchemaColumn::f64(c"lower", c"that of the quantity", c"Lower end of its interval.", |v| v.row[2]),
        SchemaColumn::f64(c"upper", c"that of the quantity", c"Upper end of its interval.", |v| v.row[3]),
        SchemaColumn::f64(
            c"se_mc",
            c"that of the quantity",
            c"Monte Carlo standard error of se, where it is sampled; 0 where it is exact.",
            |v| v.simulated,
        ),
        SchemaColumn::choice(
            c"state",
            c"Why the standard error is as it is: boundary means that the normal distribution says nothing there.",
            STATES,
            |v| Some(state(&v.row)),
        ),
        SchemaColumn::i64(
            c"group",
            c"",
            c"Number of the group of contexts, of nonparametric estimates in groups; missing where the value is of all contexts, or of two groups.",
            |v| v.group.map(|n| n as i64),
        ),
        SchemaColumn::i64(
            c"grade",
            c"",
            c"The grade whose threshold it is; missing where the value is of none.",
            |v| v.grade.map(|n| n as i64),
        ),
    ],
};

const OF_CONTRASTS: &[SchemaColumn<Contrast>] = &[
    SchemaColumn::i64(c"contrast", c"", c"Number of the contrast or function, from 0.", |c| {
        Some(c.contrast as i64)
    }),
    SchemaColumn::f64(c"estimate", c"that of the quantity", c"Its value; missing if unidentified.", |c| {
        c.row[0]
    }),
    SchemaColumn::f64(c"se", c"that of the quantity", c"Its standard error.", |c| c.row[1]),
    SchemaColumn::f64(c"lower", c"that of the quantity", c"Lower end of its interval.", |c| c.row[2]),
    SchemaColumn::f64(c"upper", c"that of the quantity", c"Upper end of its interval.", |c| c.row[3]),
];

/// The columns of contrasts.
pub static CONTRASTS: Schema<Contrast> =
    Schema { name: "estimate_contrasts", title: c"Linear contrasts", columns: OF_CONTRASTS };

/// The columns of profile-likelihood intervals.
pub static PROFILE: Schema<Contrast> =
    Schema { name: "model_profile", title: c"Profile-likelihood intervals", columns: OF_CONTRASTS };

/// The columns of functions.
pub static FUNCTIONS: Schema<Contrast> =
    Schema { name: "model_function", title: c"Functions of a quantity", columns: OF_CONTRASTS };

/// The columns of tests of contrasts.
pub static TESTS: Schema<Tested> = Schema {
    name: "estimate_tests",
    title: c"Tests of linear contrasts",
    columns: &[
        SchemaColumn::i64(c"contrast", c"", c"Number of the contrast, from 0.", |t| Some(t.contrast as i64)),
        SchemaColumn::f64(c"estimate", c"that of the quantity", c"The contrast; missing if unidentified.", |t| {
            t.test.estimate
        }),
        SchemaColumn::f64(c"se", c"that of the quantity", c"Its standard error.", |t| t.test.error),
        SchemaColumn::f64(c"lower", c"that of the quantity", c"Lower end of its adjusted interval.", |t| {
            t.test.lower
        }),
        SchemaColumn::f64(c"upper", c"that of the quantity", c"Upper end of its adjusted interval.", |t| {
            t.test.upper
        }),
        SchemaColumn::f64(c"null_value", c"that of the quantity", c"The value it is tested against.", |t| t.null),
        SchemaColumn::f64(
            c"statistic",
            c"",
            c"The estimate less null, over its standard error, or the logarithm of an e-value at all looks; missing where there is no test.",
            |t| t.test.statistic,
        ),
        SchemaColumn::f64(c"p", c"probability", c"The two-sided p-value of the test alone.", |t| t.test.p),
        SchemaColumn::f64(c"p_adjusted", c"probability", c"The p-value, adjusted for the family of tests.", |t| {
            t.test.adjusted
        }),
    ],
};

/// The columns of evidence.
pub static E_VALUES: Schema<Evident> = Schema {
    name: "estimate_e_values",
    title: c"Evidence about linear contrasts, at all looks",
    columns: &[
        SchemaColumn::i64(c"contrast", c"", c"Number of the contrast, from 0.", |e| Some(e.contrast as i64)),
        SchemaColumn::f64(c"estimate", c"that of the quantity", c"The contrast; missing if unidentified.", |e| {
            e.value.estimate
        }),
        SchemaColumn::f64(c"se", c"that of the quantity", c"Its standard error.", |e| e.value.error),
        SchemaColumn::f64(c"null_value", c"that of the quantity", c"The value it is tested against.", |e| e.value.null),
        SchemaColumn::f64(
            c"log_e",
            c"",
            c"Logarithm of the e-value against being equal to it; 0, which says nothing, where there is no test.",
            |e| e.value.evidence.two_sided,
        ),
        SchemaColumn::f64(
            c"log_e_larger",
            c"",
            c"Logarithm of the e-value against being equal to it or smaller.",
            |e| e.value.evidence.larger,
        ),
        SchemaColumn::f64(c"p", c"probability", c"The p-value that holds at all looks, 1 over the first e-value.", |e| {
            p_value(e.value.evidence.two_sided)
        }),
    ],
};

/// The columns of tests of pairs.
pub static PAIRS: Schema<PairTest> = Schema {
    name: "estimate_pairs",
    title: c"Differences of pairs",
    columns: &[
        SchemaColumn::item(c"first", c"The first item.", |p| Some(p.first)),
        SchemaColumn::item(c"second", c"The second item.", |p| Some(p.second)),
        SchemaColumn::f64(
            c"estimate",
            c"that of the quantity",
            c"The first less the second; missing if unidentified.",
            |p| p.test.estimate,
        ),
        SchemaColumn::f64(c"se", c"that of the quantity", c"Its standard error.", |p| p.test.error),
        SchemaColumn::f64(c"lower", c"that of the quantity", c"Lower end of its adjusted interval.", |p| {
            p.test.lower
        }),
        SchemaColumn::f64(c"upper", c"that of the quantity", c"Upper end of its adjusted interval.", |p| {
            p.test.upper
        }),
        SchemaColumn::f64(
            c"statistic",
            c"",
            c"The difference over its standard error, or the logarithm of an e-value at all looks; missing where there is no test.",
            |p| p.test.statistic,
        ),
        SchemaColumn::f64(c"p", c"probability", c"The two-sided p-value of the test alone.", |p| p.test.p),
        SchemaColumn::f64(c"p_adjusted", c"probability", c"The p-value, adjusted for the family of tests.", |p| {
            p.test.adjusted
        }),
    ],
};

/// The columns of ranks.
pub static RANKS: Schema<Ranked> = Schema {
    name: "estimate_ranks",
    title: c"Ranks with ranges that hold all at once",
    columns: &[
        SchemaColumn::item(c"item", c"The item.", |r| Some(r.item)),
        SchemaColumn::f64(
            c"rank",
            c"rank",
            c"Rank, 1 is best; equal values share the mean; missing where it is not known.",
            |r| r.rank.rank,
        ),
        SchemaColumn::i64(
            c"rank_best",
            c"rank",
            c"One more than the number of items significantly better.",
            |r| Some(r.rank.best as i64),
        ),
        SchemaColumn::i64(
            c"rank_worst",
            c"rank",
            c"The number of items less those significantly worse.",
            |r| Some(r.rank.worst as i64),
        ),
    ],
};

/// The object of a row or a column of a quantity.
#[derive(Clone, Copy, PartialEq)]
enum Axis {
    Nothing,
    Judge,
    Item,
    Second,
    Covariate,
    Factor,
    Grade,
}

/// The objects of rows and columns of a quantity.
fn axes(model: &Model, quantity: Quantity) -> [Axis; 2] {
    use Axis::*;
    let (rows, _) = model.shape(quantity).unwrap_or((0, 1));
    match quantity {
        Quantity::Scores | Quantity::WinRates | Quantity::Shares | Quantity::Variances => [Item, Nothing],
        Quantity::Sensitivities
        | Quantity::LogSensitivities
        | Quantity::ThresholdOffsets
        | Quantity::DisagreementNorms
        | Quantity::DisagreementRatios => [Judge, Nothing],
        // Each says by itself to what it belongs.
        Quantity::Effects => [Nothing, Nothing],
        Quantity::Strengths | Quantity::Disagreements => [Judge, Item],
        Quantity::PairThresholds | Quantity::Spreads | Quantity::LogSpreads => [Item, Second],
        Quantity::JudgeFactors => [Judge, Factor],
        Quantity::ItemFactors => [Item, Factor],
        Quantity::DisagreementSizes => [Factor, Nothing],
        Quantity::SensitivitySlopes => [Judge, Covariate],
        Quantity::Grades => [Grade, Nothing],
        Quantity::Positions => match model.layout.terms.position().and_then(Component::by_judge) {
            Some(_) => [Judge, Nothing],
            None => [Nothing, Nothing],
        },
        Quantity::BadThresholds => [if rows == 1 { Nothing } else { Item }, Nothing],
        Quantity::Thresholds => match model.layout.terms.threshold(TIE) {
            Some(threshold) if threshold.factors > 0 => {
                [Item, if threshold.factors > 1 { Factor } else { Nothing }]
            }
            _ => [if rows == 1 { Nothing } else { Judge }, Nothing],
        },
    }
}

/// Values of a model with what they are of.
pub(super) fn of_model(
    model: &Model,
    quantity: Quantity,
    numbers: &[[f64; 4]],
    simulated: &[f64],
) -> Vec<Value> {
    let (_, columns) = model.shape(quantity).unwrap_or((0, 1));
    let [along, across] = axes(model, quantity);
    let choices = &model.specification;
    let names = choices.strength.covariates();
    let id_of = |name: &str| model.set.covariates().iter().position(|covariate| covariate.name() == name);
    let terms = &model.layout.terms;
    let placed = |at: usize, row: [f64; 4]| {
        let mut value = Value { row, simulated: simulated[at], ..Value::default() };
        if quantity == Quantity::Effects {
            let (item, covariate) = terms.labels(terms.coefficients().start + at);
            (value.item, value.covariate) = (item, covariate.and_then(id_of));
        }
        for (axis, place) in [(along, at / columns), (across, at % columns)] {
            match axis {
                Axis::Nothing => {}
                Axis::Judge => value.judge = Some(place),
                Axis::Item => value.item = Some(place),
                Axis::Second => value.second = Some(place),
                Axis::Covariate => value.covariate = names.get(place).and_then(|name| id_of(name)),
                Axis::Factor => value.factor = Some(place),
                Axis::Grade => value.grade = terms.grades.as_ref().and_then(|grades| grades.all().nth(place)),
            }
        }
        value
    };
    numbers.iter().enumerate().map(|(at, row)| placed(at, *row)).gathered()
}

/// Values of a functional, perhaps in a group of contexts.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Part {
    /// Number of the group.
    pub(super) group: Option<usize>,
    /// Number of the functional; none of values that somebody supplied.
    pub(super) functional: Option<usize>,
    /// Number of its values.
    pub(super) count: usize,
}

/// Values of functionals, one functional after the other.
pub(super) fn of_functionals(parts: &[Part], numbers: &[[f64; 4]]) -> Vec<Value> {
    let places = parts.iter().flat_map(|part| (0..part.count).map(move |item| (part, item)));
    places
        .zip(numbers)
        .map(|((part, item), row)| Value {
            group: part.group,
            functional: part.functional,
            item: Some(item),
            row: *row,
            ..Value::default()
        })
        .gathered()
}
