# Pictures of pixels in the terminal, on a terminal of ours that answers (tests/lib/pixel_terminal.c): kitty's
# protocol with and without shared memory, sixels, none; what is asked, what is shown, and that it goes again.
. "${srcdir:-.}/tests/lib/tap.sh"

pixels=${PIXEL_TERMINAL:-./tests/pixel_terminal}
TERM=xterm-256color
export TERM
unset TMUX

# A script of pixel_terminal, to "out", with options before -- and the program's after it.
play() {
	timeout 120 "$pixels" "$@" >"$tmp/out"
}

line() {
	sed -n "$1p" "$tmp/out"
}

# The number after a word of "counts" in a line.
count() {
	line "$1" | sed -n "s/.*\<$2 \([0-9]*\).*/\1/p"
}

# Objects of shared memory whose process has ended.
objects() {
	find /dev/shm -name 'warpscope-*' -user "$(id -u)" 2>/dev/null | sort | while read -r name; do
		process=${name##*/warpscope-}
		kill -0 "${process%%-*}" 2>/dev/null || echo "$name"
	done
}

density="$warpscope --no-init --view density"
objects >"$tmp/before"

# ---- what is shown, and that it goes ----

look='sees 1000 of 1000
picture
covered
at 4 52
counts
keys l
quiet
counts
keys ?
blank
counts
keys \e
picture
keys :
blank
keys \e
picture
resize 100 30
picture
covered
resize 120 36
picture
keys qy
end
covered
counts'

for kind in "--kitty --shared" "--kitty" "--sixel"; do
	# shellcheck disable=SC2086
	printf '%s\n' "$look" | play $kind -- $density
	is "$(line 1) $(line 2) $(line 3)" "yes yes 0 3 109 32 2257" "$kind: a map, as large as there is room"
	is "$(line 4 | grep -c '^[0-9a-f]\{6\}$')" 1 "$kind: its colour"
	is "$(count 5 wrong) $(count 5 outside)" "0 0" \
		"$kind: within the screen and mode 2026, above the last row"
	first=$(($(count 5 sent) + $(count 5 sixels)))
	then=$(($(count 7 sent) + $(count 7 sixels)))
	if [ "$then" -gt "$first" ] && [ $((then - first)) -le 4 ]; then
		ok 0 "$kind: a move of the cursor sends few tiles: $((then - first))"
	else
		ok 1 "$kind: a move of the cursor sends few tiles: $((then - first))"
	fi
	is "$(line 8) $(count 9 images)" "yes 0" "$kind: help covers it: it goes"
	is "$(line 10) $(line 11) $(line 12)" "yes yes yes" "$kind: it comes back, goes for the prompt, and comes back"
	is "$(line 13) $(line 15)" "yes yes" "$kind: it follows the terminal's size"
	is "$(line 16)" "code 0" "$kind: the program ends"
	is "$(line 17 | cut -d' ' -f5) $(count 18 images)" "0 0" "$kind: and leaves nothing"
	case $kind in
	*shared*)
		is "$(count 18 direct) $(count 18 mode)" "1 600" "$kind: all through objects that no other user reads"
		;;
	*sixel*)
		is "$(count 18 sent)" 0 "$kind: nothing by kitty's"
		;;
	*)
		is "$(count 18 shared) $(count 18 longest)" "0 4096" "$kind: in pieces of 4096 characters"
		;;
	esac
done
is "$(objects | comm -13 "$tmp/before" -)" "" "no object is left"

# ---- the same pixels by each way ----

for kind in "--kitty --shared" "--kitty" "--sixel"; do
	# shellcheck disable=SC2086
	printf 'sees 1000 of 1000\npicture\nat 4 52\nat 40 300\nat 436 80\nat 150 200\n' | play $kind -- $density
	sed -n '3,6p' "$tmp/out" >"$tmp/${kind##*--}"
done
is "$(cat "$tmp/kitty")" "$(cat "$tmp/shared")" "shared or sent, pixels are the same"
# sixels have a hundred steps of each colour
is "$(paste "$tmp/kitty" "$tmp/sixel" | awk '
	function part(s, i) { return (index("0123456789abcdef", substr(s, 2 * i + 1, 1)) - 1) * 16 + \
		index("0123456789abcdef", substr(s, 2 * i + 2, 1)) - 1 }
	{ for (i = 0; i < 3; i++) { d = part($1, i) - part($2, i); if (d < -16 || d > 16) bad++ } }
	END { print NR, bad + 0 }')" "4 0" "and nearly so as sixels"

# ---- 24 bits of colour ----

