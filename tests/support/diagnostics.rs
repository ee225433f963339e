//! Diagnostics of judges on the bundled votes: shares counted from the files, and agreement against other
//! programs (krippendorff 0.9, scikit-learn's cohen_kappa_score).

use crate::support::*;
use duel::assess::judges::{
    consistency, counts, judges, krippendorff, learning_curve, order, pairwise_agreement, report,
    with_majority, LearningDraws, Metric, Orientation, Report, Thresholds, Verdicts,
};
use duel::assess::{residuals, ResidualsBy};
use duel::comparisons::{Kind as Names, Set, Unit};
use duel::inference::Options;
use duel::model::{Position, Problems, Specification, StrengthModel};
use duel::progress::unwatched;

const FILES: [&str; 3] = ["judge_chatbot_arena.csv", "judge_mtbench.csv", "judge_ultrafeedback.csv"];

const GLM: &str = "zai-org/GLM-4.5-Air-FP8";

fn judge(set: &Set, name: &str) -> usize {
    set.find(Names::Judge, name).expect(name)
}

/// Shares of the first position, in the order of the files.
#[test]
fn first_shares_of_the_bundled_votes() {
    let sets = FILES.map(votes);
    let tables = sets.each_ref().map(|set| counts(set, 0.95).expect("counts"));
    for (name, shares) in [
        (GLM, [0.992, 0.998, 0.998]),
        ("google/gemma-3n-E4B-it", [0.703, 0.735, 0.646]),
        ("deepseek-chat", [0.267, 0.405, 0.274]),
        ("mistralai/Mixtral-8x7B-Instruct-v0.1", [f64::NAN, 0.861, 0.889]),
        ("meta-llama/Llama-4-Scout-17B-16E-Instruct", [f64::NAN, 0.127, 0.055]),
    ] {
        for (at, share) in shares.into_iter().enumerate().filter(|(_, share)| !share.is_nan()) {
            let position = tables[at][judge(&sets[at], name)].position;
            near(name, position.share, share, absolute(5e-4));
            assert!(
                position.lower < position.share && position.share < position.upper,
                "{name}: {position:?}"
            );
        }
    }
    let glm = &tables[1][judge(&sets[1], GLM)];
    assert_eq!((glm.comparisons, glm.decided, glm.pairs, glm.rarer), (498.0, 494.0, 15, 0.0));
    assert!(glm.position.lower > 0.98);
    // Arena and MT-Bench show every pair in one order; UltraFeedback nearly.
    for (set, pairs) in sets.iter().zip([189, 15]) {
        let shown = order(set);
        assert_eq!((shown.pairs, shown.both, shown.rarer), (pairs, 0, 0.0));
        assert!(shown.p < 1e-12, "{}", shown.p);
    }
    let shown = order(&sets[2]);
    assert_eq!((shown.pairs, shown.both), (136, 2));
    near("rarer order", shown.rarer, 2.0 / 9726.0, absolute(1e-15));
}

#[test]
fn alpha_of_the_bundled_votes() {
    for (file, nominal, ordinal, without) in [
        (
            FILES[1],
            [0.363_178_315_855_050_45, 0.352_944_336_479_954_4],
            [0.418_507_472_876_815_8, 0.404_848_366_948_450_5],
            [("marin-community/marin-8b-instruct", 0.430_331_788_818_698_4), (GLM, 0.389_614_012_447_879_5)],
        ),
        (
            FILES[0],
            [0.201_721_481_898_303_86, 0.194_416_643_512_763_78],
            [0.266_850_214_598_296_7, 0.256_713_741_371_723_3],
            [("marin-community/marin-8b-instruct", 0.265_405_111_939_765_35), (GLM, 0.248_572_171_871_834_4)],
        ),
    ] {
        let set = votes(file);
        let alphas = |metric, orientation| {
            krippendorff(&set, metric, orientation, 0.95, &mut unwatched()).expect("alpha")
        };
        for (metric, expected) in [(Metric::Nominal, nominal), (Metric::Ordinal, ordinal)] {
            for (orientation, expected) in [Orientation::Both, Orientation::ById].into_iter().zip(expected) {
                near(file, alphas(metric, orientation)[0].alpha, expected, absolute(1e-12));
            }
        }
        let found = alphas(Metric::Nominal, Orientation::Both);
        assert_eq!(found.len(), set.judges() + 1);
        assert!(found[0].lower < found[0].alpha && found[0].error > 0.0 && found[0].error < 0.05);
        for (name, expected) in without {
            near(name, found[1 + judge(&set, name)].alpha, expected, absolute(5e-4));
        }
    }
}

/// Items of MT-Bench are shown in the order of their ids, so that positions are Cohen's categories.
#[test]
fn kappa_of_the_bundled_votes() {
    let set = votes(FILES[1]);
    let n = judges(&set);
    let found = pairwise_agreement(&set, &mut unwatched()).expect("agreement");
    for (a, b, units, observed, kappa) in [
        (0, 1, 275.0, 0.8, 0.620_480_264_973_778_6),
        (2, 5, 264.0, 0.712_121_212_121_212_1, 0.469_402_866_663_140_7),
        (3, 19, 284.0, 0.644_366_197_183_098_6, -0.014_393_323_195_529_995),
    ] {
        assert_eq!(found.units[a * n + b], units);
        near("observed", found.observed[b * n + a], observed, absolute(1e-12));
        near("kappa", found.kappa[a * n + b], kappa, absolute(1e-12));
    }
    let rows = with_majority(&set, 0.95).expect("majorities");
    for (name, units, observed, kappa) in [
        ("kimi-k2-thinking-turbo", 484, 0.946_280_991_735_537_1, 0.897_754_233_156_748_7),
        ("deepseek-chat", 473, 0.786_469_344_608_879_5, 0.607_910_244_414_898),
        ("marin-community/marin-8b-instruct", 480, 0.122_916_666_666_666_66, 0.034_122_139_958_608_02),
        (GLM, 485, 0.564_948_453_608_247_4, 0.015_356_342_188_567_296),
    ] {
        let row = &rows[judge(&set, name)];
        assert_eq!(row.units, units, "{name}");
        near(name, row.observed.share, observed, absolute(1e-12));
        near(name, row.kappa, kappa, absolute(1e-12));
    }
}

