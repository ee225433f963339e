# Numbers against references: BradleyTerry2 1.1.2 on its own data sets, Newton to 1e-12 on the
# stated likelihoods, and the judge-aware reference results for the MT-Bench votes.
library(duel)
source("support/expect.R")

## citations between four journals of statistics
journals <- c("Biometrika", "Comm Statist", "JASA", "JRSS-B")
pairs <- matrix(c(0, 1, 730, 33, 0, 0, 2, 498, 320, 0, 0, 3, 221, 284, 0, 1, 2, 68, 813, 0, 1, 3,
     17, 276, 0, 2,
    3, 142, 325, 0), ncol = 5, byrow = TRUE)
citations <- data.frame(cited = factor(journals[pairs[, 1] + 1], levels = journals),
                        citing = factor(journals[pairs[, 2] + 1], levels = journals),
                        won = pairs[, 3], lost = pairs[, 4])
fit <- duel(cbind(won, lost) ~ cited + citing, data = citations, covariance = "expected",
            ref = "Biometrika")
near(coef(fit), c(0, -2.94907249684391, -0.479569769751993, 0.268954055819472))
stopifnot(identical(names(coef(fit)), journals))
near(vcov(fit)[-1, -1], c(0.0105155458061165, 0.00227454711886455, 0.00146041939920181,
     0.00227454711886455,
    0.00367099411087275, 0.00168355767827381, 0.00146041939920181, 0.00168355767827381,
    0.0050168839568755), 1e-8)
near(sqrt(diag(vcov(fit)))[-1], c(0.102545335369857, 0.0605887292396264, 0.0708299651057058),
     1e-6, relative = TRUE)
near(coef(fit, ref = NULL), c(0.7899220526941079, -2.1591504441498026, 0.3103522829421149,
     1.0588761085135796))
near(estimates(fit, ref = NULL)$se, c(0.04333046871166789, 0.0725797435702666,
     0.041641015544186435, 0.05304698821352923), 1e-6, relative = TRUE)
near(estimates(fit, ref = NULL, covariance = "sandwich")$se,
     c(0.04287788511132781, 0.07294731139417666, 0.041446493943827344, 0.05386760170046108), 1e-6,
     relative = TRUE)
near(logLik(fit), -1622.8898088275978)
stopifnot(attr(logLik(fit), "df") == 3, nobs(fit) == sum(pairs[, 3:4]))

## baseball, with and without home advantage
source("support/baseball.R")
fit <- duel(cbind(home.wins, away.wins) ~ home + away, data = baseball, ref = "Baltimore",
            covariance = "expected")
near(coef(fit)[-1], c(1.10769770537234, 0.683852769153276, 1.4364084318058, 1.58135587665478,
     1.24761784513494,
    1.29448512390533))
near(estimates(fit)$se[-1], c(0.333877908162483, 0.33187639914354, 0.33956818748248,
     0.343255664026282, 0.335860615785444,
    0.33666909269333), 1e-5, relative = TRUE)
fit <- update(fit, position = "shared")
near(c(coef(fit)[-1], coef(fit, "positions")),
     c(1.14380265329736, 0.704694456900152, 1.47535721358556, 1.61955499357836, 1.28134040327551,
    1.32711039807169, 0.302260655527553))
near(c(estimates(fit)$se[-1], estimates(fit, "positions")$se),
     c(0.337842188911366, 0.335001403341795, 0.344551823286006, 0.347365306113204,
     0.340403358810646,
    0.340322208807713, 0.130943642532349), 1e-5,
     relative = TRUE)
stopifnot(identical(names(coef(fit, "positions")), "position"), attr(logLik(fit), "df") == 7)
## the two models differ by the peer's difference of log-likelihoods
near(logLik(fit) - logLik(update(fit, position = "none")), 2.7053045423016044)

