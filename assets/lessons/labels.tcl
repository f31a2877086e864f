# labels.tcl - figures 7 to 9 of the paper on constrained path search, on their own graph, in eight steps.

lesson_title "Constraint labels: which arcs a query by pins leaves"

lesson_step "Ranks" {
	lesson_labels labels.dag -through C -through E
	goto ranks -of labels
} {
	Ten pins; A and B are starts, H, I and J ends:

	    A-D-C-F-E-H    D-F, D-I
	    B-D   C-E-I    F-I
	    B-G-J

	The rank of a pin is its longest way to an end, in arcs. It is found by rounds: a pin whose rank
	rose offers one more to its fan-in, until no rank rises. F has two ways, F I and F E H: its rank is
	[label_property rank F]. The highest is [label_property highest]. This is figure 7.

	View 4 shows the pins; , and . step by rounds.
} "E and G have the same rank. Can a path pass both?" {no: along a path ranks fall, so pins of one rank
never follow each other. Only one of the two is passed} -answer {
	lesson_labels labels.dag -through E -through G -filter exact
	expr {[label_property exact] > 0 ? "yes" : "no"}
} -choices {yes no}

lesson_step "Labels" {
	lesson_labels labels.dag -through C -through E
	goto fan-out -of labels
} {
	Asked for: paths through C and then through E. C gets the largest label there is, E the rank of the
	pin before it: [label_property rank C]. Each label spreads to the fan-in as long as that ranks below
	it. What is downstream of E gets E's rank, by a scan that the paper doesn't print.

	    A, B, D, C    [label_property label C]
	    F, E          [label_property label F]
	    H, I          [label_property label H]
	    G, J          [label_property label G]

	This is figure 8: three regions, and G and J in none.
} "D leads to F and to I. What labels do the two arcs cross?" {from max to [label_property label F] and
from max to [label_property label I]; neither ends at the pin whose rank that is}

lesson_step "The filter" {
	lesson_labels labels.dag -through C -through E
	goto last -of labels
} {
	An arc u v stays if both ends have the same label, or if the rank of u is the label of v: then u is the
	pin at which one region ends and the next begins.

	    C F    [label_property arc C F]: rank [label_property rank C] = label [label_property label F]
	    F E    [label_property arc F E]: label [label_property label F] = [label_property label E]
	    D F    [label_property arc D F]: rank [label_property rank D] isn't [label_property label F]
	    D I    [label_property arc D I]: rank [label_property rank D] isn't [label_property label I]

	This is figure 9. What is left has [label_property left] pins, as the exact product graph has:
	[label_property exact].
} "The arcs that are left carry each path through C and then E. Does no other path consist of kept arcs only?" {not
here. But G and J have no label at all, which counts as the same label, and the printed rule keeps the arc
between them.
The next step shows what that lets through}

lesson_step "The printed rule" {
	lesson_labels labels_false.dag -through C -through E -filter paper
	set as_printed [label_property false 99]
} {
	Another start, K, with arcs K G and G I. Neither rank nor label of any other pin changes. But the
	rank of G is [label_property rank G], and that is the label of I:

	    K G    [label_property arc K G]: both have no label, which counts as the same one
	    G I    [label_property arc G I]: rank [label_property rank G] = label [label_property label I]
} "How many of the paths that are left pass neither C nor E?" {$as_printed: K G I and K G J} -answer {
	label_property false 99
}

lesson_step "The repair" {
	lesson_labels labels_false.dag -through C -through E
	set false [label_property false 99]
	set lost [label_property lost 99]
} {
	Three changes repair it. Arcs without a label are cut. Paths begin only where the label is max. And
	where the ranks of the pins don't fall there is no path at all: C can't come after E.

	    K G    [label_property arc K G]
	    G I    [label_property arc G I]

	G has no label, so both arcs are cut, and a path can't begin at K or G either.
} "How many paths are false now, and how many of the true ones are lost?" {$false and $lost. Ranks
and labels are exact then}

lesson_step "What labels can't express" {
	lesson_labels labels_false.dag -through {C G} -through I -filter exact
	set at_j [label_property exact J]
} {
	A list of alternative pins has no single rank, and neither has a net, a cell or a clock. The product
	graph handles them all: a state is a pin and the number of lists that a path has passed, so each
	path exists once, and none is lost or false. For this query it has [label_property exact] states.

	find_paths uses it, unless -filter says otherwise.
} "G ranks as low as E. Is there a state at J, which G leads to?" {no, there are $at_j: nothing
leads from J to I. A state is there only if a path of the query passes} -answer {
	expr {[label_property exact J] > 0 ? "yes" : "no"}
} -choices {yes no}

lesson_step "Your own query" {
	lesson_labels labels.dag -through D -to H
} {
	Now try your own query. Type :label_query and its options: -from, -through and -to, each with a name
	of the graph, and look at its regions in view 4; v draws the graph.

	For -through D -to H there are [label_property exact] states.
} "Which query leaves just the path B G J? Type it." {$verdict}

lesson_step "What you asked" {
	set n [label_property exact]
	set query [label_property query]
	set there 1
	foreach pin {B G J} {
		if {[catch {label_property exact $pin} states] || $states != 1} {
			set there 0
		}
	}
	if {$n == 3 && $there} {
		set verdict "$query does: B, G and J are all its states."
	} else {
		set verdict "you asked $query, of $n states. B G J has three; , goes back to try another. Every path
		through G begins at B and ends at J, and so does every path to J: one of these pins is enough."
	}
} {
	A query is a set of paths, and its states are the pins that they pass, once for each number of lists
	passed. find_paths with the same options lists them, worst first; explain_path says of any path
	whether it is among them, at which rank, and if not which condition or which arc keeps it out.
}
