# Pictures of the layout window, by save_image -window: compared pixel by pixel with those in
# tests/images, the same with any number of threads and on a GPU; and messages about bad input.
# WARPSCOPE_UPDATE_SCREENS=1 writes the pictures again: look at them before they are committed.
. "${srcdir:-.}/tests/lib/tap.sh"
same_image=${SAME_IMAGE:-tests/same_image}
images=$srcdir/tests/images

# The netlist of small.def, with an instance that has no place.
sed 's|^- h/r.*|- h/r$\\[3\\] DFF ;|' "$srcdir/tests/data/small.def" >"$tmp/small.def"
cat >"$tmp/all.tcl" <<TCL
proc save {name args} {
	global out
	save_image -window -legend plain -pixels 320x200 {*}\$args \$out/\$name.png
}
source $srcdir/assets/loom/loom.tcl
density -grid 64x64
save far
save far-640 -pixels 640x400
save log -scale log
save equalised -scale equalised -colours inferno
save clipped -min 0.4 -max 0.8 -colours cividis
save relief -camera {0 0 0 50 20}
save relief-near -camera {60 40 6 65 -40} -colours turbo
save small -pixels 120x80
density -grid 300x300
save fine -legend off
save near -camera {218.9 200.7 40} -select control_U1 -nets
save cells -camera {218.9 200.7 14} -select control_U1 -nets -legend off
save block -select samples -nets
save types -types -pixels 480x320
save types-near -types -camera {218.9 200.7 14} -select control_U1
save note -note "the title\nkey\twhat it does\nother\tsomething else"
density -map slack -grid 40x40
find_paths -max_paths 100
goto 2
save new -new 100
save new-fading -new 20
goto last
save slack -paths 3
save cells-slack -cells slack -pixels 480x320
save correlation-nothing -cells correlation -pixels 480x320
set_variation 0.05
run_ssta -n 64 -grid 0.8 -length 50 -die 0.3
save correlation -cells correlation -select lane3_mac_U2 -pixels 480x320
save failing-setup -failing setup
save failing-hold -failing hold -pixels 480x320
save failing-worst -failing setup -failing_paths
save failing-paths -failing setup -paths 1 -camera {120 130 6}
save slack-relief -paths 3 -camera {123 122 0 40 -30}
save slack-log -scale log -paths 1
density -grid 64x64
label_query -from lane3_mac_token_product_reg_1_/CK -through lane3_mac_U8/A2 -through lane3_mac_U310/ZN
save labels -labels -pixels 480x320
label_query -rise_through {lane3_mac_U8/A2 lane3_mac_U9/ZN} -filter exact
save labels-lists -labels -legend off
label_query -through lane3_mac_U8/A2 -fall_through lane3_mac_U310/ZN -filter paper
save labels-false -labels -camera {70 85 14}
density -map cells -minus movable
save difference
density -backward -field cells -grid 40x40 > /dev/null
save backward -camera {120 130 30}
save backward-far
close_design
read_lef $srcdir/tests/data/small.lef
read_def -layout $tmp/small.def
save layout
read_def $tmp/small.def
density -grid 32x24
save polygon
save polygon-near -camera {2.2 3.0 60} -select h/u2 -nets
save polygon-relief -camera {0 0 0 40 30} -select u1 -nets
save nowhere -select {h/r\$[3]} -nets
close_design
read_lef $srcdir/assets/lessons/forces.lef
read_def $srcdir/assets/lessons/forces.def
save moves-nothing -cells moves -pixels 480x320
place_design -paused -density 1
step -of place -fine 350
save moves -cells moves -forces -select b -pixels 480x320
save forces-near -cells slack -forces -select b -camera {8 8 40}
step -of place 20
save moves-sites -cells moves -forces -select b
TCL

# draw NAME [OPTION…]: all pictures into $tmp/NAME
draw() {
	name=$1
	shift
	mkdir "$tmp/$name"
	"$warpscope" -b "$@" -e "set out $tmp/$name; source $tmp/all.tcl" \
		>"$tmp/$name.out" 2>"$tmp/$name.err"
}

