duel board examples/data/judge_mtbench.csv --drop unknown --judge judge --context question_id
duel audit examples/data/judge_mtbench.csv --drop unknown