# The colour of cells of the map, all of it half-blocks: of how many no terminal of 256 colours has it.
cells='sees 1000 of 1000
quiet
cell 4 10
cell 20 12
cell 30 20
cell 12 27
keys :exit\r
end'
others() {
	sed -n '3,6p' "$tmp/out" | tr ' ' '\n' | grep -v '^101010$' |
		grep -cvE '^((00|5f|87|af|d7|ff){3}|([0-9a-f][0-9a-f])\3\3)$'
}
printf '%s\n' "$cells" | play -- $density
is "$(others) $(line 7)" "0 code 0" "256 colours by default"
printf '%s\n' "$cells" | COLORTERM=truecolor play -- $density
ok "$([ "$(others)" -ge 3 ] && echo 0 || echo 1)" "COLORTERM: 24 bits, without a description of that kind: $(others)"
printf '%s\n' "$cells" | play --colours -- $density
ok "$([ "$(others)" -ge 3 ] && echo 0 || echo 1)" "the terminal's answer: 24 bits: $(others)"
printf '%s\n' "$cells" | COLORTERM=truecolor play -- env TERM=screen-256color $density
ok "$([ "$(others)" -ge 3 ] && echo 0 || echo 1)" "another type with COLORTERM: $(others)"
printf '%s\n' "$cells" | play --colours -- $density --color never
is "$(others) $(line 7)" "0 code 0" "--color never: none"

# ---- none ----

for kind in "" "--silent --kitty"; do
	# shellcheck disable=SC2086
	printf 'sees 1000 of 1000\nquiet\ncounts\nkeys qy\nend\n' | play $kind -- $density
	is "$(count 3 sent) $(count 3 sixels) $(line 4)" "0 0 code 0" "${kind:-no answer but DA1}: half-blocks stay"
done
printf 'sees 1000 of 1000\nquiet\ncounts\nkeys qy\nend\n' | play --kitty --sixel -- $density --graphics none
is "$(count 3 sent) $(count 3 sixels) $(line 4)" "0 0 code 0" "--graphics none: half-blocks"
printf 'sees 1000 of 1000\npicture\ncounts\nkeys qy\nend\n' | play --kitty --sixel -- $density --graphics sixel
is "$(line 2) $(count 3 sent)" "yes 0" "--graphics sixel, also where kitty's is there"

# ---- answers ----

printf 'keys 1\nsees endpoints violated\nkeys 5\nsees 1000 of 1000\npicture\nquiet\nquiet\nquiet\nquiet\nquiet\nquiet\nquiet\nquiet\nquiet\ncovered\nkeys :exit\\r\nend\n' |
	play --kitty --late 700 -- $warpscope --no-init --view paths
is "$(line 1) $(line 13) $(line 14)" "yes 0 3 109 32 2257 code 0" "keys that are typed before a late answer survive"
printf 'sees 1000 of 1000\npicture\nraw \\e_Gi=99;OK\\e\\\\\\e[?62;4c\\e[6;1;1t\\e[0n\nkeys 1\nsees endpoints violated\nkeys :exit\\r\nend\n' |
	play --kitty -- $density
is "$(line 3) $(line 4)" "yes code 0" "unsolicited answers are swallowed"
printf 'sees 1000 of 1000\npicture\ncovered\nkeys qy\nend\n' | play --kitty --no-cell -- $density
is "$(line 2) $(line 3)" "yes 0 3 109 32 2257" "a cell's size by CSI 16 t where the terminal's isn't in pixels"
printf 'sees 1000 of 1000\nquiet\nquiet\nquiet\ncounts\ncovered\nkeys qy\nend\n' | play --kitty --refuse -- $density
is "$(count 5 images) $(line 7)" "0 code 0" "a terminal that has no room for pictures: half-blocks again"

# ---- a terminal that reads nothing for seconds ----

printf 'sees 1000 of 1000\npicture\nkeys :\nblank\ndeaf 4500 \\e\npicture\ncovered\ncounts\nkeys :exit\\r\nend\n' |
	play --kitty -- $density
ok "$([ "$(line 4 | cut -d. -f1)" -lt 200 ] && echo 0 || echo 1)" "what waits to be sent takes no time meanwhile: $(line 4) ms"
is "$(line 5) $(line 6) $(count 7 wrong) $(line 8)" "yes 0 3 109 32 2257 0 code 0" "then it is shown"
printf 'sees 1000 of 1000\npicture\ndeaf 2300 l\ndeaf 300 l\nquiet\ncounts\nkeys l\nquiet\ncounts\nkeys :exit\\r\nend\n' |
	play --kitty --shared -- $density
