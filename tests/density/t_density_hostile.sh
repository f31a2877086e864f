# Placements that say too little, nonsense or too much: a clear message, and what can be shown is shown.
. "${srcdir:-.}/tests/lib/tap.sh"

lef=$srcdir/tests/data/small.lef
def=$srcdir/tests/data/small.def

# maps DEF [LEF]: all maps of it; the extremes and total that each has, then that it goes on
maps() {
	"$warpscope" -b -d cpu -e "${2+read_lef $2;} read_def $1
		foreach map {cells movable fixed macros pins rudy pin_rudy nets} {
			density -map \$map -grid 8x8
		}
		report_density -top 1 -target 0.5
		report_placement -check > $tmp/checked
		puts alive" >"$tmp/out" 2>"$tmp/err"
	sed -n 's/^\([a-z_]*\)\( without sizes: LEF lacks [0-9]* masters*\)* on 8x8 bins: .* to \([^,]*\),.*/\1 \3/p; s/^alive/alive/p' "$tmp/out" |
		tr '\n' ';'
}

# warned PATTERN: how many lines of the warnings have it
warned() {
	grep -c "$1" "$tmp/err"
}

whole=$(maps "$def" "$lef")
is "$(echo "$whole" | tr ';' '\n' | grep -cE ' [0-9.]*[1-9]') $(echo "$whole" | grep -c 'cells 1;.*macros 1;.*alive')" \
	"8 1" "the small design has something in all maps"

got=$(maps "$def")
is "$(echo "$got" | tr ';' '\n' | grep -c ' 0$') $(warned 'no LEF has been read: components are points')" "4 1" \
	"DEF without LEF: nothing has an area, with a message"
is "$(echo "$got" | tr ';' '\n' | grep -cE '^(pins|rudy|pin_rudy|nets) [0-9.]*[1-9]')" 4 \
	"but pins and nets have a place"

sed 's/ RAM / NOWHERE /' "$def" >"$tmp/unknown.def"
got=$(maps "$tmp/unknown.def" "$lef")
is "$(echo "$got" | cut -d ';' -f 2,4)$(warned 'no LEF describes "NOWHERE"')" \
	"$(echo "$whole" | cut -d ';' -f 2);macros 01" "an unknown macro is a point, the others have their area"

awk '/^MACRO RAM/ { there = 1 }
	there && /SIZE/ { sub(/SIZE[^;]*;/, "SIZE 0 BY 0 ;"); there = 0 }
	{ print }' "$lef" >"$tmp/zero.lef"
got=$(maps "$def" "$tmp/zero.lef")
is "$(echo "$got" | cut -d ';' -f 2,4)$(warned 'macro "RAM" has no size')" \
	"$(echo "$whole" | cut -d ';' -f 2);macros 01" "a macro of size zero has no area"

sed -E 's/\+ (PLACED|FIXED) \( [-0-9]+ [-0-9]+ \) [A-Z]+/+ UNPLACED/' "$def" >"$tmp/unplaced.def"
is "$(maps "$tmp/unplaced.def" "$lef")" \
	"cells 0;movable 0;fixed 0;macros 0;pins 0;rudy 0;pin_rudy 0;nets 0;alive;" "nothing is placed: empty maps"

sed -e 's/( u1 A ) + USE/( u1 A ) ( absent A ) ( PIN none ) + USE/' "$def" >"$tmp/pins.def"
got=$(maps "$tmp/pins.def" "$lef")
is "$got" "$whole" "nets on unknown components and ports: what is known is counted"
is "$(warned 'unknown component "absent"') $(warned 'unknown pin "none"')" "1 1" "and the others named"
sed -e 's/( u1 A ) + USE/( u1 A ) ( u1 NOPE ) + USE/' "$def" >"$tmp/pin.def"
got=$(maps "$tmp/pin.def" "$lef")
is "$(echo "$got" | cut -d ';' -f 1-4,9)" "$(echo "$whole" | cut -d ';' -f 1-4,9)" \
	"a net on a pin that LEF doesn't have"

