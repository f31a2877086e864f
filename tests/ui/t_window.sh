# The layout window as a user has it: a terminal by tmux, a window on an X server of its own, a pointer
# and a keyboard by xdotool. What the window shows is read from the server's framebuffer; fonts
# differ between machines, so pictures are only compared with what they were, and colours counted.
. "${srcdir:-.}/tests/lib/tap.sh"
. "$srcdir/tests/lib/terminal.sh"

width=900 height=650 # of the display; the window has four fifths of each
server='' helper=''

for program in Xvfb xdotool tmux pgrep; do
	if ! command -v $program >/dev/null 2>&1; then
		skip "the layout window" "no $program"
		plan
	fi
done
unset SDL_VIDEODRIVER WAYLAND_DISPLAY DISPLAY

# ---- the display ----

# On a number that is free.
server_start() {
	mkdir -p "$tmp/x"
	mkfifo "$tmp/number"
	Xvfb -displayfd 3 -screen 0 ${width}x${height}x24 -nolisten tcp -noreset -fbdir "$tmp/x" \
		3>"$tmp/number" >/dev/null 2>&1 </dev/null &
	server=$!
	read -r number <"$tmp/number" || number=''
	rm "$tmp/number"
	DISPLAY=:$number
	export DISPLAY
	[ -n "$number" ]
}

clean_up() {
	t kill-server 2>/dev/null
	[ -z "$server" ] || kill "$server" 2>/dev/null
	rm -rf "$tmp"
}

# until COMMAND...: it is true within ten seconds
until_true() {
	tries=0
	until "$@"; do
		tries=$((tries + 1))
		if [ -n "$server" ] && ! kill -0 "$server" 2>/dev/null; then
			echo "Bail out! the X server has ended"
			exit 1
		fi
		[ $tries -lt 200 ] || return 1
		sleep 0.05
	done
}

screen() {
	tail -c $((4 * width * height)) "$tmp/x/Xvfb_screen0" 2>/dev/null
}

# What the window shows, as a number, when it has been the same for a while.
picture() {
	now=$(screen | cksum) same=0 tries=0
	while [ $same -lt 4 ] && [ $tries -lt 60 ]; do
		was=$now tries=$((tries + 1))
		sleep 0.1
		now=$(screen | cksum)
		same=$((same + 1))
		[ "$now" = "$was" ] || same=0
	done
	printf '%s' "$now"
}

look() {
	before=$(picture)
}

differs() {
	[ "$(screen | cksum)" != "$before" ]
}

# The picture isn't what it was at the last look any more, nor later.
changes() {
	until_true differs
	ok $? "$1"
	look
}

# All keys have been taken.
settled() {
	first=$(picture)
	sleep 0.3
	[ "$(picture)" = "$first" ]
}

# It is still what it was.
stays() {
	is "$(picture)" "$before" "$1"
}

# runs COLOUR: pixels beside each other count as one
runs() {
	screen | od -An -tx4 -w4 | grep -c "$1\$"
}

# first_row COLOUR: of the screen, that has it
first_row() {
	screen | od -v -An -tx4 -w$((4 * width)) | grep -n "$1" | head -1 | sed 's/:.*//'
}

# has COLOUR MINIMUM
has() {
	[ "$(runs "$1")" -ge "$2" ]
}

shows() { # COLOUR MINIMUM NAME
	until_true has "$1" "$2"
	ok $? "$3"
}

hides() { # COLOUR NAME
	lacks() { ! has "$1" 1; }
	until_true lacks "$1"
	ok $? "$2"
}

# ---- the user ----

x() {
	xdotool "$@" >/dev/null 2>&1
}

# In pixels of the window, from its middle.
at() {
	x mousemove $((width / 2 + $1)) $((height / 2 + $2))
}

click() { # X Y: the cell there, as the message has it
	t send-keys 9
	until_true on_screen '\[console\]'
	at "$1" "$2"
	picture >/dev/null # what is clicked on is what was to be seen
	x click 1
	until_true on_screen '\[density\]'
	until_true on_screen '^[A-Za-z0-9_]* ([A-Z0-9_]*) *$'
	t capture-pane -p | sed -n 's/^\([A-Za-z0-9_]* ([A-Z0-9_]*)\) *$/\1/p'
}

on_screen() {
	t capture-pane -p 2>/dev/null | grep -q -e "$1"
}

command_line() {
	t send-keys :
	t send-keys -l "$1"
	t send-keys Enter
}

has_window() {
	[ -n "$(xdotool search --name "$1" 2>/dev/null)" ]
}

titled() { # PATTERN NAME
	until_true has_window "$1"
	ok $? "$2"
}

