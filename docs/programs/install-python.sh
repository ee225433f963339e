python3 -m venv env
env/bin/pip install "$DIST"/duel_ranking-0.2.0-*.whl
env/bin/python first.py
env/bin/duel board votes.csv --drop unknown
