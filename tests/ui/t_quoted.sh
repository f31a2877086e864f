# Names that would run as Tcl where they become part of a script: all of a design, of its files and of their folder. Whatever
# key is pressed none does, they are seen, and what the key is for is done. They call pwn, which makes a file.
. "${srcdir:-.}/tests/lib/tap.sh"
here=$(pwd)
case $srcdir in /*) ;; *) srcdir=$here/$srcdir ;; esac
case $warpscope in /*) ;; *) warpscope=$here/$warpscope ;; esac
WARPSCOPE_DATADIR=$srcdir/assets
cd "$tmp" || exit 1

# ---- the design ----

newline='
'
folder="d;pwn;[pwn]${newline}pwn$newline#"
mkdir "$folder" cwd
: >components
{
	printf 'module top(\\c[pwn] '
	x=0
	for name in '};pwn;{' '[pwn]' ';pwn;#' '"];pwn;["' '$[pwn]' '{{' '}' '\' ''; do
		printf ', \\p%s , \\y%s ' "$name" "$name"
		for cell in 'p y n m' 'DFF u p n' 'BUF b n m' 'DFF v m y'; do
			printf '%s x%s\n' "$cell" "$name"
		done | awk '
			{ n = substr($NF, 2) }
			NR == 1 { printf "input \\p%s ; output \\y%s ; wire \\n%s , \\m%s ;\n", n, n, n, n }
			$1 == "DFF" { printf "DFF \\%s%s (.D(\\%s%s ), .CK(\\c[pwn] ), .Q(\\%s%s ));\n", $2, n, $3, n, $4, n }
			$1 == "BUF" { printf "\\B}[pwn]{ \\%s%s (.A(\\%s%s ), .Y(\\%s%s ));\n", $2, n, $3, n, $4, n }' >>body
		escaped=$(printf %s "$name" | sed 's/[]["\\]/\\&/g')
		printf -- '- u%s DFF + PLACED ( %d 0 ) N ;\n- b%s B}[pwn]{ + PLACED ( %d 2000 ) N ;\n- v%s DFF + PLACED ( %d 4000 ) N ;\n' \
			"$escaped" $x "$escaped" $x "$escaped" $x >>components
		x=$((x + 1100))
	done
	printf ');\ninput \\c[pwn] ;\n'
	cat body
	echo endmodule
} >"$folder/n;pwn;${newline}pwn$newline#.v"
sed 's/cell (BUF)/cell ("B}[pwn]{")/; s/library (duo)/library ("duo};pwn;{")/' "$srcdir/tests/data/duo.lib" >"$folder/n};pwn;{[pwn].lib"
cat >"$folder/n;pwn;.sdc" <<'EOT'
create_clock -name "c\};pwn;\{ ;pwn;" -period 0.1 [lindex [all_inputs] 0]
group_path -name "g\};pwn;\{ ;pwn;" -to [all_outputs]
set_input_delay 0.5 -clock [lindex [all_clocks] 0] [lrange [all_inputs] 1 end]
set_output_delay 0.1 -clock [lindex [all_clocks] 0] [all_outputs]
EOT
{
	printf 'VERSION 5.8 ;\nUNITS DATABASE MICRONS 1000 ; END UNITS\nSITE s CLASS CORE ; SIZE 0.2 BY 1.0 ; END s\n'
	printf 'LAYER m1 TYPE ROUTING ; DIRECTION HORIZONTAL ; PITCH 0.2 ; WIDTH 0.1 ; END m1\n'
	for cell in 'B}[pwn]{ A Y' 'DFF D Q CK'; do
		echo "$cell" | awk '{
			printf "MACRO %s CLASS CORE ; SIZE 1 BY 1.0 ; SITE s ;\n", $1
			for (i = 2; i <= NF; i++)
				printf " PIN %s DIRECTION %s ; PORT LAYER m1 ; RECT 0 0 0.1 0.1 ; END END %s\n", $i, i == 3 ? "OUTPUT" : "INPUT", $i
			printf "END %s\n", $1 }'
	done
	echo 'END LIBRARY'
} >"$folder/n.lef"
{
	printf 'VERSION 5.8 ;\nDIVIDERCHAR "/" ;\nBUSBITCHARS "[]" ;\nDESIGN top ;\nUNITS DISTANCE MICRONS 1000 ;\n'
	printf 'DIEAREA ( 0 0 ) ( 10000 10000 ) ;\nROW r0 s 0 0 N DO 50 BY 1 STEP 200 0 ;\nCOMPONENTS 27 ;\n'
	cat components
	printf 'END COMPONENTS\nEND DESIGN\n'
} >"$folder/\$[pwn].def"

# $u is the first of these names.
pwn='proc pwn args {close [open pwned w]}; set u "u\};pwn;\{"'
# not_run NAME: nothing has called pwn
not_run() {
	[ ! -e cwd/pwned ]
	ok $? "$1"
	rm -f cwd/pwned
}

# ---- files ----

# batch WORDS...: opens them, and says how many cells there are
batch() {
	(cd cwd && timeout 60 "$warpscope" -b -d cpu --no-init -e "$pwn" "$@" -e 'puts [llength [get_cells *]]' 2>../err)
}

is "$(batch "../$folder")" 27 "a folder opens"
not_run "its name and those in it do not run"
cp -r "$folder" plain
is "$(batch "$tmp"/plain/*.lib "$tmp"/plain/*.v "$tmp"/plain/*.sdc)" 27 "files that are named open"
not_run "and do not run"
is "$(grep -c '#' err)" 1 "a command with a newline in a name is echoed as one line"
{
	sed 's/^module top/module \\t[pwn];pwn;{ /' plain/*.v
	echo 'module other(a); input a; endmodule'
} >two.v
rm plain/*.v plain/*.def
mv two.v plain
is "$(batch -e 'open_design ../plain' -e 'open_design')" 27 "open_design, also again"
grep -qF 'link_design {t[pwn];pwn;{}' err || grep -qF 'link_design t\[pwn\]\;pwn\;\{' err
ok $? "the larger top is linked"
not_run "its name does not run"

# ---- keys ----

# play NAME: the keys of standard input after the design is open; a command that fails ends them
window=--no-window
play() {
	name=$1
	rm -f screen.txt
	{
		cat
		echo ':save_screen ../screen.txt'
	} >play.keys
	(cd cwd && timeout 120 "$warpscope" --no-init $window -d cpu --size 100x30 -e "$pwn" "../$folder" --keys ../play.keys \
		</dev/null >../out 2>../err)
	is "$? $(grep -v '^warpscope: \(read_\|link_design\|find_paths -max\)' err | head -3)" "0 " "$name"
	not_run "$name: no name runs"
}
play "Endpoints, Enter" <<'EOT'
:view endpoints
:expect $u/D
<Enter>
:expect -- "-to [list $u/D]"
:if {[search_property ranked] < 1} {error {there are no paths}}
EOT
play "Compare, Enter, and what y and p copy" <<'EOT'
:save_slacks {s;pwn[pwn]}
:set_clock_uncertainty 0.1 [all_clocks]
:compare_slacks {s;pwn[pwn]}
:view compare
:expect $u/D
yp<Enter>
:expect {s;pwn[pwn]}
<Enter>
:expect -- "-to [list $u/D]"
:if {[search_property ranked] < 1} {error {there are no paths}}
EOT
play "Paths, e, the query with another number, undo, redo, and what y and p copy" <<'EOT'
:find_paths -max_paths 5 -from $u/CK -through {u[pwn]/Q}
:find_paths -max_paths 5 -to [lindex [get_pins v*/D] 0]
:view paths
e
:view paths
:edit_query -number
3<Enter>
:if {[search_property k] != 3} {error [search_property k]}
:filter {;pwn;[pwn]}
yp<Enter>
uuuu
<C-r>
EOT
play "Cone: cone_find, e" <<'EOT'
:cone $u/D
:view cone
:expect $u/D
e
:view cone
:cone_find
:expect -- "-through [list $u/D]"
:if {[search_property ranked] < 1} {error {there are no paths}}
EOT
play "Labels: Enter on regions and on a pin, e on both" <<'EOT'
:label_query -through $u/D
:view labels
e
:view labels
<Enter>
e
:view labels
<Enter>
:expect $u/D
EOT
play "Density: Enter on a bin and on a cell" <<'EOT'
:density -map cells
:view density
:density_cursor 0 0
<Enter>
:expect $u
<Enter>
:expect -- "-through [list $u]"
:if {[search_property ranked] < 1} {error {there are no paths}}
EOT
play "SSTA: Enter on an endpoint" <<'EOT'
:set_variation 0.05
:run_ssta -n 64
:view ssta
<Tab><Enter>
:expect $u/D
yp<Enter>
EOT
if SDL_VIDEODRIVER=dummy "$warpscope" --doctor 2>/dev/null | grep -q '^layout *SDL .*dummy'; then
	export SDL_VIDEODRIVER=dummy
	window=
	play "The layout window: its picture with a cell selected" <<'EOT'
