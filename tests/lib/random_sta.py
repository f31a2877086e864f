#!/usr/bin/env python3
"""Small random designs with clock networks, timed by OpenSTA and by warpscope.

    random_sta.py [-n DESIGNS] [-s SEED] [-o FOLDER] [-j JOBS] WARPSCOPE

Each design has dividers, inverters, reconvergent branches, gates, latches and generated clocks, and random
constraints. The worst setup and hold slack of each endpoint is compared: where ours is larger, or an endpoint
is missing, the design is made smaller as long as that stays so, and printed; -o keeps its files. A design
that warpscope ends with exit code 1 for, as constraints are left out, is counted only, and so is one whose
generated clock moves with another edge than its definition says (there is a warning). Exit status 1 when a
design's slack was better than OpenSTA's.

Delays depend on nothing, so that both add up the same numbers. Constraints in which OpenSTA 2.0 is known to be
wrong, or which it lacks (doc/semantics.md), aren't made.
"""
import argparse
import concurrent.futures
import os
import random
import subprocess
import sys
import tempfile

LONGEST = 5  # s; OpenSTA never ends for some clocks
TOLERANCE = 0.0011  # ns; reports have four digits, OpenSTA adds up 32-bit floats

# name: inputs, function, sense of each input
GATES = {
    'BUF': ('A', 'A', 'positive_unate'),
    'INV': ('A', '!A', 'negative_unate'),
    'AND2': ('AB', '(A B)', 'positive_unate'),
    'NAND2': ('AB', '!(A B)', 'negative_unate'),
    'OR2': ('AB', '(A + B)', 'positive_unate'),
    'NOR2': ('AB', '!(A + B)', 'negative_unate'),
    'XOR2': ('AB', '(A ^ B)', 'non_unate'),
    'MUX2': ('ABS', '((A !S) + (B S))', None),
}
REGISTERS = {'DFF': ('D', 'CK'), 'DFFN': ('D', 'CK'), 'LAT': ('D', 'CK'), 'LATN': ('D', 'CK')}


def pins_of(cell):
    return list(GATES[cell][0]) if cell in GATES else list(REGISTERS[cell])


def output_of(cell):
    return 'Y' if cell in GATES else 'Q'


# ---- the library ----

def scalar(name, value):
    return f'{name} (scalar) {{ values ("{value:.3f}"); }}'


def arc(related, rise, fall, sense=None, kind=None):
    lines = [f'related_pin : "{related}";']
    lines += [f'timing_sense : {sense};'] if sense else []
    lines += [f'timing_type : {kind};'] if kind else []
    lines += [scalar('cell_rise', rise), scalar('cell_fall', fall),
              scalar('rise_transition', 0), scalar('fall_transition', 0)]
    return 'timing () { ' + ' '.join(lines) + ' }'


def check(kind, rise, fall):
    return (f'timing () {{ related_pin : "CK"; timing_type : {kind}; '
            f'{scalar("rise_constraint", rise)} {scalar("fall_constraint", fall)} }}')


def gate(name):
    inputs, function, sense = GATES[name]
    number = list(GATES).index(name)
    pins = [f'pin ({i}) {{ direction : input; capacitance : 0; }}' for i in inputs]
    arcs = [arc(i, 0.06 + 0.011 * number + 0.003 * at, 0.05 + 0.013 * number + 0.004 * at,
                sense or ('non_unate' if i == 'S' else 'positive_unate'))
            for at, i in enumerate(inputs)]
    pins.append(f'pin (Y) {{ direction : output; function : "{function}"; {" ".join(arcs)} }}')
    return f'cell ({name}) {{ {" ".join(pins)} }}'


