#!/bin/sh
# The examples as their readers use them, and what they must say; the demo on every bundled file.
. tests/c/common.sh
out=build/examples
mkdir -p $out
sh bindings/c/link.sh "$built" || exit 1
libraries="-Lbuild -lduel -lm -Wl,-rpath,$PWD/build"
in_loop='loop buying pool trace'
sources=$(ls examples/c/*.c | grep -v -E "/(first|$(echo $in_loop | tr ' ' '|'))\.c$")
board=$out/leaderboard
loop=$out/loop
data=examples/data

pass "build leaderboard" gcc -std=c99 -O2 $strict -Iinclude $sources -o $board $libraries
pass "build loop" gcc -std=c99 -O2 $strict -Iinclude $(printf 'examples/c/%s.c ' $in_loop codes csv draw text votes) \
  -o $loop $libraries
pass "build first.c" gcc -std=c99 $strict -Iinclude examples/c/first.c -o $out/first $libraries
pass "first.c" $out/first
pass "build csv test" gcc -std=c99 -g $strict -Iexamples/c tests/c/csv.c examples/c/csv.c -o $out/csv
pass "csv reader" $out/csv
if have g++; then
  pass "build first.cpp" g++ -std=c++11 $strict -Iinclude examples/cpp/first.cpp -o $out/first-cpp \
    $libraries
  pass "first.cpp" $out/first-cpp
fi

# Runs a command, keeps what it prints in $said, and says whether pattern and status are right.
said=$out/said
run_and_find() { # want pattern command...
  run_want=$1 run_pattern=$2
  shift 2
  "$@" > $said 2>&1
  run_status=$?
  if [ "$run_want" = works ] && [ $run_status != 0 ]; then
    echo "status $run_status"
  elif [ "$run_want" = fails ] && [ $run_status = 0 ]; then
    echo "it succeeded"
  elif ! grep -q -e "$run_pattern" $said; then
    echo "nowhere: $run_pattern"
  else
    return 0
  fi
  cat $said
  return 1
}
says() { # name pattern command...: succeeds, and prints a line with the pattern
  says_name=$1
  shift
  pass "$says_name" run_and_find works "$@"
}
refuses() { # name pattern command...: fails, and says why
  refuses_name=$1
  shift
  pass "$refuses_name" run_and_find fails "$@"
}

# Every line of the README's output that begins so is printed, in that order.
quotes() { # first file
  awk -v first="$1" '
    { sub(/[ \t]+$/, "") }
    NR == FNR && /^```/ {
      if (open && index(line[1], first) == 1) {
        for (i = 1; i <= count; i++) want[i] = line[i]
        wanted = count
      }
      open = $0 == "```text"
      count = 0
    }
    NR == FNR { if (open && !/^```/) line[++count] = $0; next }
    at < wanted && $0 == want[at + 1] { at++ }
    END {
      if (!wanted) print "README.md has no output that begins with " first
      else if (at < wanted) print "README.md says, and the program does not: " want[at + 1]
      exit !wanted || at < wanted
    }' README.md "$2"
}
# The output of a command in the README.
shows() { # name first command...
  shows_name=$1 shows_first=$2
  shift 2
  pass "$shows_name runs" run_and_find works . "$@" && pass "$shows_name" quotes "$shows_first" $said
}

# Equal items: e = log(2 ties / decided), b = log(2 both bad / decided), 60 decided, 30 ties, 15 bad.
{
  echo model_a,model_b,winner
  for pair in x,y y,z z,x; do
    for times in 1 2 3 4 5; do
      printf "$pair,%s\n" a a b b tie tie both_bad
    done
  done
} > $out/bad.csv
says "both bad as an outcome" "Both-bad threshold: -0.693," $board $out/bad.csv --model davidson \
  --both-bad outcome
says "both bad of items" "both bad an outcome with thresholds of items" $board $out/bad.csv \
  --model davidson --both-bad outcome --bad-threshold additive --json $out/bad.json
refuses "both bad without davidson" "both_bad" $board $out/bad.csv --both-bad outcome

# What has no order of presentation, and what a terminal would obey.
cases=tests/data/cases
says "winners and losers" "60 rows; no order of presentation is known" $board $cases/winner_loser.csv --winner chosen \
  --loser notChosen --judge judgeName
printf 'model_a,model_b,wins,losses\na,b,5,3\n' > $out/counts.csv
says "counts" "1 rows; no order of presentation is known" $board $out/counts.csv --wins wins --losses losses
refuses "a position effect of counts" "no comparison of the set has a presentation order" $board $out/counts.csv --wins wins \
  --losses losses --position shared
refuses "an order of winners and losers" "without .* --order shown" $board $cases/winner_loser.csv --winner chosen \
  --loser notChosen --order shown
printf 'model_a,model_b,winner\na\033[31m,b,a\n' > $out/escape.csv
refuses "a control character" "escape.csv:2: model_a has a control character" $board $out/escape.csv
printf 'model_a,model_b,winner\n' > $out/empty.csv
refuses "a file without a vote" "no vote is left of 0 rows" $board $out/empty.csv
printf 'model_a,model_b,score\na,b,nan\n' > $out/nan.csv
refuses "NaN is no score" "score is NaN" $board $out/nan.csv --score score

# Log-likelihoods of the published models on the three sets.
likelihood() { # file value options...
  likelihood_file=$1 likelihood_value=$2
  shift 2
  says "$likelihood_file $*" "log-likelihood $likelihood_value," \
    $board $data/$likelihood_file --drop unknown --judge judge --context question_id "$@"
}
likelihood judge_mtbench.csv -5353.593
likelihood judge_mtbench.csv -5004.601 --judges sensitivity
likelihood judge_mtbench.csv -4155.165 --judges sensitivity --position judge --sign any \
  --accept opposed
likelihood judge_chatbot_arena.csv -6264.777
likelihood judge_chatbot_arena.csv -6063.279 --judges sensitivity
likelihood judge_chatbot_arena.csv -5188.861 --judges sensitivity --position judge --sign any \
  --accept opposed
likelihood judge_ultrafeedback.csv -6103.446
likelihood judge_ultrafeedback.csv -5887.853 --judges sensitivity --accept boundary
likelihood judge_ultrafeedback.csv -4855.314 --judges sensitivity --position judge --sign any \
  --accept opposed
likelihood judge_mtbench.csv -5004.601 --judges disagreement --rank 0
likelihood judge_mtbench.csv -4257.826 --judges disagreement
likelihood judge_mtbench.csv -4243.796 --judges disagreement --rank 2
refuses "boundary is an error" "sensitivit" $board $data/judge_ultrafeedback.csv --drop unknown --judge judge \
  --judges sensitivity

says "rows dropped aloud" '10000 rows; 294 DROPPED as asked, because column "winner" says "unknown" (294)$' \
  $board $data/judge_mtbench.csv --drop unknown
refuses "nothing dropped unasked" '"unknown" (294 rows: not known).*--drop TEXT' $board $data/judge_mtbench.csv
refuses "nothing dropped unasked in the loop" '"unknown" (294 rows: not known)' $loop $data/judge_mtbench.csv
says "counts of 129 items" '1374996 comparisons of 129 items' $board \
  $data/chatbot_arena_202408_counts.csv --wins win_a --losses win_b --tied tie --scale elo
for model in bt rao-kupper davidson; do
  for position in none shared judge; do
    for judges in pooled sensitivity; do
      says "$model, position $position, $judges" "converged" $board $data/judge_mtbench.csv \
        --drop unknown --judge judge --model $model --position $position --judges $judges --accept boundary
    done
  done
done

# Who is best, who cannot be told apart, which differences are real, and without the normal distribution.
votes="$board $data/judge_mtbench.csv --drop unknown --judge judge --context question_id"
says "group and chance of the best" '^ *1  1-2 *a *gpt-4 .* 9[0-9] % ' $votes --position judge \
  --judges sensitivity --accept boundary
says "a group of two letters" '^ *2  1-3 *ab *claude-v1 ' $votes --position judge \
  --judges sensitivity --accept boundary
says "groups by number" '^ *4  3-6 *3-4 *gpt-4o-mini' $board $data/chatbot_arena_202408_counts.csv \
  --wins win_a --losses win_b --tied tie
says "neighbours of many" 'Tests of 8256 differences (Holm); neighbours' $board \
  $data/chatbot_arena_202408_counts.csv --wins win_a --losses win_b --tied tie --test holm
for test in single-step bonferroni holm hochberg bh by unadjusted; do
  # Of 9 999 sign flips no p is below 1/10 000.
  says "tests, $test" '^gpt-4  *vicuna-13b-v1.2  .* <.0001 *\(<.0001\|0.0001\)$' $votes --test $test
done
refuses "no such adjustment" 'is not one of: none, single-step' $votes --test tukey
says "replicates of questions" 'Errors: 200 bootstrap replicates of contexts; BCa 95 %' $votes \
  --bootstrap 200
says "replicates of comparisons" 'Errors: 100 bootstrap replicates of comparisons' $board \
  $data/judge_mtbench.csv --drop unknown --bootstrap 100 --test holm
says "replicates as errors are" 'Errors: 100 bootstrap replicates of comparisons' $votes --covariance sandwich \
  --bootstrap 100
refuses "replicates two ways" 'contexts or judges' $votes --covariance two-way --bootstrap 100
says "replicates of what is said" 'Errors: 100 bootstrap replicates of contexts' $votes --covariance two-way \
  --bootstrap 100 --bootstrap-by context
says "replicates of judges" 'Errors: 100 bootstrap replicates of judges' $votes --covariance judge \
  --bootstrap 100 --seed 3
refuses "too few replicates" '20 replicates are too few' $votes --bootstrap 20
refuses "no replicate at all" 'replicates is 1' $votes --bootstrap 1
refuses "no number of replicates" '"-5" is not a number' $votes --bootstrap -5
for correction in cr1 cr2 jackknife; do
  says "twenty judges, $correction" 'clustered by judge, .*; 95 %' $votes --covariance judge \
    --correction $correction
done
says "two ways" 'clustered by context and judge, corrected (CR1)' $votes --covariance two-way \
  --correction cr1
refuses "a correction of the sandwich" 'correction' $votes --covariance sandwich --correction cr2

shows "the README's demo" 'Errors: ' $votes --judges sensitivity --position judge --accept boundary
shows "the README's judges" 'Judge ' $votes --judges disagreement --ranks 3 --judge-map $out/judges.svg
printf '```text\nPlan  A\nPlan  B\n```\n' > $out/unlike.txt
stop "a README that says otherwise" quotes 'Plan ' $out/unlike.txt

# Judges that disagree: the README's two fits, what speaks for which rank, and the map.
says "a judge of positions disagrees" '^zai-org/GLM-4.5-Air-FP8 .* 100 % .* follows the position, idiosyncratic$' \
  $votes --judges disagreement
says "a judge of positions says nothing" '^zai-org/GLM-4.5-Air-FP8 .* follows the position, opposed, weak$' \
  $votes --judges disagreement --position judge --ridge 0.1
says "agreement beyond positions" '^zai-org/GLM-4.5-Air-FP8  *56 %  *0.02 ' $votes --judges disagreement
says "evidence for ranks" '^   1  *-4257.83  *46  *8607.7 ' $votes --judges pooled --ranks 2
refuses "rank 5 of six items" 'rank is 5; .* at most 4' $votes --judges disagreement --rank 5
refuses "a rank of nothing" 'rank: only disagreement' $votes --rank 1
refuses "a map of judges who agree" 'judge-map needs' $votes --judge-map $out/judges.svg
says "judges simultaneously" '^Judge map: ' $votes --judges disagreement --rank 2 --intervals simultaneous \
  --reference gpt-4 --judge-map $out/judges.svg --svg $out/judges-forest.svg
if have python3; then
  pass "the map holds judges and items" python3 -c "
import xml.dom.minidom
page = lambda name: xml.dom.minidom.parse('$out/' + name)
assert len(page('judges.svg').getElementsByTagName('circle')) == 20 + 2 + 6 + 20
titles = [t.firstChild.data for t in page('judges.svg').getElementsByTagName('title')]
assert 'zai-org/GLM-4.5-Air-FP8' in titles and 'llama-13b' in titles
assert len(page('judges-forest.svg').getElementsByTagName('circle')) >= 6 + 20 + 15"
else
  skip "the map of judges" "python3 is not installed"
fi

# Thresholds of items, spreads, tiers, drawings. The likelihoods are those of the Rust tests.
arena="$board $data/chatbot_arena_202408_counts.csv --wins win_a --losses win_b --tied tie"
says "the README's plain model" 'log-likelihood -1388755.097, 129 parameters' $arena --model davidson
says "a spread and ties of items" '^gemini-1.5-pro-exp-0801  *23 %  *-0.21  .-0.24, -0.17.    0.0089  .0.0044, 0.0180.$' \
  $arena --model davidson --threshold additive --spread diagonal
says "thresholds of items" 'tie thresholds of items added$' $arena --model davidson \
  --threshold additive
says "factored thresholds" 'factored tie thresholds (10 factors)$' $arena --model davidson \
  --threshold factored --tie-factors 10 --tie-ridge 3
says "thresholds of the paper" 'factored tie thresholds (2 factors), linear$' $arena \
  --model rao-kupper --threshold factored --tie-factors 2 --tie-basis paper --tie-link linear
says "offsets of judges" '^Judge .* Tie offset ' $votes --judges pooled --model davidson \
  --threshold additive --threshold-offsets judge
says "starts and optima" '^Starts: 4; they met [1-4] optim' $arena --model davidson \
  --spread factors --spread-factors 1 --restarts 3 --seed 5 --threads 2
says "tiers by significance" '^Rank  Range .*Tier  Item' $arena --model davidson --tiers significance
refuses "no such tier" 'is not one of: none, significance, N, gap:NUMBER' $arena --tiers best
refuses "a thousand tiers" 'value is 1000' $arena --tiers 1000
refuses "factors of no form" 'tie_factors: only a factored' $arena --model davidson --tie-factors 2
refuses "points of a spread" 'elo is of log odds' $arena --spread diagonal --scale elo
says "drawings" 'log-likelihood -1384497.251, 385 parameters' $arena --model davidson --threshold additive --spread diagonal \
  --tiers 6 --svg $out/arena.svg --map $out/map.svg --dendrogram $out/tree.svg --json $out/arena.json
pass "the README's table" quotes 'Item  ' $said
says "a line" '^Map: ' $votes --tiers gap:0.5 --map $out/line.svg
refuses "nowhere to draw" 'no/such.svg' $votes --map no/such.svg
if have python3; then
  pass "drawings hold the items" python3 -c "
import json, xml.dom.minidom
page = lambda name: xml.dom.minidom.parse('$out/' + name)
board = json.load(open('$out/arena.json'))
tiers = [i['tier'] for i in board['items']]
assert tiers == sorted(tiers) and set(tiers) == set(range(1, 7))
assert board['fit']['spread'] == 1 and board['fit']['threshold_form'] == 2
assert all(i['variance']['estimate'] >= 0 and i['threshold']['estimate'] < 1 for i in board['items'])
assert len(page('map.svg').getElementsByTagName('circle')) == 129 + 6
assert len(page('tree.svg').getElementsByTagName('path')) == 128
assert len(page('arena.svg').getElementsByTagName('rect')) == 1 + 65
names = [t.firstChild.data for t in page('line.svg').getElementsByTagName('text')]
assert all(names.count(i) == 1 for i in ['gpt-4', 'llama-13b', 'claude-v1']), names"
else
  skip "drawings" "python3 is not installed"
fi

# Files for people and programs.
says "files" "$out/board.svg" $board $data/judge_mtbench.csv --drop unknown --judge judge --context question_id \
  --judges sensitivity --position judge --sign any --accept opposed --test holm --bootstrap 100 \
  --svg $out/board.svg --json $out/board.json
if have python3; then
  pass "JSON holds the model" python3 -c "
import json
board = json.load(open('$out/board.json'))
assert len(board['items']) == 6 and len(board['judges']) == 20
assert abs(board['fit']['log_likelihood'] + 4155.165049099) < 1e-6
assert board['dropped'] == 294 and board['items'][0]['rank'] == 1
assert board['items'][0]['groups'][0] == 1 and len(board['pairs']) == 15
assert abs(sum(i['probability_best'] for i in board['items']) - 1) < 1e-9
assert all(p['p'] <= p['adjusted_p'] and p['difference']['estimate'] >= 0 for p in board['pairs'])
assert board['fit']['replicates_drawn'] == board['fit']['replicates_used'] == 100
assert all(i['score']['lower'] < i['score']['estimate'] < i['score']['upper'] for i in board['items'])
assert any('GLM' in j['name'] and j['follows_position'] for j in board['judges'])"
  pass "SVG is XML" python3 -c "
import xml.dom.minidom
page = xml.dom.minidom.parse('$out/board.svg')
assert len(page.getElementsByTagName('circle')) == 6 + 2 * 20 + 2"
else
  skip "JSON and SVG" "python3 is not installed"
fi

# The closed loop, with what the README says of its plans and of its stops.
says "labels in a closed loop" '^Policy for the leaders .*  one look  *20  *20  *[34][0-9][0-9]  *4[0-9][0-9] ' \
  $loop $data/judge_mtbench.csv --drop unknown --seed 17 --leaders 3 --svg $out/loop.svg
pass "the README's loop" quotes 'Plan ' $said
pass "labels by all looks" grep -q '^  *all looks  *20  *20  *8[0-9][0-9]  *1[0-9][0-9][0-9] ' $said
says "nobody is better" '^On mixed votes ' $loop $data/judge_mtbench.csv --drop unknown --leaders 3 --repeat 1 --false 2 --rounds 8
pass "no false claim" test "$(grep -c '^  *all looks  *2  *0$' $said)" = 3
says "a short loop" '^End: the last round' $loop $data/judge_mtbench.csv --drop unknown --rounds 3 --repeat 1 --budget 90 \
  --svg $out/short.svg
refuses "no such context" 'no column "prompt"; there are: question_id' $loop $data/judge_mtbench.csv \
  --context prompt
refuses "a floor beyond the budget" 'budget is 0.0125' $loop $data/judge_mtbench.csv --drop unknown --budget 1 --floor 0.5
refuses "rounds in words" 'rounds: "many" is not a number' $loop $data/judge_mtbench.csv --rounds many
if have python3; then
  pass "the loop's drawing" python3 -c "
import xml.dom.minidom
page = xml.dom.minidom.parse('$out/short.svg')
assert len(page.getElementsByTagName('circle')) == 3 * 3 + 2"
else
  skip "the loop's drawing" "python3 is not installed"
fi

# One's own file, with quotes, CRLF, and mistakes.
printf '"left, shown","right",score\r\n"a ""x""",b,1\r\nb,"a ""x""",0.5\r\nb,"a ""x""",\r\n' \
  > $out/own.csv
own="$board $out/own.csv --right right --score score"
says "one's own columns" '^ *1 .*a "x"' $own "--left=left, shown" --pseudo 1 --drop ''
says "an empty score is dropped" '1 DROPPED as asked, because column "score" says "" (1)' $own \
  "--left=left, shown" --pseudo 1 --drop ''
refuses "an empty score is said" 'column "score" says "" (1 row: not known)' $own "--left=left, shown" --pseudo 1
refuses "no such column" 'no column "model_a"; there are: left, shown, right, score' $own
refuses "no such file" 'no/such.csv' $board no/such.csv
refuses "unknown option" 'unknown option --moddel' $board $out/own.csv --moddel bt
refuses "unknown choice" 'is not one of: bt, rao-kupper, davidson' $board $out/own.csv --model btl
refuses "not a number" '"x" is not a number' $board $out/own.csv --ridge x
printf 'model_a,model_b,winner\na,b,a\nb,c\n' > $out/short.csv
refuses "a short line" 'short.csv:3: 2 fields where the header has 3' $board $out/short.csv
printf 'model_a,model_b,winner\na,b,a\n\nb,b,b\n' > $out/self.csv
refuses "itself, with its line" 'self.csv:4: ' $board $out/self.csv
printf 'model_a,model_b,winner\na,b,a\nc,d,c\nb,a,a\nd,c,d\n' > $out/apart.csv
refuses "two components" '2. 2 items: c, d' $board $out/apart.csv
printf 'model_a,model_b,winner\na,b,a\nb,c,b\na,c,a\n' > $out/separated.csv
refuses "separated" 'accept any' $board $out/separated.csv
says "separated, accepted" 'inf' $board $out/separated.csv --accept any

# Answers in codes. The same votes whatever they are called: x beats y beats z.
coded() { # left right tie
  echo model_a,model_b,winner
  for pair in x,y y,z x,z; do
    for answer in "$1" "$1" "$1" "$2" "$3"; do echo "$pair,$answer"; done
  done
}
same() { # file options...: the ranking is that of words
  $board "$@" > $said 2>&1 && sed 1d $said > $out/other.txt && cmp $out/words.txt $out/other.txt || { cat $said; return 1; }
}
coded left right tie > $out/words.csv
$board $out/words.csv | sed 1d > $out/words.txt
pass "words" grep -q '^ *1 .* x ' $out/words.txt
coded 1 0 -1 > $out/coded.csv
refuses "one, zero and minus one" '"1" (9 rows: not known), "0" (3 rows: not known), "-1" (3 rows: not known).*--code TEXT=left' \
  $board $out/coded.csv
pass "one, zero and minus one, explained" same $out/coded.csv --code 1=left --code 0=right --code=-1=tie
refuses "half explained" '"-1" (3 rows: not known)' $board $out/coded.csv --code 1=left --code 0=right
coded 1 0 tie > $out/coded.csv
refuses "one and zero" 'says "1" (9 rows: not known), "0" (3 rows: not known), "tie" (3 rows: tie)' $board $out/coded.csv
pass "one and zero, explained" same $out/coded.csv --code 1=left --code 0=right
coded 1 2 tie > $out/coded.csv
pass "one and two" same $out/coded.csv
coded 1 2 0 > $out/coded.csv
refuses "one, two and zero" '"0" (3 rows: not known)' $board $out/coded.csv
pass "one, two and zero, explained" same $out/coded.csv --code 1=left --code 2=right --code 0=tie
coded 1 1 tie > $out/coded.csv
refuses "one alone" '"1" (12 rows: not known)' $board $out/coded.csv
coded true false tie > $out/coded.csv
refuses "true and false" '"true" (9 rows: not known), "false"' $board $out/coded.csv
coded ' left' 'RIGHT  ' '	Tie' | sed 's/^x,/ x , /; s/$/\r/' > $out/coded.csv
says "blanks cut off" '; blanks around [0-9]* fields cut off$' $board $out/coded.csv
pass "blanks, capitals and CRLF" same $out/coded.csv
sed '1s/.*/ model_a ,model_b, winner/' $out/words.csv > $out/coded.csv
pass "blanks in the header" same $out/coded.csv
printf '\357\273\277' | cat - $out/words.csv > $out/coded.csv
pass "a byte order mark" same $out/coded.csv
printf 'model_a,model_b,winner\nb,c,b\nc,b,a\nb,a,b\na,c,c\n' > $out/coded.csv
refuses "a word that names an item of other rows" '"a" (1 row: an item of other rows)' $board $out/coded.csv
printf 'model_a,model_b,winner\nGPT,b,GPT\nb,gpt,b\nb,GPT,GPT\ngpt,b,gpt\n' > $out/coded.csv
says "capital letters make two items" 'Two items, though only capital letters differ: "GPT", "gpt"\|"gpt", "GPT"' \
  $board $out/coded.csv --pseudo 1
printf 'model_a,model_b,winner\nGPT,b,gpt\nb,GPT,b\n' > $out/coded.csv
refuses "a winner in other letters" '"gpt" (1 row: not known)' $board $out/coded.csv
refuses "no such meaning" 'is not TEXT=left, =right' $board $out/words.csv --code 1=won
refuses "two meanings" 'two meanings of "1"' $board $out/words.csv --code 1=left --code 1=right
refuses "codes of counts" 'are of answers, not of counts' $board $data/chatbot_arena_202408_counts.csv --wins win_a \
  --losses win_b --tied tie --drop 0
says "help" '^Usage: leaderboard' $board --help
finish
