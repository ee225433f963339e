//! The choices that a fit is made of, and what may come of it, by number.

/// Model of the strengths that judges see.
pub type duel_strength = i32;
/// Every judge sees the same scores, S_k(i) = mu_i.
pub const DUEL_STRENGTH_POOLED: duel_strength = 0;
/// Judge k sees the scores through a sensitivity of its own, S_k(i) = gamma_k mu_i
/// (judge-aware ranking, arXiv:2601.21817). Not convex: the fit starts from pooled Bradley-Terry. Where sensitivities
/// must not be negative and some are at zero or (up to 12 judges) just above it, other choices of the judges at zero
/// are tried as well, of up to 6 such judges all; still, other optima may exist where judges oppose each other. A fit of up
/// to 100 parameters that finds no maximum starts 24 times more, and where groups of items are far apart (see restarts).
pub const DUEL_STRENGTH_SENSITIVITY: duel_strength = 1;
/// Judges share a consensus mu, each with a sensitivity gamma_k of either sign, and disagree with it
/// along `rank` directions: S_k(i) = gamma_k mu_i + U_k . V_i (heterogeneous judge-aware ranking,
/// arXiv:2605.05073). That is any S, judges x items, of rank `rank` + 1; it is fitted as such, and read out in the
/// paper's form: mu the mean of S over judges, gamma of mean one, 1'U = 0, V'mu = 0, V'V = items I, U'U
/// diagonal, descending; of each column of U the largest element is positive. Not convex: the fit starts twice, from
/// the pooled scores with the judges' own deviations from them and (up to 1000 parameters) from the judges' own scores,
/// and `restarts` times more (with up to 100 parameters 24 times, where it finds no maximum); the best is taken, and if it has no finite end there is no estimate
/// (DUEL_FIT_SEPARATED). Where a judge's votes leave its scores open (an item that always wins before it) no finite
/// estimate may exist (DUEL_FIT_SEPARATED); a ridge of .1 makes everything finite. If the order in which items are
/// shown is fixed, what looks like disagreement may be a habit of choosing the first: add DUEL_POSITION_BY_JUDGE.
pub const DUEL_STRENGTH_DISAGREEMENT: duel_strength = 2;

/// Effect of being shown first.
pub type duel_position = i32;
/// Being shown first has no effect.
pub const DUEL_POSITION_NONE: duel_position = 0;
/// One effect, added to the difference of left and right.
pub const DUEL_POSITION_SHARED: duel_position = 1;
/// One effect for every judge.
pub const DUEL_POSITION_BY_JUDGE: duel_position = 2;

/// Outcome model: the probabilities of a win, a loss and a tie.
pub type duel_tie_model = i32;
/// Bradley-Terry (1952), P(left) = 1 / (1 + exp(-z)).
pub const DUEL_MODEL_BRADLEY_TERRY: duel_tie_model = 0;
/// Rao-Kupper (1967), P(left) = 1 / (1 + exp(e - z)), threshold e > 0.
pub const DUEL_MODEL_RAO_KUPPER: duel_tie_model = 1;
/// Davidson (1970), left, right and tie in the proportion exp(z/2) : exp(-z/2) : exp(e).
pub const DUEL_MODEL_DAVIDSON: duel_tie_model = 2;
/// Probit: Thurstone (1927, case V) and Mosteller (1951), P(left) = Phi(z), Phi the normal distribution. Ties are as under
/// Bradley-Terry; scores, effects and thresholds are in standard deviations of a difference, some .6 of the log odds.
pub const DUEL_MODEL_THURSTONE_MOSTELLER: duel_tie_model = 3;
/// Probit with ties: Glenn and David (1960), P(left) = Phi(z - e), threshold e > 0, as Rao-Kupper with normal noise.
pub const DUEL_MODEL_GLENN_DAVID: duel_tie_model = 4;
/// Graded answers (duel_rows.grade): P(left by grade l or more) = 1 / (1 + exp(e_l - z)), thresholds 0 <= e_1 < e_2 < ..., the
/// cumulative logit with thresholds that are equal for both sides (Tutz 1986; Agresti 1992). The first is the tie threshold, zero
/// where no answer is in the middle; a grade that nobody gave is joined with the next. Answers of the set without a grade count
/// as by Rao-Kupper. With one grade beside the middle it is Rao-Kupper. @since 0.2
pub const DUEL_MODEL_GRADED: duel_tie_model = 5;