def register(name):
    late = name in ('DFFN', 'LAT')  # the edge of its checks
    latch = name.startswith('LAT')
    clock = "CK'" if name.endswith('N') else 'CK'
    group = (f'latch (IQ, IQN) {{ enable : "{clock}"; data_in : "D"; }}' if latch else
             f'ff (IQ, IQN) {{ clocked_on : "{clock}"; next_state : "D"; }}')
    edge = 'falling' if late else 'rising'
    launch = 'falling_edge' if name.endswith('N') else 'rising_edge'
    out = arc('CK', 0.21, 0.26, 'non_unate', launch)
    if latch:
        out += arc('D', 0.17, 0.19, 'positive_unate')
    return (f'cell ({name}) {{ {group} pin (CK) {{ direction : input; capacitance : 0; clock : true; }} '
            f'pin (D) {{ direction : input; capacitance : 0; {check("setup_" + edge, 0.10, 0.12)} '
            f'{check("hold_" + edge, 0.02, 0.03)} }} '
            f'pin (Q) {{ direction : output; function : "IQ"; {out} }} }}')


def library():
    head = '''library (random) {
  delay_model : table_lookup; time_unit : "1ns"; voltage_unit : "1V"; current_unit : "1mA";
  pulling_resistance_unit : "1kohm"; leakage_power_unit : "1nW"; capacitive_load_unit (1, pf);
  nom_process : 1; nom_temperature : 25; nom_voltage : 1;
  input_threshold_pct_rise : 50; input_threshold_pct_fall : 50;
  output_threshold_pct_rise : 50; output_threshold_pct_fall : 50;
  slew_lower_threshold_pct_rise : 20; slew_upper_threshold_pct_rise : 80;
  slew_lower_threshold_pct_fall : 20; slew_upper_threshold_pct_fall : 80;
'''
    cells = [gate(g) for g in GATES] + [register(r) for r in REGISTERS]
    return head + '\n'.join('  ' + c for c in cells) + '\n}\n'


# ---- a design ----

class Design:
    """Instances (cell, {pin: net}), ports, and commands of SDC."""

    def __init__(self, instances, inputs, outputs, commands):
        self.instances, self.inputs, self.outputs, self.commands = instances, inputs, outputs, commands

    def verilog(self):
        nets = sorted({n for _, _, pins in self.instances for n in pins.values()} -
                      set(self.inputs) - set(self.outputs))
        lines = [f'module top ({", ".join(self.inputs + self.outputs)});',
                 f'  input {", ".join(self.inputs)};', f'  output {", ".join(self.outputs)};']
        lines += [f'  wire {", ".join(nets)};'] if nets else []
        for name, cell, pins in self.instances:
            lines.append(f'  {cell} {name} ({", ".join(f".{p}({n})" for p, n in pins.items())});')
        return '\n'.join(lines + ['endmodule\n'])

    def smaller(self):
        """Designs with a command or an instance less, in turn."""
        for i in range(len(self.commands)):
            yield Design(self.instances, self.inputs, self.outputs, self.commands[:i] + self.commands[i + 1:])
        for i, (name, cell, pins) in enumerate(self.instances):
            if any(f'{name}/' in c for c in self.commands):
                continue
            out = pins[output_of(cell)]
            rest = self.instances[:i] + self.instances[i + 1:]
            if not any(n == out for _, _, p in rest for n in p.values()) and out not in self.outputs:
                yield Design(rest, self.inputs, self.outputs, self.commands)
                continue
            for pin in pins_of(cell):
                if out in self.outputs or pins[pin] == out:
                    continue
                joined = [(n, c, {p: pins[pin] if w == out else w for p, w in q.items()}) for n, c, q in rest]
                yield Design(joined, self.inputs, self.outputs, self.commands)
        for i in range(len(self.outputs)):
            out = self.outputs[i]
            if len(self.outputs) > 1 and not any(f'[get_ports {out}]' in c for c in self.commands):
                yield Design([x for x in self.instances if x[2][output_of(x[1])] != out], self.inputs,
                             self.outputs[:i] + self.outputs[i + 1:], self.commands)


