# Paths by -from, -through and -to on real designs: endpoints and slacks of another timer's reports
# (queries from the worst path of each design: in order, out of order, a group, one transition), up to
# 10,000 paths a query. The reference data is found through $WARPSCOPE_REFERENCE.
. "${srcdir:-.}/tests/tap.sh"
golden=$WARPSCOPE_REFERENCE/golden/opensta
data=$WARPSCOPE_REFERENCE/data
most=10000 # paths of a path group in the reference
tab=$(printf '\t')

# What spi_master's constraints read from the environment
SYNTH_DRIVING_CELL=sky130_fd_sc_hd__inv_8
SYNTH_DRIVING_CELL_PIN=Y
SYNTH_CAP_LOAD=17.65
export SYNTH_DRIVING_CELL SYNTH_DRIVING_CELL_PIN SYNTH_CAP_LOAD

# ends REPORT: the lines of a report in -format end as path group, slack, endpoint, in order
ends() {
	gzip -dcf "$1" | awk '
		/ group / { group = $0; sub(/^.* group /, "", group); next }
		/\((MET|VIOLATED)\)$/ { print group "\t" $(NF - 1) "\t" $1 }' |
		sort -t "$tab" -k 1,1 -k 2,2n -k 3,3
}

# either QUERY QUERY BOTH BOTH: of the reports of two lists of pins and of both, one after the other and the
# reverse, those of one list that has the pins of the two
either() {
	{ ends "$3"; ends "$4"; } >"$tmp/both"
	{ ends "$1"; ends "$2"; } | awk '
		NR == FNR { both[$0]++; next }
		both[$0]-- > 0 { next }
		{ print }' "$tmp/both" - | sort -t "$tab" -k 1,1 -k 2,2n -k 3,3 |
		awk -F '\t' -v most="$most" '++n[$1] <= most'
}

# compare WANTED OURS TOLERANCE: two lists of ends. Slacks are the same within the tolerance rank by rank,
# endpoints as sets; where the reference was cut, the last stretch counts for slacks only.
compare() {
	awk -F '\t' -v tolerance="$3" -v most="$most" '
		NR == FNR { group[++n] = $1; slack[n] = $2; name[n] = $3; size[$1]++; last[$1] = $2; next }
		{
			m++
			if (m <= n && $1 != group[m] && !wrong) wrong = "rank " m ": path group " $1
			d = $2 - slack[m]
			if (m <= n && (d > tolerance || d < -tolerance) && !wrong)
				wrong = "rank " m ": slack " $2 ", wanted " slack[m]
			ours[$1, $3]++
		}
		END {
			if (n != m) wrong = n + 0 " paths wanted, " m + 0 " found"
			for (i = 1; i <= n && !wrong; i++)
				if ((size[group[i]] < most || slack[i] < last[group[i]] - tolerance) &&
				    ours[group[i], name[i]]-- <= 0)
					wrong = "missing: " name[i]
			print wrong ? wrong : "same"
		}' "$1" "$2"
}

# query N: its options, as they were given there
query() {
	gzip -dc "$golden/$design.queries.gz" | awk -F '\t' -v n="$1" '$1 == n { print $2 }'
}

# run: all queries of the design in one batch
run() {
	for lib in $libs; do
		echo "read_liberty $lib"
	done
	cat <<-TCL
		read_verilog $verilog
		link_design $top
		read_spef $spef
		read_sdc -env SYNTH_* $sdc
		set_delay_model lumped
		set load_includes_driver_pin true
		set sta_crpr_enabled 0
	TCL
	for n in 1 2 3 4 5 6 7 8 9 10; do
		echo "report_checks $(query $n) -path_delay max -format end -digits 6" \
			"-group_path_count $most -endpoint_path_count $most > $tmp/$n.end"
	done
}

for design in gcd_sky130hd riscv32i_sky130hd spi_master gcd_asap7 uart_asap7; do
	dir=$data/circuitops/$design
	verilog=$dir/6_final.v.gz spef=$dir/6_final.spef.gz sdc=$dir/6_final.sdc
	top=${design%_*}
	case $design in
	*_asap7) libs=$(echo "$data"/lib/asap7/*FF*.lib.gz) tolerance=1 ;;
	*) libs=$(echo "$data"/lib/sky130hd/sky130_fd_sc_hd__tt_025C_1v80.lib.gz) tolerance=0.001 ;;
	esac
	case $design in
	riscv32i_*) top=riscv ;;
	spi_master)
		dir=$data/sky130_tapeout/yifive_spi_master
		verilog=$dir/spi_master.v.gz spef=$dir/spim_top.spef.gz sdc=$dir/base.sdc.gz top=spim_top
		;;
	esac
	if [ -z "$WARPSCOPE_REFERENCE" ] || [ ! -f "$golden/$design.queries.gz" ]; then
		skip "ten queries of $design" "no reference"
		continue
	fi
	rm -f "$tmp"/*.end
	run >"$tmp/run.tcl"
	"$warpscope" -b -d cpu -e "source $tmp/run.tcl" >"$tmp/out" 2>"$tmp/err" </dev/null
	is "$? $(sed -n 's/^warpscope: //p' "$tmp/err" | grep -v '^wires')" "0 " "$design"
	for n in 1 2 3 4 5 6 7 8 9 10; do
		ends "$golden/$design.query$n.end.gz" >"$tmp/wanted"
		# That timer loses paths of a list with two pins: where one behind the other is met, it goes
		# back by the arc of the worst path for paths that have met the first already only. So this
		# is made of its other reports: the first, the second, and both.
		[ $n -eq 6 ] && either "$golden/$design.query2.end.gz" "$golden/$design.query3.end.gz" \
			"$golden/$design.query4.end.gz" "$golden/$design.query5.end.gz" >"$tmp/wanted"
		if [ -f "$tmp/$n.end" ]; then
			ends "$tmp/$n.end" >"$tmp/ours"
			got=$(compare "$tmp/wanted" "$tmp/ours" $tolerance)
		else
			got="no report"
		fi
		is "$got" same "$design: $(query $n)"
	done
done
plan
