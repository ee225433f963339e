//! Functionals and their variants, pairs and clusters, by number.

/// Functional: Borda, the mean over the other items k of ssym_jk = (s1_jk + s2_kj) / 2, where s1 and s2 are
/// the scores of the item shown first and second. Linear in mu: with known propensities free of bias
/// whatever the predictor.
pub const DUEL_GARS_BORDA: i32 = 0;
/// Functional: Bradley-Terry projection, row means of the log odds l_jk. Variant DUEL_GARS_ANTISYMMETRIC or
/// DUEL_GARS_PAPER. The bias of second order that the correction leaves grows fast where a score nears 0
/// or 1: with a thousand contexts a poor predictor is not made good.
pub const DUEL_GARS_BRADLEY_TERRY: i32 = 1;
/// Functional: rank centrality, the stationary law of a walk from losers to winners. Variant
/// DUEL_GARS_ROW or DUEL_GARS_GENERATOR.
pub const DUEL_GARS_RANK_CENTRALITY: i32 = 2;
/// Functional: softmax of the Bradley-Terry projection, which are Plackett-Luce shares. Variants as there.
pub const DUEL_GARS_SOFTMAX: i32 = 3;
/// Functional: soft Copeland, the mean over k of logistic(z_jk), with the option temperature tau. Variant
/// DUEL_GARS_MARGIN, DUEL_GARS_HALF or DUEL_GARS_RAW.
pub const DUEL_GARS_COPELAND: i32 = 4;
/// Functional: values of the given rankings, one for each: sum over pairs j < k of +1/2 or -1/2 (j ahead of
/// k or not) times ssym_jk - ssym_kj. Variant DUEL_GARS_CENTRED or DUEL_GARS_OFFSET.
pub const DUEL_GARS_KEMENY: i32 = 5;
/// Functional: miscalibration of a judge by item, the mean loss of its probabilities f over the pairs with
/// the item, in both orders. Variant DUEL_GARS_BRIER, _SCORE, _CROSS_ENTROPY or _KULLBACK_LEIBLER.
pub const DUEL_GARS_MISCALIBRATION: i32 = 6;
/// Functional: Bradley-Terry scores with influence values that assume the model
/// mu_jk = logistic(r_j - r_k + b); two categories with their usual weights only. Narrower than the
/// projection where the model holds, wrong where it does not: with cycles intervals cover nothing.
/// Variant DUEL_GARS_CORRECTED, _PRINTED, _EFFICIENT or _EFFICIENT_ORDER.
pub const DUEL_GARS_RESTRICTED: i32 = 7;

/// Variant of log odds: (logit s1_jk + logit s2_kj - logit s1_kj - logit s2_jk) / 4, which does not depend
/// on the numbering of items.
pub const DUEL_GARS_ANTISYMMETRIC: i32 = 0;
/// Variant of log odds: (logit s1_jk + logit s2_kj) / 2 for j < k, and minus that for k, as printed. The same
/// where the two weights of every category sum to one; elsewhere (the usual weights of 4 and 5 categories)
/// scores depend on the numbering of items.
pub const DUEL_GARS_PAPER: i32 = 1;
/// Variant of rank centrality: rates divided by their sum in every row, as printed. Compresses the scale,
/// is not exact under Bradley-Terry, and constant for 2 items, which is DUEL_ERR_UNSUPPORTED.
pub const DUEL_GARS_ROW: i32 = 0;
/// Variant of rank centrality: rates as they are, a chain in continuous time (Negahban, Oh and Shah 2017);
/// exact under Bradley-Terry.
pub const DUEL_GARS_GENERATOR: i32 = 1;
/// Variant of Copeland: z_jk = (ssym_jk - ssym_kj) / (2 tau); scores sum to K / 2.
pub const DUEL_GARS_MARGIN: i32 = 0;
/// Variant of Copeland: z_jk = (ssym_jk - 1/2) / tau.
pub const DUEL_GARS_HALF: i32 = 1;
/// Variant of Copeland: z_jk = (s1_jk - 1/2) / tau, with the item shown first only, as printed.
pub const DUEL_GARS_RAW: i32 = 2;
/// Variant of Kemeny: zero where all pairs are even.
pub const DUEL_GARS_CENTRED: i32 = 0;
/// Variant of Kemeny: as printed, with an offset that depends on the numbering of items.
pub const DUEL_GARS_OFFSET: i32 = 1;
/// Variant of miscalibration: sum of (f - mu)^2 over categories.
pub const DUEL_GARS_BRIER: i32 = 0;
/// Variant of miscalibration: the expected Brier score of f, linear in mu.
pub const DUEL_GARS_SCORE: i32 = 1;
/// Variant of miscalibration: cross entropy, - sum of mu log f; linear in mu.
pub const DUEL_GARS_CROSS_ENTROPY: i32 = 2;
/// Variant of miscalibration: Kullback-Leibler divergence, sum of mu log(mu / f).
pub const DUEL_GARS_KULLBACK_LEIBLER: i32 = 3;
/// Variant of restricted scores: equation (47) of the paper times one half, which makes the correction
/// right where the order of showing has no effect.
pub const DUEL_GARS_CORRECTED: i32 = 0;
/// Variant of restricted scores: as printed, twice the right correction.
pub const DUEL_GARS_PRINTED: i32 = 1;
/// Variant of restricted scores: corrections weighted by the information of all pairs that may be labelled,
/// which is efficient if labels are independent given the context. Needs the propensities of all pairs.
/// Has no weights for policies.
pub const DUEL_GARS_EFFICIENT: i32 = 2;
/// The same with a free effect b of the order in every context; not with unordered pairs.
pub const DUEL_GARS_EFFICIENT_ORDER: i32 = 3;

/// Pairs: (j, k) and (k, j) are labelled each with its own propensity. If every pair occurs in one order only
/// (files that store the smaller name first), half of the correction would be missing: the estimates are then
/// DUEL_ERR_UNSUPPORTED.
pub const DUEL_GARS_ORDERED: i32 = 0;
/// Pairs: the same without this check.
pub const DUEL_GARS_ORDERED_UNCHECKED: i32 = 1;
/// Pairs: the order has no effect, or is not known. Labels are normalised to j < k by exchanging the first
/// two categories, probabilities of the two orders averaged in the same way, and propensities are those
/// that the pair is labelled in either order.
pub const DUEL_GARS_UNORDERED: i32 = 2;

/// Clusters: contexts are independent of each other.
pub const DUEL_GARS_INDEPENDENT: i32 = 0;
/// Clusters: contexts with the same number belong together (rows of one question, several judges), in any
/// order and in any shard. Memory grows with the number of clusters.
pub const DUEL_GARS_KEYED: i32 = 1;
/// Clusters: the same, but contexts of a cluster come one after the other to one duel_gars: constant memory.
/// A number that comes again later is another cluster.
pub const DUEL_GARS_TOGETHER: i32 = 2;
