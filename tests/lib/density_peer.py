# A density map beside one made from what other programs and the files' text say.
#
#	density_peer.py cells MAP.csv LEF BOXES DIE
#	density_peer.py nets|rudy MAP.csv LEF DEF DIE
#
# BOXES and DIE are those of klayout_boxes.py; LEF and DEF are read here, as text. Where each bin is within
# its bound, and the sum within that of all, one line says how many bins there are and how many hold
# something; else there is a line for each of the first that are not.
#
# Bound: a map rounds each side of a box to the nearest of UNITS units a bin, so it is half a unit off at
# most, and a box that may not vanish is made a unit wide. With two units in all along an axis a box differs by
# 2 (width + height) / UNITS + 4 / UNITS² of a bin's area, width and height in bins as far as they are in this
# bin; of cells, whose boxes are never widened, by half of it.
import math
import re
import sys

UNITS = 4096  # 2^12 a bin, on up to 512 of them


def read_macros(path):
    """Class, size and centres of the pins of each macro, µm."""
    macros = {}
    for macro in re.finditer(r"^MACRO\s+(\S+)(.*?)^END\s+\1\s*$", open(path).read(), re.S | re.M):
        name, text = macro.groups()
        kind = re.search(r"^\s*CLASS\s+([^;]*?)\s*;", text, re.M)
        size = re.search(r"^\s*SIZE\s+(\S+)\s+BY\s+(\S+)\s*;", text, re.M)
        pins = {}
        for pin in re.finditer(r"^\s*PIN\s+(\S+)(.*?)^\s*END\s+\1\s*$", text, re.S | re.M):
            rects = [[float(v) for v in r] for r in
                     re.findall(r"RECT\s+(\S+)\s+(\S+)\s+(\S+)\s+(\S+)\s*;", pin.group(2))]
            if rects:
                pins[pin.group(1)] = ((min(r[0] for r in rects) + max(r[2] for r in rects)) / 2,
                                      (min(r[1] for r in rects) + max(r[3] for r in rects)) / 2)
        macros[name] = (kind.group(1) if kind else "", tuple(float(v) for v in size.groups()), pins)
    return macros


def component_boxes(path, macros):
    """All but fillers and covers, weight 1."""
    for line in open(path):
        name, macro, *box = line.split()
        if macros[macro][0] not in ("CORE SPACER", "PAD SPACER", "COVER", "COVER BUMP"):
            yield tuple(float(v) for v in box), 1


TURN = {
    "N": lambda x, y, w, h: (x, y),
    "S": lambda x, y, w, h: (w - x, h - y),
    "FN": lambda x, y, w, h: (w - x, y),
    "FS": lambda x, y, w, h: (x, h - y),
    "W": lambda x, y, w, h: (h - y, x),
    "E": lambda x, y, w, h: (y, w - x),
}


def section(text, name):
    """Its statements, in words."""
    body = re.search(r"^%s\s+\d+\s*;(.*?)^END\s+%s" % (name, name), text, re.S | re.M).group(1)
    return [statement.split() for statement in re.split(r"^\s*-\s", body, flags=re.M)[1:]]


def place_of(words):
    """Corner (DEF units) and orientation of what is placed, else None."""
    for i, word in enumerate(words):
        if word in ("PLACED", "FIXED", "COVER") and words[i - 1] == "+":
            return int(words[i + 2]), int(words[i + 3]), words[i + 5]
    return None