no_window() {
	! has_window .
}

closes() {
	until_true no_window
	ok $? "$1"
}

helper() {
	pgrep -f -P "$p" window-helper
}

terminal_open "the layout window"
trap 'exit 1' INT TERM HUP
server_start
ok $? "an X server"

# start OPTIONS...: on the terminal, which knows the display
start() {
	t send-keys "clear; DISPLAY=$DISPLAY '$warpscope' -d cpu $1" Enter
}

X=60 Y=80 # where a cell is

# ---- opening, the pointer, clicks ----

start "--record '$tmp/record'"
sees '1000 of 1000 paths, exact' "the bundled design opens"
p=$(pid)
at 0 100
t send-keys w
titled '^loom - warpscope$' "w opens the window, its title says of what"
shows ff8a3d 100 "it shows the path that is selected, which misses its required time"
look
changes "a hint that is shown at first goes by itself"
at $X $Y
changes "the read-out follows the pointer"
cell=$(click $X $Y)
is "${cell%% *}" lane5_mac_U153 "a click names the cell"
sees 'bin 40, 21: ' "and goes to its bin in view Density"
changes "the window shows it"
t send-keys Enter
sees '\[density\] 6/7' "its line in the list of cells is selected"
t send-keys Enter
sees '[1-9][0-9]* of [0-9]* paths, exact' "Enter finds the paths through it"
sees '\[paths\] 1/' "and shows them"
command_line 'find_paths -max_paths 1000'
sees '1000 of 1000 paths, exact' "all paths again"

# ---- the camera ----

at $X $Y
look
x click 4 click 4 click 4
changes "the wheel zooms"
is "$(click $X $Y)" "$cell" "what is under the pointer stays there"
is "$(click 0 -100 | grep -c "$cell")" 0 "elsewhere is something else"
x key f
drag() { # BUTTON X Y X Y
	at "$2" "$3"
	x mousedown "$1"
	at $((($2 + $4) / 2)) $((($3 + $5) / 2))
	at "$4" "$5"
	[ -z "$6" ] || changes "$6"
	x mouseup "$1"
}
look
drag 1 $X $Y 150 20
changes "dragging moves the map"
is "$(click 150 20)" "$cell" "along with the pointer"
drag 2 150 20 60 -90
is "$(click 60 -90)" "$cell" "so it does with the middle button"
x key f
look
drag 3 $((X - 20)) $((Y - 20)) $((X + 20)) $((Y + 20)) "the right button draws a box"
changes "and looks into it"
is "$(click 0 0)" "$cell" "its middle is the window's"
x key f

# typed NAME KEYS...: into the window, each of which changes it
typed() {
	name=$1
	shift
	for key in "$@"; do
		look
		x key "$key"
		changes "$name: $key"
	done
}
at 0 0
look
typed "its keys, in the window" question
shows ffc857 100 "they stand out"
sees '\[density\]' "the terminal doesn't show them"
typed "the menu of maps instead" m
x key 3 # movable, fixed
sees 'fixed on [0-9]*x[0-9]* bins' "a number shows its map"
hides ffc857 "and closes the menu"
x key m
shows ffc857 10 "the menu again"
x key Down Down Return
sees 'pins on [0-9]*x[0-9]* bins' "so do the keys of lists"
x key m Escape
hides ffc857 "Esc closes it"
look
at -60 -60
x click 3
shows ffc857 10 "the right button opens it"
row=$(first_row ffc857)
x mousemove $((width / 2)) $((row + 38))
x click 1
sees 'the window shows cells by type' "a click chooses: no map"
shows 45699c 200 "cells by type"
at 0 0
look
typed "slacks, moves, correlation, the map again, and types" M M M M M
x key m 1
sees 'cells on [0-9]*x[0-9]* bins' "and the map of before"
hides 45699c "types have gone"
look
typed "to the left, down, up, right" h j k l
typed "closer, less closely, all of it" z Z z f
typed "a relief, turned" T less greater T
typed "without a legend, and with it" i i
typed "nets of the cell" n n
typed "endpoints that fail, and the worst path to each" L W W L
typed "another map, and back, other scales and colours" v V s a a
x key c
typed "other colours" c
sees 'colours: ' "the terminal says which"
typed "nothing is selected" Escape
x key q
closes "q closes it"
sees '\[density\]' "the explorer goes on"

# ---- paths, levels, stages, cones ----