## flavour strength (Springall), with ties
flavours <- matrix(c(0, 1, 2, 16, 7, 0, 2, 0, 21, 1, 0, 3, 5, 10, 10, 0, 4, 2, 15, 7, 0, 5, 0, 22,
     2, 0, 6, 12, 3,
    9, 0, 7, 13, 9, 5, 0, 8, 10, 12, 3, 1, 2, 6, 11, 5, 1, 3, 17, 2, 7, 1, 4, 9, 6, 8, 1, 5, 8,
    12, 6, 1, 6, 24, 2, 0, 1, 7, 16, 3, 5, 1, 8, 15, 2, 7, 2, 3, 22, 2, 4, 2, 4, 14, 4, 5, 2, 5,
    11, 4, 7, 2, 6, 24, 1, 3, 2, 7, 22, 0, 3, 2, 8, 17, 2, 6, 3, 4, 3, 14, 9, 3, 5, 2, 18, 4, 3,
    6, 12, 6, 5, 3, 7, 10, 6, 6, 3, 8, 8, 9, 11, 4, 5, 5, 11, 9, 4, 6, 20, 0, 2, 4, 7, 15, 2, 5,
    4, 8, 13, 5, 9, 5, 6, 27, 1, 0, 5, 7, 19, 1, 5, 5, 8, 18, 2, 2, 6, 7, 2, 13, 8, 6, 8, 2, 21,
    5, 7, 8, 6, 8, 8), ncol = 5, byrow = TRUE)
springall <- data.frame(one = flavours[, 1] + 1, two = flavours[, 2] + 1)
counts <- flavours[, 3:5]
fit <- duel(counts ~ one + two, data = springall, covariance = "expected")
stopifnot(identical(names(coef(fit)), as.character(1:9)))
near(coef(fit), c(-0.754325710765146, 0.7854591320890978, 1.4693652982449916, -0.48475224355468555,
    0.5302163901013788, 1.1694532432177798, -1.6165842992362747, -0.7570749978554665,
    -0.3417568122416754))
near(estimates(fit)$se, c(0.1492316117027639, 0.15167804355966313, 0.1753002860151608,
     0.1439142545724684,
    0.14786879785763843, 0.16213078346887547, 0.17803216622246412, 0.1527717311691498,
    0.14245943156439747), 1e-6, relative = TRUE)
near(estimates(fit, covariance = "sandwich")$se,
     c(0.11905113375504356, 0.12888215611494683, 0.14669490488975678, 0.11975622694993268,
    0.1174114998107421, 0.12926964722811715, 0.1475847027753243, 0.12475349978328609,
    0.11838479964011925), 1e-6, relative = TRUE)
near(logLik(fit), -456.670277758844)
fit <- update(fit, outcome = "davidson")
near(coef(fit), c(-1.1133667196224726, 1.159862825963537, 2.1773832197935703, -0.7157562551452393,
    0.7814227139903015, 1.729480573662016, -2.3948333965700437, -1.1182645858829667,
    -0.5059283761887022))
near(coef(fit, "thresholds"), -0.14439169085855805)
near(logLik(fit), -732.0672554482207)
fit <- update(fit, outcome = "rao-kupper")
near(coef(fit), c(-0.828356395429147, 0.8457162415520699, 1.5975945606881872, -0.509487738678555,
    0.5594014152185779, 1.2998172392843392, -1.7914598322163267, -0.8188935885008147,
    -0.354331901918331))
near(coef(fit, "thresholds"), 0.6970930238086973)
near(logLik(fit), -730.0043614750005)

