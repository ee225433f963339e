//! Data to measure with: simulated votes, and the bundled ones.

use duel::random::Random;

/// Single votes between items by id; outcomes are codes.
pub struct Votes {
    pub left: Vec<u32>,
    pub right: Vec<u32>,
    pub outcome: Vec<u8>,
}

/// Pairs with counts.
pub struct Counts {
    pub items: usize,
    pub left: Vec<u32>,
    pub right: Vec<u32>,
    pub wins: Vec<u32>,
    pub losses: Vec<u32>,
    pub ties: Vec<u32>,
}

/// Votes of judges about questions.
pub struct Judged {
    pub votes: Votes,
    pub judge: Vec<u32>,
    pub context: Vec<u32>,
}

fn scores(items: usize, random: &mut Random) -> Vec<f64> {
    (0..items).map(|_| random.normal()).collect()
}

fn two_items(items: usize, random: &mut Random) -> (u32, u32) {
    let left = random.below(items as u64);
    let right = (left + 1 + random.below(items as u64 - 1)) % items as u64;
    (left as u32, right as u32)
}

pub fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

/// Votes on random pairs, an eighth of them ties.
pub fn simulated(items: usize, rows: usize) -> Votes {
    let mut random = Random::new(1, 0);
    let scores = scores(items, &mut random);
    let mut votes = Votes { left: Vec::new(), right: Vec::new(), outcome: Vec::new() };
    for _ in 0..rows {
        let (left, right) = two_items(items, &mut random);
        let chance = logistic(scores[left as usize] - scores[right as usize]);
        votes.left.push(left);
        votes.right.push(right);
        votes.outcome.push(match random.uniform() {
            tie if tie < 0.125 => 3,
            _ if random.uniform() < chance => 1,
            _ => 2,
        });
    }
    votes
}

/// Random pairs, compared ten times each.
pub fn simulated_pairs(items: usize, pairs: usize) -> Counts {
    let mut random = Random::new(2, 0);
    let scores = scores(items, &mut random);
    let mut counts = Counts::empty(items);
    for _ in 0..pairs {
        let (left, right) = two_items(items, &mut random);
        let wins = random.binomial(10, logistic(scores[left as usize] - scores[right as usize])) as u32;
        counts.push(left, right, [wins, 10 - wins, 0]);
    }
    counts
}

impl Counts {
    fn empty(items: usize) -> Counts {
        Counts {
            items,
            left: Vec::new(),
            right: Vec::new(),
            wins: Vec::new(),
            losses: Vec::new(),
            ties: Vec::new(),
        }
    }

    fn push(&mut self, left: u32, right: u32, [wins, losses, ties]: [u32; 3]) {
        self.left.push(left);
        self.right.push(right);
        self.wins.push(wins);
        self.losses.push(losses);
        self.ties.push(ties);
    }
}

/// Gives names ids in order of first sight.
#[derive(Default)]
struct Ids(std::collections::HashMap<String, u32>);

impl Ids {
    fn of(&mut self, name: &str) -> u32 {
        let next = self.0.len() as u32;
        *self.0.entry(name.to_owned()).or_insert(next)
    }
}

fn bundled(file: &str) -> String {
    let path = format!("{}/examples/data/{file}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{path}: {e}"))
}

/// The bundled counts of 129 models, by ids in order of their names: factors of thresholds go by that order.
pub fn arena_counts() -> Counts {
    let text = bundled("chatbot_arena_202408_counts.csv");
    let rows: Vec<Vec<&str>> = text.lines().skip(1).map(|line| line.split(',').collect()).collect();
    let names: std::collections::BTreeSet<&str> = rows.iter().flat_map(|row| [row[0], row[1]]).collect();
    let mut counts = Counts::empty(names.len());
    let ids: std::collections::BTreeMap<&str, u32> = names.into_iter().zip(0..).collect();
    for row in &rows {
        let number = |at: usize| row[at].parse::<u32>().unwrap_or_else(|e| panic!("{row:?}: {e}"));
        counts.push(ids[row[0]], ids[row[1]], [number(2), number(3), number(4)]);
    }
    counts
}

/// Bundled votes of judges, those that hold no vote left out.
pub fn judged(file: &str) -> Judged {
    let (mut questions, mut judges, mut items) = (Ids::default(), Ids::default(), Ids::default());
    let mut all = Judged {
        votes: Votes { left: Vec::new(), right: Vec::new(), outcome: Vec::new() },
        judge: Vec::new(),
        context: Vec::new(),
    };
    for line in bundled(file).lines().skip(1) {
        let fields: Vec<&str> = line.split(',').collect();
        let outcome = match fields[4] {
            "a" => 1,
            "b" => 2,
            "tie" => 3,
            "unknown" => continue,
            other => panic!("{file}: winner is {other}"),
        };
        all.votes.outcome.push(outcome);
        all.votes.left.push(items.of(fields[2]));
        all.votes.right.push(items.of(fields[3]));
        all.judge.push(judges.of(fields[1]));
        all.context.push(questions.of(fields[0]));
    }
    all
}
