# klayout.sh - a placement as KLayout sees it; sourced after tap.sh.
#
#	klayout_die LEF DEF	how many components it has (vias aside), and the die's width and height in µm;
#				gzip files
klayout_die() {
	gzip -dcf "$1" >"$tmp/klayout.lef"
	gzip -dcf "$2" >"$tmp/klayout.def"
	cat >"$tmp/klayout.py" <<-PY
		import pya
		options = pya.LoadLayoutOptions()
		options.lefdef_config.lef_files = ["$tmp/klayout.lef"]
		options.lefdef_config.read_lef_with_def = False
		layout = pya.Layout()
		layout.read("$tmp/klayout.def", options)
		top = layout.top_cell()
		print(sum(1 for i in top.each_inst() if not layout.cell(i.cell_index).name.startswith("VIA")),
			top.dbbox().width(), top.dbbox().height())
	PY
	QT_QPA_PLATFORM=offscreen klayout -b -r "$tmp/klayout.py" 2>/dev/null
}