## votes of 20 judges
items <- c("alpaca-13b", "claude-v1", "gpt-3.5-turbo", "gpt-4", "llama-13b", "vicuna-13b-v1.2")
judges <- c("Qwen/Qwen2.5-7B-Instruct-Turbo", "Qwen/Qwen3-235B-A22B-Instruct-2507-tput",
    "Qwen/Qwen3-Next-80B-A3B-Instruct", "arcee_ai/arcee-spotlight",
    "arize-ai/qwen-2-1.5b-instruct", "deepcogito/cogito-v2-preview-llama-109B-MoE",
    "deepseek-chat", "google/gemma-3n-E4B-it", "kimi-k2-0905-preview", "kimi-k2-thinking-turbo",
    "marin-community/marin-8b-instruct", "meta-llama/Llama-3.3-70B-Instruct-Turbo",
    "meta-llama/Llama-4-Maverick-17B-128E-Instruct-FP8",
    "meta-llama/Llama-4-Scout-17B-16E-Instruct", "mistralai/Mixtral-8x7B-Instruct-v0.1",
    "moonshot-v1-128k", "moonshot-v1-32k", "openai/gpt-oss-120b", "openai/gpt-oss-20b",
    "zai-org/GLM-4.5-Air-FP8")
btl <- duel(winner ~ left + right, data = mtbench, judge = judge, context = question)
stopifnot(nobs(btl) == 9706, setequal(names(coef(btl)), items))
near(logLik(btl), -5353.59327974001)
near(coef(btl)[items], c(-0.618403676955803, 0.843661929663805, 0.511121170350467,
     0.827041320854338,
    -1.27294476615281, -0.290475977759997))
near(estimates(btl, covariance = "expected")[items, "se"],
     c(0.03432555592861, 0.0347117617172337, 0.0310437056904379, 0.0350680236611625,
    0.0385640518512083, 0.0332188123088421), 1e-5, relative = TRUE)

ja <- update(btl, strength = "sensitivity")
geometric <- function(type, covariance)
    estimates(ja, type, scale = "geometric", covariance = covariance,
              correction = if (startsWith(covariance, "clustered")) "none" else "auto")
near(logLik(ja), -5004.60099483763)
near(coef(ja, scale = "geometric")[items], c(-0.541198121267985, 0.739651792891571,
     0.431935748108771, 0.731376843447745,
    -1.11521967906915, -0.246546584110951))
near(coef(ja, "sensitivities", scale = "geometric")[judges],
     c(1.79951647401166, 1.85710394974722, 1.99882736800984, 1.18155492490376, 0.469521157266519,
    0.354044546452312, 1.13147617188739, 1.32038666609027, 1.87679860727282, 1.81600523050034,
    0.121432703629275, 1.89386133534383, 1.44319748347546, 0.08920800693006, 0.785708795593584,
    1.84916936875634, 1.91762347953234, 1.75962244922187, 1.8221296270188, 0.565940171505774))
near(mean(coef(ja, "sensitivities")), 1, 1e-12)
near(geometric("scores", "expected")[items, "se"],
     c(0.0420400255834759, 0.0517626365351129, 0.0349020271297372, 0.0513965075239562,
    0.0739780518087712, 0.0291885189138244), 1e-5, relative = TRUE)
near(geometric("log_sensitivities", "expected")[judges, "se"],
     c(0.100848274782032, 0.102361872444606, 0.102920422643607, 0.108144618397705,
     0.272817549651396,
    0.232822657043041, 0.115998910796734, 0.107330357877333, 0.101435287499155,
    0.101925136972887, 0.665058343618615, 0.100450600042366, 0.10572894998043,
    0.877587869366404, 0.133728196913985, 0.101365423122138, 0.101696625643563,
    0.103888041696895, 0.104174270572769, 0.162067675733626), 1e-5, relative = TRUE)
near(geometric("scores", "observed")[items, "se"],
     c(0.0470106675738277, 0.050892623702388, 0.0353278386631513, 0.0534667380258958,
    0.0741016531123509, 0.029294181352826), 1e-5, relative = TRUE)
near(geometric("scores", "sandwich")[items, "se"],
     c(0.0527069914126037, 0.0440090698632216, 0.0320941405586041, 0.0519540003020995,
    0.064956013566926, 0.0278446021219035), 1e-5, relative = TRUE)
near(geometric("scores", "clustered_by_context")[items, "se"],
     c(0.11152432463013, 0.0867075496657271, 0.0583823308176966, 0.0967059574253838,
    0.109885079161585, 0.0564719704253774), 1e-5, relative = TRUE)
