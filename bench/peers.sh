#!/bin/sh
# peers.sh - how long warpscope and OpenSTA take from the same files to the worst path of setup, and how much memory.
#
#	bench/peers.sh [-d DEVICE] [-n RUNS] [-g GATES] [-w FOLDER] WARPSCOPE [STA]
#
# The files: GATES (400,000) of leon2's profile with wires, as Verilog, SDC and SPEF, and the bundled libraries, early and late.
# Both run one script of commands that both have, in turns, RUNS (1) times. Prints lines of RESULTS.tsv (the least of each figure)
# and the slacks that both report, by dmp_ceff here and there.
# FOLDER keeps the files for later runs.
runs=1 device=cpu gates=400000 folder=''
while getopts d:n:g:w: option; do
	case $option in
	d) device=$OPTARG ;;
	n) runs=$OPTARG ;;
	g) gates=$OPTARG ;;
	w) folder=$OPTARG ;;
	*) exit 2 ;;
	esac
done
shift $((OPTIND - 1))
warpscope=${1:?a program}
sta=${2:-sta}
command -v "$sta" >/dev/null || { echo "peers.sh: no $sta (Debian's package opensta)" >&2; exit 1; }
if [ -n "$folder" ]; then # the user's, never removed
	mkdir -p "$folder" || exit 1
else
	folder=$(mktemp -d) || exit 1
	trap 'rm -rf "$folder"' EXIT
fi
machine="$(nproc) x $(sed -n 's/^model name[^:]*: //p; /^model name/q' /proc/cpuinfo | head -1)"
version=$("$sta" -version 2>&1 | head -1)
design=$folder/peers-$gates

[ -e "$design.done" ] || "$warpscope" -b -d cpu -e "read_liberty -max [asset ws45/ws45_late.lib.gz]
	read_liberty -min [asset ws45/ws45_early.lib.gz]; read_lef [asset ws45/ws45.lef.gz]
	generate_design -profile leon2 -gates $gates -wires
	write_verilog $design.v; write_sdc $design.sdc; write_spef $design.spef
	exec gzip -dc [asset ws45/ws45_late.lib.gz] >$folder/late.lib; exec gzip -dc [asset ws45/ws45_early.lib.gz] >$folder/early.lib" \
	>"$folder/made" 2>&1 || { cat "$folder/made"; exit 1; }
touch "$design.done"
top=$(sed -n 's/^module \([^ (]*\).*/\1/p' "$design.v" | tail -1)
{
	printf 'read_liberty -max %s\nread_liberty -min %s\nread_verilog %s\n' "$folder/late.lib" "$folder/early.lib" "$design.v"
	printf 'link_design %s\nread_sdc %s\nread_spef %s\nreport_checks -digits 4\n' "$top" "$design.sdc" "$design.spef"
} >"$folder/script.tcl"

# time_one NAME PROGRAM OPTIONS...: appends "wall user system KB" to $folder/NAME.times
time_one() {
	name=$1
	shift
	/usr/bin/time -o "$folder/time" -f '%e %U %S %M' "$@" "$folder/script.tcl" >"$folder/$name.out" 2>"$folder/$name.err" </dev/null ||
		{ tail -5 "$folder/$name.err"; exit 1; }
	grep -q slack "$folder/$name.out" || { echo "peers.sh: $name finds no path" >&2; tail -5 "$folder/$name.err"; exit 1; }
	cat "$folder/time" >>"$folder/$name.times"
}

least() { # NAME COLUMN
	cut -d' ' -f"$2" "$folder/$1.times" | sort -n | head -1
}

line() { # PROGRAM FIGURE VALUE UNIT
	printf '%s\t%s\tbench/peers.sh -d %s -g %s: %s\t%s\t%s\t%s\n' "${BENCH_COMMIT:--}" "$machine" "$device" "$gates" "$1" "$2" "$3" "$4"
}

rm -f "$folder"/warpscope.times "$folder"/opensta.times
i=0
while [ $i -lt "$runs" ]; do
	i=$((i + 1))
	time_one warpscope "$warpscope" -b -d "$device" --no-init
	time_one opensta "$sta" -no_splash -exit
done
for program in warpscope opensta; do
	line $program 'whole process, wall' "$(least $program 1)" s
	line $program 'user and system' "$(awk '{ print $2 + $3 }' "$folder/$program.times" | sort -n | head -1)" s
	line $program 'peak memory' "$(least $program 4 | awk '{ printf "%.0f", $1 / 1000 }')" MB
	echo "#   $program: slack $(awk '/slack/ { print $1; exit }' "$folder/$program.out")"
done
echo "#   OpenSTA: $version"