/// The target of an estimate where the model does not hold.
pub type duel_target = i32;
/// Comparisons count alike: pairs that were compared often count for more.
pub const DUEL_TARGET_COMPARISONS: duel_target = 0;
/// Pairs count alike, of those that were compared: every comparison has a weight over how many comparisons its pair has (of all
/// judges and contexts, in both orders), at least pair_floor, the sum of all as it was. What the model says where it is not right then does not
/// depend on which pairs were asked often; a rank that moves is a sign of misfit (duel_model_goodness).
pub const DUEL_TARGET_PAIRS_EQUALLY: duel_target = 1;

/// Ties under Bradley-Terry and Thurstone-Mosteller.
pub type duel_ties = i32;
/// Half a win for each side (a quasi-likelihood; the sandwich
/// covariances account for it).
pub const DUEL_TIES_HALF: duel_ties = 0;
/// Left out.
pub const DUEL_TIES_DROPPED: duel_ties = 1;

/// Votes "both bad".
pub type duel_both_bad = i32;
/// Ties like others.
pub const DUEL_BOTH_BAD_TIE: duel_both_bad = 0;
/// Left out.
pub const DUEL_BOTH_BAD_DROPPED: duel_both_bad = 1;
/// An outcome of their own beside win, loss and tie. Davidson only: left, right, tie and
/// both bad in the proportion exp(z/2) : exp(-z/2) : exp(e) : exp(b). Where a score is asked for, both bad is
/// half a win for each side, as a tie is.
pub const DUEL_BOTH_BAD_OUTCOME: duel_both_bad = 2;

/// Threshold b of the outcome both bad.
pub type duel_bad_threshold = i32;
/// One number.
pub const DUEL_BAD_THRESHOLD_SINGLE: duel_bad_threshold = 0;
/// b_ij = b_i + b_j, a number of each item: how readily it is part of a bad pair.
/// Items that never were have minus infinity (DUEL_FIT_TIE_LIMIT).
pub const DUEL_BAD_THRESHOLD_ADDITIVE: duel_bad_threshold = 1;

/// Tie threshold.
pub type duel_threshold = i32;
/// One number.
pub const DUEL_THRESHOLD_SINGLE: duel_threshold = 0;
/// One number, plus an offset for every judge: DUEL_THRESHOLD_SINGLE with
/// DUEL_OFFSETS_BY_JUDGE.
pub const DUEL_THRESHOLD_BY_JUDGE: duel_threshold = 1;
/// e_ij = g_i + g_j, a number of each item: how readily it ties. Does not depend on the
/// order of the items. Recommended where items differ in their ties.
pub const DUEL_THRESHOLD_ADDITIVE: duel_threshold = 2;
/// e_ij = <G_i, Phi_j> + <G_j, Phi_i>, tie_factors numbers of each item against a fixed
/// orthonormal basis Phi, items x tie_factors (Ameli, Zhuang, Stoica and Mahoney, ICLR 2025). Depends on
/// which items there are and on the order of their names, by bytes (of a set with ids, on the order of the ids):
/// row r of Phi belongs to the item whose name is the r-th. It does not depend on the order in which items
/// came to the set.
pub const DUEL_THRESHOLD_FACTORED: duel_threshold = 3;

/// Offsets of judges to the tie threshold.
pub type duel_offsets = i32;
/// None.
pub const DUEL_OFFSETS_NONE: duel_offsets = 0;
/// One for each judge.
pub const DUEL_OFFSETS_BY_JUDGE: duel_offsets = 1;

/// Basis of factored thresholds.
pub type duel_basis = i32;
/// Phi_i0 = 1 / sqrt(m), Phi_ic = sqrt(2/m) cos(pi/m (i + 1/2) c).
/// One factor is the additive threshold, and a single threshold is a special case of all.
pub const DUEL_BASIS_COSINE: duel_basis = 0;
/// Phi_ic = sqrt(2/m) cos(pi/m (i + 1/2)(c + 1/2)), the paper's. No column is
/// constant, so that a single threshold is no special case. The paper's order of items is that of the
/// bytes of their names.
pub const DUEL_BASIS_PAPER: duel_basis = 1;

/// Link of additive and factored thresholds of Rao-Kupper and Glenn-David.
pub type duel_link = i32;
/// The sum is put through log(1 + exp(.)), so that
/// every threshold is positive.
pub const DUEL_LINK_SOFTPLUS: duel_link = 0;
/// The sum itself (the paper's model). The fit keeps e >= 0 on every pair that was compared; pairs at
/// e = 0 are reported by DUEL_FIT_TIE_LIMIT. On pairs never compared e may be negative.
pub const DUEL_LINK_LINEAR: duel_link = 1;