class Maker:
    def __init__(self, seed):
        self.r = random.Random(seed)
        self.instances, self.commands = [], []
        self.clock_nets, self.data_nets, self.clocks = [], [], []

    def chance(self, p):
        return self.r.random() < p

    def add(self, cell, **pins):
        name = f'u{len(self.instances)}'
        net = f'n{len(self.instances)}'
        self.instances.append((name, cell, dict(pins, **{output_of(cell): net})))
        return name, net

    def pick(self, nets):
        # rather among the last: deep networks
        return nets[-1 - int(len(nets) * self.r.random() ** 1.6)]

    def network(self):
        for _ in range(self.r.randint(2, 9)):
            kind = self.r.random()
            a = self.pick(self.clock_nets)
            sense = self.sense[a]
            if kind < 0.45:
                cell = self.r.choice(['BUF', 'INV'])
                name, net = self.add(cell, A=a)
                driver = f'{name}/Y'
                sense = sense if cell == 'BUF' else (sense[0], -sense[1])
            elif kind < 0.62:
                cell = self.r.choice(['XOR2', 'AND2', 'NAND2', 'OR2', 'NOR2'])
                other = self.pick(self.clock_nets)
                name, net = self.add(cell, A=a, B=other)
                driver = f'{name}/Y'
                sense = (sense[0], sense[1] * (-1 if cell[0] == 'N' else 1) *
                         (cell != 'XOR2' and sense == self.sense[other]))
            elif kind < 0.75:
                gates = ['AND2', 'NAND2', 'OR2', 'NOR2'] + ['MUX2'] * self.chance(0.2)
                cell = self.r.choice(gates)
                pins = {'A': a, 'B': self.r.choice(self.data_nets)}
                if cell == 'MUX2':
                    pins = {'A': a, 'B': self.pick(self.clock_nets), 'S': self.r.choice(self.data_nets)}
                name, net = self.add(cell, **pins)
                driver = f'{name}/Y'
                sense = (sense[0], sense[1] * (-1 if cell[0] == 'N' else 1) * (cell != 'MUX2'))
            else:
                cell = self.r.choice(['DFF', 'DFF', 'DFFN'])
                name, net = self.add(cell, D='', CK=a)
                sense = (sense[0], sense[1] * (-1 if cell == 'DFFN' else 1))
                inverter, inverted = self.add('INV', A=net)
                self.instances[-2][2]['D'] = inverted
                driver = f'{name}/Q'
            self.clock_nets.append(net)
            self.sense[net] = (sense[0], 0) if driver.endswith('/Q') else sense
            if driver.endswith('/Q') and self.chance(0.85) or self.chance(0.12):
                for _ in range(1 + self.chance(0.15)):
                    self.generated(driver, sense)
                self.sense[net] = (self.clocks[-1], 1)

    def generated(self, driver, sense):
        """Mostly by the edges with which its source moves: of the wrong ones there is a warning."""
        master, sign = sense
        sign = sign or self.r.choice([1, -1])
        if driver.endswith('/Q'):
            ways = ['-divide_by 2', '-divide_by 4', '-edges {1 3 5}'] if sign > 0 else ['-edges {2 4 6}']
        else:
            # OpenSTA 2.0 puts a fall at the end of the period, as of the inverse, into another cycle
            ways = ['-divide_by 1']
        if self.chance(0.05):
            ways = ['-multiply_by 2', '-divide_by 3']
        source = f'[get_ports {master}]' if master in self.ports else f'[get_pins {self.source[master]}]'
        name = f'g{len(self.clocks)}'
        self.source[name] = driver
        options = f'-name {name} -source {source} {self.r.choice(ways)}'
        if driver in self.driven:
            options += f' -add -master_clock {master}'
        self.driven.add(driver)
        self.commands.append(f'create_generated_clock {options} [get_pins {driver}]')
        self.clocks.append(name)

    def data(self):
        for _ in range(self.r.randint(3, 8)):
            registers = ['DFF', 'DFF', 'DFF', 'DFFN'] + ['LAT', 'LATN'] * self.chance(self.latches)
            d = self.r.choice(self.data_nets)
            if self.chance(0.12):
                d = self.pick(self.clock_nets)
            name, net = self.add(self.r.choice(registers), D=d, CK=self.pick(self.clock_nets))
            self.data_nets.append(net)
            if self.chance(0.4):
                cell = self.r.choice(['BUF', 'INV', 'AND2', 'XOR2', 'NOR2'])
                pins = {p: self.r.choice(self.data_nets) for p in pins_of(cell)}
                if self.chance(0.08):
                    pins['A'] = self.pick(self.clock_nets)
                name, net = self.add(cell, **pins)
                self.data_nets.append(net)

    def loop(self):
        """A pin of a gate follows a net that comes after it."""
        gates = [x for x in self.instances if x[1] in GATES and 'B' in x[2]]
        if gates:
            pins = self.r.choice(gates)[2]
            pins['B'] = self.r.choice(self.clock_nets + self.data_nets)

    def split_values(self):
        return self.r.choice(['', '-early ', '-late '])

    def constraints(self):
        r, add, clocks = self.r, self.commands.append, self.clocks
        if self.chance(0.8):
            add(f'set_propagated_clock [all_clocks]')
        else:
            for c in clocks:
                if self.chance(0.7):
                    add(f'set_propagated_clock [get_clocks {c}]')
        if self.chance(0.8):
            add(f'set_timing_derate -late {r.choice([1.1, 1.25, 1.5])}')
            add(f'set_timing_derate -early {r.choice([0.9, 0.75, 0.5])}')
        for c in clocks:
            if self.chance(0.15) and not c.startswith('g'):
                add(f'set_clock_latency -source {r.choice([0.3, 0.7])} [get_clocks {c}]')
            elif self.chance(0.2) and not c.startswith('g'):
                add(f'set_clock_latency -source -late {r.choice([0.5, 0.7])} [get_clocks {c}]')
                add(f'set_clock_latency -source -early {r.choice([0.1, 0.2])} [get_clocks {c}]')
            if self.chance(0.15):
                add(f'set_clock_latency {r.choice([0.4, 0.9])} [get_clocks {c}]')
            if self.chance(0.15):
                add(f'set_clock_uncertainty {r.choice(["", "-setup ", "-hold "])}0.15 [get_clocks {c}]')
        for port in self.ports:
            if port.startswith('in') and self.chance(0.85):
                add(f'set_input_delay {r.choice([0.5, 1, 2])} -clock {r.choice(clocks)} '
                    f'{r.choice(["", "", "-clock_fall "])}[get_ports {port}]')
        for port in self.outputs:
            if self.chance(0.85):
                add(f'set_output_delay {r.choice([0.5, 1, 2])} -clock {r.choice(clocks)} '
                    f'{r.choice(["", "-clock_fall "])}[get_ports {port}]')
        self.exceptions()

    def exceptions(self):
        r, add = self.r, self.commands.append
        registers = [n for n, c, _ in self.instances if c in ('DFF', 'DFFN')]
        some = r.randint(0, 3) if self.chance(0.6) else 0
        for _ in range(some):
            a, b = r.choice(registers), r.choice(registers)
            ends = r.choice([f'-from [get_pins {a}/CK]', f'-to [get_pins {b}/D]', f'-to [get_clocks {r.choice(self.clocks)}]',
                             f'-from [get_clocks {r.choice(self.clocks)}]',
                             f'-rise_from [get_clocks {r.choice(self.clocks)}]',
                             f'-from [get_pins {a}/CK] -to [get_clocks {r.choice(self.clocks)}]',
                             f'-through [get_pins {r.choice(self.instances)[0]}/*]'])
            if '-through' in ends:
                # not where a clock begins: no exception is met there in OpenSTA
                name, cell, pins = r.choice(self.instances)
                pin = f'{name}/{output_of(cell)}'
                through_clock = pins[output_of(cell)] in self.clock_nets
                if pin in self.driven:
                    continue
                ends = f'-through [get_pins {pin}]'
            kinds = ['set_false_path', 'set_multicycle_path 2 -setup', 'set_multicycle_path 1 -hold', 'set_min_delay 0.2']
            kinds += ['set_max_delay 3'] * (not self.latches)  # OpenSTA 2.0: a latch borrows what is left
            kind = r.choice(kinds)
            if 'delay' in kind and ('get_clocks' in ends or '-through' in ends and through_clock):
                continue  # it ends at more pins of clock networks in OpenSTA, and isn't in the way of clock groups
            add(f'{kind} {ends}')
        if self.chance(0.15) and not any('multicycle' in c for c in self.commands):
            add(f'set_data_check -from [get_pins {r.choice(registers)}/D] -to [get_pins {r.choice(registers)}/D] 0.3')
        if self.chance(0.1):
            add(f'set_case_analysis {r.choice("01")} [get_ports {r.choice([p for p in self.ports if p.startswith("in")])}]')
        if self.chance(0.1) and not self.latches and not any('_delay 3' in c or '_delay 0.2' in c for c in self.commands):
            add(f'set_clock_groups -asynchronous -group [get_clocks {r.choice(self.clocks)}]')
        if self.chance(0.15):
            add(f'set_clock_gating_check -setup 0.2 -hold 0.1 [get_clocks {r.choice(self.clocks)}]')

    def make(self):
        self.latches = self.r.choice([0, 0, 0.5])
        self.ports = ['clk', 'in1', 'in2']
        self.clocks = ['clk']
        self.commands.append('create_clock -name clk -period 10 [get_ports clk]')
        self.clock_nets.append('clk')
        self.sense = {'clk': ('clk', 1), 'ck2': ('ck2', 1)}  # net: its clock, and +1, −1 or 0 for both edges
        self.source = {}  # generated clock: pin
        self.driven = set()  # pins of generated clocks
        self.data_nets += ['in1', 'in2']
        if self.chance(0.3):
            self.ports.insert(1, 'ck2')
            self.clock_nets.append('ck2')
            self.clocks.append('ck2')
            self.commands.append(f'create_clock -name ck2 -period {self.r.choice([5, 10, 20])} [get_ports ck2]')
        # enables of gates: registers that are there first
        for _ in range(2):
            self.data_nets.append(self.add('DFF', D='in1', CK='clk')[1])
        self.network()
        self.data()
        if self.chance(0.2):
            self.loop()
        self.outputs = []
        for i in range(self.r.randint(1, 3)):
            nets = self.data_nets if self.chance(0.7) else self.clock_nets
            self.instances.append((f'o{i}', 'BUF', {'A': self.pick(nets), 'Y': f'out{i}'}))
            self.outputs.append(f'out{i}')
        self.constraints()
        return Design(self.instances, self.ports, self.outputs, self.commands)


