//! Two items on few tasks and plans for more, against an independent program (`evidence.json`).

use crate::support::*;
use duel::claims::{
    exact_differences, paired, plan, Exact, Paired, PairedFound, PlanFound, Planned, Spread, Want,
};
use duel::progress::unwatched;
use serde_json::Value;

const CLOSE: Within = absolute(1e-9);

fn case(name: &str) -> Value {
    let all = reference("evidence.json");
    let cases = all["cases"].as_array().expect("cases");
    cases.iter().find(|case| case["name"] == name).expect("the case").clone()
}

fn list(value: &Value) -> &[Value] {
    value.as_array().expect("a list")
}

fn of(counts: [f64; 3], want: Want, margin: f64) -> PairedFound {
    let [only_first, only_second, tasks] = counts;
    paired(&Paired { only_first, only_second, tasks, level: 0.95, want, margin }).expect("counts")
}

#[test]
fn counts_of_two_items() {
    let case = case("two_by_two");
    let given = list(&case["given"]["only_first_only_second_tasks"]);
    for (row, expected) in given.iter().zip(list(&case["expected"])) {
        let row = numbers(row);
        let counts = [row[0], row[1], row[2]];
        let found = of(counts, Want::NotWorse, 0.05);
        for (name, value) in [
            ("p", found.p),
            ("p_mid", found.p_mid),
            ("p_larger", found.p_larger),
            ("p_selective", found.p_selective),
            ("log_e", found.log_e),
            ("log_e_larger", found.log_e_larger),
            ("score_z_margin_.05", found.score_z),
        ] {
            near(&format!("{name} of {counts:?}"), value, number(&expected[name]), CLOSE);
        }
        all_near("interval", &found.interval, &numbers(&expected["score_interval"]), CLOSE);
    }
}

#[test]
fn counts_of_a_new_record() {
    let case = case("selective_p");
    let given = list(&case["given"]["only_new_only_old"]);
    for (row, expected) in given.iter().zip(list(&case["expected"])) {
        let row = numbers(row);
        let found = of([row[0], row[1], 300.0], Want::Better, 0.0);
        near("p", found.p_selective, number(&expected["p"]), CLOSE);
        near("e", found.log_e_selective.exp(), number(&expected["e"]), CLOSE);
        near("two-sided", found.p, number(&expected["two_sided"]), CLOSE);
    }
}

/// Two models on 183 problems of five competitions.
#[test]
fn differences_of_two_models() {
    let case = case("exact_matharena");
    let (given, expected) = (&case["given"], &case["expected"]);
    let scores = |key: &str| -> Vec<f64> {
        let digits = given[key].as_str().expect("digits").bytes();
        digits.map(|digit| f64::from(digit - b'0') / 4.0).collect()
    };
    let (candidate, baseline) = (scores("candidate_scores"), scores("baseline_scores"));
    let differences: Vec<f64> = candidate.iter().zip(&baseline).map(|(a, b)| a - b).collect();
    let mut rest = &differences[..];
    let mut sums = Vec::new();
    for group in list(&given["groups"]) {
        let (own, others) = rest.split_at(group[1].as_u64().expect("a size") as usize);
        sums.push(own.iter().sum::<f64>());
        rest = others;
    }
    assert!(rest.is_empty());
    let plain = Exact { level: 0.95, want: Want::Better, margin: 0.0, bounds: None, draws: 10_000, seed: 3 };
    let groups = exact_differences(&sums, &plain, &mut unwatched()).expect("groups");
    let signs = &expected["exact_signs_of_groups"];
    assert!(groups.is_exact && groups.patterns == 32);
    near("p", groups.p, number(&signs["p"]), CLOSE);
    near("p_larger", groups.p_larger, number(&signs["p_larger"]), CLOSE);
    near("p_selective", groups.p_selective, number(&signs["p_selective"]), CLOSE);
    let bets = |want, margin| {
        let asked = Exact { want, margin, bounds: Some([0.0, 1.0]), ..plain };
        exact_differences(&differences, &asked, &mut unwatched()).expect("bets")
    };
    let better = bets(Want::Better, 0.0);
    near("estimate", better.estimate, number(&expected["estimate"]), CLOSE);
    near("log e", better.log_e, number(&expected["betting_log_e"]["0"]), CLOSE);
    near("log e", bets(Want::NotWorse, 0.02).log_e, number(&expected["betting_log_e"]["-.02"]), CLOSE);
    near("lower", better.interval[0], number(&expected["betting_lower_.025"]), CLOSE);
}

#[test]
fn plans() {
    let case = case("plan_fixed");
    let given = list(&case["given"]["effect_sd_threshold"]);
    for (row, expected) in given.iter().zip(list(&case["expected"])) {
        let row = numbers(row);
        let (want, margin) = if row[2] < 0.0 { (Want::NotWorse, -row[2]) } else { (Want::Better, row[2]) };
        let asked = Planned {
            want,
            margin,
            effect: row[0],
            spread: Spread::Sd(row[1]),
            group_size: 1.0,
            icc: 0.0,
            level: 0.95,
            power: 0.8,
            units: None,
            mixture: Some(0.05),
        };
        let PlanFound { units, power, units_normal, units_anytime, .. } = plan(&asked).expect("a plan");
        assert_eq!(units, number(&expected["units"]), "{row:?}");
        assert_eq!(units_anytime, number(&expected["anytime_mixture_.05"]), "{row:?}");
        near("power", power, number(&expected["power_there"]), CLOSE);
        near("normal", units_normal, number(&expected["normal_formula"]), absolute(1e-8));
    }
}
