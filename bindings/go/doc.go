// Package duel turns pairwise judgements into rankings with honest uncertainty. It is the Go
// face of the C library libduel and uses the same nouns and verbs.
//
// # From data to a ranking
//
// A [Set] holds comparisons. [Set.Append] takes them as columns of [Rows]: who was shown first
// (left), who second (right), and the answer as a score, an outcome or counts; optionally the
// judge, the context (a prompt, a question) and a weight. [Fit] estimates a [Model] from a set.
// The zero [Options] are the Bradley-Terry model with ties as half a win for each side; each
// field adds one choice, and the choices combine freely: ties that depend on the items
// ([ThresholdAdditive], [ThresholdFactored]), items of unequal variance ([SpreadDiagonal],
// [SpreadFactors]), judges of unequal sensitivity. A model answers with scores, standard
// errors and intervals ([Model.Estimate], [Estimates.Values]), ranks with ranges ([Estimates.Ranks]),
// contrasts ([Estimates.Contrasts]), probabilities of comparisons, and the warnings that a careful
// statistician would give ([Model.Warnings]). ExampleFit shows a complete use.
//
// # How sure is this ranking?
//
// By default standard errors are sandwiches, clustered by context where contexts repeat.
// [InferenceOptions] ask for others: corrections for few clusters, Student's quantiles, or the
// replicates of a [Bootstrap]. Every function of inference takes them. [Estimates.Pairs] tells which
// differences are real, [Model.CompactLetters] which items do not differ significantly, [Model.RankProbabilities] and
// [Model.Superiority] how likely each order is, [Model.MoreComparisons] what would settle it. [Estimates.Gate] says whether a
// candidate may take the place of a baseline, [Estimates.Claims] which claims about the order are established; both also of
// estimates of your own, [NewEstimates].
// [Model.Profile] follows the likelihood where the normal distribution does not, and [Model.Function] carries
// the uncertainty over to any function of yours.
//
// # Which model?
//
// [Model.Compare] tests a model against a larger one, [Model.Vuong] against one of another kind;
// [Model.Criteria] and [CrossValidate] weigh any number of the same votes. [Model.Metrics],
// [Model.Marginals] and [Model.MatchMatrix] show how far predictions are from what was seen. Models with
// factors may have many optima: ask for Restarts, and see [Model.Optima]. Whether one fits, and where
// not, is told by [Model.Goodness], [Model.Residuals], [Model.Triads], [Model.Calibration],
// [Model.Accuracy] and [Model.Influence]. [GivenModel] and [Model.Simulate] answer what would be if.
//
// # Your judges
//
// [Set.Judges] and [Set.Order] tell who answers by position, [Set.Agreement], [Set.Krippendorff]
// and [Set.Triads] how judges agree with each other and with themselves, [Votes.Stated] whether they
// know when they are right. [Disagreement] gives every judge a ranking of its own around a consensus;
// [SelectRank] weighs how many directions they disagree in, [Model.Consensus] and [LeaveOneJudgeOut] how much
// the consensus owes to whom. [Model.Judges] puts it together, with a [Verdict] on every judge.
//
// # Scores without a model
//
// [GARS] estimates ranking scores as functionals of the probabilities of labels, with a predictor's mistakes
// corrected by the labels that were bought: [FitNuisance] learns the predictor, [Policy] and
// [GARS.PolicyDOptimal] say what to label, [Model.NextComparisons] what to ask next.
//
// # Items among each other
//
// [Model.Distances] between items become a map ([MDSClassical], [MDSSmacof], [KernelPCA]) or a tree
// ([Cluster], [Cut]). [Model.Tiers] and [Model.AdjacentDifferences] follow the order of the scores;
// [Agreement] compares the rankings of several models.
//
// # Errors
//
// Errors of the library are of type [*Error], with a [Code], the row of the data where there is
// one, and a message that names argument and value. Compare codes with errors.Is:
//
//	if errors.Is(err, duel.ErrNotIdentified) { ... }
//
// Statistical problems are never silent: data that determine no finite scores are
// [ErrNotIdentified] and the message names the items. [Options.Accept] takes the result all the
// same, and [Info].Outcome then tells what is wrong with it.
//
// # JSON
//
// Results can be marshalled: fields have their names in Go, enumerations their numbers (String has words), and what is not
// finite, such as an error that is not known or a score that diverges, is null.
//
// # Long work
//
// Functions that may take long have a context as first argument. When it is done they stop and
// return context.Cause. Progress is reported to an optional function of the options, on the
// goroutine of the call.
//
// # Ownership and concurrency
//
// Sets, models and bootstraps live in C memory. Close frees them at once and may be called more than once;
// the garbage collector frees what was not closed. A closed or nil object is refused with
// [ErrNull], never with a crash; nil stands for none where an argument or option says so.
//
// A [Model] and a [Bootstrap] never change and are safe for concurrent use. A [Set] is not: any number of
// goroutines may read one, but none may read or change it while another changes it. Such a call
// is refused with [ErrArgument] rather than left to corrupt memory.
//
// Results are fresh slices, row-major, which belong to the caller.
//
// # Building
//
// The package needs cgo and a C compiler. On linux/amd64 it brings the library with it, as the module
// bindings/go/lib/linux-amd64. Build tags choose another one:
//
//	-tags duel_system    the library of the system, found by pkg-config (duel.pc must be on PKG_CONFIG_PATH)
//	-tags duel_static    a libduel.a of yours, by CGO_CFLAGS=-I$PREFIX/include CGO_LDFLAGS=-L$PREFIX/lib
//
// On other platforms one of the two is needed, and the compiler says so. A program without any shared library is
// built by -ldflags '-extldflags "-static"'.
package duel