# ---- what both say ----

class Timer:
    """Slacks of a design: {(endpoint, check): slack}, or None where the program ends with an error."""

    def __init__(self, warpscope, lib):
        self.warpscope, self.lib = warpscope, lib

    def script(self, folder, design):
        def put(name, text):
            with open(os.path.join(folder, name), 'w') as file:
                file.write(text)
        put('top.v', design.verilog())
        put('top.sdc', '\n'.join(design.commands) + '\n')
        lines = ['set check_unclocked_paths 1', f'read_liberty {self.lib}', f'read_verilog {folder}/top.v',
                 'link_design top', f'source {folder}/top.sdc']
        for split in ('max', 'min'):
            lines.append(f'puts "check {split}"\nreport_checks -path_delay {split} -format end -group_count 1000 -digits 4')
        put('top.tcl', '\n'.join(lines) + '\n')
        return f'{folder}/top.tcl'

    @staticmethod
    def read(text):
        slacks, split = {}, None
        for line in text.splitlines():
            words = line.split()
            if words[:1] == ['check']:
                split = words[1]
            elif words and words[-1] in ('(MET)', '(VIOLATED)'):
                key = words[0], split
                slacks[key] = min(slacks.get(key, 1e9), float(words[-2]))
        return slacks if split == 'min' else None

    def both(self, design):
        with tempfile.TemporaryDirectory(prefix='random_sta') as folder:
            script = self.script(folder, design)
            theirs = self.run(['sta', '-no_splash', '-exit', script])
            ours = self.run([self.warpscope, '-b', '-d', 'cpu', '--no-init', script])
        failed = theirs.returncode or 'Error' in theirs.stdout + theirs.stderr
        return None if failed else self.read(theirs.stdout), self.read(ours.stdout), ours

    @staticmethod
    def run(words):
        try:
            return subprocess.run(words, capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=LONGEST)
        except subprocess.TimeoutExpired:
            return subprocess.CompletedProcess(words, 124, '', '')


