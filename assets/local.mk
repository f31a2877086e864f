# Files that come with warpscope; what makes them is in the tarball too.
assetsdir = $(pkgdatadir)
dist_assets_DATA = assets/best_changes.tcl assets/demo.tcl assets/example.dag.gz assets/examples.tcl assets/failing_endpoints.tcl assets/html_report.tcl assets/kernel_try.tcl assets/lesson.tcl assets/lesson_exercises.tcl \
	assets/lesson_template.tcl assets/reload.tcl assets/reproduce.tcl assets/write_script.tcl
reproducedir = $(pkgdatadir)/reproduce
dist_reproduce_DATA = assets/reproduce/cpg.tcl assets/reproduce/density.tcl assets/reproduce/lab.tcl
figuresdir = $(pkgdatadir)/figures
dist_figures_DATA = assets/figures/cpg-4.dag assets/figures/cpg-4.tcl assets/figures/cpg-5.tcl assets/figures/cpg-7.dag \
	assets/figures/cpg-7.tcl assets/figures/cpg-8.tcl assets/figures/cpg-9.tcl assets/figures/density-2.def \
	assets/figures/density-2.lef assets/figures/density-2.tcl assets/figures/density-3.tcl assets/figures/spmv-2.tcl assets/figures/ssta-nand2.tcl
lessonsdir = $(pkgdatadir)/lessons
dist_lessons_DATA = assets/lessons/labels.dag assets/lessons/labels.tcl assets/lessons/labels_false.dag assets/lessons/levels.dag assets/lessons/levels.tcl \
	assets/lessons/cap.dag assets/lessons/cap.tcl \
	assets/lessons/cppr.v assets/lessons/cppr.tcl assets/lessons/pba.v assets/lessons/pba.aocv assets/lessons/slack.v assets/lessons/slack.tcl assets/lessons/wires.v assets/lessons/wires.spef assets/lessons/wires.tcl assets/lessons/misprint.tcl assets/lessons/kernels.tcl assets/lessons/scans.tcl assets/lessons/pba.tcl \
	assets/lessons/density.def assets/lessons/density.lef assets/lessons/density.tcl \
	assets/lessons/forces.def assets/lessons/forces.lef assets/lessons/forces.tcl \
	assets/lessons/spmv.mtx assets/lessons/spmv.tcl assets/lessons/bfs.mtx assets/lessons/bfs.tcl \
	assets/lessons/cg.tcl assets/lessons/order.txt \
	assets/lessons/expansion.tcl assets/lessons/forest.tcl assets/lessons/lookahead.tcl assets/lessons/ssta.tcl assets/lessons/ssta.v
EXTRA_DIST += assets/make_example.tcl
kernelsdir = $(pkgdatadir)/kernels
dist_kernels_DATA = assets/kernels/count_edges.cu assets/kernels/density_printed.cu assets/kernels/expand_edges.cu \
	assets/kernels/propagate_distance.cu assets/kernels/row_sums.cu assets/kernels/spmv_rows.cu
# Headers for the kernels of readers (kernel_template), in the folders of the source tree.
kernelheadersdir = $(pkgdatadir)
nobase_dist_kernelheaders_DATA = \
	src/gpu/density/density_args.h \
	src/gpu/density/density_scaling.h src/gpu/density/density_spans.h \
	src/gpu/density/density_types.h \
	src/gpu/density/device_density.h \
	src/gpu/image/device_graph.h \
	src/gpu/kernel/cpu_launch.h \
	src/gpu/kernel/cuda_launch.h \
	src/gpu/kernel/flow.h \
	src/gpu/kernel/kernel.h \
	src/gpu/kernel/kernel_cpu.h \
	src/gpu/kernel/kernel_cuda.h \
	src/gpu/kernel/kernel_gpu.h \
	src/gpu/kernel/kernel_ids.h \
	src/gpu/kernel/kernel_warp.h \
	src/gpu/kernel/kernels.def \
	src/gpu/kernel/values.h \
	src/gpu/kernel/warp_code.h \
	src/gpu/search/block_scan.h \
	src/gpu/search/device_paths.h \
	src/gpu/search/paper/paper_args.h \
	src/gpu/search/search_args.h \
	src/gpu/spmv/device_matrix.h \
	src/gpu/spmv/spmv_args.h