is "$(count 6 direct) $(count 6 wrong) $(($(count 8 shared) > $(count 6 shared))) $(line 9)" "1 0 1 code 0" \
	"an object that it came too late for isn't missed: the next ones are shared too"

printf 'sees 1000 of 1000\npicture\nkeys :\nblank\ndeaf 700 \\e\ndeaf 2500 :view levels; save_screen {%s}\\r\nsees levels]\nkeys :exit\\r\nend\n' \
	"$tmp/screen" | play --kitty -- $density
is "$(grep -c 'levels]' "$tmp/screen") $(line 6) $(line 7)" "1 yes code 0" \
	"a script saves the screen that is to be seen when it reads on"

# ---- plots, and drawings of lessons ----

plots='sees 1000 of 1000
keys 1
picture
covered
counts
keys 3
quiet
covered
counts
keys 9
blank
keys :exit\r
end'
for kind in "--kitty --shared" "--kitty" "--sixel"; do
	# shellcheck disable=SC2086
	printf '%s\n' "$plots" | play $kind -- $density
	is "$(line 2) $(line 3 | cut -d' ' -f1-4)" "yes 9 17 119 29" "$kind: bars as pixels, beside their labels"
	is "$(line 6 | cut -d' ' -f1-4) $(count 7 wrong)" "11 19 120 31 0" "$kind: curves as pixels"
	is "$(line 8) $(line 9)" "yes code 0" "$kind: none in Console"
	case $kind in *shared*) is "$(count 7 direct)" 1 "$kind: two pictures at once are two objects" ;; esac
done
printf 'sees step\nquiet\nkeys .\nquiet\nkeys .\nquiet\nkeys .\nquiet\ncovered\nat 30 240\nkeys :exit\\r\nend\n' |
	play --kitty --size 140x44 -- $warpscope --no-init --lesson forest
is "$(line 6 | cut -d' ' -f1-4) $(line 8)" "1 15 86 29 code 0" "a lesson's drawing as pixels"

printf 'sees step\npicture\nink ffffff\nkeys \\e:density -grid 64x64\\r\nsees 64x64\nquiet\nink ffffff\nkeys :exit\\r\nend\n' |
	play --kitty --size 120x36 -- $warpscope --no-init --lesson density
ok "$([ "$(line 3 | cut -d' ' -f1)" -ge 600 ] && [ "$(line 6 | cut -d' ' -f1)" -lt 400 ] && echo 0 || echo 1)" \
	"the value in each bin of a lesson's map: $(line 3), $(line 6)"

# ---- endpoints that fail, and the worst path to each ----

printf 'sees 1000 of 1000\npicture\nink ff8a3d\nkeys L\nsees 21 endpoints fail\nquiet\nink ff8a3d\nkeys W\nquiet\nink ff8a3d\nkeys W\nquiet\nink ff8a3d\nkeys :exit\\r\nend\n' |
	play --kitty -- $density
ok "$([ "$(line 3 | cut -d' ' -f1)" -lt "$(line 6 | cut -d' ' -f1)" ] && [ "$(line 6 | cut -d' ' -f1)" -lt "$(line 8 | cut -d' ' -f1)" ] &&
	echo 0 || echo 1)" "endpoints that fail in the map, and their worst paths: $(line 3), $(line 6), $(line 8)"
is "$(line 10) $(line 11)" "$(line 6) code 0" "and the marks alone again"

# ---- before and after as a scatter plot; the lab's curves and its matrix ----

compare='sees 1000 of 1000
keys :save_slacks a; set_timing_derate -late 1.03; compare_slacks a; view compare\r
sees +5 -0
keys vv
sees slack now against before
quiet
covered
ink d7af5f
keys zzzzz
sees 32x closer
quiet
ink d7af5f
ink ff8700
keys :view lab; lab_cg; lab_show residual\r
sees iteration 157 of 157
quiet
covered
ink 5fafaf
ink af87d7
counts
keys rr
quiet
covered
keys :exit\r
end'
for kind in "--kitty --shared" "--kitty" "--sixel"; do
	# shellcheck disable=SC2086
	printf '%s\n' "$compare" | play $kind -- $density
	is "$(line 2) $(line 5 | cut -d' ' -f1-4)" "yes 11 18 119 30" "$kind: a scatter plot as pixels"
	ok "$([ "$(line 6 | cut -d' ' -f1)" -ge 20 ] && echo 0 || echo 1)" "$kind: a ring around the selected endpoint: $(line 6)"
	ok "$([ "$(line 6)" != "$(line 9)" ] && echo 0 || echo 1)" "$kind: which moves as one looks closer: $(line 9)"
	ok "$([ "$(line 10 | cut -d' ' -f1)" -ge 20 ] && echo 0 || echo 1)" "$kind: worse ones have the colour of violated ones"
	is "$(line 13 | cut -d' ' -f1-4) $(count 16 wrong)" "10 14 120 29 0" "$kind: residuals as pixels"
	ok "$([ "$(line 14 | cut -d' ' -f1)" -ge 400 ] && [ "$(line 15 | cut -d' ' -f1)" -ge 400 ] && echo 0 || echo 1)" \
		"$kind: of x and of y: $(line 14 | cut -d' ' -f1), $(line 15 | cut -d' ' -f1)"
	is "$(line 18 | cut -d' ' -f2-4) $(line 19)" "13 120 32 code 0" "$kind: the table's curve and its matrix as pixels"
