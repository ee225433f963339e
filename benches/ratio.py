"""How much longer the measurements of `make bench` take than at another commit, by runs of both in turn.

    python3 benches/ratio.py BEFORE NOW [NAME] [RUNS]

BEFORE and NOW are programs of benches/speed.rs, NAME picks measurements as there. Of every row that both print, the median over runs of
the ratio of their least times (processor seconds), and an interval that holds that median with 95 % or more, from the fourth to the
twelfth of 15.
"""

import re
import statistics
import subprocess
import sys


def rows(program, name):
    """The least time of every row, under the heading that it stands below."""
    printed = subprocess.run([program, "--bench", *([name] if name else [])], check=True, capture_output=True, text=True)
    found, heading = {}, ""
    for line in printed.stdout.splitlines():
        row = re.match(r"(\S.{46,}?|  \S.{44,}?)\s+(\d+\.\d+)\s+(\d+\.\d+)", line)
        if row:
            above = sum(name == row[1].strip() for _, name, _ in found)
            found[heading, row[1].strip(), above] = float(row[2])
        elif line and not line.startswith(" "):
            heading = line.strip()
    return found


def interval(count):
    """Places of the order statistics around the median whose interval holds it with 95 % or more."""
    below, place = 0.0, 0
    while True:
        below += statistics.NormalDist().cdf(0) ** count * _choose(count, place)
        if 2 * below > 0.05:
            return max(place - 1, 0), count - max(place, 1)
        place += 1


def _choose(n, k):
    out = 1
    for i in range(k):
        out = out * (n - i) // (i + 1)
    return out


def main():
    before, now = sys.argv[1:3]
    name = sys.argv[3] if len(sys.argv) > 3 else ""
    runs = int(sys.argv[4]) if len(sys.argv) > 4 else 15
    ratios = {}
    for run in range(runs):
        # Which of the two runs first changes.
        then = rows(before, name) if run % 2 == 0 else None
        after = rows(now, name)
        then = then or rows(before, name)
        for row in then.keys() & after.keys():
            if then[row] > 0:
                ratios.setdefault(row, []).append(after[row] / then[row])
    for (heading, row, _), found in sorted(ratios.items()):
        found.sort()
        low, high = interval(len(found))
        print(f"{row:48} {statistics.median(found):6.3f}  [{found[low]:.3f}, {found[high]:.3f}]  {len(found)} runs; {heading}")


if __name__ == "__main__":
    main()