/// Linear thresholds below zero, of pairs never compared.
pub type duel_below_zero = i32;
/// Predictions for them are refused
/// (DUEL_ERR_NOT_IDENTIFIED, naming the pair).
pub const DUEL_BELOW_ZERO_REFUSED: duel_below_zero = 0;
/// Taken as zero, so that the pair cannot tie.
pub const DUEL_BELOW_ZERO_ZERO: duel_below_zero = 1;

/// Spread: how noisy the differences of items are.
pub type duel_spread = i32;
/// All differences are equally noisy, z = u.
pub const DUEL_SPREAD_NONE: duel_spread = 0;
/// z = u / sqrt(S_ij), S_ij = d_i + d_j, a variance of each item (Thurstone 1927). Not convex: small
/// sets may have several optima, mostly with variances of zero. Up to 8 items the fit also starts from every item much
/// noisier, and much less noisy, than the others; duel_model_optima lists the optima that were met. With more items ask for restarts.
/// Scores and variances have a scale in common, which offsets set; where the votes speak against the offsets it grows
/// without end (DUEL_FIT_SEPARATED).
pub const DUEL_SPREAD_DIAGONAL: duel_spread = 1;
/// S_ij = d_i + d_j + |Lambda_i - Lambda_j|^2 with spread_factors columns of Lambda. Many optima:
/// ask for restarts, and do not take the best for the only one.
pub const DUEL_SPREAD_FACTORS: duel_spread = 2;

/// Signs that sensitivities may have.
pub type duel_sign = i32;
/// Not negative. A judge who would need a negative one is set to 0 (a boundary).
pub const DUEL_SIGN_POSITIVE: duel_sign = 0;
/// Of either sign. A negative one is a judge opposed to the others.
pub const DUEL_SIGN_SIGNED: duel_sign = 1;

/// Covariance of the estimates.
pub type duel_covariance = i32;
/// DUEL_COVARIANCE_CLUSTERED_BY_CONTEXT where contexts repeat, else
/// DUEL_COVARIANCE_SANDWICH; DUEL_COVARIANCE_OBSERVED where only a ridge or pseudo-comparisons make
/// the scores finite or comparable (weights that are frequencies); DUEL_COVARIANCE_EXPECTED at given
/// parameters (duel_model_given).
pub const DUEL_COVARIANCE_AUTO: duel_covariance = 0;
/// Inverse of the expected (Fisher) information. Right if the model is. With a ridge on
/// sensitivities or disagreement the penalty enters by the squares of its first derivatives (Gauss-Newton);
/// the part with second derivatives of gamma_k mu_i, which DUEL_COVARIANCE_OBSERVED has, is left out.
pub const DUEL_COVARIANCE_EXPECTED: duel_covariance = 1;
/// Inverse of the observed information (the Hessian).
pub const DUEL_COVARIANCE_OBSERVED: duel_covariance = 2;
/// H^-1 B H^-1 with the squared residuals of every single comparison in B (HC0). Right
/// for independent comparisons even where the model is not.
pub const DUEL_COVARIANCE_SANDWICH: duel_covariance = 3;
/// As the sandwich, the residuals of a context summed before they are squared.
pub const DUEL_COVARIANCE_CLUSTERED_BY_CONTEXT: duel_covariance = 4;
/// As the sandwich, the residuals of a judge summed before they are squared. Trust it
/// with 40 judges or more.
pub const DUEL_COVARIANCE_CLUSTERED_BY_JUDGE: duel_covariance = 5;
/// Inverse of the expected information on both sides of B, the sandwich of the judge-aware papers.
pub const DUEL_COVARIANCE_SANDWICH_EXPECTED: duel_covariance = 6;
/// Clustered by context and by judge at once, the sum of the two less that of their
/// intersection (Cameron, Gelbach and Miller 2011); negative eigenvalues, which it may have, become 0.
pub const DUEL_COVARIANCE_CLUSTERED_TWO_WAY: duel_covariance = 7;

/// Bias reduction.
pub type duel_bias = i32;
/// None, maximum likelihood.
pub const DUEL_BIAS_NONE: duel_bias = 0;
/// Firth's (1993), maximum likelihood with Jeffreys' prior. Takes away the bias of order
/// 1/n, and keeps scores finite where items never lose, if the comparisons connect them. Pooled
/// Bradley-Terry only. Standard errors are those of the data's information at the estimate.
pub const DUEL_BIAS_FIRTH: duel_bias = 1;

