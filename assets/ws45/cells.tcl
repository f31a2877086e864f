# cells.tcl - the cells of ws45; sourced by make_library.tcl.
#
# A cell is a dictionary:
#	name, kind (gate, ff, tie, fill, ram), drive, circuit (gates.tcl, with widths),
#	inputs, outputs: names; function: by output, as Liberty writes it
#	of a flip-flop: reset (is there RN?)

set cells {}
set drive 1

proc cell {name kind drive inputs functions gates args} {
	global cells
	lappend cells [dict create name $name kind $kind drive $drive inputs $inputs \
		outputs [dict keys $functions] function $functions circuit [circuit_size $gates] {*}$args]
}

# Gates of several drives; $d in the list of transistors' gates is the drive.
proc gate {name drives inputs functions gates} {
	foreach d $drives {
		cell ${name}_X$d gate $d $inputs $functions [subst $gates]
	}
}

proc at_least {low x} {
	return [expr {$x > $low ? $x : $low}]
}

# The scale of what drives the last stage.
proc first_stage {drive} {
	return [at_least 0.5 [expr {0.4 * $drive}]]
}

proc before_inverter {net} {
	return [list [list y $net - {[first_stage $d]}] {Z y - $d}]
}

proc make_simple_gates {} {
	gate INV {1 2 4 8} A {ZN !A} {{ZN A - $d}}
	gate BUF {1 2 4 8} A {Z A} {{y A - [first_stage $d]} {Z y - $d}}
	# Rise and fall alike: wider holes, and the first stage near the last.
	gate CLKBUF {2 4 8 16} A {Z A} \
		{{y A - [expr {0.4 * $d}] [expr {0.47 * $d}]} {Z y - $d [expr {1.1 * $d}]}}
	foreach {n drives} {2 {1 2} 3 1 4 1} {
		set pins [lrange {A1 A2 A3 A4} 0 $n-1]
		set and [join $pins " & "]
		set or [join $pins " | "]
		gate NAND$n $drives $pins [list ZN "!($and)"] "{ZN {s $pins} - \$d}"
		gate NOR$n $drives $pins [list ZN "!($or)"] "{ZN {p $pins} - \$d}"
		gate AND$n $drives $pins [list Z "($and)"] [before_inverter [list s {*}$pins]]
		gate OR$n $drives $pins [list Z "($or)"] [before_inverter [list p {*}$pins]]
	}
}

proc make_complex_gates {} {
	gate AOI21 {1 2} {A B1 B2} {ZN "!(A | (B1 & B2))"} {{ZN {p A {s B1 B2}} - $d}}
	gate AOI22 1 {A1 A2 B1 B2} {ZN "!((A1 & A2) | (B1 & B2))"} \
		{{ZN {p {s A1 A2} {s B1 B2}} - $d}}
	gate AOI211 1 {A B C1 C2} {ZN "!(A | B | (C1 & C2))"} {{ZN {p A B {s C1 C2}} - $d}}
	gate OAI21 {1 2} {A B1 B2} {ZN "!(A & (B1 | B2))"} {{ZN {s A {p B1 B2}} - $d}}
	gate OAI22 1 {A1 A2 B1 B2} {ZN "!((A1 | A2) & (B1 | B2))"} \
		{{ZN {s {p A1 A2} {p B1 B2}} - $d}}
	gate OAI211 1 {A B C1 C2} {ZN "!(A & B & (C1 | C2))"} {{ZN {s A B {p C1 C2}} - $d}}
	gate XOR2 1 {A B} {Z "(A ^ B)"} {{x {p A B} - 0.6} {Z {p x {s A B}} - $d}}
	gate XNOR2 1 {A B} {ZN "!(A ^ B)"} {{x {s A B} - 0.6} {ZN {s x {p A B}} - $d}}
	gate MUX2 1 {A B S} {Z "((A & !S) | (B & S))"} \
		{{n S - 0.5} {y {p {s A n} {s B S}} - 0.6} {Z y - $d}}
	gate HA 1 {A B} {CO "(A & B)" S "(A ^ B)"} \
		{{x {p A B} - 0.6} {S {p x {s A B}} - $d} {c {s A B} - 0.5} {CO c - $d}}
	# The mirror adder: both nets of a gate have the same shape.
	set carry {p {s A B} {s CI {p A B}}}
	set sum {p {s A B CI} {s c {p A B CI}}}
	gate FA 1 {A B CI} {CO "((A & B) | (CI & (A | B)))" S "(A ^ B ^ CI)"} \
		[list [list c $carry $carry 0.7] {CO c - $d} [list y $sum $sum 0.6] {S y - $d}]
}

# Master and slave of clocked inverters; af and hf hold a and h while the inputs of these are shut.
#
#	D -dn- a -m- h -t- Q        ckn = !CK and ckp = CK: the master is open while CK is low
#	             `- QN          RN sets m and t
proc make_flip_flops {} {
	foreach {name reset inverse} {DFF 0 1 DFFQ 0 0 DFFR 1 1 DFFRQ 1 0} {
		set inputs [expr {$reset ? {D CK RN} : {D CK}}]
		set m [expr {$reset ? {s a RN} : "a"}]
		set t [expr {$reset ? {s h RN} : "h"}]
		foreach d {1 2} {
			set gates [list {ckn CK - 0.4} {ckp ckn - 0.5} {dn D - 0.5} \
				{a {s ckn dn} {s ckp dn} 0.6} [list m $m - 0.6] \
				{af {s ckp m} {s ckn m} 0.3} \
				[list h {s ckp m} {s ckn m} [expr {0.5 + 0.2 * $d}]] \
				[list t $t - [expr {0.3 + 0.2 * $d}]] {hf {s ckn t} {s ckp t} 0.3} \
				[list Q t - $d]]
			set functions {Q IQ}
			if {$inverse} {
				lappend gates [list QN h - $d]
				lappend functions QN IQN
			}
			cell ${name}_X$d ff $d $inputs $functions $gates reset $reset
		}
	}
}

proc make_others {} {
	cell TIE0_X1 tie 1 {} {Z 0} {{z on - 0.5}}
	cell TIE1_X1 tie 1 {} {Z 1} {{z on - 0.5}}
	foreach d {1 2 4 8} {
		cell FILL_X$d fill $d {} {} {}
	}
	# From the clock to the outputs: row decoder, word line, bit line, sense amplifier, driver.
	cell RAM64X16 ram 4 {CLK WE A D} {Q {}} {
		{c1 CLK - 1.5} {c2 c1 - 5} {w {s c2 row} - 5} {wl w - 14}
		{b {s wl bit} - 0.4} {sa b - 1.5} {i sa - 1.5} {l {p sa i} - 1.5} {Q l - 4}
		{n in - 1} {d {s n n1 n2} - 1.5} {row d - 3}
	} wires {wl 32 b 7 c2 12 d 5 row 8 l 1 i 1} address 6 data 16
}

make_simple_gates
make_complex_gates
make_flip_flops
make_others
