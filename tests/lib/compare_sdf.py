"""compare_sdf.py OURS THEIRS TOLERANCE: two SDF files, in ps.

Of a pair of pins that has several delays to an edge OpenSTA 2.0 writes the last and we one for each edge at the input:
so each of theirs is within ours. Of a check the value
counts that its own analysis takes: the first for hold and removal, else the last. Prints how many values were compared, how many are outside, how many are equal, and
the entries that one file alone has, by their kind and pins.
"""
import collections
import re
import sys

ENTRY = re.compile(
    r"\s*(?:\(COND(?:ELSE)? .*?)?\((IOPATH|INTERCONNECT|SETUP|HOLD|RECOVERY|REMOVAL)"
    r"((?: \((?:pos|neg)edge [^()]*\)| [^() ]+)+)((?: \([^()]*\))+)\)"
)
UNIT = {"ns": 1000.0, "ps": 1.0}


def read(path):
    entries = collections.defaultdict(list)
    unit, instance = 1.0, ""
    with open(path) as file:
        for line in file:
            scale = re.match(r"\s*\(TIMESCALE (\d+)(\w+)\)", line)
            place = re.match(r"\s*\(INSTANCE ?(.*)\)", line)
            entry = ENTRY.match(line)
            if scale:
                unit = float(scale[1]) * UNIT[scale[2]]
            elif place:
                instance = place[1]
            elif entry:
                triples = re.findall(r"\(([^()]*)\)", entry[3])
                values = [tuple(float(v) * unit for v in t.split(":") if v) for t in triples]
                if len(values) == 1 and entry[1] in ("IOPATH", "INTERCONNECT"):
                    values *= 2
                if entry[1] in ("HOLD", "REMOVAL"):
                    values = [v[:1] for v in values]
                elif entry[1] in ("SETUP", "RECOVERY"):
                    values = [v[-1:] for v in values]
                pins = entry[2]
                if entry[1] == "IOPATH":
                    pins = re.sub(r"\((?:pos|neg)edge ([^()]*)\)", r"\1", pins)
                entries[instance, entry[1], pins].append(values)
    return entries


def main():
    ours, theirs = read(sys.argv[1]), read(sys.argv[2])
    tolerance = float(sys.argv[3])
    n = equal = outside = 0
    for key in sorted(set(ours) & set(theirs)):
        for edge in range(len(ours[key][0])):
            mine = [v for triples in ours[key] for v in triples[edge]]
            for triples in theirs[key]:
                for value in triples[edge]:
                    n += 1
                    equal += any(abs(value - v) <= tolerance for v in mine)
                    if not min(mine) - tolerance <= value <= max(mine) + tolerance:
                        outside += 1
                        print("outside:", key, ours[key], theirs[key])
    print(n, "values,", outside, "outside,", n - equal, "inside a range")
    for name, these, others in (("ours", ours, theirs), ("theirs", theirs, ours)):
        kinds = collections.Counter((k[1] + k[2]) for k in these if k not in others and k[1] != "INTERCONNECT")
        wires = sum(k[1] == "INTERCONNECT" for k in these if k not in others)
        print("only", name + ":", ", ".join(f"{k} {c}" for k, c in sorted(kinds.items())) or "none", "and", wires, "wires")


main()