/// Fit status: the problems of a fit, as bits.
pub type duel_fit_problem = i32;
/// No diagnostic.
pub const DUEL_FIT_OK: duel_fit_problem = 0;
/// Items of different components were never compared, not even through others.
/// Scores are relative to the mean of their component; an item that was never compared has none (NaN).
/// One rule holds for this and all else that the data do not identify (DUEL_FIT_UNDETERMINED): a number that
/// changes along a direction which the data leave open is NaN, and so is its error, whichever function is asked.
/// Contrasts of scores or strengths are identified across components if the weights within each but one sum to zero.
pub const DUEL_FIT_DISCONNECTED: duel_fit_problem = 1;
/// No finite estimate exists (some items never lose to the others, or a judge or
/// effect explains its votes without error, or thresholds of pairs that never tied run to infinity).
/// Quantities that diverge are shown where the fit ended, with infinite standard errors. Differences and
/// contrasts (duel_estimate_contrasts, duel_estimate_pairs, duel_model_distances, ...) within a group of items that beat each other are those of the limit.
/// One that diverges is plus or minus infinity, with an infinite error, where it goes the same way wherever the
/// likelihood grows; where it may go either way, as between two items that both always beat a third, it is NaN.
pub const DUEL_FIT_SEPARATED: duel_fit_problem = 2;
/// Some judges would need a negative sensitivity and have 0.
pub const DUEL_FIT_BOUNDARY: duel_fit_problem = 4;
/// Some sensitivities are negative (DUEL_SIGN_SIGNED only). Recorded, never
/// an error: a signed fit asks for them.
pub const DUEL_FIT_OPPOSED: duel_fit_problem = 8;
/// All scores are equal, so that sensitivities are not identified.
pub const DUEL_FIT_EQUAL_SCORES: duel_fit_problem = 16;
/// Parameters beyond those of DUEL_FIT_DISCONNECTED are not determined by the
/// data, such as a covariate that is constant or a function of the items, or slopes of a judge whose
/// sensitivity is zero; or DUEL_STRENGTH_DISAGREEMENT of a rank that its optimum does not have (the message says
/// which one it has; accepted, the model is that of this rank). Accepted, numbers that the data do not determine
/// are NaN, all others are returned: beside a covariate of items free scores are unknown, but not the probabilities of a pair.
pub const DUEL_FIT_UNDETERMINED: duel_fit_problem = 32;
/// The solver stopped before the optimum, or at a point where the spread of a pair is
/// zero, which is not an optimum.
pub const DUEL_FIT_NOT_CONVERGED: duel_fit_problem = 64;
/// For duel_model_options.accept: take any outcome.
pub const DUEL_FIT_ANY: duel_fit_problem = 127;
/// Tie thresholds at the end of their range, of judges who never tie (or only
/// tie), of items that never tied (additive thresholds), of pairs at zero (DUEL_LINK_LINEAR); and those of
/// both bad where there are no such votes, or none of an item. Recorded,
/// never an error, and so not part of DUEL_FIT_ANY.
pub const DUEL_FIT_TIE_LIMIT: duel_fit_problem = 128;
/// Variances d of some items are zero (Heywood cases): a boundary, where an interval could
/// only be one-sided. Recorded, never an error, and so not part of DUEL_FIT_ANY.
pub const DUEL_FIT_HEYWOOD: duel_fit_problem = 256;

/// Noise of the differences of items: the link of the outcome model.
pub type duel_noise = i32;
/// Logistic: Bradley-Terry, Rao-Kupper and Davidson. Scores are log odds.
pub const DUEL_NOISE_LOGISTIC: duel_noise = 0;
/// Normal, probit: Thurstone-Mosteller and Glenn-David.
pub const DUEL_NOISE_NORMAL: duel_noise = 1;

/// Reason why the solver stopped.
pub type duel_stop = i32;
/// It converged; the Newton step and decrement vanished.
pub const DUEL_STOP_CONVERGED: duel_stop = 0;
/// The step no longer changes the objective in double precision.
pub const DUEL_STOP_PRECISION: duel_stop = 1;
/// The Newton step stays large where the gradient vanishes; the optimum is
/// at infinity.
pub const DUEL_STOP_DIVERGING: duel_stop = 2;
/// It came to the end of max_iterations.
pub const DUEL_STOP_ITERATIONS: duel_stop = 3;
/// The parameters were given.
pub const DUEL_STOP_GIVEN: duel_stop = 4;