for area in '( 100 100 ) ( 100 100 )' '( 0 0 ) ( 0 22400 )'; do
	sed "s/^DIEAREA.*/DIEAREA $area ;/" "$def" >"$tmp/flat.def"
	got=$(maps "$tmp/flat.def" "$lef")
	is "$(echo "$got" | cut -d ';' -f 1)$(warned 'no die with an area: the die is what')" "cells 11" \
		"a die of zero area: DIEAREA $area"
done

# Neither a die nor rows nor anything placed.
sed '/^DIEAREA/d; /^ROW/d; /^GCELLGRID/d; /^TRACKS/d; /^BLOCKAGES/,/^END BLOCKAGES/d' "$tmp/unplaced.def" >"$tmp/nothing.def"
maps "$tmp/nothing.def" "$lef" >/dev/null
is "$(tail -n 1 "$tmp/err")" "warpscope: the die has no area" "nothing says how large a die is"
printf ':view density\n:expect {the die has no area}\n' >"$tmp/view.keys"
"$warpscope" -d cpu --keys "$tmp/view.keys" --size 80x24 \
	-e "read_lef [list $lef]; read_def [list $tmp/nothing.def]" >"$tmp/out" 2>"$tmp/err" </dev/null
is "$(cat "$tmp/err")" "" "the view says so"

# far PLACE SENTENCE
far() {
	sed "s/( 2000 8400 ) N ;/$1 N ;/" "$def" >"$tmp/far.def"
	maps "$tmp/far.def" "$lef" >"$tmp/got"
	ok "$(grep -q "far.def:28:.*$2" "$tmp/err"; echo $?)" "$1: $2"
}
far '( 99999999999999 8400 )' '"99999999999999" is out of range'
far '( -2147483649 8400 )' '"-2147483649" is out of range'
far '( 99999999999999999999999999 0 )' 'is out of range'
sed 's/( 2000 8400 ) N ;/( 50000000 8400 ) N ;/' "$def" >"$tmp/off.def"
got=$(maps "$tmp/off.def" "$lef")
is "$(echo "$got" | cut -d ';' -f 1,4)$(sed -n 's/^off the die  *//p' "$tmp/checked" | head -n 1)" "cells 1;macros 11" \
	"25 mm off the die: the others are shown, and it is found"

# ---- grids ----

# grid OPTIONS SENTENCE
grid() {
	"$warpscope" -b -d cpu -e "read_lef $lef; read_def $def; catch {density $1} message; puts \"= \$message\"
		density -map cells -grid 4x4" >"$tmp/out" 2>"$tmp/err"
	is "$(sed -n 's/^= //p' "$tmp/out") $(grep -c '^cells on 4x4' "$tmp/out")" "$2 1" "density $1"
}
most="a grid has from 1 to 8192 bins along an axis"
grid "-grid 32768x32768" "$most" # 8 GB
grid "-grid 8193x1" "$most"
grid "-grid 0x16" "$most"
grid "-grid 99999999999x1" 'density: expected bins as in 64x64, not "99999999999x1"'
grid "-grid -4x4" "$most"

# The largest grid where there is no memory for it, unless a sanitizer wants all of the addresses.
if (ulimit -v 1200000 && "$warpscope" -b -d cpu -e "puts there" >"$tmp/out" 2>&1) && grep -q there "$tmp/out"; then
	(
		ulimit -v 1200000
		"$warpscope" -b -d cpu -e "read_lef $lef; read_def $def; density -map cells -grid 4x4
			catch {density -grid 8192x8192} message; puts \"= \$message\"
			puts [density_property columns]"
	) >"$tmp/out" 2>"$tmp/err"
	ok "$(grep -q '^= out of .*memory' "$tmp/out"; echo $?)" "64 million bins without memory: it says so"
	is "$(tail -n 1 "$tmp/out")" 4 "and the map before stays"
else
	skip "64 million bins without memory" "no limit can be set"
fi
plan
