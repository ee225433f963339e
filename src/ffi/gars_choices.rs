//! Functionals and their variants, pairs and clusters, by number.

/// Functional of the probabilities of a label.
pub type duel_functional = i32;
/// Borda, the mean over the other items k of ssym_jk = (s1_jk + s2_kj) / 2, where s1 and s2 are
/// the scores of the item shown first and second. Linear in mu: with known propensities free of bias
/// whatever the predictor.
pub const DUEL_FUNCTIONAL_BORDA: duel_functional = 0;
/// Bradley-Terry projection, row means of the log odds l_jk. Variant DUEL_LOG_ODDS_ANTISYMMETRIC or
/// DUEL_LOG_ODDS_PAPER. The bias of second order that the correction leaves grows fast where a score nears 0
/// or 1: with a thousand contexts a poor predictor is not made good.
pub const DUEL_FUNCTIONAL_BRADLEY_TERRY: duel_functional = 1;
/// Rank centrality, the stationary distribution of a walk from losers to winners. Variant
/// DUEL_CENTRALITY_ROW or DUEL_CENTRALITY_GENERATOR.
pub const DUEL_FUNCTIONAL_RANK_CENTRALITY: duel_functional = 2;
/// Softmax of the Bradley-Terry projection, which are Plackett-Luce shares. Variants as there.
pub const DUEL_FUNCTIONAL_SOFTMAX: duel_functional = 3;
/// Soft Copeland, the mean over k of logistic(z_jk), with the option temperature tau. Variant
/// DUEL_COPELAND_MARGIN, DUEL_COPELAND_HALF or DUEL_COPELAND_RAW.
pub const DUEL_FUNCTIONAL_COPELAND: duel_functional = 4;
/// Values of the given rankings, one for each: sum over pairs j < k of +1/2 or -1/2 (j ahead of
/// k or not) times ssym_jk - ssym_kj. Variant DUEL_KEMENY_CENTRED or DUEL_KEMENY_OFFSET.
pub const DUEL_FUNCTIONAL_KEMENY: duel_functional = 5;
/// Miscalibration of a judge by item, the mean loss of its probabilities f over the pairs with
/// the item, in both orders. Variant DUEL_MISCALIBRATION_BRIER, _SCORE, _CROSS_ENTROPY or _KULLBACK_LEIBLER.
pub const DUEL_FUNCTIONAL_MISCALIBRATION: duel_functional = 6;
/// Bradley-Terry scores with influence values that assume the model
/// mu_jk = logistic(r_j - r_k + b); two categories with their usual weights only. Narrower than the
/// projection where the model holds, wrong where it does not: with cycles intervals do not cover.
/// Variant DUEL_RESTRICTED_CORRECTED, _PRINTED, _EFFICIENT or _EFFICIENT_ORDER.
pub const DUEL_FUNCTIONAL_RESTRICTED: duel_functional = 7;
/// Mean symmetrised score against one item, which the variant is the number of: how often each item beats it. The
/// item's own is 1/2 without an error. Linear in mu, as Borda.
pub const DUEL_FUNCTIONAL_AGAINST: duel_functional = 8;
/// Mean symmetrised score against the other items, weighted by the option field_weights. Linear in mu; with equal weights it is Borda.
pub const DUEL_FUNCTIONAL_FIELD: duel_functional = 9;
/// Smooth share of contexts in which the symmetrised score against an item (the variant) is above the option threshold:
/// the mean of logistic((ssym_jb - threshold) / temperature). The share itself, and quantiles over contexts, have no
/// estimator with an interval of this kind.
pub const DUEL_FUNCTIONAL_SHARE: duel_functional = 10;
/// A function of the caller's own, given by duel_gars_own; the variant is the number of its values.
pub const DUEL_FUNCTIONAL_OWN: duel_functional = 11;

/// Variant of log odds, for DUEL_FUNCTIONAL_BRADLEY_TERRY and DUEL_FUNCTIONAL_SOFTMAX.
pub type duel_log_odds = i32;
/// (logit s1_jk + logit s2_kj - logit s1_kj - logit s2_jk) / 4, which does not depend
/// on the numbering of items.
pub const DUEL_LOG_ODDS_ANTISYMMETRIC: duel_log_odds = 0;
/// (logit s1_jk + logit s2_kj) / 2 for j < k, and minus that for k, as printed. The same
/// where the two weights of every category sum to one; elsewhere (the usual weights of 4 and 5 categories)
/// scores depend on the numbering of items.
pub const DUEL_LOG_ODDS_PAPER: duel_log_odds = 1;

