//! After choosing: what the item that came first is worth, where one item may stand, and who may be among the first.

use crate::experiment::{Answer, Demand, Experiment};
use crate::looks::{any_pair, Batch};
use crate::multiplicity::hold;
use duel::comparisons::Set;
use duel::inference::{rank_sets, winner, Options, Rank, RankQuestion, RankSet};
use duel::model::{fit, Model, Specification};
use duel::progress::unwatched;
use duel::random::Random;

const REPLICATES: usize = 2_000;

const HOLDS: Demand = Demand::Mean(0.94, 0.97);
const HALF: Demand = Demand::Mean(0.48, 0.52);
const SURE: Demand = Demand::Each(0.94, 1.0);

/// Votes on items of which some come up less often than others.
struct Contest {
    name: &'static str,
    scores: Vec<f64>,
    /// The share of the drawn pairs with this item that are compared.
    kept: Vec<f64>,
    votes: usize,
    /// The interval that does not allow for the choice.
    naive: Demand,
}

impl Contest {
    fn model(&self, random: &mut Random) -> Model {
        let mut batch = Batch::default();
        let mut left = self.votes;
        while left > 0 {
            let [i, j] = any_pair(self.scores.len(), random);
            if random.uniform() < self.kept[i].min(self.kept[j]) {
                batch.vote([i, j], self.scores[i] - self.scores[j], random);
                left -= 1;
            }
        }
        let mut set = Set::new();
        batch.append(&mut set, false);
        fit(&set, &Specification::default(), &mut unwatched()).expect("a fit")
    }

    /// The estimate for the item at a rank, against its true score.
    fn of_rank(&self, model: &Model, rank: usize, demands: [Demand; 2], options: &Options) -> Vec<Answer> {
        let (found, _) = winner(model, &[], rank, options, &mut unwatched()).expect("a winner");
        let mean = self.scores.iter().sum::<f64>() / self.scores.len() as f64;
        let truth = self.scores[found.item] - mean;
        let holds = |[low, high]: [f64; 2]| low <= truth && truth <= high;
        let label = |what: &str| format!("rank {rank}: {what}");
        let off = |estimate: f64| vec![(estimate - truth) / found.error];
        let width = (found.hybrid[1] - found.hybrid[0]) / found.error;
        vec![
            Answer::whether(label("naive interval holds"), self.naive_of(rank), holds(found.naive)),
            Answer::whether(label("hybrid interval holds"), demands[0], holds(found.hybrid)),
            Answer::whether(label("hybrid lower bound holds"), demands[0], found.bound <= truth),
            Answer::whether(label("projection holds"), Demand::Mean(0.99, 1.0), holds(found.projection)),
            Answer::whether(label("median-unbiased estimate is too low"), demands[1], found.median < truth),
            Answer::whether(label("estimate is too low"), Demand::Shown, found.estimate < truth),
            Answer::new(
                label("error of the median-unbiased estimate, in se"),
                Demand::Shown,
                off(found.median),
            ),
            Answer::new(label("error of the estimate, in se"), Demand::Shown, off(found.estimate)),
            Answer::new(label("length of the hybrid interval, in se"), Demand::Shown, vec![width]),
        ]
    }

    fn naive_of(&self, rank: usize) -> Demand {
        if rank == 1 {
            self.naive
        } else {
            Demand::Shown
        }
    }

    /// The claims on ranks.
    fn of_sets(&self, model: &Model, options: &Options) -> Vec<Answer> {
        const TOP: usize = 3;
        let ask = |question: RankQuestion| {
            rank_sets(model, &question, options, &mut unwatched()).expect("sets of ranks")
        };
        let held = |sets: &[RankSet]| {
            let of = |set: &RankSet| Rank { rank: set.rank, best: set.best, worst: set.worst };
            hold(&sets.iter().map(of).collect::<Vec<_>>(), &self.scores)
        };
        let together = ask(RankQuestion { top: TOP, ..RankQuestion::default() });
        let alone = ask(RankQuestion { one_by_one: true, ..RankQuestion::default() });
        let numbers = (0..self.scores.len()).map(|item| {
            let (better, worse) = self.around(item);
            f64::from(u8::from(
                alone[item].best <= better + 1 && alone[item].worst >= self.scores.len() - worse,
            ))
        });
        // Of equals each may be among the first.
        let mut firsts = (0..self.scores.len()).filter(|&item| self.around(item).0 < TOP);
        let are_all = firsts.all(|item| together[item].top == Some(true));
        let width = |sets: &[RankSet]| {
            let sum: usize = sets.iter().map(|set| set.worst + 1 - set.best).sum();
            vec![sum as f64 / sets.len() as f64]
        };
        vec![
            Answer::whether("sets of ranks, all items at once: hold", SURE, held(&together)),
            Answer::new("set of ranks of one item: holds", SURE, numbers.collect()),
            Answer::whether("all truly among the first 3 may be", SURE, are_all),
            Answer::new("ranks in a set, all items at once", Demand::Shown, width(&together)),
            Answer::new("ranks in a set, one item", Demand::Shown, width(&alone)),
        ]
    }

    /// Items that are truly better, and worse.
    fn around(&self, item: usize) -> (usize, usize) {
        let count = |is: &dyn Fn(&f64) -> bool| self.scores.iter().filter(|s| is(s)).count();
        let own = self.scores[item];
        (count(&|s| *s > own), count(&|s| *s < own))
    }
}

fn experiment(contest: Contest) -> Experiment {
    let name = contest.name;
    let replicate = move |random: &mut Random| {
        let model = contest.model(random);
        let options = Options { draws: 4_000, seed: random.below(u64::MAX), ..Options::default() };
        let mut answers = contest.of_rank(&model, 1, [HOLDS, HALF], &options);
        answers.extend(contest.of_rank(&model, 2, [HOLDS, HALF], &options));
        answers.extend(contest.of_sets(&model, &options));
        answers
    };
    Experiment { name, replicates: REPLICATES, replicate: Box::new(replicate) }
}

pub fn all() -> Vec<Experiment> {
    let ten = |name, scores: [f64; 10], naive| Contest {
        name,
        scores: scores.to_vec(),
        kept: vec![1.0; 10],
        votes: 4_000,
        naive,
    };
    // A score has an error of .07 where all items come up alike.
    let mut ahead = [0.0; 10];
    ahead[0] = 0.28;
    let steps = std::array::from_fn(|item| 0.1 * (9 - item) as f64);
    let unequal = Contest {
        kept: [1.0, 1.0, 1.0, 1.0, 1.0, 0.15, 0.15, 0.15, 0.15, 0.15].to_vec(),
        ..ten(
            "The winner, 10 equal items, half of them compared a seventh as often",
            [0.0; 10],
            Demand::Mean(0.0, 0.9),
        )
    };
    let unequal_steps = Contest {
        kept: [0.15, 1.0, 0.15, 1.0, 0.15, 1.0, 0.15, 1.0, 0.15, 1.0].to_vec(),
        ..ten(
            "The winner, 10 items at steps of .1, half of them compared a seventh as often",
            steps,
            Demand::Shown,
        )
    };
    [
        ten("The winner, 10 equal items: 4 000 votes", [0.0; 10], Demand::Mean(0.0, 0.85)),
        ten("The winner, 10 items, one ahead by four standard errors: 4 000 votes", ahead, Demand::Shown),
        ten("The winner, 10 items at steps of .1: 4 000 votes", steps, Demand::Shown),
        unequal,
        unequal_steps,
    ]
    .map(experiment)
    .into_iter()
    .collect()
}