def net_boxes(path, macros, of_wire, thin):
    """Around the pins of each net; of_wire: (w + h) / (w h), each at least `thin` there."""
    text = open(path).read()
    microns = float(re.search(r"UNITS\s+DISTANCE\s+MICRONS\s+(\d+)", text).group(1))
    at = {}
    for words in section(text, "COMPONENTS"):
        place = place_of(words)
        if place:
            at[words[0]] = (macros[words[1]], place)
    port = {}
    for words in section(text, "PINS"):
        place, layer = place_of(words), words.index("LAYER")
        x1, y1, x2, y2 = (float(words[layer + i]) for i in (3, 4, 7, 8))
        if place:
            dx, dy = TURN[place[2]]((x1 + x2) / 2, (y1 + y2) / 2, 0, 0)
            port[words[0]] = ((place[0] + dx) / microns, (place[1] + dy) / microns)
    for words in section(text, "NETS"):
        points = []
        for i, word in enumerate(words):
            if word == "+":
                break
            if word != "(":
                continue
            owner, pin = words[i + 1], words[i + 2]
            if owner == "PIN":
                if pin in port:
                    points.append(port[pin])
            elif owner in at:
                (_, (w, h), pins), (x, y, turned) = at[owner]
                dx, dy = TURN[turned](*pins[pin], w, h)
                points.append((x / microns + dx, y / microns + dy))
        if not points:
            continue
        box = (min(p[0] for p in points), min(p[1] for p in points),
               max(p[0] for p in points), max(p[1] for p in points))
        w, h = box[2] - box[0], box[3] - box[1]
        yield box, (w + h) / (max(w, thin[0]) * max(h, thin[1])) if of_wire else 1


def parts(low, high, n):
    """Bins that a span touches, or may by rounding, and how much of each it covers; in bins."""
    first = max(0, math.floor(low - 2 / UNITS))
    last = min(n - 1, math.floor(high + 2 / UNITS))
    return [(b, max(0.0, min(high, b + 1) - max(low, b))) for b in range(first, last + 1)]


def at_least_a_unit(low, high):
    wide = max(high - low, 1 / UNITS)
    return (low + high - wide) / 2, (low + high + wide) / 2


what, csv, lef, source, die_path = sys.argv[1:]
lines = open(csv).read().splitlines()[2:]
ours = {}
for line in lines:
    words = line.split(",")
    ours[int(words[0]), int(words[1])] = float(words[6])
columns, rows = (max(bin[i] for bin in ours) + 1 for i in (0, 1))
x1, y1, x2, y2 = (float(v) for v in open(die_path).read().split())
bin_w, bin_h = (x2 - x1) / columns, (y2 - y1) / rows
macros = read_macros(lef)
if what == "cells":
    boxes, slack = component_boxes(source, macros), 0.5
else:
    boxes, slack = net_boxes(source, macros, what == "rudy", (bin_w / UNITS, bin_h / UNITS)), 1
wanted = [[0.0] * columns for _ in range(rows)]
bound = [[1e-9] * columns for _ in range(rows)]
for (left, bottom, right, top), weight in boxes:
    across = [(left - x1) / bin_w, (right - x1) / bin_w]
    up = [(bottom - y1) / bin_h, (top - y1) / bin_h]
    if what != "cells":
        across, up = at_least_a_unit(*across), at_least_a_unit(*up)
    columns_of = parts(*across, columns)
    for row, high in parts(*up, rows):
        for column, wide in columns_of:
            wanted[row][column] += weight * wide * high
            bound[row][column] += weight * slack * (2 * (wide + high) / UNITS + 4 / UNITS ** 2)
n_wrong = filled = 0
for row in range(rows):
    for column in range(columns):
        got, want, most = ours[column, row], wanted[row][column], bound[row][column]
        filled += got > 0
        if not abs(got - want) <= most:
            n_wrong += 1
            if n_wrong <= 10:
                print("bin %d %d: %.9g, wanted %.9g within %.2g" % (column, row, got, want, most))
sums = (sum(ours.values()), sum(map(sum, wanted)), sum(map(sum, bound)))
if not (len(ours) == columns * rows and abs(sums[0] - sums[1]) <= sums[2]):
    print("sum %.9g, wanted %.9g within %.2g" % sums)
print("%d bins, %d wrong, %s" % (len(ours), n_wrong, "some filled" if filled > len(ours) / 100 else "empty"))