done

# ---- tmux ----

printf 'sees 1000 of 1000\nquiet\ncounts\nkeys :exit\\r\nend\n' | TMUX=/tmp/t,1,0 play --kitty -- $density
is "$(count 3 sent) $(line 4)" "0 code 0" "in tmux kitty's isn't asked for: what answers is another terminal"
printf 'sees 1000 of 1000\npicture\nquiet\nquiet\ncovered\nat 4 52\nat 40 300\nat 436 80\nat 150 200\ncounts\nkeys :exit\\r\nend\ncounts\n' |
	TMUX=/tmp/t,1,0 play --kitty -- $density --graphics kitty
is "$(line 5) $(count 10 wrong)" "0 3 109 32 2257 0" "--graphics kitty: through tmux by placeholders"
is "$(sed -n '6,9p' "$tmp/out")" "$(cat "$tmp/kitty")" "with the same pixels"
is "$(line 11) $(count 12 images)" "code 0 0" "and they go"

# ---- how it ends otherwise ----

printf 'sees 1000 of 1000\npicture\nsignal 11\nend\ncovered\ncounts\n' | play --kitty --shared -- $density
is "$(line 3) $(line 4 | cut -d' ' -f5) $(count 5 images)" "signal 11 0 0" "a crash removes pictures"
printf 'sees 1000 of 1000\npicture\nsignal 15\nend\ncovered\ncounts\n' | play --kitty -- $density
is "$(line 3) $(line 4 | cut -d' ' -f5) $(count 5 images)" "code 143 0 0" "so does a signal that ends it"
is "$(objects | comm -13 "$tmp/before" -)" "" "no object is left"

# ---- sizes that change faster than frames come ----

for kind in "--kitty --shared" "--kitty" "--sixel"; do
	{
		printf 'sees 1000 of 1000\npicture\n'
		for size in 90 30 200 61 20 150 42 110 33 7 180 70; do
			printf 'resize %d %d\npace 2 jk\n' $size $((size / 3 + 3))
		done
		printf 'resize 120 36\nquiet\nquiet\ncovered\nkeys :exit\\r\nend\ncovered\n'
	} | play $kind -- $density
	is "$(tail -3 "$tmp/out" | tr '\n' ' ')" "0 3 109 32 2257 code 0 120 36 0 0 0 " "$kind: resized again and again"
done

# ---- and goes on ----

if bash -c 'set -m' 2>/dev/null; then
	for kind in "--kitty --shared" "--sixel"; do
		# shellcheck disable=SC2086
		printf 'sees 1000 of 1000\npicture\nkeys \\z\nsees stopped here\ncounts\ncovered\nkeys \\r\npicture\nquiet\nquiet\ncovered\nkeys :exit\\r\nend\ncovered\n' |
			play $kind -- bash -c "set -m; $density; echo stopped here; read x; fg"
		is "$(line 3) $(count 4 images) $(line 5 | cut -d' ' -f5)" "yes 0 0" "$kind: ^Z takes pictures along"
		is "$(line 9) $(line 10) $(line 11 | cut -d' ' -f5)" "0 3 109 32 2257 code 0 0" \
			"$kind: and they come back"
	done
else
	skip "^Z takes pictures along" "no bash"
fi

# ---- doctor ----

for kind in "--kitty --shared" "--kitty" "--sixel" ""; do
	# shellcheck disable=SC2086
	printf 'sees nothing is missing\nend\n' | play $kind --size 120x60 -- $warpscope --doctor
	ok "$([ "$(line 1)" = yes ] && echo 0 || echo 1)" "--doctor answers on a terminal with ${kind:-nothing}"
done
plan
