//! The choices that a fit is made of, and what may come of it, by number.

/// Strength: every judge sees the same scores, S_k(i) = mu_i.
pub const DUEL_POOLED: i32 = 0;
/// Strength: judge k sees the scores through a sensitivity of its own, S_k(i) = gamma_k mu_i
/// (judge-aware ranking, arXiv:2601.21817). Not convex: the fit starts from pooled Bradley-Terry. Where sensitivities
/// must not be negative and some are at zero or (up to 12 judges) hardly above it, other choices of the judges at zero
/// are tried as well, of up to 6 such judges all; still, other optima may exist where judges oppose each other.
pub const DUEL_SENSITIVITY: i32 = 1;
/// Strength: judges share a consensus mu, each with a sensitivity gamma_k of either sign, and disagree with it
/// along `rank` directions: S_k(i) = gamma_k mu_i + U_k . V_i (heterogeneous judge-aware ranking,
/// arXiv:2605.05073). That is any S, judges x items, of rank `rank` + 1; it is fitted as such, and read out in the
/// paper's form: mu the mean of S over judges, gamma of mean one, 1'U = 0, V'mu = 0, V'V = items I, U'U
/// diagonal, descending; of each column of U the largest element is positive. Not convex: the fit starts twice, from
/// the pooled scores with the judges' own deviations from them and (up to 1000 parameters) from the judges' own scores,
/// and `restarts` times more; the best is taken, and if it has no finite end there is no estimate
/// (DUEL_FIT_SEPARATED). Where a judge's votes leave its scores open (an item that always wins before it) no finite
/// estimate may exist (DUEL_FIT_SEPARATED); a ridge of .1 makes everything finite. If the order in which items are
/// shown is fixed, what looks like disagreement may be a habit of choosing the first: add DUEL_POSITION_BY_JUDGE.
pub const DUEL_DISAGREEMENT: i32 = 2;

/// Position: being shown first has no effect.
pub const DUEL_POSITION_NONE: i32 = 0;
/// Position: one effect, added to the difference of left and right.
pub const DUEL_POSITION_SHARED: i32 = 1;
/// Position: one effect for every judge.
pub const DUEL_POSITION_BY_JUDGE: i32 = 2;

/// Outcome: Bradley-Terry (1952), P(left) = 1 / (1 + exp(-z)).
pub const DUEL_BRADLEY_TERRY: i32 = 0;
/// Outcome: Rao-Kupper (1967), P(left) = 1 / (1 + exp(e - z)), threshold e > 0.
pub const DUEL_RAO_KUPPER: i32 = 1;
/// Outcome: Davidson (1970), left, right and tie in the proportion exp(z/2) : exp(-z/2) : exp(e).
pub const DUEL_DAVIDSON: i32 = 2;

/// Ties under Bradley-Terry: half a win for each side (a quasi-likelihood; the sandwich
/// covariances account for it).
pub const DUEL_TIES_HALF: i32 = 0;
/// Ties under Bradley-Terry: left out.
pub const DUEL_TIES_DROPPED: i32 = 1;

/// Votes "both bad": ties like others.
pub const DUEL_BOTH_BAD_TIE: i32 = 0;
/// Votes "both bad": left out.
pub const DUEL_BOTH_BAD_DROPPED: i32 = 1;
/// Votes "both bad": an outcome of their own beside win, loss and tie. Davidson only: left, right, tie and
/// both bad in the proportion exp(z/2) : exp(-z/2) : exp(e) : exp(b). Where a score is asked for, both bad is
/// half a win for each side, as a tie is.
pub const DUEL_BOTH_BAD_OUTCOME: i32 = 2;

/// Threshold b of both bad: one number.
pub const DUEL_BAD_SINGLE: i32 = 0;
/// Threshold b of both bad: b_ij = b_i + b_j, a number of each item: how readily it is part of a bad pair.
/// Items that never were have minus infinity (DUEL_FIT_TIE_LIMIT).
pub const DUEL_BAD_ADDITIVE: i32 = 1;

/// Tie threshold: one number.
pub const DUEL_THRESHOLD_SINGLE: i32 = 0;
/// Tie threshold: one number, plus an offset for every judge: DUEL_THRESHOLD_SINGLE with
/// DUEL_OFFSETS_BY_JUDGE.
pub const DUEL_THRESHOLD_BY_JUDGE: i32 = 1;
/// Tie threshold: e_ij = g_i + g_j, a number of each item: how readily it ties. Does not depend on the
/// order of the items. Recommended where items differ in their ties.
pub const DUEL_THRESHOLD_ADDITIVE: i32 = 2;
/// Tie threshold: e_ij = <G_i, Phi_j> + <G_j, Phi_i>, tie_factors numbers of each item against a fixed
/// orthonormal basis Phi, items x tie_factors (Ameli, Zhuang, Stoica and Mahoney, ICLR 2025). Depends on
/// which items there are and on the order of their names, by bytes (of a set with ids, on the order of the ids):
/// row r of Phi belongs to the item whose name is the r-th. It does not depend on the order in which items
/// came to the set.
pub const DUEL_THRESHOLD_FACTORED: i32 = 3;

