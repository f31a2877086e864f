# libwarpscope.a is everything but main(), so that tests and benchmarks link what they test.
noinst_LIBRARIES += libwarpscope.a
libwarpscope_a_SOURCES = \
	src/base/axis.c src/base/axis.h \
	src/base/bits.h \
	src/base/clock.h \
	src/base/grow.c src/base/grow.h \
	src/base/hash.c src/base/hash.h \
	src/base/input.c src/base/input.h \
	src/base/memory.c src/base/memory.h \
	src/base/names.c src/base/names.h \
	src/base/output.c src/base/output.h \
	src/base/print.c src/base/print.h \
	src/base/signals.c src/base/signals.h \
	src/base/status.c src/base/status.h \
	src/base/stream.c src/base/stream.h \
	src/base/task.h \
	src/base/text.c src/base/text.h \
	src/base/units.c src/base/units.h \
	src/base/utf8.c src/base/utf8.h \
	src/base/visible.c src/base/visible.h \
	src/db/filters.c src/db/filters.h \
	src/db/constants.c src/db/constants.h \
	src/db/derates.c src/db/derates.h \
	src/db/disables.c src/db/disables.h \
	src/db/function.c src/db/function.h \
	src/db/graph.c src/db/graph.h \
	src/db/link.c src/db/link.h \
	src/db/link_check.c \
	src/db/link_flatten.c \
	src/db/link_impl.h \
	src/db/link_target.c \
	src/db/library.c src/db/library.h \
	src/db/loops.c src/db/loops.h \
	src/db/path_graph.c src/db/path_graph.h \
	src/db/path_pattern.c src/db/path_pattern.h \
	src/db/rc.c src/db/rc.h \
	src/db/timing_graph.c src/db/timing_graph.h src/db/timing.h \
	src/db/exceptions.c src/db/exceptions.h \
	src/db/relations.c src/db/relations.h \
	src/db/state_graph.c src/db/state_graph.h \
	src/db/state_clocks.c \
	src/db/state_data.c \
	src/db/state_endpoints.c \
	src/db/state_impl.h \
	src/db/state_tags.c \
	src/db/query.c src/db/query.h \
	src/db/modules.c src/db/modules.h \
	src/db/netlist.c src/db/netlist.h \
	src/db/netlist_tile.c \
	src/db/constraints.c src/db/constraints.h \
	src/db/parasitics.c src/db/parasitics.h \
	src/db/placement.c src/db/placement.h \
	src/db/technology.c src/db/technology.h \
	src/db/rent.c \
	src/db/statistics.c src/db/statistics.h \
	src/gen/cells.c src/gen/cells.h \
	src/gen/generate.c src/gen/generate.h src/gen/generate_impl.h \
	src/gen/generate_shape.c src/gen/generate_wiring.c \
	src/gen/pack.c src/gen/pack.h \
	src/gen/profile.c src/gen/profile.h src/gen/random.h \
	src/db/placement_check.c src/db/placement_check.h \
	src/db/placement_tile.c \
	src/db/placement_summary.c \
	src/db/polygon.c src/db/rect.h \
	src/read/dag.c src/read/dag.h \
	src/read/verilog.c src/read/verilog.h \
	src/read/verilog_declare.c \
	src/read/verilog_expression.c \
	src/read/verilog_impl.h \
	src/read/verilog_module.c \
	src/read/verilog_scan.c src/read/verilog_scan.h \
	src/read/liberty.c src/read/liberty.h src/read/liberty_impl.h \
	src/read/liberty_cell.c src/read/liberty_expr.c src/read/liberty_pin.c \
	src/read/liberty_scan.c src/read/liberty_table.c src/read/liberty_timing.c \
	src/read/sdc.h src/read/sdc_impl.h src/read/sdc_table.h \
	src/read/sdc.c src/read/sdc_allowed.c src/read/sdc_call.c src/read/sdc_child.c \
	src/read/sdc_clocks.c src/read/sdc_code.c src/read/sdc_collections.c src/read/sdc_commands.c \
	src/read/sdc_delays.c src/read/sdc_design.c src/read/sdc_exceptions.c \
	src/read/sdc_generated.c src/read/sdc_match.c src/read/sdc_objects.c src/read/sdc_of.c \
	src/read/sdc_ports.c src/read/sdc_property.c src/read/sdc_query.c \
	src/read/sdc_relations.c src/read/sdc_script.c src/read/sdc_sources.c src/read/sdc_state.c \
	src/read/sdc_stream.c src/read/sdc_take.c src/read/sdc_words.c \
	src/read/spef.c src/read/spef.h src/read/spef_impl.h \
	src/read/spef_names.c src/read/spef_net.c \
	src/read/spef_scan.c src/read/spef_scan.h \
	src/read/tau.c src/read/tau.h \
	src/gen/buffers.c src/gen/clock_tree.c src/gen/clock_tree.h src/gen/clock_tree_impl.h \
	src/gen/rows.c src/gen/rows.h \
	src/gen/steiner.c src/gen/steiner.h src/gen/wires.c src/gen/wires.h \
	src/gen/place.c src/gen/place.h src/gen/place_impl.h \
	src/gen/floorplan.c src/gen/place_ports.c src/gen/place_nets.c src/gen/place_solve.c \
	src/gen/place_spread.c src/gen/legalise.c src/gen/place_detail.c src/gen/place_fillers.c \
	src/read/bookshelf.c src/read/bookshelf.h src/read/bookshelf_impl.h \
	src/read/bookshelf_build.c src/read/bookshelf_files.c src/read/bookshelf_lines.c \
	src/read/lexer.c src/read/lexer.h \
	src/read/lef.c src/read/lef.h src/read/lef_impl.h \
	src/read/lef_layer.c src/read/lef_macro.c src/read/lef_shape.c \
	src/read/def.c src/read/def.h src/read/def_impl.h \
	src/read/def_areas.c src/read/def_components.c src/read/def_match.c \
	src/read/def_netlist.c src/read/def_nets.c src/read/def_pins.c src/read/def_places.c \
	src/write/def.c src/write/def.h \
	src/write/png.c src/write/png.h \
	src/write/verilog.c src/write/verilog.h \
	src/write/spef.c src/write/spef.h \
	src/write/sdc.c src/write/sdc.h src/write/sdc_impl.h \
	src/write/sdc_clocks.c src/write/sdc_drivers.c src/write/sdc_inside.c \
	src/write/sdc_names.c src/write/sdc_paths.c src/write/sdc_ports.c \
	src/write/liberty.c src/write/liberty.h src/write/liberty_impl.h \
	src/write/liberty_cell.c src/write/liberty_expr.c src/write/liberty_state.c \
	src/write/liberty_timing.c \
	src/write/dag.c src/write/dag.h src/write/dag_cost.c \
	src/gpu/columns.c src/gpu/columns.h \
	src/gpu/cpu_launch.h \
	src/gpu/cuda_launch.h \
	src/gpu/dev_cpu.c \
	src/gpu/device.c src/gpu/device.h \
	src/gpu/device_impl.h \
	src/gpu/kernel_cost.c src/gpu/kernel_cost.h \
	src/gpu/profile.c src/gpu/profile.h \
	src/gpu/image.c src/gpu/image.h \
	src/gpu/timing_image.c src/gpu/timing_image.h \
	src/gpu/state_image.c \
	src/gpu/path_image.c src/gpu/path_image.h \
	src/gpu/look_up.h src/gpu/sorted_keys.h \
	src/gpu/kernel.h src/gpu/kernel_cpu.h src/gpu/kernel_cuda.h \
	src/gpu/kernels.def src/gpu/kernels.h src/gpu/kernels_density.h src/gpu/kernels_frame.h \
	src/gpu/density_types.h \
	src/gpu/kernels_timing.h src/gpu/kernels_view.h \
	src/gpu/prim_cpu.c src/gpu/prim_cpu.h \
	src/gpu/credit.h \
	src/gpu/merge_path.h src/gpu/path_walk.h \
	src/gpu/k_choice_cpu.c \
	src/gpu/k_forest_cpu.c \
	src/gpu/k_fused_cpu.c \
	src/gpu/k_delay_cpu.c \
	src/gpu/k_boxes_cpu.c \
	src/gpu/k_density_cpu.c \
	src/gpu/k_frame_cpu.c \
	src/gpu/k_states_cpu.c \
	src/gpu/k_cone_cpu.c \
	src/gpu/k_credit_cpu.c \
	src/gpu/k_gather_cpu.c \
	src/gpu/k_histogram_cpu.c \
	src/gpu/k_inspect_cpu.c \
	src/gpu/k_list_cpu.c \
	src/gpu/k_levelize_cpu.c \
	src/gpu/k_paper_cpu.c \
	src/gpu/k_ranking_cpu.c \
	src/gpu/k_search_cpu.c \
	src/gpu/k_trace_cpu.c \
	src/gpu/k_walk_cpu.c \
	src/gpu/k_weights_cpu.c \
	src/snap/choice.c src/snap/choice.h \
	src/snap/cone.c src/snap/cone.h \
	src/snap/density.c src/snap/density.h \
	src/snap/density_scale.c src/snap/density_scale.h \
	src/snap/frame.c src/snap/frame.h \
	src/snap/density_picture.c src/snap/density_picture.h \
	src/snap/device.c src/snap/device.h \
	src/snap/histogram.c src/snap/histogram.h \
	src/snap/readings.c src/snap/readings.h \
	src/snap/request.h \
	src/snap/snap.c src/snap/snap.h \
	src/snap/summary.c src/snap/summary.h \
	src/snap/timeline.c src/snap/timeline.h \
	src/algo/cone.c src/algo/cone.h \
	src/algo/density.c src/algo/density.h \
	src/algo/density_maps.c src/algo/density_maps.h \
	src/algo/frame.c src/algo/frame.h src/algo/frame_impl.h src/algo/frame_shapes.c \
	src/algo/histogram.c src/algo/histogram.h \
	src/algo/search.c src/algo/search.h \
	src/algo/search_account.c \
	src/algo/search_bounded.c \
	src/algo/search_fused.c \
	src/algo/search_impl.h \
	src/algo/search_level.c \
	src/algo/search_list.c src/algo/search_list_impl.h \
	src/algo/search_names.c \
	src/algo/search_paper.c \
	src/algo/search_rank.c \
	src/algo/search_read.c \
	src/algo/search_through.c \
	src/algo/search_walk.c \
	src/algo/stepper.h \
	src/algo/timing.c src/algo/timing.h \
	src/algo/timing_credit.c \
	src/algo/timing_paths.c src/algo/timing_paths.h \
	src/algo/timing_read.c src/algo/timing_read.h \
	src/cmd/assets.c src/cmd/assets.h \
	src/cmd/batch.c src/cmd/batch.h \
	src/cmd/board.c src/cmd/board.h \
	src/cmd/clock_path.c \
	src/cmd/lessons.c src/cmd/lessons.h \
	src/cmd/cmd_clocks.c \
	src/cmd/cmd_checks.c \
	src/cmd/cmd_histogram.c \
	src/cmd/cmd_density.c \
	src/cmd/colours.c src/cmd/colours.h \
	src/cmd/cmd_image.c src/cmd/frame.c src/cmd/frame.h src/cmd/frame_kept.c src/cmd/frame_overlay.c \
	src/cmd/density.c src/cmd/density.h src/cmd/density_files.c src/cmd/density_image.c \
	src/cmd/density_report.c \
	src/cmd/density_pass.c src/cmd/density_view.c \
	src/cmd/picture.c src/cmd/picture.h \
	src/cmd/frame_legend.c src/cmd/frame_legend.h src/cmd/legend_ticks.c \
	src/cmd/glyphs.c src/cmd/glyphs.h src/cmd/letters.c src/cmd/letters.h \
	src/cmd/cmd_cone.c src/cmd/cone.c src/cmd/cone.h \
	src/cmd/cmd_explain.c src/cmd/explain.c src/cmd/explain.h \
	src/cmd/cmd_graph.c \
	src/cmd/cmd_layout.c \
	src/cmd/cmd_netlist.c \
	src/cmd/cmd_objects.c \
	src/cmd/cmd_paths.c \
	src/cmd/cmd_place.c \
	src/cmd/cmd_property.c \
	src/cmd/cmd_query.c \
	src/cmd/cmd_report.c \
	src/cmd/cmd_sdc.c \
	src/cmd/cmd_device.c \
	src/cmd/cmd_session.c \
	src/cmd/device_read.c src/cmd/device_read.h \
	src/cmd/cmd_setup.c \
	src/cmd/cmd_generate.c \
	src/cmd/cmd_statistics.c \
	src/cmd/cmd_timeline.c \
	src/cmd/cmd_timing.c \
	src/cmd/cmd_traces.c \
	src/cmd/cmd_write.c \
	src/cmd/objects.c src/cmd/objects.h \
	src/cmd/histogram.c src/cmd/histogram.h \
	src/cmd/filter_options.c src/cmd/filter_options.h \
	src/cmd/path_find.c src/cmd/path_find.h \
	src/cmd/path_columns.c src/cmd/path_columns.h \
	src/cmd/path_full.c src/cmd/path_report.h \
	src/cmd/path_json.c src/cmd/path_labels.c src/cmd/path_lines.c \
	src/cmd/path_points.c src/cmd/path_points.h src/cmd/path_required.c \
	src/cmd/report_units.c src/cmd/report_units.h \
	src/cmd/command.c src/cmd/command.h \
	src/cmd/design.c src/cmd/design.h \
	src/cmd/examples.c src/cmd/examples.h \
	src/cmd/session.c src/cmd/session.h src/cmd/session_readings.c \
	src/cmd/shell.c src/cmd/shell.h src/cmd/shell_impl.h \
	src/cmd/shell_output.c src/cmd/shell_source.c src/cmd/shell_tcl.c \
	src/cmd/summary.c \
	src/cmd/variables.c src/cmd/variables.h \
	src/ui/chooser.c src/ui/chooser.h \
	src/ui/commands.c \
	src/ui/commands_cone.c src/ui/cone.c src/ui/cone.h \
	src/ui/commands_explain.c \
	src/ui/commands_paths.c \
	src/ui/commands_plot.c \
	src/ui/commands_settings.c \
	src/ui/console.c \
	src/ui/explain.c src/ui/explain.h src/ui/explain_numbers.c \
	src/ui/bars.c src/ui/bars.h \
	src/ui/panel.c src/ui/panel.h \
	src/ui/graph_text.c src/ui/graph_text.h \
	src/ui/history.c src/ui/history.h \
	src/ui/plots.c src/ui/plots.h \
	src/ui/key.c src/ui/key.h \
	src/ui/keymap.c src/ui/keymap.h \
	src/ui/list.c src/ui/list.h \
	src/ui/loop.c \
	src/ui/plot.c src/ui/plot.h \
	src/ui/progress.c \
	src/ui/prompt.c src/ui/prompt.h \
	src/ui/run.c \
	src/ui/screen.c \
	src/ui/settings.c src/ui/settings.h \
	src/ui/stages.c src/ui/stages.h \
	src/ui/surface.c src/ui/surface.h \
	src/ui/tui/curses_keys.c src/ui/tui/curses_keys.h \
	src/ui/tui/terminal.c src/ui/tui/terminal.h \
	src/ui/tui/themes.c src/ui/tui/themes.h \
	src/ui/commands_device.c \
	src/ui/record.c src/ui/record.h \
	src/ui/view_device.c \
	src/ui/timeline.c \
	src/ui/view_cone.c \
	src/ui/tui/pairs.c src/ui/tui/pairs.h \
	src/ui/win/frames.c src/ui/win/frames.h \
	src/ui/win/peer.c src/ui/win/peer.h \
	src/ui/win/protocol.h \
	src/ui/win/sdl.c src/ui/win/sdl.h \
	src/ui/win/sdl_keys.c src/ui/win/sdl_keys.h \
	src/ui/win/window_process.c src/ui/win/window_process.h \
	src/ui/ui.h \
	src/ui/view_density.c src/ui/density_map.c src/ui/density_explain.c src/ui/density_ui.h \
	src/ui/window.c src/ui/window.h src/ui/window_impl.h src/ui/commands_window.c \
	src/ui/window_link.c src/ui/window_mouse.c \
	src/ui/commands_density.c \
	src/ui/view_levels.c \
	src/ui/view_paths.c \
	src/ui/view_summary.c