def optimistic(theirs, ours):
    """(endpoint, check, their slack, ours), where ours is larger or missing."""
    found = []
    for key, slack in sorted(theirs.items()):
        other = ours.get(key)
        if other is None or other > slack + TOLERANCE:
            found.append((*key, slack, other))
    return found


def compare(timer, design):
    theirs, ours, run = timer.both(design)
    if theirs is None:
        return 'refused by OpenSTA', []
    if run.returncode not in (0, 1):
        return f'exit code {run.returncode}', [('', '', 0, None)]
    if run.returncode == 1 or ours is None:
        return 'refused by warpscope', []
    if 'its waveform is wrong' in run.stderr:
        return 'wrong waveform', []
    found = optimistic(theirs, ours)
    for _ in range(3 * bool(found)):
        # of equal arrivals OpenSTA takes any
        again = timer.both(design)[0] or {}
        theirs = {key: max(slack, again.get(key, slack)) for key, slack in theirs.items()}
    found = found and optimistic(theirs, ours)
    if 'loop broken' in run.stderr:
        # paths through what either breaks are lost; enables of gates must not be
        found = [f for f in found if f[3] is None and f[0][-2:] in ('/A', '/B')]
    if found:
        return 'optimistic', found
    same = all(abs(ours.get(k, 1e9) - s) <= TOLERANCE for k, s in theirs.items()) and len(ours) == len(theirs)
    return ('same' if same else 'pessimistic'), []


