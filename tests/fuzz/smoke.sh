#!/bin/sh
# smoke.sh - each fuzz target for some seconds under ASan and UBSan; speaks TAP.
#
#	make fuzz-smoke [FUZZ_SECONDS=5] [FUZZ_JOBS=2] [FUZZ_ONLY="dag def"] [FUZZ_CC=clang]
#
# A tree that is configured can't be configured elsewhere too, so the sources are copied as for a
# release, to fuzz-smoke/source, and built by clang in fuzz-smoke/build, which is kept for the next
# time. An input that something was found with stays in fuzz-smoke/found; it belongs into
# tests/fuzz/corpus. With FUZZ_SECONDS=0 only the corpus is run, so the result doesn't depend on
# chance. Without clang and its libFuzzer nothing is run, with a message.
seconds=${FUZZ_SECONDS:-5}
jobs=${FUZZ_JOBS:-$(nproc 2>/dev/null || echo 1)}
cc=${FUZZ_CC:-clang}
make=${MAKE:-make}
flags="-O1 -gline-tables-only -fsanitize=address,undefined -fno-sanitize-recover=undefined"
place=$(pwd)/fuzz-smoke

skip() {
	echo "1..0 # SKIP fuzz-smoke: $*"
	exit 0
}

fail() {
	echo "not ok 1 - fuzz-smoke: $*"
	echo "1..1"
	echo "# PASS:  0"
	echo "# FAIL:  1"
	exit 1
}

# Is there a libFuzzer, and can it look for leaks here? (It traces the process to do so.)
mkdir -p "$place/trial" || fail "$place can't be made"
echo 'int LLVMFuzzerTestOneInput(const char *data, unsigned long size) { return data && !size; }' \
	>"$place/trial/trial.c"
# shellcheck disable=SC2086
$cc $flags -fsanitize=fuzzer "$place/trial/trial.c" -o "$place/trial/trial" >/dev/null 2>&1 ||
	skip "$cc with libFuzzer isn't there"
leaks=1
ASAN_OPTIONS=detect_leaks=1 "$place/trial/trial" -runs=1 >/dev/null 2>&1 || leaks=0

# ---- the build ----

$make -s distdir distdir=fuzz-smoke/source >"$place/build.log" 2>&1 || {
	cat "$place/build.log"
	fail "the sources can't be copied"
}
mkdir -p "$place/build"
if ! [ -f "$place/build/Makefile" ] ||
	[ "$place/source/configure" -nt "$place/build/Makefile" ]; then
	(cd "$place/build" && ../source/configure -q --enable-fuzz --without-cuda CC="$cc" \
		CFLAGS="$flags -fsanitize=fuzzer-no-link") >"$place/build.log" 2>&1 || {
		cat "$place/build.log"
		fail "configure"
	}
fi
targets=${FUZZ_ONLY:-$(cd "$place/source/tests/fuzz/corpus" && ls)}
programs=
for target in $targets; do
	programs="$programs tests/fuzz/fuzz_$target"
done
# shellcheck disable=SC2086
$make -C "$place/build" -j"$jobs" $programs >"$place/build.log" 2>&1 || {
	tail -n 40 "$place/build.log"
	fail "the targets can't be built"
}

# ---- the targets ----

rm -rf "$place/new" "$place/log"
mkdir -p "$place/found" "$place/log"
export OMP_NUM_THREADS=1 UBSAN_OPTIONS=print_stacktrace=1
export ASAN_OPTIONS="detect_leaks=$leaks:allocator_may_return_null=1"

limit="-max_total_time=$seconds"
[ "$seconds" -gt 0 ] || limit=-runs=0

# What it prints itself, it prints nowhere: only libFuzzer and the sanitizers are heard.
run_target() {
	mkdir -p "$place/new/$1"
	words=$place/source/tests/fuzz/dict/$1.dict
	[ -f "$words" ] || words=
	"$place/build/tests/fuzz/fuzz_$1" "$limit" -max_len=4096 -timeout=30 \
		-rss_limit_mb=2560 -close_fd_mask=3 -print_final_stats=1 \
		${words:+"-dict=$words"} -artifact_prefix="$place/found/$1-" \
		"$place/new/$1" "$place/source/tests/fuzz/corpus/$1" \
		</dev/null >"$place/log/$1" 2>&1
	echo "exit $?" >>"$place/log/$1"
}

worker=0
while [ "$worker" -lt "$jobs" ]; do
	(
		n=0
		for target in $targets; do
			[ $((n % jobs)) -ne "$worker" ] || run_target "$target"
			n=$((n + 1))
		done
	) &
	worker=$((worker + 1))
done
wait

passed=0 failed=0
for target in $targets; do
	log=$place/log/$target
	inputs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
	if [ "$(tail -n 1 "$log")" = "exit 0" ]; then
		passed=$((passed + 1))
		echo "ok $((passed + failed)) - fuzz_$target: ${inputs:-no} inputs"
	else
		failed=$((failed + 1))
		echo "not ok $((passed + failed)) - fuzz_$target"
		grep -E '==ERROR|runtime error|ERROR: libFuzzer|^    #[0-9] |SUMMARY|Test unit' "$log" |
			head -n 30 | sed 's/^/# /'
		echo "# all of it is in $log"
		for found in "$place/found/$target"-*; do
			[ -f "$found" ] || continue
			echo "# ${found##*/}, at most 1 KB of it in base64:"
			head -c 1024 "$found" | base64 | sed 's/^/# /'
		done
	fi
done
echo "1..$((passed + failed))"
echo "# PASS:  $passed"
echo "# FAIL:  $failed"
[ "$failed" -eq 0 ]