CUDA_SOURCES = \
	src/gpu/k_choice.cu \
	src/gpu/k_forest.cu \
	src/gpu/k_fused.cu \
	src/gpu/k_delay.cu \
	src/gpu/k_boxes.cu \
	src/gpu/k_density.cu \
	src/gpu/k_frame.cu \
	src/gpu/k_states.cu \
	src/gpu/k_cone.cu \
	src/gpu/k_credit.cu \
	src/gpu/k_gather.cu \
	src/gpu/k_histogram.cu \
	src/gpu/k_inspect.cu \
	src/gpu/k_list.cu \
	src/gpu/k_levelize.cu \
	src/gpu/k_paper.cu \
	src/gpu/k_ranking.cu \
	src/gpu/k_search.cu \
	src/gpu/k_trace.cu \
	src/gpu/k_walk.cu \
	src/gpu/k_weights.cu
EXTRA_DIST += $(CUDA_SOURCES) src/gpu/prim_cuda.cu
if CUDA
libwarpscope_a_SOURCES += src/gpu/dev_cuda.c src/gpu/prim_cuda.h $(CUDA_SOURCES) \
	src/gpu/prim_cuda.cu
else
EXTRA_DIST += src/gpu/dev_cuda.c src/gpu/prim_cuda.h
endif

WARPSCOPE_LIBS = libwarpscope.a $(NCURSES_LIBS) $(TCL_LIBS) $(ZLIB_LIBS) $(PNG_LIBS) $(CUDA_LIBS) -lpthread -ldl -lm

bin_PROGRAMS += warpscope
warpscope_SOURCES = src/main.c src/cli.c src/cli.h src/design_files.c src/design_files.h src/doctor.c src/doctor.h \
	src/completion.c src/completion.h
warpscope_LDADD = $(WARPSCOPE_LIBS)

nvcc_verbose = $(nvcc_verbose_@AM_V@)
nvcc_verbose_ = $(nvcc_verbose_@AM_DEFAULT_V@)
nvcc_verbose_0 = @echo "  NVCC     $@";

.cu.o:
	$(nvcc_verbose)$(NVCC) $(NVCCFLAGS) -I$(srcdir)/src $(DEBUG_CPPFLAGS) -MMD -MP -MF $@.d \
		-c $< -o $@

-include $(CUDA_SOURCES:.cu=.o.d) src/gpu/prim_cuda.o.d
CLEANFILES += $(CUDA_SOURCES:.cu=.o.d) src/gpu/prim_cuda.o.d
