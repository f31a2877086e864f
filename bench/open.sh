#!/bin/sh
# open.sh - how long a design takes to open, up to its first path, and how much memory; with the page cache warm.
#
#	bench/open.sh [-b BASE] [-d DEVICE] [-t THREADS] [-n RUNS] [-k] [-w FOLDER] WARPSCOPE [ROW...]
#
# Rows (all without any): leon2 (Verilog and SDC of the leon2 profile), wires (400,000 gates from Verilog, SDC and
# SPEF), made (10 million gates made in memory), huge (20 million, 1000 paths), snapshot, dag (weighted-DAG text).
# Each prints lines of RESULTS.tsv: the least of RUNS (3) of the wall clock, of user and system time, and of memory;
# below, what each command took in the fastest run. With -b the same is measured with another program, in turns, so
# that what else the machine does meets both. Files are made by WARPSCOPE in FOLDER, where a later run uses
# them again, or in a temporary folder, which -k keeps.
runs=3 device=cpu base='' keep='' folder='' threads=''
while getopts b:d:t:n:kw: option; do
	case $option in
	b) base=$OPTARG ;;
	d) device=$OPTARG ;;
	t) threads=$OPTARG ;;
	n) runs=$OPTARG ;;
	k) keep=1 ;;
	w) folder=$OPTARG ;;
	*) exit 2 ;;
	esac
done
shift $((OPTIND - 1))
warpscope=${1:?a program}
shift
rows=${*:-leon2 wires made huge snapshot dag}
if [ -n "$folder" ]; then # the user's, never removed
	mkdir -p "$folder" || exit 1
else
	folder=$(mktemp -d) || exit 1
	[ -n "$keep" ] || trap 'rm -rf "$folder"' EXIT
fi
machine="$(nproc) x $(sed -n 's/^model name[^:]*: //p; /^model name/q' /proc/cpuinfo | head -1)"
case $device in
cpu) machine="$machine; CPU, ${threads:-$(nproc)} threads" ;;
*) machine="$machine; $("$warpscope" --doctor 2>/dev/null | sed -n 's/^.*\(NVIDIA [^,]*\).*/\1/p' | head -1)" ;;
esac

ws45='[asset ws45/ws45'
libraries="read_liberty -max ${ws45}_late.lib.gz]; read_liberty -min ${ws45}_early.lib.gz]"
first='find_paths -max_paths 1; report_paths -format slack_only'

make_files() { # NAME SCRIPT: unless they are there
	[ -e "$folder/$1.done" ] && return
	"$warpscope" -b -d cpu -e "$libraries; $2" >"$folder/made" 2>&1 || { cat "$folder/made"; exit 1; }
	touch "$folder/$1.done"
}

# time_one PROGRAM NAME SCRIPT: appends "wall user system KB" to $folder/NAME.times, the commands' times of the
# fastest run stay in $folder/NAME.commands
time_one() {
	/usr/bin/time -o "$folder/time" -f '%e %U %S %M' "$1" -b -d "$device" ${threads:+--threads $threads} --times \
		-e "$3" >"$folder/out" 2>"$folder/err" || { cat "$folder/err"; exit 1; }
	best=$(sort -n "$folder/$2.times" 2>/dev/null | head -1 | cut -d' ' -f1)
	cat "$folder/time" >>"$folder/$2.times"
	[ -n "$best" ] && [ "$(sort -n "$folder/$2.times" | head -1 | cut -d' ' -f1)" = "$best" ] ||
		grep ' ms$' "$folder/err" >"$folder/$2.commands"
	cat "$folder/out" >"$folder/$2.out"
}

least() { # FILE COLUMN
	cut -d' ' -f"$2" "$1" | sort -n | head -1
}

line() { # PROGRAM COMMAND FIGURE VALUE UNIT
	printf '%s\t%s\t%s\t%s\t%s\t%s\n' "${BENCH_COMMIT:--}" "$machine" "$1: $2" "$3" "$4" "$5"
}

figures() { # LABEL FILE COMMAND
	line "$1" "$3" 'whole process, wall' "$(least "$2.times" 1)" s
	line "$1" "$3" 'user and system' "$(awk '{ print $2 + $3 }' "$2.times" | sort -n | head -1)" s
	line "$1" "$3" 'user' "$(least "$2.times" 2)" s
	line "$1" "$3" 'peak memory' "$(least "$2.times" 4 | awk '{ printf "%.0f", $1 / 1000 }')" MB
	sed 's/^/#   /' "$2.commands"
}

# measure NAME COMMAND SCRIPT: both programs, in turns
measure() {
	rm -f "$folder/$1".*times "$folder/$1".*commands
	i=0
	while [ $i -lt "$runs" ]; do
		i=$((i + 1))
		time_one "$warpscope" "$1" "$3"
		[ -z "$base" ] || time_one "$base" "$1.base" "$3"
	done
	figures warpscope "$folder/$1" "$2"
	[ -z "$base" ] && return
	figures base "$folder/$1.base" "$2"
	cmp -s "$folder/$1.out" "$folder/$1.base.out" || echo "# what they print differs"
}

for row in $rows; do
	case $row in
	leon2)
		make_files leon2 "generate_design -profile leon2; write_verilog $folder/leon2.v; write_sdc $folder/leon2.sdc"
		measure leon2 'leon2 profile from Verilog and SDC to the first path' \
			"$libraries; read_verilog $folder/leon2.v; link_design; read_sdc $folder/leon2.sdc; $first"
		;;
	wires)
		make_files wires "read_lef [asset ws45/ws45.lef.gz]; generate_design -profile leon2 -gates 400000 -wires
			write_verilog $folder/wires.v; write_sdc $folder/wires.sdc; write_spef $folder/wires.spef"
		measure wires '400,000 gates from Verilog, SDC and SPEF to the first path' \
			"$libraries; read_verilog $folder/wires.v; link_design; read_sdc $folder/wires.sdc
			read_spef $folder/wires.spef; $first"
		;;
	made)
		measure made '10 million gates made in memory, ready for paths' \
			"generate_design -profile leon2 -gates 10000000; report_wns; find_paths -max_paths 1000; report_memory"
		sed 's/^/#   /' "$folder/made.out" | tail -1
		;;
	huge)
		measure huge '20 million gates made in memory, 1000 paths' \
			"generate_design -profile leon2 -gates 20000000; find_paths -max_paths 1000; report_memory"
		sed 's/^/#   /' "$folder/huge.out" | tail -1
		;;
	snapshot)
		make_files leon2 "generate_design -profile leon2; write_verilog $folder/leon2.v; write_sdc $folder/leon2.sdc"
		[ -e "$folder/leon2.wsd" ] || "$warpscope" -b -d cpu -e "$libraries; read_verilog $folder/leon2.v
			link_design; read_sdc $folder/leon2.sdc; save_design $folder/leon2.wsd" >/dev/null 2>&1 || exit 1
		was=$base base=
		measure snapshot 'snapshot of the leon2 profile to the first path' "read_design $folder/leon2.wsd; $first"
		base=$was
		;;
	dag)
		make_files dag "generate_design -profile leon2 -gates 400000; write_graph $folder/dag.dag"
		measure dag "weighted-DAG text ($(($(wc -c <"$folder/dag.dag") / 1000000)) MB) opened" "read_graph $folder/dag.dag"
		;;
	*)
		echo "open.sh: no row \"$row\"" >&2
		exit 2
		;;
	esac
done