coloursdir = $(pkgdatadir)/colours
dist_colours_DATA = assets/colours/blue_orange.txt assets/colours/cividis.txt \
	assets/colours/grey.txt assets/colours/inferno.txt assets/colours/night.txt \
	assets/colours/paper.txt assets/colours/turbo.txt assets/colours/viridis.txt

# The example graph again: the same bytes.
.PHONY: example
example:
	tclsh $(srcdir)/assets/make_example.tcl | gzip -9n >$(srcdir)/assets/example.dag.gz

# The library ws45, and the scripts that make it.
ws45dir = $(pkgdatadir)/ws45
dist_ws45_DATA = assets/ws45/README assets/ws45/ws45.lef.gz assets/ws45/ws45.v \
	assets/ws45/ws45_early.lib.gz assets/ws45/ws45_late.lib.gz
WS45_MAKERS = assets/ws45/arcs.tcl assets/ws45/cells.tcl assets/ws45/gates.tcl \
	assets/ws45/make_library.tcl assets/ws45/transistor.tcl assets/ws45/write_lef.tcl \
	assets/ws45/write_liberty.tcl assets/ws45/write_verilog.tcl
EXTRA_DIST += $(WS45_MAKERS)

# The library again: the same bytes.
.PHONY: library
library:
	tclsh $(srcdir)/assets/ws45/make_library.tcl $(srcdir)/assets/ws45
	cd $(srcdir)/assets/ws45 && gzip -9nf ws45_late.lib ws45_early.lib ws45.lef

# The bundled design, and what makes it: RTL, its mapping by Yosys, its layout by warpscope itself.
loomdir = $(pkgdatadir)/loom
dist_loom_DATA = assets/loom/README assets/loom/loom.tcl assets/loom/loom.sdc assets/loom/loom.aocv assets/loom/loom.v.gz \
	assets/loom/loom.def.gz assets/loom/loom.spef.gz
LOOM_RTL = assets/loom/loom.v assets/loom/loom_control.v assets/loom/loom_fifo.v assets/loom/loom_io.v \
	assets/loom/loom_lane.v assets/loom/loom_round.v
LOOM_MAPPING = assets/loom/synth.ys assets/loom/adders.v assets/loom/cells.v assets/loom/abc.constr \
	assets/loom/abc.script assets/loom/finish.tcl
EXTRA_DIST += $(LOOM_RTL) $(LOOM_MAPPING) assets/loom/loom_tb.v assets/loom/loom_mapped.v.gz \
	assets/loom/build.tcl assets/loom/map.sh

# The bundled design again: the same bytes, on any machine and with any number of threads; the netlist with
# Yosys 0.23.
.PHONY: netlist design
netlist:
	$(SHELL) $(srcdir)/assets/loom/map.sh $(srcdir)/assets | gzip -9n >$(srcdir)/assets/loom/loom_mapped.v.gz
design: warpscope
	program=$$(pwd)/warpscope && cd $(srcdir)/assets/loom && $$program -b -d cpu -f build.tcl </dev/null

# The pictures of the README and doc/. Letters are those of the machine's fonts; the explorer's are DejaVu Sans Mono.
.PHONY: pictures
pictures: warpscope tests/pixel_terminal
	./warpscope -b -d cpu -e 'source [asset loom/loom.tcl]; \
		density -map rudy -grid 128x128; find_paths -max_paths 3; \
		save_image -window -paths 3 -pixels 1000x700 $(srcdir)/doc/window.png; \
		save_image -window -camera {0 0 0 50 30} -pixels 800x480 $(srcdir)/doc/relief.png' </dev/null
	build=$$(pwd) && cd $(srcdir) && FONTCONFIG_FILE=$$(pwd)/doc/monospace.conf $$build/tests/pixel_terminal \
		--kitty --colours --size 110x34 --cell 9x18 \
		-- $$build/warpscope --no-init -d cpu --view paths <doc/pictures.keys
EXTRA_DIST += doc/density.png doc/explorer.png doc/features.md doc/monospace.conf doc/opensta.md doc/papers.md \
	doc/pictures.keys doc/placing.png doc/relief.png doc/semantics.md doc/slack_differences.svg doc/teaching.md doc/tour.md doc/window.png