/// Offsets of judges to the tie threshold: none.
pub const DUEL_OFFSETS_NONE: i32 = 0;
/// Offsets of judges to the tie threshold: one for each judge.
pub const DUEL_OFFSETS_BY_JUDGE: i32 = 1;

/// Basis of factored thresholds, m items: Phi_i0 = 1 / sqrt(m), Phi_ic = sqrt(2/m) cos(pi/m (i + 1/2) c).
/// One factor is the additive threshold, and a single threshold is a special case of all.
pub const DUEL_BASIS_COSINE: i32 = 0;
/// Basis of factored thresholds: Phi_ic = sqrt(2/m) cos(pi/m (i + 1/2)(c + 1/2)), the paper's. No column is
/// constant, so that a single threshold is no special case. The paper's order of items is that of the
/// bytes of their names.
pub const DUEL_BASIS_PAPER: i32 = 1;

/// Link of additive and factored thresholds of Rao-Kupper: the sum is put through log(1 + exp(.)), so that
/// every threshold is positive.
pub const DUEL_LINK_SOFTPLUS: i32 = 0;
/// Link: the sum itself (the paper's model). The fit keeps e >= 0 on every pair that was compared; pairs at
/// e = 0 are said by DUEL_FIT_TIE_LIMIT. On pairs never compared e may be negative.
pub const DUEL_LINK_LINEAR: i32 = 1;

/// Linear thresholds below zero, of pairs never compared: predictions for them are refused
/// (DUEL_ERR_NOT_IDENTIFIED, naming the pair).
pub const DUEL_BELOW_ZERO_REFUSED: i32 = 0;
/// Linear thresholds below zero: taken as zero, so that the pair cannot tie.
pub const DUEL_BELOW_ZERO_ZERO: i32 = 1;

/// Spread: all differences are equally noisy, z = u.
pub const DUEL_SPREAD_NONE: i32 = 0;
/// Spread: z = u / sqrt(S_ij), S_ij = d_i + d_j, a variance of each item (Thurstone 1927). Not convex: small
/// sets may have several optima, mostly with variances of zero. Up to 8 items the fit also starts from every item much
/// noisier, and much less noisy, than the others; DUEL_OPTIMA tells what was met. With more items ask for restarts.
pub const DUEL_SPREAD_DIAGONAL: i32 = 1;
/// Spread: S_ij = d_i + d_j + |Lambda_i - Lambda_j|^2 with spread_factors columns of Lambda. Many optima:
/// ask for restarts, and do not take the best for the only one.
pub const DUEL_SPREAD_FACTORS: i32 = 2;

/// Sensitivities: not negative. A judge who would need a negative one is set to 0 (a boundary).
pub const DUEL_SENSITIVITY_POSITIVE: i32 = 0;
/// Sensitivities: of either sign. A negative one is a judge opposed to the others.
pub const DUEL_SENSITIVITY_SIGNED: i32 = 1;

/// Covariance: DUEL_COVARIANCE_CLUSTERED_BY_CONTEXT where contexts repeat, else
/// DUEL_COVARIANCE_SANDWICH; DUEL_COVARIANCE_OBSERVED where only a ridge or pseudo-comparisons make
/// the scores finite or comparable (weights that are frequencies); DUEL_COVARIANCE_EXPECTED at given
/// parameters (duel_model_given).
pub const DUEL_COVARIANCE_AUTO: i32 = 0;
/// Covariance: inverse of the expected (Fisher) information. Right if the model is. With a ridge on
/// sensitivities or disagreement the penalty enters by the squares of its first derivatives (Gauss-Newton);
/// the part with second derivatives of gamma_k mu_i, which DUEL_COVARIANCE_OBSERVED has, is left out.
pub const DUEL_COVARIANCE_EXPECTED: i32 = 1;
/// Covariance: inverse of the observed information (the Hessian).
pub const DUEL_COVARIANCE_OBSERVED: i32 = 2;
/// Covariance: H^-1 B H^-1 with the squared residuals of every single comparison in B (HC0). Right
/// for independent comparisons even where the model is not.
pub const DUEL_COVARIANCE_SANDWICH: i32 = 3;
/// Covariance: as the sandwich, the residuals of a context summed before they are squared.
pub const DUEL_COVARIANCE_CLUSTERED_BY_CONTEXT: i32 = 4;
/// Covariance: as the sandwich, the residuals of a judge summed before they are squared. Trust it
/// with 40 judges or more.
pub const DUEL_COVARIANCE_CLUSTERED_BY_JUDGE: i32 = 5;
/// Covariance: inverse of the expected information on both sides of B, the sandwich of the judge-aware papers.
pub const DUEL_COVARIANCE_SANDWICH_EXPECTED: i32 = 6;
/// Covariance: clustered by context and by judge at once, the sum of the two less that of their
/// intersection (Cameron, Gelbach and Miller 2011); negative eigenvalues, which it may have, become 0.
pub const DUEL_COVARIANCE_CLUSTERED_TWO_WAY: i32 = 7;

