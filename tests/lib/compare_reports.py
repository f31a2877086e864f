#!/usr/bin/env python3
"""Compare two reports of report_checks in a full format, path by path.

    compare_reports.py [-v] WANTED OURS

Both may be gzipped. Paths of equal slack come in any order and, at the end of what was asked for, in any
choice, so a path is looked for among those of its group whose slack agrees. Its lines are then compared:
words and layout have to be the same, numbers within what their representations allow: the wanted ones
were added up in 32-bit floats, ours are whole femtoseconds. Prints every difference beyond that and
counts the rest; with -v every line that differs at all. Exit status 1 when a path has no counterpart or
its text differs.
"""
import argparse
import difflib
import gzip
import re
import sys

NUMBER = re.compile(r'(?<![^\s])-?\d+\.\d+(?![^\s])')
FLOAT32 = 2.0 ** -24  # what rounding to it loses, relative


class Path:
    def __init__(self, lines):
        self.lines = lines
        self.text = '\n'.join(lines)
        head = dict(line.split(': ', 1) for line in lines if ': ' in line[:12])
        self.group = head.get('Path Group', '?')
        self.kind = head.get('Path Type', '?')
        self.slack = float(lines[-1].split()[0])
        # what it passes and says, without numbers; how many columns each line has stays
        self.words = '\n'.join(NUMBER.sub('#', line) for line in lines)
        self.words = re.sub(r' +#', ' #', self.words)

    def numbers(self):
        return [float(n) for n in NUMBER.findall(self.text)]


def read(name):
    opened = gzip.open(name, 'rt') if name.endswith('.gz') else open(name)
    with opened as file:
        blocks = file.read().split('\n\n\n')
    # two empty lines after each, and nothing after the last
    if blocks[-1] != '':
        sys.exit(f'{name}: the last path does not end in two empty lines')
    return [Path(block.split('\n')) for block in blocks[:-1]]


def tolerance(path, unit):
    """What two sums of a path's delays may differ by: rounding of each term, in both."""
    longest = max(abs(n) for n in path.numbers())
    return len(path.lines) * (longest * FLOAT32 + unit / 2)


def take(path, others, slack_tolerance):
    """The counterpart of a path: the very same if there is one, else the nearest of the same words."""
    best = None
    for other in others:
        if (other.group, other.kind) != (path.group, path.kind):
            continue
        if abs(other.slack - path.slack) > slack_tolerance or other.words != path.words:
            continue
        distance = sum(abs(a - b) for a, b in zip(path.numbers(), other.numbers()))
        if best is None or distance < best[0]:
            best = (distance, other)
    return best and best[1]


def differing(wanted, ours):
    """Lines that differ, with the largest difference of a number; None = in more than numbers."""
    for a, b in zip(wanted.lines, ours.lines):
        if a == b:
            continue
        x, y = NUMBER.findall(a), NUMBER.findall(b)
        if len(x) != len(y) or len(a) != len(b):
            yield a, b, None
        else:
            yield a, b, max(abs(float(p) - float(q)) for p, q in zip(x, y))


def show_nearest(path, others):
    """What a path without a counterpart has else than the likeliest one."""
    heads = [other for other in others if other.lines[:2] == path.lines[:2]]
    nearest = min(heads, key=lambda other: abs(other.slack - path.slack), default=None)
    print(f'no counterpart (slack {path.slack}):')
    if not nearest:
        print(path.text)
        return
    print('\n'.join(path.lines[:2]))
    for op, a, b, c, d in difflib.SequenceMatcher(None, path.words.split('\n'),
                                                  nearest.words.split('\n'), False).get_opcodes():
        if op != 'equal':
            print('\n'.join(['- ' + line for line in path.lines[a:b]] +
                            ['+ ' + line for line in nearest.lines[c:d]]))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split('\n')[0])
    parser.add_argument('-v', '--verbose', action='store_true')
    parser.add_argument('-u', '--unit', type=float, default=1e-6,
                        help='one femtosecond, in the unit of time of the reports (1e-6)')
    parser.add_argument('wanted')
    parser.add_argument('ours')
    options = parser.parse_args()
    wanted, ours = read(options.wanted), read(options.ours)
    groups = lambda paths: list(dict.fromkeys((p.kind, p.group) for p in paths))
    wrong = missing = same = rounded = lines = off_lines = 0
    largest = 0.0
    if groups(wanted) != groups(ours):
        print(f'groups {groups(wanted)}, ours {groups(ours)}')
        wrong += 1
    last = {(p.kind, p.group): p.slack for p in wanted}
    for path in wanted:
        allowed = tolerance(path, options.unit)
        lines += len(path.lines)
        other = take(path, ours, allowed)
        if not other:
            # the last of a group may be another of the same slack
            if abs(path.slack - last[path.kind, path.group]) <= allowed:
                missing += 1
                continue
            show_nearest(path, ours)
            wrong += 1
            continue
        ours.remove(other)
        off = list(differing(path, other))
        if not off:
            same += 1
        else:
            rounded += 1
        for a, b, by in off:
            off_lines += 1
            bad = by is None or by > allowed
            wrong += bad
            if by is not None:
                largest = max(largest, by)
            if bad or options.verbose:
                print(f'- {a}\n+ {b}')
    print(f'{len(wanted)} paths: {same} the same, {rounded} with other last digits '
          f'({off_lines} of {lines} lines, by {largest:.2g} at most), '
          f'{missing} others of the last slack')
    sys.exit(1 if wrong else 0)


main()
