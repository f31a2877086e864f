# The first screen and the demonstration: scenes as pictures without a terminal and by keys, levels of logic, lessons, scripts, saved pictures.
. "${srcdir:-.}/tests/lib/tap.sh"
here=$(pwd)
case $warpscope in /*) ;; *) warpscope=$here/$warpscope ;; esac
case $WARPSCOPE_DATADIR in /*) ;; *) WARPSCOPE_DATADIR=$here/$WARPSCOPE_DATADIR ;; esac
cd "$tmp" || exit 1

"$warpscope" -b --demo >out 2>err
is "$? $(cat err)" "2 warpscope: --demo is for the screen, and --batch has none" "none in a batch"
"$warpscope" --demo </dev/null >out 2>err
is "$? $(cat err)" "2 warpscope: --demo needs a terminal; --demo-save DIR writes its scenes" "nor without a terminal"

timeout 300 "$warpscope" -d cpu --no-init --demo-save slides/all </dev/null >out 2>err
is "$? $(cat err)" "0 " "its scenes are saved, and none fails"
is "$(for n in 1 2 3 4 5 6 7 8 9; do
	[ -f slides/all/demo-$n.png ] && od -An -tu1 -j16 -N8 slides/all/demo-$n.png |
		awk '{print 256 * $3 + $4 "x" 256 * $7 + $8}'
done | uniq -c | xargs)" "8 1920x1080" "eight pictures of the size of a slide"
is "$(cksum slides/all/*.png | awk '{print $1}' | sort -u | wc -l)" 8 "each of them another"
"$warpscope" -d cpu --no-init --demo-save /dev/null </dev/null >out 2>err
is "$? $(cat err)" "3 warpscope: /dev/null/demo-1.png: error: Not a directory" "a folder that can't be is an error"

cat >steps.keys <<'KEYS'
:wait_idle
:expect { 1/8  The 1000 worst paths}
<Left>
:expect { 1/8  }
<Right>
:expect { 2/8  set_false_path -to lane3_mac_acc_reg_39_/D}
:expect {worst listed -57.780}
<Right><Right>
:expect { 4/8  }
<Left><Left><Left>
:expect { 1/8  }
:expect {worst listed -76.559}
T
:expect -not { 1/8  }
KEYS
timeout 120 "$warpscope" -d cpu --no-init --keys steps.keys --size 120x36 --demo </dev/null >out 2>err
is "$? $(cat err)" "0 " "keys step, and any other ends it"

# Without a placement the first screen has the levels of logic in its place; a graph alone has neither.
cat >levels.keys <<'KEYS'
:view start
:wait_idle
:expect {by levels of logic: lane3_mac_token}
:save_screen levels.txt
:goto first
:expect -not {by levels of logic: lane3_mac_token}
KEYS
timeout 60 "$warpscope" -d cpu --no-init --keys levels.keys --size 120x40 -e "
	read_liberty -max [asset ws45/ws45_late.lib.gz]; read_liberty -min [asset ws45/ws45_early.lib.gz]
	read_verilog [asset loom/loom.v.gz]; link_design loom; read_sdc [asset loom/loom.sdc]; read_spef [asset loom/loom.spef.gz]
	find_paths -max_paths 100" </dev/null >out 2>err
is "$? $(cat err)" "0 " "levels of logic where nothing is placed"
ok "$(sed -n '5,20p' levels.txt | grep -q '▀▀▀▀▀▀'; echo $?)" "they are drawn"

cat >cancel.keys <<'KEYS'
# record of warpscope
:lesson forest
:while 1 {}
<Break>
:lesson next
:save_screen cancel.txt
KEYS
timeout 60 "$warpscope" -d cpu --no-init --keys cancel.keys --size 120x36 -e 'puts {}' </dev/null >out 2>err
grep -q 'lesson, 2 of' cancel.txt
ok $? "a lesson goes on after a script was cancelled"
# A lesson that is opened on the first screen is seen, and its steps are those of the search in any view.
cat >lesson.keys <<'KEYS'
:view start
:lesson forest
:expect {lesson, 1 of 5}
:view labels
.
:expect {lesson, 2 of 5}
:view density
.
:expect {lesson, 3 of 5}
q
:view start
x
:expect {intralevel compression}
KEYS
timeout 60 "$warpscope" -d cpu --no-init --keys lesson.keys --size 120x36 -e "source [asset loom/loom.tcl]; find_paths -max_paths 10" </dev/null >out 2>err
is "$? $(cat err)" "0 " "a lesson from the first screen, in any view"
printf ':view start\n:wait_idle\nP\n:expect {the screen is saved as warpscope-start-1.png}\n' >start.keys
"$warpscope" -d cpu --no-init --keys start.keys --size 120x36 -e "source [asset loom/loom.tcl]; find_paths -max_paths 10" </dev/null >out 2>err
is "$? $(cat err) $(od -An -tu1 -j16 -N8 warpscope-start-1.png | awk '{print 256 * $3 + $4 "x" 256 * $7 + $8}')" "0  1800x972" "P on the first screen is a picture"
printf ':view levels\n:save_view view.png\n' >png.keys
"$warpscope" -d cpu --no-init --keys png.keys --size 80x24 -e 'puts {}' </dev/null >out 2>err
is "$? $(ls view.png 2>&1 | wc -l) $(grep -c 'save_screen view.png makes a picture' err)" "2 1 1" "text isn't saved as .png"

cat >script.keys <<'KEYS'
:proc busy {} {set end [expr {[clock milliseconds] + 60}]; while {[clock milliseconds] < $end} {if {![catch {error no}]} {error lost}}}
:busy; after 30; interp create child; child eval [list proc busy {} [info body busy]]; child eval busy; interp delete child
KEYS
timeout 60 "$warpscope" -d cpu --no-init --keys script.keys --size 120x36 -e 'puts {}' </dev/null >out 2>err
is "$? $(cat err)" "0 " "scripts run on while the screen is served, in other interpreters too"
printf ':save_screen small.png\n' >small.keys
"$warpscope" -d cpu --no-init --keys small.keys --size 80x24 -e 'puts {}' </dev/null >out 2>err
is "$? $(od -An -tu1 -j16 -N8 small.png | awk '{print 256 * $3 + $4 "x" 256 * $7 + $8}')" "0 1200x648" \
	"save_screen FILE.png is a picture"
plan
