//! Speed against leaderbot 0.4.3, the program of Ameli, Zhuang, Stoica and Mahoney (ICLR 2025), on the counts
//! that their paper used: `make bench-leaderbot`. It is installed by pip into an environment of its own under
//! the build folder; both programs run on this machine, one after the other, on one thread each.

#[path = "../tests/support/mod.rs"]
mod support;
#[path = "speed/timing.rs"]
#[allow(dead_code)]
mod timing;

use duel::model::{fit, Link, Model, Problems, Specification, ThresholdModel};
use duel::outcome::Outcome;
use duel::progress::unwatched;
use duel::threshold::Basis;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use support::{arena_counts, number};
use timing::{timed, Sample};

/// The versions compared with, and for which the bench was written.
const PACKAGE: &str = "leaderbot==0.4.3";
/// Single thresholds are to be fitted so many times faster.
const TIMES: f64 = 100.0;

/// Runs a command that must succeed, and gives what it printed.
fn run(command: &mut Command) -> String {
    let output = command.stderr(Stdio::inherit()).output().unwrap_or_else(|e| panic!("{command:?}: {e}"));
    assert!(output.status.success(), "{command:?} ended with {}", output.status);
    String::from_utf8(output.stdout).unwrap_or_else(|e| panic!("{command:?}: {e}"))
}

/// The Python that has the package, made if need be.
fn python() -> PathBuf {
    let place = Path::new(env!("CARGO_TARGET_TMPDIR")).join("leaderbot");
    let python = place.join("bin").join("python");
    if !place.join("installed").exists() {
        eprintln!("installing {PACKAGE} into {}", place.display());
        run(Command::new("python3").args(["-m", "venv", "--clear"]).arg(&place));
        run(Command::new(&python).args(["-m", "pip", "install", "--quiet", PACKAGE]));
        std::fs::write(place.join("installed"), PACKAGE).expect("a note that all is there");
    }
    python
}

/// The fits of leaderbot.
fn theirs(folder: &Path) -> Vec<Value> {
    let mut command = Command::new(python());
    for library in ["OMP", "OPENBLAS", "MKL"] {
        command.env(format!("{library}_NUM_THREADS"), "1");
    }
    command.arg(folder.join("benches/leaderbot/fits.py"));
    command.arg(folder.join("examples/data/chatbot_arena_202408_counts.csv"));
    let text = run(&mut command);
    serde_json::from_str(&text).expect("the fits of leaderbot")
}

/// The same model here.
fn specification(model: &str, factors: usize) -> Specification {
    let outcome = if model == "davidson" { Outcome::Davidson } else { Outcome::RaoKupper };
    if factors == 0 {
        return Specification { outcome, ..Specification::default() };
    }
    Specification {
        outcome,
        threshold: ThresholdModel::factored(factors, Basis::Paper).with_link(if model == "davidson" {
            Link::Softplus
        } else {
            Link::LINEAR
        }), // Ten factors are too many for some items with few opponents.
        accept: Problems(Problems::SEPARATED.0 | Problems::UNDETERMINED.0),
        ..Specification::default()
    }
}

fn main() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let set = arena_counts();
    println!(
        "duel {} against {PACKAGE}: 2024 Arena counts, CPU seconds of one thread",
        env!("CARGO_PKG_VERSION")
    );
    println!(
        "log-likelihoods without multinomial coefficients; a gain is what duel has more; converged: what its"
    );
    println!(
        "optimiser says; gradient: the largest element of that of its log-likelihood where it stopped\n"
    );
    println!(
        "{:11}{:>8}  {:9}{:>10}{:>6} {:>9}{:>9} {:>15} {:>10} {:>15} {:>9} {:>8}",
        "model",
        "factors",
        "method",
        "s",
        "steps",
        "converged",
        "gradient",
        "log-likelihood",
        "duel s",
        "log-likelihood",
        "gain",
        "ratio"
    );
    for case in theirs(folder) {
        let text = |name: &str| case[name].as_str().unwrap_or("?").to_string();
        let factors = number(&case["factors"]) as usize;
        let name = text("model");
        let specification = specification(&name, factors);
        let mut sample = Sample::default();
        let mut last = None;
        for _ in 0..if factors == 0 { 50 } else { 3 } {
            let (seconds, model) = timed(|| fit(&set, &specification, &mut unwatched()));
            sample.push(seconds);
            last = Some(model.unwrap_or_else(|e| panic!("{name}, {factors} factors: {e}")));
        }
        let (seconds, model): (f64, Model) = (sample.least(), last.expect("a fit"));
        let theirs = number(&case["seconds"]);
        let (least, wording) = if factors == 0 { (TIMES, "at least 100") } else { (1.0, "faster") };
        let gain = model.facts.log_likelihood - number(&case["log_likelihood"]);
        println!(
            "{name:11}{factors:>8}  {:9}{theirs:>10.3}{:>6} {:>9}{:>9.1} {:>15.3} {seconds:>10.4} {:>15.3} {gain:>9.3} {:>8.1}  {wording}: {}",
            text("method"),
            number(&case["iterations"]),
            if case["converged"] == true { "yes" } else { "NO" },
            number(&case["gradient"]),
            number(&case["log_likelihood"]),
            model.facts.log_likelihood,
            theirs / seconds,
            if theirs >= least * seconds { "met" } else { "MISSED" },
        );
    }
}