:density -map cells
:window open
:window_select $u
:wait_idle
:save_window window.png
:wait_idle
EOT
	[ -s cwd/window.png ]
	ok $? "it is saved"
	window=--no-window
else
	skip "The layout window" "no SDL"
fi
printf '2\n"q -max_paths {a } ;pwn; #";\n"r";\n"r" -> "q -max_paths {a } ;pwn; #", 3;\nsource "r", 0;\nsink "q -max_paths {a } ;pwn; #", 5;\n' >g.dag
play "A graph: the query with another number" <<'EOT'
:read_graph ../g.dag
:find_paths -max_paths 5 -to "q -max_paths \{a \} ;pwn; #"
:edit_query -number
3<Enter>
:expect {q -max_paths {a } ;pwn; #}
:if {[search_property k] != 3} {error [search_property k]}
EOT

# ---- each key of each view, and clicks ----

views='summary paths levels labels density ssta lab device endpoints compare arrivals cone warp console'
"$warpscope" --no-init --list-keys | awk -v views="all lesson lessons settings window $views" '
	BEGIN { n = split(views, name); for (i = 1; i <= n; i++) is_view[name[i]] = 1 }
	{ for (i = 1; i <= NF && !($i in is_view); i++); for (k = 1; k < i; k++) print $k, $i }' >bound
{
	echo '# record of warpscope' # what fails ends nothing
	cat <<'EOT'
:save_slacks {s;pwn[pwn]}
:set_clock_uncertainty 0.1 [all_clocks]
:compare_slacks {s;pwn[pwn]}
:set_variation 0.05
:run_ssta -n 64
:density -map cells
:label_query -through $u/D
EOT
	for view in $views; do
		echo ":find_paths -max_paths 50; cone \$u/D"
		for key in $(awk -v view=$view '($2 == view || (view == "paths" && $2 == "all")) &&
			$1 !~ /^(<C-z>|<C-c>|<F10>|q|Q)$/ { print $1 }' bound); do
			printf ':view %s\n%s\n<Enter>\n<Esc><Esc>\n' $view "$key"
		done
		for place in 3-3 30-5 70-9 95-14 20-20; do
			printf ':view %s\n<Click-%s><Enter>\n' $view $place
		done
		printf ':view %s\nyp<Enter><Esc>\n' $view
	done
} >all.keys
play "each key of each view" <all.keys
grep -q '\[console\]' screen.txt
ok $? "to its end"
plan
