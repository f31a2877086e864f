# Small random designs with clock networks: no slack is better than OpenSTA's. More of them, and others:
# python3 tests/lib/random_sta.py -n 500 -s SEED -j 2 ./warpscope
. "${srcdir:-.}/tests/lib/tap.sh"
name="slacks of random designs are no better than OpenSTA's"
if ! command -v sta >/dev/null; then
	skip "$name" "no sta"
elif ! command -v python3 >/dev/null; then
	skip "$name" "no python3"
else
	TMPDIR=$tmp python3 "$srcdir/tests/lib/random_sta.py" -n 40 -s 1 "$warpscope" >"$tmp/out" 2>&1
	ok $? "$name"
	sed 's/^/# /' "$tmp/out"
	grep -Eq '(^|, )[0-9]+ same' "$tmp/out"
	ok $? "and of some the same"
fi
plan
