#!/bin/sh
# placements.sh [-d DEVICE] [-timing] [DESIGN]...: place designs that were shipped placed again, in their floorplans, and compare half perimeters.
#
# Cells and fillers are taken away; rows, ports, blocks, taps and what else is fixed stay. Both sides are measured by report_placement and
# density on the same netlist: half perimeters of all nets, the most pins and the highest RUDY in a bin of 32 x 32. What was shipped had its nets
# buffered, its clock tree built and its cells resized after it was placed, so a placer alone isn't compared. Designs are those of the
# reference data, in $WARPSCOPE_REFERENCE; loom is the bundled one, adaptec1 wasn't shipped placed.
#
# With -timing: half perimeters, WNS and TNS (ns) without and with -timing_driven, of designs whose LEF has resistances; placements.tcl says how.
set -eu
device=auto
[ "${1-}" = -d ] && device=$2 && shift 2
timing=
[ "${1-}" = -timing ] && timing=yes && shift
warpscope=${WARPSCOPE:-./warpscope}
data=${WARPSCOPE_REFERENCE:?the folder with the reference data}/data
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
sky="$data/lib/sky130hd/9M_li_2Ma_2Mb_2Mc_2Md_1Me.tlef.gz $data/lib/sky130hd/sky130_fd_sc_hd_merged.lef.gz"
asap="$data/lib/asap7_27/asap7_tech_1x_201209_tech.lef $data/lib/asap7_27/asap7sc7p5t_27_R_1x_201211.lef.gz"
folder=$(dirname "$0")

if [ "$timing" ]; then
	printf '%-11s | %10s %8s %8s | %10s %8s %8s | %6s %6s\n' design "wires um" WNS TNS "by slack um" WNS TNS wires TNS
	for design in ${*:-gcd_sky130 riscv32i spi_master loom}; do
		port=clk dir=$data/circuitops/${design}hd verilog=6_final.v.gz top=${design%_*} def=6_final.def.gz
		case $design in
		gcd_sky130) ;;
		riscv32i) dir=$data/circuitops/riscv32i_sky130hd top=riscv ;;
		spi_master) dir=$data/sky130_tapeout/yifive_spi_master verilog=spi_master.v.gz top=spim_top def=spi_master.def.gz port=mclk ;;
		loom) port= ;;
		*) echo "placements.sh: no design \"$design\" with constraints" >&2 && exit 2 ;;
		esac
		{
			cat "$folder/placements.tcl"
			if [ "$port" ]; then
				echo "printed {read_liberty $data/lib/sky130hd/sky130_fd_sc_hd__tt_025C_1v80.lib.gz}"
				for lef in $sky; do echo "printed {read_lef $lef}"; done
				echo "printed {read_verilog $dir/$verilog}; printed {link_design $top}; printed {read_def $dir/$def}"
			else
				echo 'source [asset loom/loom.tcl]'
			fi
			echo "compare_timing {$port} 5"
		} >"$tmp/run.tcl"
		"$warpscope" -b -d "$device" "$tmp/run.tcl" >"$tmp/out" 2>"$tmp/err" </dev/null || { cat "$tmp/err" >&2 && exit 1; }
		tail -1 "$tmp/out" | awk -v design="$design" '{ printf "%-11s | %10.1f %8.4f %8.4f | %10.1f %8.4f %8.4f | %+5.1f%% %+5.0f%%\n", design, $1, $2, $3, $4, $5, $6, 100 * ($4 / $1 - 1), 100 * ($6 / $3 - 1) }'
	done
	exit 0
fi

printf '%-11s %7s %5s | %10s %5s %6s | %10s %5s %6s | %6s %9s\n' design cells iter. "shipped um" pins RUDY "here um" pins RUDY ratio ms
: >"$tmp/ratios"
for design in ${*:-gcd_sky130 riscv32i spi_master gcd_asap7 uart_asap7 gcd_ng45 aes_ng45 loom}; do
	lefs=$asap
	case $design in
	gcd_sky130) lefs=$sky def=circuitops/gcd_sky130hd/6_final.def.gz ;;
	riscv32i) lefs=$sky def=circuitops/riscv32i_sky130hd/6_final.def.gz ;;
	spi_master) lefs=$sky def=sky130_tapeout/yifive_spi_master/spi_master.def.gz ;;
	gcd_asap7) def=circuitops/gcd_asap7/6_final.def.gz ;;
	uart_asap7) def=circuitops/uart_asap7/6_final.def.gz ;;
	gcd_ng45) lefs=$data/lib/nangate45/Nangate45.lef.gz def=openroad/rcx_gcd/45_gcd.def.gz ;;
	aes_ng45) lefs=$data/lib/nangate45/Nangate45.lef.gz def=circuitops/aes_nangate45/6_final.def.gz ;;
	adaptec1) lefs="$sky $data/rosettastone/adaptec1_sky130hd/adaptec1_macro.lef.gz" def=rosettastone/adaptec1_sky130hd/adaptec1.def.gz ;;
	loom) def= ;;
	*) echo "placements.sh: no design \"$design\"" >&2 && exit 2 ;;
	esac
	{
		cat "$folder/placements.tcl"
		if [ "$def" ]; then
			for lef in $lefs; do echo "printed {read_lef $lef}"; done
			echo "printed {read_def $data/$def}"
		else
			echo 'source [asset loom/loom.tcl]'
		fi
		echo compare
	} >"$tmp/run.tcl"
	"$warpscope" -b -d "$device" "$tmp/run.tcl" >"$tmp/out" 2>"$tmp/err" </dev/null || { cat "$tmp/err" >&2 && exit 1; }
	tail -1 "$tmp/out" | awk -v design="$design" -v ratios="$tmp/ratios" '{
		ratio = design == "adaptec1" ? "-" : sprintf("%.3f", $6 / $3)
		printf "%-11s %7d %5d | %10.1f %5d %6.2f | %10.1f %5d %6.2f | %6s %9.0f\n", design, $1, $2, $3, $4, $5, $6, $7, $8, ratio, $9
		if (ratio != "-")
			print ratio >>ratios
	}'
done
sort -n "$tmp/ratios" | awk '{ r[NR] = $1 } END { if (NR) printf "median of %d: %.3f, largest %.3f\n", NR, r[int((NR + 1) / 2)], r[NR] }'
