# Screens: keys are replayed on a terminal that is not there, and what would be on the screen is
# compared with files. A key is taken only when nothing is computed or read, so nothing sleeps.
# WARPSCOPE_UPDATE_SCREENS=1 writes the files again: look at them before they are committed.
. "${srcdir:-.}/tests/lib/tap.sh"
here=$(pwd)
device=${WARPSCOPE_SCREEN_DEVICE:-cpu} # the screens are the same on all
case $srcdir in /*) ;; *) srcdir=$here/$srcdir ;; esac
case $warpscope in /*) ;; *) warpscope=$here/$warpscope ;; esac
WARPSCOPE_DATADIR=$srcdir/assets

# replay CASE KEYS SIZE OPTIONS...: all screens saved by a key file
replay() {
	case=$1 keys=$2 size=$3
	shift 3
	mkdir "$tmp/$case"
	(cd "$tmp/$case" && "$warpscope" -d "$device" --keys "$srcdir/tests/screens/$keys.keys" \
		--size "$size" "$@" >out 2>err </dev/null)
	is "$? $(cat "$tmp/$case/err")" "0 " "$case: replayed"
	for screen in "$tmp/$case"/*.txt; do
		[ -f "$screen" ] || continue # it only expects
		name=$(basename "$screen")
		echo "$case/$name" >>"$tmp/made"
		wanted=$srcdir/tests/screens/$case/$name
		if [ -n "$WARPSCOPE_UPDATE_SCREENS" ]; then
			mkdir -p "$(dirname "$wanted")" && cp "$screen" "$wanted"
		fi
		if cmp -s "$screen" "$wanted"; then
			ok 0 "$case: $name"
		else
			ok 1 "$case: $name"
			diff "$wanted" "$screen" | head -20 | sed 's/^/# /'
		fi
	done
}

# Of a graph.
example="read_graph [asset example.dag.gz]; find_paths -max_paths 1000"
replay utf8-80x24 first 80x24 -e "$example"
replay utf8-200x60 first 200x60 -e "$example"
replay utf8-59x14 small 59x14 -e "$example"
LC_ALL=C replay ascii-80x24 first 80x24 -e "$example"
LC_ALL=C replay ascii-59x14 small 59x14 -e "$example"
replay block-80x24 small 80x24 --glyphs block -e "$example"
replay lesson-80x24 lesson 80x24 --lesson levels
replay cap-80x24 cap 80x24 -e "$example"
replay tiny-39x7 small 39x7 -e "$example"
replay compact-59x14 compact 59x14 -e "$example"
replay utf8-60x15 small 60x15 -e "$example"
replay narrow-40x10 small 40x10 -e "$example"
replay fused-120x24 fused 120x24 -e "read_graph [asset example.dag.gz]"
replay prompt-80x24 prompt 80x24 -e "$example"
small="read_graph [asset lessons/levels.dag]; find_paths -max_paths 8"
replay mouse-80x24 mouse 80x24 -e "$example"
replay explain-80x24 explain 80x24 -e "$small"
replay explain-200x60 explain 200x60 -e "$small"
replay explain-59x14 explain 59x14 -e "$small"
LC_ALL=C replay explain-ascii-80x24 explain 80x24 -e "$small"
replay forest-80x24 forest 80x24 --lesson forest
replay forest-200x60 forest 200x60 --lesson forest
replay arc-80x24 arc 80x24 -e "read_graph [asset figures/cpg-4.dag]; find_paths -max_paths 20"
replay arc-160x48 arc 160x48 -e "read_graph [asset figures/cpg-4.dag]; find_paths -max_paths 20"
replay lab-small-80x24 lab_small 80x24 -e "open_figure spmv-2"
LC_ALL=C replay lab-small-ascii-80x24 lab_small 80x24 -e "open_figure spmv-2"
for size in 80x24 160x48; do
	replay density-backward-$size density_backward $size -e "open_figure density-3"
done
LC_ALL=C replay density-backward-ascii-80x24 density_backward 80x24 -e "open_figure density-3"
for size in 80x24 160x48; do
	replay records-$size records $size -e "open_figure cpg-5; find_paths -max_paths 20 -method paper"
done
figures="read_graph [asset lessons/labels.dag]; find_paths -max_paths 20"
replay labels-80x24 labels 80x24 -e "$figures"
replay typed-80x24 typed 80x24 -e "$figures"
replay labels-200x60 labels 200x60 -e "$figures"
replay labels-59x14 labels_small 59x14 -e "$figures"
replay labels-plots-80x24 labels_plots 80x24 -e "$figures"
replay labels-plots-200x60 labels_plots 200x60 -e "$figures"
replay labels-plots-59x14 labels_plots 59x14 -e "$figures"
LC_ALL=C replay labels-plots-ascii-80x24 labels_plots 80x24 -e "$figures"
replay labels-false-80x24 labels_false 80x24 -e "set x 1"
replay labels-false-160x48 labels_false 160x48 -e "set x 1"
LC_ALL=C replay labels-false-ascii-80x24 labels_false 80x24 -e "set x 1"
loom='source [asset loom/loom.tcl]'
forces="read_lef [asset lessons/forces.lef]; read_def [asset lessons/forces.def]"
for size in 80x24 200x60; do
	replay place-$size place $size -e "$forces"
done
# Each of its iterations is drawn.
replay place-enter-80x24 place_enter 80x24 -e "$forces"
replay typed-netlist-120x24 typed_netlist 120x24 -e "$loom; find_paths"
replay units-80x24 units 80x24 -e "$loom; find_paths"
replay labels-netlist-80x24 labels_netlist 80x24 -e "$loom"
replay labels-netlist-200x60 labels_netlist 200x60 -e "$loom"
replay names-80x24 names 80x24 -e "$loom"
replay names-120x36 names 120x36 -e "$loom"
replay along-80x24 along 80x24 -e "$loom"
replay along-120x36 along 120x36 -e "$loom"
replay along-200x60 along 200x60 -e "$loom"
for size in 80x24 120x36 200x60 59x14; do
	replay unfold-$size unfold $size -e "$loom; set_delay_calculator dmp_ceff_elmore"
done
replay endpoints-80x24 endpoints 80x24 -e "$loom"
replay endpoints-200x60 endpoints 200x60 -e "$loom"
replay endpoints-clicks-80x24 endpoints-clicks 80x24 -e "$loom"
replay endpoints-59x14 endpoints 59x14 -e "$loom"
LC_ALL=C replay endpoints-ascii-80x24 endpoints 80x24 -e "$loom"
replay sit-120x36 sit 120x36 -e "$loom"
replay sheets-80x24 sheets 80x24 -e "$loom"
replay compare-80x24 compare 80x24 -e "$loom"
replay compare-200x60 compare 200x60 -e "$loom"
replay compare-59x14 compare 59x14 -e "$loom"
LC_ALL=C replay compare-ascii-80x24 compare 80x24 -e "$loom"
replay density-labels-80x24 density_labels 80x24 -e "$loom; density -map cells > /dev/null"
LC_ALL=C replay density-labels-ascii-80x24 density_labels 80x24 -e "$loom; density -map cells > /dev/null"
replay ssta-arrival-80x24 ssta_arrival 80x24 -e "$loom"
replay ssta-80x24 ssta 80x24 -e "$loom"
replay ssta-200x60 ssta 200x60 -e "$loom"
replay ssta-59x14 ssta-small 59x14 -e "$loom"
replay lab-80x24 lab 80x24 -e ""
replay lab-200x60 lab 200x60 -e ""
replay lab-59x14 lab 59x14 -e ""
replay lab-place-80x24 lab_place 80x24 -e "$loom"
replay lab-place-200x60 lab_place 200x60 -e "$loom"
replay lab-place-59x14 lab_place 59x14 -e "$loom"
LC_ALL=C replay lab-place-ascii-80x24 lab_place 80x24 -e "$loom"
replay device-80x24 device 80x24 -e "$example"
replay device-200x60 device 200x60 -e "$example"
replay device-59x14 device 59x14 -e "$example"
LC_ALL=C replay device-ascii-80x24 device 80x24 -e "$example"

replay settings-80x24 settings 80x24 -e "$example"
replay settings-200x60 settings 200x60 --theme mono -e "$example"
replay keys-80x24 keys 80x24 -e "$example"
replay settings-59x14 settings-small 59x14 -e "$example"
LC_ALL=C replay settings-40x8 settings-small 40x8 -e "$example"
replay clicks-80x24 clicks 80x24 -e "$example"
replay clicks-40x8 clicks-small 40x8 -e "$example"
replay history-80x24 history 80x24 -e "$example"
replay disabled-80x24 disabled 80x24 -e "set x 1"
[ ! -e "$XDG_STATE_HOME/warpscope/history" ]
ok $? "a replay is no history"

# Of a netlist.
stage="-f $srcdir/tests/data/stage.tcl"
replay summary-80x24 summary 80x24 $stage
replay summary-200x60 summary 200x60 $stage
replay summary-59x14 summary-small 59x14 $stage
LC_ALL=C replay summary-ascii-80x24 summary 80x24 $stage
LC_ALL=C replay summary-ascii-59x14 summary-small 59x14 $stage
# Of folders of which something can't be read.
mkdir "$tmp/broken" "$tmp/corners"
cp "$srcdir"/tests/data/stage.v "$srcdir"/tests/data/stage.lib "$srcdir"/tests/data/stage.spef "$tmp/broken"
printf 'create_clock -name c -period 1 [get_ports clk]\nset_clock_uncertainty nonsense [get_clocks c]\n' >"$tmp/broken/stage.sdc"
cp "$srcdir"/tests/data/stage.v "$srcdir"/tests/data/stage.timing "$tmp/corners"
cp "$srcdir/tests/data/stage.lib" "$tmp/corners/stage_ff_v1.lib"
cp "$srcdir/tests/data/stage.lib" "$tmp/corners/stage_tt_v1.lib"
folders="set broken $tmp/broken; set corners $tmp/corners"
replay checklist-80x24 checklist 80x24 -e "$folders"
replay checklist-200x60 checklist 200x60 -e "$folders"
replay checklist-59x14 checklist 59x14 -e "$folders"
LC_ALL=C replay checklist-ascii-80x24 checklist 80x24 -e "$folders"
replay stages-80x24 stages 80x24 $stage
replay stages-200x60 stages 200x60 $stage
replay stages-59x14 stages 59x14 $stage
replay stages-40x10 stages 40x10 $stage
LC_ALL=C replay stages-ascii-80x24 stages 80x24 $stage
LC_ALL=C replay stages-ascii-59x14 stages 59x14 $stage
replay chosen-80x24 chosen 80x24 $stage
replay chosen-200x60 chosen 200x60 $stage
LC_ALL=C replay chosen-ascii-80x24 chosen 80x24 $stage
replay chosen-59x14 chosen-small 59x14 $stage
replay retimed-80x24 retimed 80x24 -e "$loom"
replay retimed-200x60 retimed 200x60 -e "$loom"
LC_ALL=C replay retimed-ascii-80x24 retimed 80x24 -e "$loom"

# What is left of a search after edits.
replay edited-80x24 edited 80x24 -e "$loom"
replay lens-80x24 lens 80x24 -e "$loom"
replay sizes-80x24 sizes 80x24 -e "$loom"

# What is plotted.
replay plots-80x24 plots 80x24 $stage
replay plots-200x60 plots 200x60 $stage
replay plots-59x14 plots 59x14 $stage
LC_ALL=C replay plots-ascii-80x24 plots 80x24 $stage
replay plots-graph-80x24 plots-graph 80x24 -e "$example"

# What lies around a pin, and ways between paths.
replay cone-80x24 cone 80x24 $stage
replay cone-200x60 cone 200x60 $stage
replay cone-59x14 cone 59x14 $stage
replay cone-40x10 cone 40x10 $stage
LC_ALL=C replay cone-ascii-80x24 cone 80x24 $stage
for size in 80x24 120x40 200x55; do
	replay start-$size start $size -e "$loom; find_paths -max_paths 1000"
done
LC_ALL=C replay start-ascii-80x24 start 80x24 -e "$loom; find_paths -max_paths 1000"
replay worst-80x24 worst 80x24 $stage
replay worst-120x36 worst 120x36 $stage
replay jump-80x24 jump 80x24 -e "$example"
replay jump-200x60 jump 200x60 -e "$example"
replay jump-59x14 jump 59x14 -e "$example"

# One warp, which only the CPU records, and only builds that can.
if [ "$device" = cpu ] && ! "$warpscope" -b -d cpu -e "$example; report_warp forest_sweep" 2>&1 | grep -q "doesn't record warps"; then
	replay warp-80x24 warp 80x24 -e "$example"
	replay warp-200x60 warp 200x60 -e "$example"
	replay warp-59x14 warp 59x14 -e "$example"
fi

# Levels and arrivals.
levels="read_graph [asset lessons/levels.dag]"
replay arrivals-80x24 arrivals 80x24 -e "$levels"
replay arrivals-200x60 arrivals 200x60 -e "$levels"
replay arrivals-59x14 arrivals 59x14 -e "$levels"
LC_ALL=C replay arrivals-ascii-80x24 arrivals 80x24 -e "$levels"
replay arrivals-netlist-80x24 arrivals-netlist 80x24 $stage

replay bars-200x60 bars 200x60 $stage

# Density maps, in colours and in shades.
replay density-80x24 density 80x24 -e ""
if "$warpscope" --doctor 2>/dev/null | grep -q 'SDL [0-9]'; then
	SDL_VIDEODRIVER=dummy replay window-80x24 window 80x24 -f "$WARPSCOPE_DATADIR/loom/loom.tcl"
else
	skip "window-80x24" "no SDL"
fi
replay density-200x60 density 200x60 -e ""
replay density-shades-80x24 density 80x24 --color never -e ""
LC_ALL=C replay density-ascii-80x24 density 80x24 --color never -e ""
replay density-59x14 density-small 59x14 -e ""
LC_ALL=C replay density-ascii-59x14 density-small 59x14 --color never -e ""
replay density-40x10 density-small 40x10 -e ""
replay density-clicks-80x24 density-clicks 80x24 -e ""
LC_ALL=C replay density-corners-80x24 density-corners 80x24 --color never \
	-e "read_lef [list $srcdir/tests/data/small.lef]; read_def [list $srcdir/tests/data/small.def]"
replay density-timing-80x24 density-timing 80x24 -e ""
replay density-lesson-80x24 density-lesson 80x24 --lesson density

# A key that fails a command ends the replay with its exit code.
printf ':expect {not there}\n:puts never\n' >"$tmp/fails.keys"
"$warpscope" -d "$device" --keys "$tmp/fails.keys" >"$tmp/out" 2>"$tmp/err" </dev/null
code=$?
is "$code $(head -1 "$tmp/err")" '1 warpscope: expect: "not there" is not on the screen:' \
	"a command that fails ends a replay"
printf '<Nokey>\n' >"$tmp/bad.keys"
"$warpscope" -d "$device" --keys "$tmp/bad.keys" >"$tmp/out" 2>"$tmp/err" </dev/null
is "$? $(cat "$tmp/err")" "3 warpscope: unknown name of a key in the replay" "an unknown key ends it too"

sort "$tmp/made" >"$tmp/made.sorted"
# A screen that no replay saves any more is to be removed. Without SDL one replay is skipped.
is "$(cd "$srcdir/tests/screens" && find . -name '*.txt' | sed 's,^\./,,' | grep -v '^window-80x24/' |
	sort | comm -23 - "$tmp/made.sorted")" "" "every expected screen is saved by a replay"
plan