/// Bias reduction: none, maximum likelihood.
pub const DUEL_BIAS_NONE: i32 = 0;
/// Bias reduction: Firth's (1993), maximum likelihood with Jeffreys' prior. Takes away the bias of order
/// 1/n, and keeps scores finite where items never lose, if the comparisons connect them. Pooled
/// Bradley-Terry only. Standard errors are those of the data's information at the estimate.
pub const DUEL_BIAS_FIRTH: i32 = 1;

/// Outcome of a fit (bits): no trouble.
pub const DUEL_FIT_OK: i32 = 0;
/// Outcome of a fit: items of different components were never compared, not even through others.
/// Scores are relative to the mean of their component; an item that was never compared has none (NaN).
/// One rule holds for this and all else that the data do not identify (DUEL_FIT_UNDETERMINED): a number that
/// changes along a direction which the data leave open is NaN, and so is its error, whichever function is asked.
/// Contrasts of scores or strengths are identified across components if the weights within each but one sum to zero.
pub const DUEL_FIT_DISCONNECTED: i32 = 1;
/// Outcome of a fit: no finite estimate exists (some items never lose to the others, or a judge or
/// effect explains its votes without error, or thresholds of pairs that never tied run to infinity).
/// Quantities that diverge are shown where the fit ended, with infinite standard errors. Differences and
/// contrasts (duel_contrasts, duel_test_pairs, duel_distances, ...) within a group of items that beat each other are those of the limit.
/// One that diverges is plus or minus infinity, with an infinite error, where it goes the same way wherever the
/// likelihood grows; where it may go either way, as between two items that both always beat a third, it is NaN.
pub const DUEL_FIT_SEPARATED: i32 = 2;
/// Outcome of a fit: some judges would need a negative sensitivity and have 0.
pub const DUEL_FIT_BOUNDARY: i32 = 4;
/// Outcome of a fit: some sensitivities are negative (DUEL_SENSITIVITY_SIGNED only). Recorded, never
/// an error: a signed fit asks for them.
pub const DUEL_FIT_OPPOSED: i32 = 8;
/// Outcome of a fit: all scores are equal, so that sensitivities cannot be told.
pub const DUEL_FIT_EQUAL_SCORES: i32 = 16;
/// Outcome of a fit: parameters beyond those of DUEL_FIT_DISCONNECTED are not determined by the
/// data, such as a covariate that is constant or a function of the items, or slopes of a judge whose
/// sensitivity is zero; or DUEL_DISAGREEMENT of a rank that its optimum does not have (the message says
/// which one it has; accepted, the model is that of this rank). Accepted, numbers that the data do not determine
/// are NaN, all others are answered: beside a covariate of items free scores are unknown, but not what both make of a pair.
pub const DUEL_FIT_UNDETERMINED: i32 = 32;
/// Outcome of a fit: the solver stopped before the optimum, or at a point where the spread of a pair is
/// gone, which is none.
pub const DUEL_FIT_NOT_CONVERGED: i32 = 64;
/// Outcome of a fit: tie thresholds at the end of their range, of judges who never tie (or only
/// tie), of items that never tied (additive thresholds), of pairs at zero (DUEL_LINK_LINEAR); and those of
/// both bad where there are no such votes, or none of an item. Recorded,
/// never an error, and so not part of DUEL_FIT_ANY.
pub const DUEL_FIT_TIE_LIMIT: i32 = 128;
/// Outcome of a fit: variances d of some items are zero (Heywood cases): a boundary, where an interval could
/// only be one-sided. Recorded, never an error, and so not part of DUEL_FIT_ANY.
pub const DUEL_FIT_HEYWOOD: i32 = 256;
/// For duel_fit_options.accept: take any outcome.
pub const DUEL_FIT_ANY: i32 = 127;

/// Why the solver stopped: it converged; the Newton step and decrement vanished.
pub const DUEL_STOP_CONVERGED: i32 = 0;
/// Why the solver stopped: the step no longer changes the objective in double precision.
pub const DUEL_STOP_PRECISION: i32 = 1;
/// Why the solver stopped: the Newton step stays large where the gradient vanishes; the optimum is
/// at infinity.
pub const DUEL_STOP_DIVERGING: i32 = 2;
/// Why the solver stopped: max_iterations.
pub const DUEL_STOP_ITERATIONS: i32 = 3;
/// There was no solver: the parameters were given.
pub const DUEL_STOP_GIVEN: i32 = 4;
