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
	it. What is downstream of E gets E's rank: "All the fanout pins of E (not including) get labels of the
	rank of last through pin"; no algorithm is printed for that.

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
	"We can first remove vertices G and J since they do not belong to the constrained subgraph. Then we apply
	our filtering rules": an arc u v stays if both ends have the same label, or if the rank of u is the label
	of v. Then u is the pin at which one region ends and the next begins.

	    C F    [label_property arc C F]: rank [label_property rank C] = label [label_property label F]
	    F E    [label_property arc F E]: label [label_property label F] = [label_property label E]
	    D F    [label_property arc D F]: rank [label_property rank D] isn't [label_property label F]
	    D I    [label_property arc D I]: rank [label_property rank D] isn't [label_property label I]

	This is figure 9. What is left has [label_property left] pins, as the exact product graph has:
	[label_property exact].
} "The arcs that are left carry each path through C and then E. Does no other path consist of kept arcs only?" {not
here: both starts, A and B, have the label max, so each path begins ahead of C.
The next step has a start that doesn't}

lesson_step "Where paths begin" {
	lesson_labels labels_false.dag -through C -through E -filter paper
	set as_printed [label_property false 99]
} {
	Two more starts, K and L, with arcs K G, G I and L E. Neither rank nor label of any other pin changes. L leads to
	E and ranks below C, so it has the label [label_property label L], too; K has none, as G.

	    K G    [label_property arc K G]: both were removed, although two labels of 0 are the same
	    G I    [label_property arc G I]: likewise G, although its rank, [label_property rank G], is the label of I
	    L E    [label_property arc L E]: label [label_property label L] = [label_property label E]

	"In this way, we make sure the explored prefix does not violate any path constraint", the paper says of the
	filter. At which vertices a prefix may begin it doesn't say.
} "If any start in the subgraph will do, how many of the paths that are left don't pass C?" {$as_printed: L E H and L E I} -answer {
	label_property false 99
}

lesson_step "What the text leaves open" {
	lesson_labels labels_false.dag -through E -through G -filter paper
	set out_of_order [label_property false 99]
	lesson_labels labels_false.dag -through C -through E
	set false [label_property false 99]
	set lost [label_property lost 99]
} {
	Two additions make it exact, and -filter paper-repaired has them. Paths begin only where the label is max: L has
	[label_property label L]. And where the ranks of the pins don't fall there is no path at all. E and G both have rank [label_property rank E],
	and for -through E -through G the labels as printed leave $out_of_order false paths: A D C E I is one, as the arc E I
	looks like one from G, whose rank is the label of I.

	(Where an endpoint leads on to others, paths must also end after the last pin. The paper's don't: they are
	"flip-flop inputs and primary outputs".)
} "How many paths are false now for -through C -through E, and how many of the true ones are lost?" {$false and $lost. Ranks
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