t send-keys 2 g
sees '\[paths\] 1/1000' "paths"
at 0 -40
x mousemove_relative 1 1
t send-keys w
titled loom "w opens it again"
shows ff8a3d 100 "with the path"
look
t send-keys j j j
changes "another path in the terminal, another in the window"
typed "another map, and back" v V
sees '\[paths\] 4/1000' "while the terminal stays in Paths"
hides f76bff "no path is marked"
t send-keys g j j m k k
shows f76bff 20 "marked paths"
x key o
hides f76bff "o leaves them out"
x key o
shows f76bff 20 "and shows them"
command_line "save_window {$tmp/window.png}"
saved() {
	[ "$(head -c 8 "$tmp/window.png" 2>/dev/null | od -An -tx1 | tr -d ' ')" = 89504e470d0a1a0a ]
}
until_true saved
ok $? "what it shows is saved, by save_image"
sees 'save_image -window -pixels 720x520 -camera' "with a message"
hides d0a0ff "no point of the path is selected"
t send-keys Tab
shows d0a0ff 4 "the one that is, in its pane"
t send-keys Tab
t send-keys M
x key 3
sees '\[levels\] ' "3 typed into the window: view Levels"
x key braceleft
sees 'before level 0' "to the beginning"
hides fff3c4 "nothing is new"
look
x key period period
sees 'after level 1' "two steps"
shows fff3c4 10 "the segments that are new"
typed "steps" comma period
x key 2
sees '\[paths\] ' "where nothing shows it"
hides fff3c4 "what is new"
lights_up() { # a step forward does
	x key comma period
	has fff3c4 4
}
until_true lights_up
ok $? "what a step brings lights up"
hides fff3c4 "and fades"
command_line 'set motion off'
look
x key comma period
settled
is "$(runs fff3c4)" 0 "motion off: it doesn't"
command_line 'set motion on'
x key 3
sees '\[levels\] ' "view Levels again"
x key 5 braceleft
sees '\[density\]' "the stages of the map's making"
look
x key period
changes "the first of them"
x key braceright
changes "and the map"
t send-keys 2 g
sees '\[paths\] 1/1000' "paths"
hides d0a0ff "there is no cone"
t send-keys C
sees '\[cone\]' "a cone in the terminal"
shows d0a0ff 4 "its pin in the window"
command_line 'cone lane3_mac_U2/ZN'
sees 'fan-out: 24' "a pin with a larger one"
t send-keys Tab
shows d0a0ff 20 "what it drives"

# ---- text typed into it, another size ----

x key colon
sees '^:' "a colon opens the command line"
x type 'list zoom fits'
sees '^:list zoom fits' "what is typed there goes on in the window"
x key Return
sees 'Enter in the terminal runs' "but the window's Enter doesn't run it"
t send-keys Enter
sees '^zoom fits' "the terminal's does"
look
x search --name loom windowsize 600 400
changes "a smaller window"
t send-keys 2
cell=$(click 0 0)
[ -n "$cell" ]
ok $? "has another middle"
x search --name loom windowsize $((width * 8 / 10)) $((height * 8 / 10))
changes "and its size before"

# ---- other designs ----

command_line 'read_graph [asset example.dag.gz]'
titled '^no placement is open - warpscope$' "a design without a placement: the title says so"
shows 15171c 1 "and nothing is shown"
hides fffde725 "of the one before"
command_line 'find_paths'
sees 'paths, exact' "the explorer goes on"
look
command_line 'source [asset loom/loom.tcl]'
titled '^loom - warpscope$' "a design with one: it is back"
changes "with its picture"

# ---- cells that move while a placement is solved ----

t send-keys 5
sees '\[density\]' "the density map"
until_true settled
x key f
until_true settled
look
command_line 'lab_cg -paused; step 1 -of cg'
changes "an iteration of lab_cg moves the cells in the window"
command_line 'step 1 -of cg'
changes "another one moves them again"
t send-keys 7
sees 'iteration 2  ' "view Lab says which it is"
command_line 'window_show chart; window_show chart'
sees 'the window shows residuals' "a chart of the residuals beside them"
changes "is to be seen"
command_line 'step 5 -of cg'
sees 'iteration 7  ' "five more in the terminal"
changes "and in the window"
command_line 'window_show chart; window_show chart'
until_true settled
look
command_line 'goto first -of cg'
sees 'before iteration 1' "back where cells were before"
changes "in the window too"

# ---- one that has a single cell ----

