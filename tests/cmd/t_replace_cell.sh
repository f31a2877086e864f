# replace_cell: all that is reported is that of a netlist that was read with the other cell; constraints, parasitics and
# places stay.
. "${srcdir:-.}/tests/lib/tap.sh"

reports() { # NAME
	echo "report_checks -path_delay min_max -fields {capacitance slew net} -digits 6 > $tmp/$1.checks
		report_worst_slack -max -digits 6 > $tmp/$1.wns
		report_instance lane3_mac_U1 > $tmp/$1.instance
		find_paths -max_paths 3000; write_timing_paths $tmp/$1.paths; write_timing_pins $tmp/$1.pins
		density -map cells; write_density $tmp/$1.csv"
}
same() { # A B NAME
	for what in checks wns instance paths pins csv; do
		cmp -s "$tmp/$1.$what" "$tmp/$2.$what"
		ok $? "$3: $what"
	done
}

loom='source [asset loom/loom.tcl]'
"$warpscope" -b -d cpu --no-init -e "$loom; $(reports before)
	replace_cell lane3_mac_U1 BUF_X2; $(reports replaced)
	write_verilog $tmp/loom.v; write_def $tmp/loom.def; write_spef $tmp/loom.spef; write_sdc $tmp/loom.sdc
	save_design $tmp/loom.wsd
	replace_cell [get_cells lane3_mac_U1] [get_lib_cells ws45_late/BUF_X4]; $(reports back)" \
	>"$tmp/out" 2>"$tmp/err" </dev/null
is "$?" 0 "replaced, and back"
same before back "back again"
cmp -s "$tmp/before.checks" "$tmp/replaced.checks"
is "$?" 1 "slacks differ between"
"$warpscope" -b -d cpu --no-init -e "
	read_liberty -max [asset ws45/ws45_late.lib.gz]; read_liberty -min [asset ws45/ws45_early.lib.gz]
	read_lef [asset ws45/ws45.lef.gz]
	read_verilog $tmp/loom.v; link_design loom; read_def $tmp/loom.def; read_spef $tmp/loom.spef; read_sdc $tmp/loom.sdc
	$(reports written)" >"$tmp/out" 2>"$tmp/err" </dev/null
is "$?" 0 "written and read"
same replaced written "read with the other cell"
"$warpscope" -b -d cpu --no-init -e "read_design $tmp/loom.wsd; $(reports kept)" >"$tmp/out" 2>"$tmp/err" </dev/null
same replaced kept "in a snapshot"

refused() { # COMMANDS WANTED NAME
	"$warpscope" -b -d cpu --no-init -e "$loom; $1" >"$tmp/out" 2>"$tmp/err" </dev/null
	is "$? $(grep 'replace_cell: ' "$tmp/err" | tail -n 1 | sed 's/^warpscope: //')" "1 $2" "$3"
}
refused 'replace_cell lane3_mac_U1 INV_X4' \
	'replace_cell: pin 2 of cell "INV_X4" is "ZN", that of "BUF_X4" is "Z"' "other pins"
refused 'replace_cell lane3_mac_U1 NAND2_X1' \
	'replace_cell: cell "NAND2_X1" has 3 pins (with internal ones), "BUF_X4" has 2' "more pins"
refused 'replace_cell lane3_mac_U1 BUX_X4' 'replace_cell: no early library has a cell "BUX_X4"' "no such cell"
refused 'replace_cell lane3_mac_Ux BUF_X4' \
	'replace_cell: no cell "lane3_mac_Ux"; nearest "lane3_mac_U1"' "no such instance"

# annotated delays of the cell go, of wires and slews stay
annotated="set_annotated_delay -net -from lane3_mac_U1/Z -to [lindex [get_pins -of_objects [get_nets -of_objects lane3_mac_U1/Z] -filter direction==input] 0] 0.2
	set_annotated_transition 0.05 lane3_mac_U1/A"
"$warpscope" -b -d cpu --no-init -e "$loom; $annotated; replace_cell lane3_mac_U1 BUF_X2; $(reports wired)" >"$tmp/out" 2>"$tmp/err" </dev/null
is "$? $(grep -c 'annotated value' "$tmp/err")" "0 0" "annotated wires and slews"
"$warpscope" -b -d cpu --no-init -e "$loom; $annotated
	set_annotated_delay -cell -from lane3_mac_U1/A -to lane3_mac_U1/Z 0.1
	report_checks > $tmp/annotated; replace_cell lane3_mac_U1 BUF_X2; $(reports dropped)" >"$tmp/out" 2>"$tmp/err" </dev/null
is "$? $(grep 'annotated' "$tmp/err")" '0 warning: replace_cell: 4 annotated values of the cell of "lane3_mac_U1" dropped' "annotated delays"
same wired dropped "without the annotated delays"

plan
