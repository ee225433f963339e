//! Given estimates: units of any size, rounding, and families of one.

use crate::error::Error;
use crate::inference::{Adjustment, Family, Given, Method, Options};
use crate::progress::unwatched;

/// Contrasts and tests of them do not depend on the units of values and weights.
#[test]
fn contrasts_do_not_depend_on_units() {
    let options = Options::default();
    let covariance = [0.04, 0.01, -0.02, 0.01, 0.09, 0.03, -0.02, 0.03, 0.25];
    let (estimates, weights) = ([1.0, 2.0, -3.0], [1.0, -1.0, 0.0, 0.5, 0.5, -1.0]);
    let direct = |a: usize, b: usize| -> f64 {
        (0..9).map(|k| weights[3 * a + k / 3] * weights[3 * b + k % 3] * covariance[k]).sum()
    };
    for (unit, size) in [(1.0, 1.0), (1e-10, 1.0), (1e10, 1.0), (1.0, 1e-9), (1.0, 1e9)] {
        let given = Given::new(
            estimates.map(|e| unit * e).to_vec(),
            covariance.map(|c| unit * unit * c).to_vec(),
            None,
        );
        let found = given.unwrap().contrasts(&weights.map(|w| size * w), 2).unwrap();
        let scale = unit * size;
        for (k, value) in found.covariance(&options).unwrap().iter().enumerate() {
            let expected = scale * scale * direct(k / 2, k % 2);
            assert!((value / expected - 1.0).abs() < 1e-12, "{unit} {size}: {value} {expected}");
        }
        assert!((found.estimates()[1] / (scale * 4.5) - 1.0).abs() < 1e-12);
        // (x, y) C^-1 (x, y)' by the inverse of two rows.
        let wald = found.wald(None, false, &options).unwrap();
        let (x, y) = (-1.0, 4.5);
        let [a, b, c] = [direct(0, 0), direct(0, 1), direct(1, 1)];
        let expected = (c * x * x - 2.0 * b * x * y + a * y * y) / (a * c - b * b);
        assert!((wald.statistic / expected - 1.0).abs() < 1e-9, "{unit} {size}: {wald:?} {expected}");
    }
    // Values whose units differ from each other are no singular matrix.
    let apart = Given::new(vec![2e-10, 3.0], vec![1e-20, 0.0, 0.0, 1.0], None).unwrap();
    assert!((apart.wald(None, false, &options).unwrap().statistic - 13.0).abs() < 1e-9);
}

/// Of values that are multiples of each other the rest of a contrast that cancels is rounding, whatever its size.
#[test]
fn contrasts_that_cancel_have_no_variance() {
    for (a, b) in [(0.003, 511.7), (0.001, 77.7), (0.007, 101.3), (0.003, 33.3)] {
        for unit in [1e-6, 1.0, 1e6] {
            let v = [0.0, unit * a, unit * b];
            let covariance = (0..9).map(|k| v[k / 3] * v[k % 3]).collect();
            let given = Given::new(v.to_vec(), covariance, None).unwrap();
            let found = given.contrasts(&[0.0, b, -a, 0.0, 1.0, 0.0], 2).unwrap();
            let found = found.covariance(&Options::default()).unwrap();
            assert_eq!(found[..3], [0.0; 3], "{a} {b} {unit}");
            assert!((found[3] / (v[1] * v[1]) - 1.0).abs() < 1e-12);
        }
    }
}

/// A family of one is no family, and a reference must be one of the values.
#[test]
fn families_of_one_and_references_that_are_none() {
    let given = Given::new(vec![1.0], vec![0.04], Some(500.0)).unwrap();
    let test = |method, adjustment| {
        let options = Options { method, mixture: 0.5, ..Options::default() };
        given.test_values(&[], adjustment, &options, &mut unwatched()).unwrap()[0]
    };
    let alone = test(Method::Anytime, Adjustment::None);
    assert_eq!(test(Method::AnytimeSimultaneous, Adjustment::None), alone);
    assert_eq!(test(Method::Anytime, Adjustment::Bonferroni), alone);
    let three =
        Given::new(vec![1.0, 2.0, 3.0], vec![1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0], None).unwrap();
    let to = |item| {
        let family = Family::ToReference(item);
        three.test_pairs(family, Adjustment::None, &Options::default(), &mut unwatched())
    };
    assert_eq!(to(2).unwrap().len(), 2);
    assert!(matches!(to(3), Err(Error::Argument(_))));
}