near(geometric("log_sensitivities", "clustered_by_context")[judges, "se"],
     c(0.114401527975467, 0.107516551090296, 0.0857564564416845, 0.116264386555289,
    0.276423199092997, 0.261629605632397, 0.108334755180239, 0.130674991214278,
    0.0999424180948914, 0.0967033460814912, 0.248662494958782, 0.105408222057582,
    0.0913620588070867, 1.26916593792733, 0.198785668420445, 0.082316112533884,
    0.090937358534824, 0.104642760173198, 0.106323901700886, 0.228721818635047), 1e-5,
     relative = TRUE)
near(geometric("scores", "sandwich_expected")[items, "se"],
     c(0.037950267023788, 0.045677790236498, 0.0305880907432363, 0.0444841767441218,
    0.0638696090942157, 0.0267165993685596), 1e-5, relative = TRUE)
stopifnot(ja$info$covariance == "clustered_by_context")
difference <- contrast(ja, stats::setNames(c(1, -1), items[c(1, 2)]), scale = "geometric",
                       covariance = "expected")
near(difference$estimate, -1.28084991415956)
near(difference$se, 0.0879415274235657, 1e-5, relative = TRUE)
one <- data.frame(left = items[1], right = items[2], judge = judges[1])
asked <- predict(ja, one, interval = "confidence", se.fit = TRUE, covariance = "expected")
near(asked[1, c("left", "left.se", "left.lower", "left.upper")], c(0.0907170894940285,
     0.0163665180665666, 0.0633407250260215, 0.12830493312342))
near(predict(ja, one, type = "link"), -2.30491052126654)

dropped <- update(ja, ties = "dropped")
near(logLik(dropped), -4428.23784743938)
near(coef(dropped, "sensitivities", scale = "geometric")[judges],
     c(1.55847915823912, 1.66836438098353, 1.77107528371164, 1.09769735989848, 0.426857145863946,
    0.308879754237695, 1.00609801704182, 1.14908107554757, 1.67454339421091, 1.63626907685534,
    1.2588812455872, 1.69254469270221, 1.28213241407443, 0.0654535246256985, 0.688601785204791,
    1.66368127588771, 1.69718349805573, 1.65709170036214, 1.6220230301734, 0.506889036069272))

## with a position effect of each judge one judge is opposed to the others: the reference has
## x = +1 or -1 and mean sensitivity one over all judges
position <- update(ja, position = "judge", sign = "signed", accept = "opposed")
stopifnot(identical(position$info$outcome, "opposed"))
near(logLik(position), -4155.16504909927)
near(coef(position, "positions")[judges],
     c(0.668239668412211, 0.0859299962096428, 0.156980437503525, 0.698679586774023,
     1.37146266855653,
    -1.26695113372776, -0.513659987763886, 1.42711805249713, 0.312758414580165,
    0.331028582228891, 0.164654643097745, 0.235639855452658, 0.0658307775555821,
    -2.58241231455865, 2.15353040632291, 0.193164677552614, 0.264400285488055,
    0.157386865074807, 0.224672361295896, 5.13015094358643))
gamma <- c(1.32710503676478, 1.41747295963421, 1.53095600977987, 0.813983306723375,
     0.0978499594103407,
    0.55410758766291, 0.952906193316732, 1.09909430402242, 1.38559902817824, 1.31240280970684,
    0.0565788291658427, 1.39382053904424, 1.07928789173896, 0.893212654781775,
    0.774665800037119, 1.36173989824832, 1.40271612694146, 1.28983542009924, 1.3373896881832,
    -0.0807240434398704)
near(coef(position, "sensitivities")[judges] / mean(coef(position, "sensitivities")), gamma)
near(coef(position)[items] * mean(coef(position, "sensitivities")),
     c(-1.0177175281753, 0.826945671070875, 0.572054447956366, 1.1275987183065, -1.42625274452724,
    -0.0826285646312054))