cat >"$tmp/other.tcl" <<'TCL'
read_lef [asset ws45/ws45.lef.gz]
set file [open OTHER w]
puts $file "VERSION 5.8 ; DESIGN other ; UNITS DISTANCE MICRONS 1000 ; DIEAREA ( 900000 900000 ) ( 990000 940000 ) ;"
puts $file "COMPONENTS 1 ; - lonely INV_X1 + PLACED ( 945000 920000 ) N ; END COMPONENTS END DESIGN"
close $file
read_def OTHER
TCL
sed "s|OTHER|$tmp/other.def|" "$tmp/other.tcl" >"$tmp/o.tcl"
command_line "close_design; source $tmp/o.tcl"
titled '^other - warpscope$' "a DEF alone"
t send-keys 5
sees '\[density\]' "in the terminal"
look
closer() { # from the whole die, with the pointer in its middle: 120 pixels at its right are the scale's
	until_true settled
	at -60 0
	x key f z z z z z z z z z z z z
}
closer
changes "its die is looked at as a whole, and closer"
lonely() { # keys that come before the first frame of a design turn the camera of the one before
	until_true settled
	[ "$(click -50 -10)" = 'lonely (INV_X1)' ] && return
	closer
	return 1
}
lonely || lonely || lonely
ok $? "its cell is where it should be"

# ---- ends ----

no_child() {
	! pgrep -P "$p" >/dev/null
}
ended() { # MESSAGE NAME
	sees "$1" "$2"
	until_true no_window
	ok $? "$2: the window is gone"
	until_true no_child
	ok $? "$2: its process too"
}
kill -9 "$(pgrep -P "$p")"
ended "^the layout window's process has ended; w opens it again" "a window that is killed is reported in a line"
t send-keys w
titled other "w opens another"
x search --name other windowkill
ended "^the layout window's process has ended; w opens it again" "its connection to the display is cut"
t send-keys w
titled other "and another"
if xdotool help 2>&1 | grep -q windowquit; then
	x search --name other windowquit
	ended '^the layout window was closed; w opens it again' "it is closed by its frame"
	t send-keys w
	titled other "and again"
else
	skip "it is closed by its frame" "this xdotool has no windowquit"
fi
kill "$server"
gone "$server"
server=''
sees "^the layout window's process has ended; w opens it again" "the display goes away"
t send-keys 2 w
sees "no layout window: no display: DISPLAY=:[0-9]* can't be opened" "w says why there is no window"
t send-keys 5
sees '\[density\]' "the terminal is as it was"
t send-keys Q
gone "$p"
ok $? "the end"
is "$(sed -n 's/^:density_cursor \([0-9]* [0-9]* l.*\)/\1/p' "$tmp/record" | head -1)" \
	"$(printf '%s' '40, 21' | tr -d ,) lane5_mac_U153" "the record has what a click did"
grep -q '^:window_zoom fit$' "$tmp/record" && grep -q '^:density_view -stay -map next$' "$tmp/record"
ok $? "and what the window's keys did"

# ---- the layout before the timing ----

server_start
mkdir "$tmp/folder"
cp "$srcdir/tests/data/small.lef" "$srcdir/tests/data/small.def" "$tmp/folder"
mkfifo "$tmp/folder/small.v"
t send-keys "clear; DISPLAY=$DISPLAY '$warpscope' -d cpu --no-init -e 'window open' '$tmp/folder'" Enter
sees "<C-c> cancels" "a folder whose netlist takes its time"
p=$(pid)
titled "^small - warpscope\$" "its layout shows at once"
shows 23262d 300 "its die is drawn"
printf 'module top (a); input a; endmodule\n' >"$tmp/folder/small.v"
sees '9Console *top' "the rest follows"
t send-keys Q
gone "$p"
kill "$server"
gone "$server"
server=''

t send-keys "clear; env -u DISPLAY '$warpscope' -d cpu -e 'set x 1'" Enter
sees '^1 *$' "without a display" # what the script says, which would take the place of what the key says
t send-keys w
sees 'no layout window: no display: neither DISPLAY nor WAYLAND_DISPLAY is set' "w says so"
p=$(pid)
t send-keys Q
gone "$p" # else it takes the keys that start the next one
t send-keys "clear; '$warpscope' -d cpu --no-window -e 'set x 1'" Enter
sees '^1 *$' "--no-window" # as above
t send-keys w
sees 'window: --no-window was given' "forbids it"
t send-keys Q
printf '%s\n' ':window_select lane5_mac_U153' ':window close' >"$tmp/keys"
env SDL_VIDEODRIVER=dummy "$warpscope" -d cpu --keys "$tmp/keys" -f "$WARPSCOPE_DATADIR/loom/loom.tcl" \
	-e 'window open; window_select lane5_mac_U1' </dev/null >"$tmp/out" 2>&1
is "$? $(cat "$tmp/out")" "0 " "a script opens it, and a replay, on SDL's dummy"
plan