/// A judge of positions hardly goes in circles where the order is the alphabet's, and is no good judge for that.
#[test]
fn triads_of_the_bundled_votes() {
    let set = votes(FILES[1]);
    let found = consistency(&set, &mut unwatched()).expect("triads");
    let glm = found[judge(&set, GLM)];
    assert_eq!((glm.triads, glm.circular, glm.within, glm.circular_within), (20, 0, 100, 1));
    let total: u64 = found.iter().map(|c| c.within).sum();
    let circular: u64 = found.iter().map(|c| c.circular_within).sum();
    assert!(0 < circular && 4 * circular < total, "{circular} of {total}");
}

/// The heat map of judges and items adds up to the residuals of judges' positions and of items.
#[test]
fn the_heat_map_adds_up() {
    let set = votes(FILES[1]);
    let specification = Specification { position: Position::Shared, ..Specification::default() };
    let model = fitted(&set, &specification);
    let heat = residuals(&model, ResidualsBy::JudgeItem).expect("heat map");
    assert_eq!(heat.len(), 20 * 6);
    for item in residuals(&model, ResidualsBy::Item).expect("items") {
        let of_item = || heat.iter().filter(|row| row.key[2] == item.key[2]);
        near("comparisons", of_item().map(|row| row.comparisons).sum(), item.comparisons, absolute(1e-9));
        near("expected", of_item().map(|row| row.expected).sum(), item.expected, absolute(1e-8));
    }
    // A judge gives one item as much as it takes from others.
    for judge in 0..20 {
        let own = heat.iter().filter(|row| row.key[1] == judge);
        near("sum", own.map(|row| row.observed - row.expected).sum(), 0.0, absolute(1e-8));
    }
    // GLM gives the first of the alphabet most of all.
    let glm = judge(&set, GLM) as u32;
    let of_glm = || heat.iter().filter(|row| row.key[1] == glm);
    let most = of_glm().max_by(|a, b| a.standardised.total_cmp(&b.standardised)).expect("a row");
    let least = of_glm().min_by(|a, b| a.standardised.total_cmp(&b.standardised)).expect("a row");
    assert!(most.standardised > 5.0 && least.standardised < -5.0, "{most:?} {least:?}");
}

#[test]
fn learning_from_the_bundled_votes() {
    let set = votes(FILES[1]);
    let draws = LearningDraws {
        shares: vec![0.1, 0.5],
        judges: vec![5, 20],
        unit: Unit::Row,
        replicates: 8,
        seed: 1,
        threads: 2,
    };
    let found = learning_curve(&set, &Specification::default(), &draws, &mut unwatched()).expect("curve");
    assert!(found.iter().all(|point| point.fits == 8 && point.items == 6.0), "{found:?}");
    assert!(found[0].pearson[0] < found[3].pearson[0] && found[3].spearman[0] > 0.95, "{found:?}");
}

fn reported(set: &Set, specification: &Specification) -> Vec<Report> {
    let model = fitted(set, specification);
    report(&model, &Thresholds::default(), None, &Options::default(), &mut unwatched()).expect("report")
}

/// The judge who takes the first position, as the paper's model sees it and as one with positions does.
#[test]
fn the_position_driven_judge_of_the_bundled_votes() {
    for (file, gamma, norm, share, position) in
        [(FILES[0], 3.74, 17.06, 0.62, 4.50), (FILES[1], 2.26, 11.96, 0.27, 5.13)]
    {
        let set = votes(file);
        let disagreement = Specification {
            strength: StrengthModel::disagreement(1),
            accept: Problems::OPPOSED,
            ..Specification::default()
        };
        let found = reported(&set, &disagreement);
        let glm = &found[judge(&set, GLM)];
        near("gamma", glm.sensitivity[0], gamma, absolute(5e-3));
        near("h", glm.norm, norm, absolute(5e-3));
        near("share of the consensus", glm.share, share, absolute(5e-3));
        assert!(found.iter().all(|row| row.norm <= glm.norm && row.sensitivity[0] <= glm.sensitivity[0]));
        assert!(glm.verdicts.contains(Verdicts::POSITION_DRIVEN), "{glm:?}");
        assert!(!glm.verdicts.contains(Verdicts::WEAK));
        let with_positions = Specification {
            strength: StrengthModel::SIGNED,
            position: Position::ByJudge,
            accept: Problems::OPPOSED,
            ..Specification::default()
        };
        let found = reported(&set, &with_positions);
        let glm = &found[judge(&set, GLM)];
        near("position", glm.position[0], position, absolute(5e-3));
        assert!(glm.position[1] > 3.0 && glm.verdicts.contains(Verdicts::POSITION_DRIVEN), "{glm:?}");
    }
}