def shrink(timer, design):
    again = True
    while again:
        again = False
        for other in design.smaller():
            if compare(timer, other)[0] == 'optimistic':
                design, again = other, True
                break
    return design


def text_of(seed, design, found):
    lines = [f'design {seed}']
    lines += [f'  {end} {check}: OpenSTA {slack:.4f}, ours {"missing" if ours is None else f"{ours:.4f}"}'
              for end, check, slack, ours in found]
    return '\n'.join(lines + [design.verilog(), '\n'.join(design.commands), ''])


def try_design(timer, seed, small):
    design = Maker(seed).make()
    result, found = compare(timer, design)
    if result == 'optimistic' and small:
        design = shrink(timer, design)
        found = compare(timer, design)[1]
    return seed, result, found, design


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument('-n', type=int, default=100, help='designs')
    parser.add_argument('-s', type=int, default=1, help='seed of the first')
    parser.add_argument('-j', type=int, default=1, help='designs at once')
    parser.add_argument('-o', help='folder for designs in which ours is larger')
    parser.add_argument('-k', action='store_true', help='leave designs as large as they are')
    parser.add_argument('warpscope')
    args = parser.parse_args()
    counts = {}
    with tempfile.TemporaryDirectory(prefix='random_sta') as folder:
        lib = os.path.join(folder, 'random.lib')
        with open(lib, 'w') as file:
            file.write(library())
        timer = Timer(args.warpscope, lib)
        with concurrent.futures.ThreadPoolExecutor(args.j) as pool:
            for seed, result, found, design in pool.map(lambda s: try_design(timer, s, not args.k),
                                                        range(args.s, args.s + args.n)):
                counts[result] = counts.get(result, 0) + 1
                if not found:
                    continue
                print(text_of(seed, design, found), flush=True)
                if args.o:
                    keep = os.path.join(args.o, str(seed))
                    os.makedirs(keep, exist_ok=True)
                    with open(os.path.join(keep, 'random.lib'), 'w') as file:
                        file.write(library())
                    Timer(args.warpscope, f'{keep}/random.lib').script(keep, design)
    print(', '.join(f'{n} {result}' for result, n in sorted(counts.items())))
    return 1 if any(r == 'optimistic' or r.startswith('exit') for r in counts) else 0


if __name__ == '__main__':
    sys.exit(main())