/// Variant of rank centrality.
pub type duel_centrality = i32;
/// Rates divided by their sum in every row, as printed. Compresses the scale,
/// is not exact under Bradley-Terry, and constant for 2 items, which is DUEL_ERR_UNSUPPORTED.
pub const DUEL_CENTRALITY_ROW: duel_centrality = 0;
/// Rates as they are, a chain in continuous time (Negahban, Oh and Shah 2017);
/// exact under Bradley-Terry.
pub const DUEL_CENTRALITY_GENERATOR: duel_centrality = 1;

/// Variant of Copeland.
pub type duel_copeland = i32;
/// z_jk = (ssym_jk - ssym_kj) / (2 tau); scores sum to K / 2.
pub const DUEL_COPELAND_MARGIN: duel_copeland = 0;
/// z_jk = (ssym_jk - 1/2) / tau.
pub const DUEL_COPELAND_HALF: duel_copeland = 1;
/// z_jk = (s1_jk - 1/2) / tau, with the item shown first only, as printed.
pub const DUEL_COPELAND_RAW: duel_copeland = 2;

/// Variant of Kemeny.
pub type duel_kemeny = i32;
/// Zero where all pairs are even.
pub const DUEL_KEMENY_CENTRED: duel_kemeny = 0;
/// As printed, with an offset that depends on the numbering of items.
pub const DUEL_KEMENY_OFFSET: duel_kemeny = 1;

/// Variant of miscalibration.
pub type duel_miscalibration = i32;
/// Sum of (f - mu)^2 over categories.
pub const DUEL_MISCALIBRATION_BRIER: duel_miscalibration = 0;
/// The expected Brier score of f, linear in mu.
pub const DUEL_MISCALIBRATION_SCORE: duel_miscalibration = 1;
/// Cross entropy, - sum of mu log f; linear in mu.
pub const DUEL_MISCALIBRATION_CROSS_ENTROPY: duel_miscalibration = 2;
/// Kullback-Leibler divergence, sum of mu log(mu / f).
pub const DUEL_MISCALIBRATION_KULLBACK_LEIBLER: duel_miscalibration = 3;

/// Variant of restricted scores.
pub type duel_restricted = i32;
/// Variant of restricted scores: equation (47) of the paper times one half, which makes the correction
/// right where the order of showing has no effect.
pub const DUEL_RESTRICTED_CORRECTED: duel_restricted = 0;
/// Variant of restricted scores: as printed, twice the right correction.
pub const DUEL_RESTRICTED_PRINTED: duel_restricted = 1;
/// Variant of restricted scores: corrections weighted by the information of all pairs that may be labelled,
/// which is efficient if labels are independent given the context. Needs the propensities of all pairs.
/// Has no weights for policies.
pub const DUEL_RESTRICTED_EFFICIENT: duel_restricted = 2;
/// The same with a free effect b of the order in every context; not with unordered pairs.
pub const DUEL_RESTRICTED_EFFICIENT_ORDER: duel_restricted = 3;

/// Which pairs are labelled, and with which propensity.
pub type duel_pairs = i32;
/// (j, k) and (k, j) are labelled each with its own propensity. If every pair occurs in one order only
/// (files that store the smaller name first), half of the correction would be missing: the estimates are then
/// DUEL_ERR_UNSUPPORTED.
pub const DUEL_PAIRS_ORDERED: duel_pairs = 0;
/// The same without this check.
pub const DUEL_PAIRS_ORDERED_UNCHECKED: duel_pairs = 1;
/// The order has no effect, or is not known. Labels are normalised to j < k by exchanging the first
/// two categories, probabilities of the two orders averaged in the same way, and propensities are those
/// that the pair is labelled in either order.
pub const DUEL_PAIRS_UNORDERED: duel_pairs = 2;

/// Dependence of contexts.
pub type duel_clusters = i32;
/// Contexts are independent of each other.
pub const DUEL_CLUSTERS_INDEPENDENT: duel_clusters = 0;
/// Contexts with the same number belong together (rows of one question, several judges), in any
/// order and in any shard. Memory grows with the number of clusters.
pub const DUEL_CLUSTERS_KEYED: duel_clusters = 1;
/// The same, but contexts of a cluster come one after the other to one duel_gars: constant memory.
/// A number that comes again later is another cluster.
pub const DUEL_CLUSTERS_TOGETHER: duel_clusters = 2;