draw threads-1 -d cpu --threads 1
ok $? "all are drawn"
for image in "$tmp"/threads-1/*.png; do
	name=$(basename "$image")
	if [ -n "$WARPSCOPE_UPDATE_SCREENS" ] && ! "$same_image" "$image" "$images/$name" 2>/dev/null; then
		mkdir -p "$images" && cp "$image" "$images/$name"
	fi
	"$same_image" "$image" "$images/$name" 2>"$tmp/differs"
	ok $? "$name"
	sed 's/^/# /' "$tmp/differs"
done
is "$(ls "$tmp/threads-1")" "$(ls "$images")" "as many as there should be"
for n in 2 3; do
	draw "threads-$n" -d cpu --threads "$n"
	diff -rq "$tmp/threads-1" "$tmp/threads-$n"
	ok $? "the same with $n threads"
done
draw gpu -d cuda
if grep -q "no usable GPU\|built without CUDA" "$tmp/gpu.err"; then
	skip "the same on a GPU" "no GPU"
else
	diff -rq "$tmp/threads-1" "$tmp/gpu"
	ok $? "the same on a GPU"
fi

# ---- odd, and done all the same ----

cat >"$tmp/odd.tcl" <<TCL
source $srcdir/assets/loom/loom.tcl
proc save {name args} { save_image -window {*}\$args $tmp/odd-\$name.png }
save whole
save on -pixels 640x400
save off -pixels 640x400 -legend off
foreach size {1x1 16384x1 1x16384 2x3 59x41} { save \$size -pixels \$size }
foreach size {1x1 400x1 1x400} { save relief-\$size -pixels \$size -camera {0 0 0 80 1} }
set n 0
foreach camera {{1e300 -1e300 1e6} {1e308 1e308 1} {1e308 1e308 1e6 80 1e308} {0 0 1e-300} {0 0 1e-300 80}
		{123 123 1e6 80 45} {123 123 1e6}} {
	save camera-[incr n] -pixels 320x200 -camera \$camera -select samples -nets
}
TCL
"$warpscope" -b -d cpu -f "$tmp/odd.tcl" >"$tmp/odd.out" 2>"$tmp/odd.err"
ok $? "odd sizes and cameras"
is "$(ls "$tmp" | grep -c '^odd-.*png$')" 18 "a picture of each"
size_of() {
	od -An -tu1 -j16 -N8 "$1" | awk '{ print $3 * 256 + $4 "x" $7 * 256 + $8 }'
}
is "$(for i in whole 1x1 16384x1 1x16384 59x41; do size_of "$tmp/odd-$i.png"; done | tr '\n' ' ')" \
	"1280x800 1x1 16384x1 1x16384 59x41 " "as large as they should be"
"$same_image" "$tmp/odd-on.png" "$tmp/odd-off.png" 2>/dev/null
is $? 1 "a legend is seen"

# ---- errors ----

# Options, and their messages; all is asked in one run.
cat >"$tmp/bad" <<'BAD'
-pixels 5: save_image: expected pixels as in 1280x800, not "5"
-pixels 5x: save_image: expected pixels as in 1280x800, not "5x"
-pixels x5: save_image: expected pixels as in 1280x800, not "x5"
-pixels 5x5x: save_image: expected pixels as in 1280x800, not "5x5x"
-pixels 4294967297x1: save_image: expected pixels as in 1280x800, not "4294967297x1"
-pixels 0x5: a picture has from 1 to 16384 pixels along an axis
-pixels 5x0: a picture has from 1 to 16384 pixels along an axis
-pixels -5x5: a picture has from 1 to 16384 pixels along an axis
-pixels 20000x1: a picture has from 1 to 16384 pixels along an axis
-pixels 1x16385: a picture has from 1 to 16384 pixels along an axis
-camera {}: save_image: a camera is {X Y SCALE ?TILT ?TURN??}, not ""
-camera {1 2}: save_image: a camera is {X Y SCALE ?TILT ?TURN??}, not "1 2"
-camera {1 2 3 4 5 6}: save_image: a camera is {X Y SCALE ?TILT ?TURN??}, not "1 2 3 4 5 6"
-camera {1 2 x}: save_image: expected a number, not "x"
-camera {1 2 inf}: save_image: expected a number, not "inf"
-camera {1 nan 2}: save_image: expected a number, not "nan 2"
-camera {1,2,3}: save_image: expected a number, not "1,2,3"
-camera {1 2 -1}: save_image: a camera's scale must be from 0 to 1000000 pixels a um, its tilt from 0 to 80 degrees
-camera {1 2 1e7}: save_image: a camera's scale must be from 0 to 1000000 pixels a um, its tilt from 0 to 80 degrees
-camera {1 2 1 81}: save_image: a camera's scale must be from 0 to 1000000 pixels a um, its tilt from 0 to 80 degrees
-camera {1 2 1 -1}: save_image: a camera's scale must be from 0 to 1000000 pixels a um, its tilt from 0 to 80 degrees
-min 1: save_image: with -window -min and -max go together
-max 1: save_image: with -window -min and -max go together
-min 2 -max 1: save_image: -min must be below -max
-min 1 -max 1: save_image: -min must be below -max
-min x -max 1: save_image: expected a number, not "x"
-size 100: save_image: -window has its size by -pixels
-paths 3: no paths yet; find some with find_paths -max_paths K
-select absent: save_image: there is no instance "absent"
-scale square: save_image: -scale expects linear|log|equalised, not "square"
-legend loud: save_image: -legend expects on|off|plain, not "loud"
-colours red: save_image: -colours expects viridis|cividis|inferno|grey|turbo|blue_orange|night|paper, not "red"
BAD
cat >"$tmp/bad.tcl" <<TCL
proc says {arguments what} {
	if {![catch {save_image {*}\$arguments} message]} { set message "no error" }
	puts "\$what: \$message"
}
says {-window $tmp/bad.png} nothing
says {-window -select a $tmp/bad.png} "-select without placement"
source $srcdir/assets/loom/loom.tcl
set file [open $tmp/bad]
while {[gets \$file line] >= 0} {
	set options [string range \$line 0 [string first : \$line]-1]
	says "-window \$options $tmp/bad.png" \$options
}
foreach option {{-pixels 5x5} {-camera {1 2 3}} {-scale log} {-legend off} {-paths 1} {-select a} -nets} {
	says "\$option $tmp/bad.png" \$option
}
says {-window $tmp/none/map.png} unwritable
says {-window $tmp} folder
says {-window} unnamed
says {-window one.png two.png} two
TCL
"$warpscope" -b -d cpu -f "$tmp/bad.tcl" >"$tmp/bad.out" 2>"$tmp/bad.err"
ok $? "errors are caught"
{
	echo "nothing: no placement is open"
	echo "-select without placement: no placement is open; read_def, read_bookshelf or place_design open one"
	cat "$tmp/bad"
	for option in "-pixels 5x5" "-camera {1 2 3}" "-scale log" "-legend off" "-paths 1" \
		"-select a" -nets; do
		echo "$option: save_image: ${option%% *} is for -window"
	done
	echo "unwritable: $tmp/none/map.png: error: No such file or directory"
	echo "folder: $tmp: error: Is a directory"
	echo "unnamed: save_image: too few arguments; usage: save_image"
	echo "two: save_image: too many arguments; usage: save_image"
} >"$tmp/wanted"
n=0
while read -r wanted; do
	n=$((n + 1))
	is "$(sed -n "${n}s/; usage: save_image .*/; usage: save_image/;${n}p" "$tmp/bad.out")" \
		"$wanted" "$(printf '%s' "${wanted%%: *}" | sed "s|$tmp|…|")"
done <"$tmp/wanted"
[ ! -e "$tmp/bad.png" ]
ok $? "nothing is written"
plan
