//! Judges that disagree: the bundled votes, the choice of a rank, and many judges of many items.

use crate::calls::{check, Model, Set};
use crate::ffi::*;
use crate::timing::{goal, header, part, timed, Sample};
use crate::votes::{judged, logistic, Judged, Votes};
use duel::random::Random;
use std::mem::{size_of, zeroed};
use std::ptr::null_mut;

fn fit(set: &Set, rank: i32) -> Model {
    set.fit_with(&duel_model_options {
        struct_size: size_of::<duel_model_options>(),
        strength: DUEL_STRENGTH_DISAGREEMENT,
        rank,
        accept: DUEL_FIT_ANY,
        ..unsafe { zeroed() }
    })
}

/// Rank one with its standard errors, and all that chooses a rank, on the bundled votes.
pub fn bundled() {
    header("Judges that disagree, about 10 000 votes of 20 judges (Chatbot Arena: 10)");
    for (name, file, limit) in [
        ("MT-Bench", "judge_mtbench.csv", 10.0),
        ("Chatbot Arena", "judge_chatbot_arena.csv", 60.0),
        ("UltraFeedback", "judge_ultrafeedback.csv", 60.0),
    ] {
        let set = Set::of_judged(&judged(file));
        let (mut whole, mut errors, mut ranks) = (Sample::default(), Sample::default(), Sample::default());
        for _ in 0..20 {
            let (first, model) = timed(|| fit(&set, 1));
            let mut out = vec![0.0; 4 * model.info().items];
            let (second, ()) =
                timed(|| model.estimates(DUEL_QUANTITY_SCORES, DUEL_COVARIANCE_EXPECTED, &mut out));
            errors.push(second);
            whole.push(first + second);
        }
        for _ in 0..3 {
            ranks.push(timed(|| select_rank(&set)).0);
        }
        goal(&format!("{name}: rank one and standard errors"), &whole, &format!("at most {limit}"), limit);
        part("  standard errors alone", &errors);
        goal("  ranks 0 to 4 by five folds and criteria", &ranks, "at most 2000", 2000.0);
    }
}

fn select_rank(set: &Set) {
    let fit = duel_model_options {
        struct_size: size_of::<duel_model_options>(),
        accept: DUEL_FIT_ANY,
        ..unsafe { zeroed() }
    };
    let validation = duel_validation_options {
        struct_size: size_of::<duel_validation_options>(),
        folds: 5,
        ..unsafe { zeroed() }
    };
    let mut out = null_mut();
    unsafe {
        check(duel_set_select_rank(set.handle(), 4, 0, 0, 1, &fit, &validation, &mut out));
        duel_table_free(out);
    }
}

/// A thousand items, a hundred judges, 200 000 cells, rank two.
pub fn crowd() {
    const ITEMS: usize = 1_000;
    const JUDGES: usize = 100;
    const VOTES: usize = 400_000;
    let mut random = Random::new(5, 0);
    let mut draw = |count: usize| -> Vec<f64> { (0..count).map(|_| random.normal()).collect() };
    let (mu, v, w) = (draw(ITEMS), draw(ITEMS), draw(ITEMS));
    let (gamma, t, u) = (draw(JUDGES), draw(JUDGES), draw(JUDGES));
    let strength = |k: usize, i: usize| (0.3 * gamma[k]).exp() * mu[i] + 0.5 * (t[k] * v[i] + u[k] * w[i]);
    let mut all = Judged {
        votes: Votes { left: Vec::new(), right: Vec::new(), outcome: Vec::new() },
        judge: Vec::new(),
        context: Vec::new(),
    };
    let mut random = Random::new(6, 0);
    for _ in 0..VOTES / 2 {
        let judge = random.below(JUDGES as u64) as usize;
        let left = random.below(ITEMS as u64) as usize;
        let right = (left + 1 + random.below(ITEMS as u64 - 1) as usize) % ITEMS;
        let chance = logistic(strength(judge, left) - strength(judge, right));
        for _ in 0..2 {
            all.votes.left.push(left as u32);
            all.votes.right.push(right as u32);
            all.votes.outcome.push(if random.uniform() < chance { 1 } else { 2 });
            all.judge.push(judge as u32);
            all.context.push(0);
        }
    }
    let set = Set::of_judged(&all);
    let (mut fits, mut errors) = (Sample::default(), Sample::default());
    let (seconds, model) = timed(|| fit(&set, 2));
    fits.push(seconds);
    let mut out = vec![0.0; 4 * ITEMS];
    errors.push(timed(|| model.estimates(DUEL_QUANTITY_SCORES, DUEL_COVARIANCE_EXPECTED, &mut out)).0);
    header("1 000 items, 100 judges, 200 000 cells, rank two");
    goal(
        &format!("duel_model_fit, {} iterations", model.info().iterations),
        &fits,
        "at most 30000",
        30_000.0,
    );
    part("standard errors of 1 000 scores", &errors);
}
