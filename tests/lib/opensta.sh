# opensta.sh - real designs with their own constraints, and what another timer reported on them; sourced
# after tap.sh.
#
#	for design in $opensta_designs; do
#		opensta_design || continue	skips what isn't among the reference data
#		{ opensta_open; echo "report_checks …"; } >script
#
# The reference data is found through $WARPSCOPE_REFERENCE.
golden=$WARPSCOPE_REFERENCE/golden/opensta
opensta_designs="gcd_sky130hd riscv32i_sky130hd spi_master gcd_asap7 uart_asap7"
most=10000 # paths of a path group in the reference
tab=$(printf '\t')

# What spi_master's constraints read from the environment
SYNTH_DRIVING_CELL=sky130_fd_sc_hd__inv_8
SYNTH_DRIVING_CELL_PIN=Y
SYNTH_CAP_LOAD=17.65
export SYNTH_DRIVING_CELL SYNTH_DRIVING_CELL_PIN SYNTH_CAP_LOAD

# opensta_design WHAT: the files of $design and a tolerance of 1 ps in its unit of time; WHAT is for the
# skip.
opensta_design() {
	data=$WARPSCOPE_REFERENCE/data
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
	[ -n "$WARPSCOPE_REFERENCE" ] && [ -f "$golden/$design.queries.gz" ] && return 0
	skip "$1 of $design" "no reference"
	return 1
}

# opensta_open: commands that open it as it was timed there
opensta_open() {
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
	TCL
}

# opensta_run SCRIPT: in a batch; its messages, but not that wires are lumped
opensta_run() {
	"$warpscope" -b -d cpu -e "source $1" >"$tmp/out" 2>"$tmp/err" </dev/null
	echo "$? $(sed -n 's/^warpscope: //p' "$tmp/err" | grep -v '^wires')"
}

# ends REPORT: the lines of a report in -format end as path group, slack, endpoint, required, actual; in order
ends() {
	gzip -dcf "$1" | awk '
		/ group / { group = $0; sub(/^.* group /, "", group); next }
		/\((MET|VIOLATED)\)$/ {
			print group "\t" $(NF - 1) "\t" $1 "\t" $(NF - 3) "\t" $(NF - 2)
		}' | sort -t "$tab" -k 1,1 -k 2,2n -k 3,3
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
