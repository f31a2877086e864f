# libwarpscope.a is everything but main(), so that tests and benchmarks link what they test.
noinst_LIBRARIES += libwarpscope.a
libwarpscope_a_SOURCES = \
	src/base/assets.c src/base/assets.h \
	src/base/ahead.c src/base/ahead.h \
	src/base/axis.c src/base/axis.h \
	src/base/base64.c src/base/base64.h \
	src/base/bits.h \
	src/base/derate_table.h \
	src/base/clock.h \
	src/base/coder.c src/base/coder.h \
	src/base/file_stamp.c src/base/file_stamp.h \
	src/base/grow.c src/base/grow.h \
	src/base/hash.c src/base/hash.h \
	src/base/input.c src/base/input.h \
	src/base/keyed.c src/base/keyed.h \
	src/base/keys.c src/base/keys.h \
	src/base/memory.c src/base/memory.h \
	src/base/names.c src/base/names.h \
	src/base/names_many.c \
	src/base/options.c src/base/options.h \
	src/base/output.c src/base/output.h \
	src/base/decimal.h \
	src/base/parallel.c src/base/parallel.h \
	src/base/messages.c src/base/messages.h \
	src/base/print.c src/base/print.h \
	src/base/ranks.c src/base/ranks.h \
	src/base/signals.c src/base/signals.h \
	src/base/status.c src/base/status.h \
	src/base/stream.c src/base/stream.h \
	src/base/task.h \
	src/base/text.c src/base/text.h \
	src/base/unpacker.c src/base/unpacker.h \
	src/base/units.c src/base/units.h \
	src/base/tcl_text.c src/base/tcl_text.h src/base/utf8.c src/base/utf8.h \
	src/base/visible.c src/base/visible.h \
	src/db/clock_arcs.c src/db/clock_arcs.h \
	src/db/clock_reach.c src/db/clock_reach.h \
	src/db/constants.c src/db/constants.h \
	src/db/constraints.c src/db/constraints.h \
	src/db/constraints_change.c src/db/constraints_change.h \
	src/db/constraints_fields.c src/db/constraints_fields.h \
	src/db/path_filter.c \
	src/db/annotations.c src/db/annotations.h \
	src/db/aocv.c src/db/aocv.h \
	src/db/cell_exchange.c src/db/cell_exchange.h \
	src/db/cells_alike.c src/db/cells_alike.h \
	src/db/derates.c src/db/derates.h \
	src/db/lens.c src/db/lens.h \
	src/db/slack_totals.h \
	src/db/drive.c src/db/drive.h \
	src/db/disables.c src/db/disables.h \
	src/db/edges.c src/db/edges.h \
	src/db/fan.c src/db/fan.h \
	src/db/fan_out.c src/db/fan_out.h src/db/far_arcs.h \
	src/db/fields.c src/db/fields.h \
	src/db/function.c src/db/function.h \
	src/db/graph.c src/db/graph.h \
	src/db/hierarchy.c src/db/hierarchy.h \
	src/db/latches.c src/db/latches.h \
	src/db/left_out.c src/db/left_out.h \
	src/db/wire_load.c src/db/wire_load.h \
	src/db/scaling.c src/db/scaling.h \
	src/db/timing_tables.c \
	src/db/limits.c \
	src/db/library.c src/db/library.h \
	src/db/loops.c src/db/loops.h \
	src/db/net_levels.c src/db/net_levels.h \
	src/db/netlist.c src/db/netlist.h \
	src/db/netlist_many.c \
	src/db/netlist_sides.c \
	src/db/netlist_tile.c \
	src/db/notes.c src/db/notes.h \
	src/db/supplies.c src/db/supplies.h \
	src/db/parasitics.c src/db/parasitics.h \
	src/db/parasitics_merge.c \
	src/db/path_graph.c src/db/path_graph.h \
	src/db/path_pattern.c src/db/path_pattern.h \
	src/db/query.c src/db/query.h \
	src/db/query_levels.c src/db/query_levels.h \
	src/db/rc.c src/db/rc.h \
	src/db/rc_network.c src/db/rc_network.h \
	src/db/replace_cell.c src/db/replace_cell.h \
	src/db/rent.c \
	src/db/sparse.c src/db/sparse.h \
	src/db/ssta_part.c src/db/ssta_part.h \
	src/db/statistics.c src/db/statistics.h \
	src/db/timing.h \
	src/db/timing_graph.c src/db/timing_graph.h \
	src/db/timing_impl.h \
	src/db/timing_instances.c \
	src/db/variation.c src/db/variation.h \
	src/db/net_wires.c src/db/net_wires.h \
	src/db/layout/placement.c src/db/layout/placement.h \
	src/db/layout/placement_copy.c \
	src/db/layout/placement_check.c src/db/layout/placement_check.h \
	src/db/layout/placement_levels.c src/db/layout/placement_levels.h \
	src/db/layout/placement_summary.c \
	src/db/layout/placement_tile.c \
	src/db/layout/polygon.c \
	src/db/layout/rect.h \
	src/db/layout/technology.c src/db/layout/technology.h \
	src/db/link/link.c src/db/link/link.h \
	src/db/link/link_check.c \
	src/db/link/link_flatten.c \
	src/db/link/link_many.c \
	src/db/link/gates.c src/db/link/gates.h \
	src/db/link/link_impl.h \
	src/db/link/link_libraries.c src/db/link/link_target.c \
	src/db/link/modules.c src/db/link/modules.h \
	src/db/state/exceptions.c src/db/state/exceptions.h \
	src/db/state/filter_index.c src/db/state/filter_index.h \
	src/db/state/filters.c src/db/state/filters.h \
	src/db/state/relations.c src/db/state/relations.h \
	src/db/state/state_clock_data.c src/db/state/state_clock_levels.c src/db/state/state_clock_pins.c src/db/state/state_clocks.c \
	src/db/state/state_data.c \
	src/db/state/state_data_checks.c \
	src/db/state/state_endpoints.c \
	src/db/state/state_edit.c src/db/state/state_edit.h \
	src/db/state/state_gating.c src/db/state/state_graph.c src/db/state/state_graph.h \
	src/db/state/state_impl.h src/db/state/state_spreader.h \
	src/db/state/state_latches.c \
	src/db/state/state_meeting.c \
	src/db/state/state_numbers.c \
	src/db/state/state_order.c \
	src/db/state/state_outputs.c \
	src/db/state/state_parts.c \
	src/db/state/state_progress.c \
	src/db/state/state_reach.c \
	src/db/state/state_segments.c \
	src/db/state/state_requests.c src/db/state/state_tag_sets.c src/db/state/state_tags.c src/db/state/state_walk.c src/db/state/state_ways.c \
	src/read/aocv.c src/read/aocv.h \
	src/read/dag.c src/read/dag.h src/read/dag_impl.h \
	src/read/dag_blocks.c \
	src/read/dag_edges.c \
	src/read/matrix_market.c src/read/matrix_market.h \
	src/read/ssta_part.c src/read/ssta_part.h \
	src/read/tau.c src/read/tau.h \
	src/read/layout/bookshelf.c src/read/layout/bookshelf.h \
	src/read/layout/bookshelf_build.c \
	src/read/layout/bookshelf_files.c \
	src/read/layout/bookshelf_impl.h \
	src/read/layout/bookshelf_lines.c \
	src/read/layout/def.c src/read/layout/def.h \
	src/read/layout/def_areas.c \
	src/read/layout/def_components.c \
	src/read/layout/def_impl.h \
	src/read/layout/def_match.c \
	src/read/layout/def_netlist.c \
	src/read/layout/def_nets.c \
	src/read/layout/def_pins.c \
	src/read/layout/def_places.c \
	src/read/layout/lef.c src/read/layout/lef.h \
	src/read/layout/lef_impl.h \
	src/read/layout/lef_layer.c \
	src/read/layout/lef_macro.c \
	src/read/layout/lef_shape.c \
	src/read/layout/lexer.c src/read/layout/lexer.h \
	src/read/liberty/liberty.c src/read/liberty/liberty.h \
	src/read/liberty/liberty_cell.c \
	src/read/liberty/liberty_clock.c \
	src/read/liberty/liberty_expr.c \
	src/read/liberty/liberty_impl.h \
	src/read/liberty/liberty_pin.c \
	src/read/liberty/liberty_scan.c \
	src/read/liberty/liberty_table.c \
	src/read/liberty/liberty_timing.c \
	src/read/liberty/liberty_wire_load.c \
	src/read/liberty/liberty_scaling.c \
	src/read/sdc/sdc.c src/read/sdc/sdc.h \
	src/read/sdc/sdc_allowed.c \
	src/read/sdc/sdc_call.c \
	src/read/sdc/sdc_child.c \
	src/read/sdc/sdc_clock_pins.c src/read/sdc/sdc_clocks.c \
	src/read/sdc/sdc_code.c src/read/sdc/sdc_code.h \
	src/read/sdc/sdc_collections.c \
	src/read/sdc/sdc_commands.c \
	src/read/sdc/sdc_delays.c \
	src/read/sdc/sdc_design.c \
	src/read/sdc/sdc_ends.c \
	src/read/sdc/sdc_exceptions.c \
	src/read/sdc/sdc_filter.c \
	src/read/sdc/sdc_generated.c \
	src/read/sdc/sdc_library_clocks.c \
	src/read/sdc/sdc_impl.h \
	src/read/sdc/sdc_edges.c \
	src/read/sdc/sdc_limits.c \
	src/read/sdc/sdc_messages.c \
	src/read/sdc/sdc_annotate.c \
	src/read/sdc/sdc_locals.c \
	src/read/sdc/sdc_match.c \
	src/read/sdc/sdc_objects.c \
	src/read/sdc/sdc_of.c \
	src/read/sdc/sdc_ports.c \
	src/read/sdc/sdc_property.c \
	src/read/sdc/sdc_query.c \
	src/read/sdc/sdc_variables.c src/read/sdc/sdc_variables.h \
	src/read/sdc/sdc_relations.c \
	src/read/sdc/sdc_script.c \
	src/read/sdc/sdc_sources.c \
	src/read/sdc/sdc_state.c \
	src/read/sdc/sdc_stream.c \
	src/read/sdc/sdc_table.h \
	src/read/sdc/sdc_take.c \
	src/read/sdc/sdc_unset.c \
	src/read/sdc/sdc_wire_load.c \
	src/read/sdc/sdc_words.c \
	src/read/sdf/sdf.c src/read/sdf/sdf.h \
	src/read/sdf/sdf_checks.c \
	src/read/sdf/sdf_cond.c \
	src/read/sdf/sdf_delays.c \
	src/read/sdf/sdf_impl.h \
	src/read/sdf/sdf_names.c \
	src/read/sdf/sdf_scan.c src/read/sdf/sdf_scan.h \
	src/read/spef/spef.c src/read/spef/spef.h \
	src/read/spef/spef_blocks.c \
	src/read/spef/spef_impl.h \
	src/read/spef/spef_names.c \
	src/read/spef/spef_net.c \
	src/read/spef/spef_scan.c src/read/spef/spef_scan.h \
	src/read/verilog/verilog.c src/read/verilog/verilog.h \
	src/read/verilog/verilog_declare.c \
	src/read/verilog/verilog_attributes.c src/read/verilog/verilog_expression.c \
	src/read/verilog/verilog_impl.h \
	src/read/verilog/verilog_module.c \
	src/read/verilog/verilog_scan.c src/read/verilog/verilog_scan.h \
	src/read/verilog/verilog_ready.c \
	src/read/verilog/verilog_tokens.c src/read/verilog/verilog_tokens.h \
	src/store/coder.c src/store/coder.h \
	src/store/store.c src/store/store.h \
	src/store/store_file.c src/store/store_file.h \
	src/store/store_graph.c \
	src/store/store_impl.h \
	src/store/store_aocv.c \
	src/store/store_layout.c \
	src/store/store_library.c \
	src/store/store_netlist.c \
	src/store/store_states.c \
	src/store/store_states_check.c \
	src/store/store_timing.c \
	src/store/store_wires.c \
	src/write/dag.c src/write/dag.h \
	src/write/dag_cost.c \
	src/write/def.c src/write/def.h \
	src/write/liberty.c src/write/liberty.h \
	src/write/liberty_cell.c \
	src/write/liberty_clock.c \
	src/write/liberty_scaling.c \
	src/write/liberty_expr.c \
	src/write/liberty_impl.h \
	src/write/liberty_state.c \
	src/write/liberty_timing.c \
	src/write/npy.c src/write/npy.h \
	src/write/png.c src/write/png.h \
	src/write/sdc.c src/write/sdc.h \
	src/write/sdc_clocks.c \
	src/write/sdc_drivers.c \
	src/write/sdc_impl.h \
	src/write/sdc_inside.c \
	src/write/sdc_limits.c \
	src/write/sdc_locals.c \
	src/write/sdc_names.c \
	src/write/sdc_paths.c \
	src/write/sdc_ports.c \
	src/write/spef.c src/write/spef.h \
	src/write/ssta_part.c src/write/ssta_part.h \
	src/write/verilog.c src/write/verilog.h \
	src/gen/buffers.c \
	src/gen/cells.c src/gen/cells.h \
	src/gen/clock_tree.c src/gen/clock_tree.h \
	src/gen/clock_tree_impl.h \
	src/gen/floorplan.c \
	src/gen/generate.c src/gen/generate.h \
	src/gen/generate_drivers.c \
	src/gen/generate_impl.h \
	src/gen/generate_shape.c \
	src/gen/generate_wiring.c \
	src/gen/legalise.c \
	src/gen/matrices.c src/gen/matrices.h \
	src/gen/pack.c src/gen/pack.h \
	src/gen/place.c src/gen/place.h \
	src/gen/place_detail.c \
	src/gen/place_fillers.c \
	src/gen/place_impl.h \
	src/gen/place_nets.c \
	src/gen/place_ports.c \
	src/gen/profile.c src/gen/profile.h \
	src/base/random.h \
	src/gen/rows.c src/gen/rows.h \
	src/gen/steiner.c src/gen/steiner.h \
	src/gen/wires.c src/gen/wires.h \
	src/gpu/checks/clock_checks.c src/gpu/checks/clock_checks.h \
	src/gpu/checks/clock_pins.c src/gpu/checks/clock_pins.h \
	src/gpu/checks/clock_skew.c src/gpu/checks/clock_skew.h \
	src/gpu/checks/limit_checks.c src/gpu/checks/limit_checks.h \
	src/gpu/checks/pin_order.c src/gpu/checks/pin_order.h \
	src/gpu/checks/skew_checks.c src/gpu/checks/skew_checks.h \
	src/gpu/credit/credit_args.h \
	src/gpu/credit/credit_order.c \
	src/gpu/credit/launches.h \
	src/gpu/credit/timing_credit.c \
	src/gpu/credit/timing_credit_impl.h \
	src/gpu/credit/timing_pin_slacks.c src/gpu/credit/timing_pin_slacks.h \
	src/gpu/credit/timing_slacks.c src/gpu/credit/timing_slacks.h \
	src/gpu/credit/timing_slacks_impl.h \
	src/gpu/delay/aocv.h \
	src/gpu/delay/arc_delay.h \
	src/gpu/delay/delay_args.h \
	src/gpu/delay/device_retiming.h \
	src/gpu/delay/hand_on.h \
	src/gpu/delay/wave_state.h \
	src/gpu/delay/latch.h \
	src/gpu/delay/look_up.h \
	src/gpu/delay/network_args.h \
	src/gpu/delay/retime_args.h \
	src/gpu/delay/timing_aocv.c src/gpu/delay/timing_aocv.h \
	src/gpu/delay/timing_arcs.c \
	src/gpu/delay/timing_retime.c src/gpu/delay/timing_retime.h \
	src/gpu/delay/timing_waves.c \
	src/gpu/delay/wave.h \
	src/gpu/density/density.c src/gpu/density/density.h \
	src/gpu/density/density_args.h \
	src/gpu/density/density_cells.c \
	src/gpu/density/density_impl.h \
	src/gpu/density/density_maps.c src/gpu/density/density_maps.h \
	src/gpu/density/density_spans.h \
	src/gpu/density/density_types.h \
	src/gpu/density/device_density.h \
	src/gpu/device/columns.c src/gpu/device/columns.h \
	src/gpu/device/cpu_memory.c src/gpu/device/cpu_memory.h \
	src/gpu/device/dev_cpu.c \
	src/gpu/device/device.c src/gpu/device/device.h \
	src/gpu/device/device_config.h \
	src/gpu/device/device_impl.h \
	src/gpu/device/prim_cpu.c src/gpu/device/prim_cpu.h \
	src/gpu/device/profile.c src/gpu/device/profile.h \
	src/gpu/device/word_args.h \
	src/gpu/device/warp.c src/gpu/device/warp.h \
	src/gpu/device/warp_flow.c src/gpu/device/warp_flow.h \
	src/gpu/device/warp_impl.h \
	src/gpu/device/warp_lanes.c src/gpu/device/warp_lanes.h \
	src/gpu/device/warp_steps.c \
	src/gpu/frame/device_frame.h \
	src/gpu/frame/frame.c src/gpu/frame/frame.h \
	src/gpu/frame/frame_args.h \
	src/gpu/frame/frame_impl.h \
	src/gpu/frame/frame_shapes.c \
	src/gpu/frame/frame_types.c \
	src/gpu/image/annotation_image.c \
	src/gpu/image/credit.h \
	src/gpu/image/derate_image.c \
	src/gpu/image/device_graph.h \
	src/gpu/image/device_timing.h \
	src/gpu/image/graph_args.h \
	src/gpu/image/image.c src/gpu/image/image.h \
	src/gpu/image/image_forest.c \
	src/gpu/image/latch_image.c \
	src/gpu/image/network_image.c \
	src/gpu/image/parallel_image.c \
	src/gpu/image/path_image.c src/gpu/image/path_image.h \
	src/gpu/image/reference_image.c \
	src/gpu/image/state_image.c \
	src/gpu/image/tag_set_args.h \
	src/gpu/image/tag_spreader.c src/gpu/image/tag_spreader.h \
	src/gpu/image/tag_spreader_impl.h \
	src/gpu/image/tag_states.c \
	src/gpu/image/tag_steps.c \
	src/gpu/image/threshold_image.c \
	src/gpu/image/timing_image.c src/gpu/image/timing_image.h \
	src/gpu/image/timing_image_edit.c \
	src/gpu/image/touched_bits.h \
	src/gpu/image/weight_args.h \
	src/gpu/inspect/change_args.h \
	src/gpu/inspect/cone.c src/gpu/inspect/cone.h \
	src/gpu/inspect/cone_args.h \
	src/gpu/inspect/device_changes.h \
	src/gpu/inspect/endpoint_list.c src/gpu/inspect/endpoint_list.h \
	src/gpu/inspect/histogram.c src/gpu/inspect/histogram.h \
	src/gpu/inspect/histogram_args.h \
	src/gpu/inspect/histogram_impl.h \
	src/gpu/inspect/slack_changes.c src/gpu/inspect/slack_changes.h \
	src/gpu/inspect/path_counts.c src/gpu/inspect/path_counts.h \
	src/gpu/inspect/path_counts_args.h \
	src/gpu/inspect/timing_read.c src/gpu/inspect/timing_read.h \
	src/gpu/kernel/cost_by_args.h \
	src/gpu/kernel/cpu_launch.h \
	src/gpu/kernel/cuda_launch.h \
	src/gpu/kernel/flow.h \
	src/gpu/kernel/kernel.h \
	src/gpu/kernel/kernel_cost.c src/gpu/kernel/kernel_cost.h \
	src/gpu/kernel/kernel_cpu.h \
	src/gpu/kernel/kernel_cuda.h \
	src/gpu/kernel/kernel_gpu.h \
	src/gpu/kernel/kernel_ids.h \
	src/gpu/kernel/kernel_warp.h \
	src/gpu/kernel/kernels.def \
	src/gpu/kernel/kernels.h \
	src/gpu/kernel/values.h \
	src/gpu/kernel/warp_code.h \
	src/gpu/kernel/warp_fields.c src/gpu/kernel/warp_fields.h \
	src/gpu/labels/device_labels.h \
	src/gpu/labels/graph_paths.c src/gpu/labels/graph_paths.h \
	src/gpu/labels/label_args.h \
	src/gpu/labels/label_space.c \
	src/gpu/labels/labels.c src/gpu/labels/labels.h \
	src/gpu/labels/labels_impl.h \
	src/gpu/labels/labels_rounds.c \
	src/gpu/labels/product.c src/gpu/labels/product.h \
	src/gpu/labels/product_args.h \
	src/gpu/labels/product_count.c \
	src/gpu/labels/product_image.c \
	src/gpu/labels/product_impl.h \
	src/gpu/labels/product_sets.h \
	src/gpu/labels/product_space.c \
	src/gpu/place/cg.c src/gpu/place/cg.h \
	src/gpu/place/cg_args.h \
	src/gpu/place/device_cg.h \
	src/gpu/place/device_place.h \
	src/gpu/place/field.c src/gpu/place/field.h \
	src/gpu/place/place_args.h \
	src/gpu/place/placer.c src/gpu/place/placer.h \
	src/gpu/place/placer_arrays.c src/gpu/place/placer_impl.h \
	src/gpu/place/quadratic.c src/gpu/place/quadratic.h \
	src/gpu/search/forest_slots.h \
	src/gpu/search/list_args.h \
	src/gpu/search/merge_path.h \
	src/gpu/search/block_scan.h \
	src/gpu/search/device_paths.h \
	src/gpu/search/paper/fused.h \
	src/gpu/search/paper/paper_args.h \
	src/gpu/search/paper/search_fused.c \
	src/gpu/search/paper/search_host.c \
	src/gpu/search/paper/search_paper.c \
	src/gpu/search/path_based.c src/gpu/search/path_based.h \
	src/gpu/search/path_walk.h \
	src/gpu/search/search.c src/gpu/search/search.h \
	src/gpu/search/search_account.c \
	src/gpu/search/search_args.h \
	src/gpu/search/search_bounded.c \
	src/gpu/search/search_impl.h \
	src/gpu/search/search_level.c \
	src/gpu/search/search_list.c \
	src/gpu/search/search_list_impl.h \
	src/gpu/search/search_log.c \
	src/gpu/search/search_names.c \
	src/gpu/search/search_own.c \
	src/gpu/search/search_rank.c \
	src/gpu/search/search_read.c \
	src/gpu/search/search_retime.c src/gpu/search/search_retime.h \
	src/gpu/search/search_through.c \
	src/gpu/search/search_walk.c \
	src/gpu/search/sorted_keys.h \
	src/gpu/spmv/bfs.c src/gpu/spmv/bfs.h \
	src/gpu/spmv/bfs_args.h \
	src/gpu/spmv/bfs_host.c \
	src/gpu/spmv/device_matrix.h \
	src/gpu/spmv/spmv.c src/gpu/spmv/spmv.h \
	src/gpu/spmv/spmv_args.h \
	src/gpu/spmv/spmv_x86.h \
	src/gpu/spmv/sta.c src/gpu/spmv/sta.h \
	src/gpu/spmv/sta_args.h \
	src/gpu/spmv/sta_rows.c \
	src/gpu/ssta/device_ssta.h \
	src/gpu/ssta/die_clocks.c \
	src/gpu/ssta/die_path_args.h \
	src/gpu/ssta/die_paths.c src/gpu/ssta/die_paths.h \
	src/gpu/ssta/die_paths_impl.h \
	src/gpu/ssta/normal_table.h \
	src/gpu/ssta/paper/ssta_paper.c \
	src/gpu/ssta/paper/ssta_paper_args.h \
	src/gpu/ssta/paper/ssta_twister.h \
	src/gpu/ssta/paper/twister_table.h \
	src/gpu/ssta/sobol_table.h \
	src/gpu/ssta/ssta.c src/gpu/ssta/ssta.h \
	src/gpu/ssta/ssta_arcs.c \
	src/gpu/ssta/ssta_args.h \
	src/gpu/ssta/ssta_cone.c src/gpu/ssta/ssta_cone.h \
	src/gpu/ssta/ssta_cone_args.h \
	src/gpu/ssta/ssta_cone_run.c \
	src/gpu/ssta/ssta_control.c \
	src/gpu/ssta/ssta_die.c \
	src/gpu/ssta/ssta_draw.h \
	src/gpu/ssta/ssta_ends.c \
	src/gpu/ssta/ssta_engine.c \
	src/gpu/ssta/ssta_factors.c \
	src/gpu/ssta/ssta_fan_in.c \
	src/gpu/ssta/ssta_field.c \
	src/gpu/ssta/ssta_impl.h \
	src/gpu/ssta/ssta_normal.c src/gpu/ssta/ssta_normal.h \
	src/gpu/ssta/ssta_parts.c \
	src/gpu/ssta/ssta_place.c \
	src/gpu/ssta/ssta_program.c \
	src/gpu/ssta/ssta_program_impl.h \
	src/gpu/ssta/ssta_ranks.c \
	src/gpu/ssta/ssta_sampling.c src/gpu/ssta/ssta_sampling.h \
	src/gpu/ssta/ssta_slew.c \
	src/gpu/ssta/ssta_statistics.c \
	src/gpu/ssta/ssta_vectors.h \
	src/gpu/ssta/ssta_x86.h \
	src/gpu/try/try.h \
	src/gpu/try/try_case.c \
	src/gpu/try/try_check.c \
	src/gpu/timing/arrival_args.h \
	src/gpu/timing/arrivals.c src/gpu/timing/arrivals.h \
	src/gpu/timing/arrivals_impl.h \
	src/gpu/timing/arrivals_read.c \
	src/gpu/timing/state_times.h \
	src/gpu/timing/timing.c src/gpu/timing/timing.h \
	src/gpu/timing/timing_annotations.c src/gpu/timing/timing_annotations.h \
	src/gpu/timing/result_args.h \
	src/gpu/timing/timing_args.h \
	src/gpu/timing/cell_trial.c src/gpu/timing/cell_trial.h \
	src/gpu/timing/timing_edit.c src/gpu/timing/timing_edit.h \
	src/gpu/timing/timing_latches.c src/gpu/timing/timing_latches.h \
	src/gpu/timing/timing_paths.c src/gpu/timing/timing_paths.h \
	src/gpu/timing/timing_products.c \
	src/gpu/timing/timing_references.c src/gpu/timing/timing_references.h \
	src/gpu/timing/timing_restate.c src/gpu/timing/timing_restate.h \
	src/gpu/timing/timing_results.c \
	src/gpu/timing/timing_touched.c src/gpu/timing/timing_touched.h \
	src/gpu/timing/touched_args.h \
	src/gpu/timing/touched_sweep.h \
	src/snap/arrivals.c src/snap/arrivals.h \
	src/snap/candidates.c src/snap/candidates.h \
	src/snap/changes.c src/snap/changes.h \
	src/snap/warp.c src/snap/warp.h \
	src/snap/chart.c src/snap/chart.h \
	src/snap/list_filter.c src/snap/list_filter.h \
	src/snap/cone.c src/snap/cone.h \
	src/snap/density.c src/snap/density.h \
	src/snap/density_picture.c src/snap/density_picture.h \
	src/snap/density_scale.c src/snap/density_scale.h \
	src/snap/device.c src/snap/device.h \
	src/snap/endpoints.c src/snap/endpoints.h \
	src/snap/frame.c src/snap/frame.h \
	src/snap/path_counts.c src/snap/path_counts.h \
	src/snap/histogram.c src/snap/histogram.h \
	src/snap/lab.c src/snap/lab.h \
	src/snap/lab_chart.c \
	src/snap/labels.c src/snap/labels.h \
	src/snap/forces.c src/snap/forces.h src/snap/placer_force.h \
	src/snap/pixels.c src/snap/pixels.h \
	src/snap/readings.c src/snap/readings.h \
	src/snap/request.h \
	src/snap/snap.c src/snap/snap.h \
	src/snap/ssta.c src/snap/ssta.h \
	src/snap/summary.c src/snap/summary.h \
	src/snap/timeline.c src/snap/timeline.h \
	src/snap/typed.c src/snap/typed.h \
	src/snap/stepper.h \
	src/session/arrivals.c src/session/arrivals.h \
	src/session/batch.c src/session/batch.h \
	src/session/board.c src/session/board.h \
	src/session/candidates.c \
	src/session/saved_paths.c src/session/saved_paths.h \
	src/session/command.c src/session/command.h \
	src/session/cone.c src/session/cone.h \
	src/session/design.c src/session/design.h \
	src/session/design_files.c src/session/design_files.h src/session/design_files_impl.h \
	src/session/design_folder.c \
	src/session/design_timing.c \
	src/session/device_read.c src/session/device_read.h \
	src/session/edits.c src/session/edits.h \
	src/session/endpoints.c \
	src/session/exact_search.c src/session/exact_search.h \
	src/session/examples.c src/session/examples.h \
	src/session/fastest.c \
	src/session/files.c src/session/files.h \
	src/session/kits.c src/session/kits.h \
	src/session/label_lines.c \
	src/session/label_paths.c \
	src/session/labels.c src/session/labels.h \
	src/session/lessons.c src/session/lessons.h \
	src/session/objects.c src/session/objects.h \
	src/session/parts.c src/session/parts.h \
	src/session/opensta.c src/session/opensta.h src/session/opensta_internals.c \
	src/session/path_truth.c src/session/path_truth.h \
	src/session/cells.c src/session/cells.h \
	src/session/sizes.c src/session/sizes.h \
	src/session/lens.c src/session/lens.h \
	src/session/saved_slacks.c src/session/saved_slacks.h \
	src/session/script.c src/session/script.h \
	src/session/session.c src/session/session.h \
	src/session/session_readings.c \
	src/session/shell.c src/session/shell.h \
	src/session/shell_impl.h \
	src/session/shell_commands.c \
	src/session/shell_divert.c \
	src/session/shell_output.c \
	src/session/shell_process.c \
	src/session/shell_source.c \
	src/session/shell_device.c \
	src/session/shell_tcl.c \
	src/session/slacks_file.c src/session/slacks_file.h \
	src/session/steppers.c \
	src/session/summary.c \
	src/session/warp.c src/session/warp.h \
	src/session/variables.c src/session/variables.h \
	src/report/annotated.c src/report/annotated.h \
	src/report/arithmetic.c src/report/arithmetic.h \
	src/report/changes.c \
	src/report/chart_image.c src/report/chart_image.h \
	src/report/clock_path.c \
	src/report/clock_report.c src/report/clock_report.h \
	src/report/dcalc.c src/report/dcalc.h \
	src/report/density.c src/report/density.h \
	src/report/density_files.c \
	src/report/density_image.c \
	src/report/density_pass.c \
	src/report/density_report.c \
	src/report/density_view.c \
	src/report/edge_report.c src/report/edge_report.h \
	src/report/endpoint_paths.c src/report/endpoint_paths.h \
	src/report/explain.c src/report/explain.h \
	src/report/explain_listed.c \
	src/report/explain_place.c \
	src/report/found_paths.c src/report/found_paths.h \
	src/report/frame.c src/report/frame.h \
	src/report/frame_forces.c \
	src/report/frame_kept.c \
	src/report/frame_overlay.c \
	src/report/frame_tints.c \
	src/report/all_paths.c src/report/all_paths.h \
	src/report/histogram.c src/report/histogram.h \
	src/report/kept_paths.c src/report/kept_paths.h \
	src/report/lab.c src/report/lab.h \
	src/report/lab_bfs.c \
	src/report/lab_cg.c \
	src/report/lab_dies.c \
	src/report/lab_report.c \
	src/report/lab_spmv.c \
	src/report/lab_sta.c \
	src/report/lab_view.c \
	src/report/limit_report.c src/report/limit_report.h \
	src/report/path_columns.c src/report/path_columns.h \
	src/report/path_find.c src/report/path_find.h \
	src/report/path_full.c \
	src/report/path_json.c \
	src/report/path_labels.c \
	src/report/path_latch.c \
	src/report/path_lines.c \
	src/report/path_pba.c \
	src/report/path_points.c src/report/path_points.h \
	src/report/path_report.h \
	src/report/path_required.c \
	src/report/path_walk.c src/report/path_walk.h \
	src/report/pba.c src/report/pba.h \
	src/report/quote.c src/report/quote.h \
	src/report/report_units.c src/report/report_units.h \
	src/report/sdf.c src/report/sdf.h \
	src/report/sdf_checks.c \
	src/report/sdf_delays.c \
	src/report/sdf_impl.h \
	src/report/ssta_view.c \
	src/report/ssta.c src/report/ssta.h \
	src/report/ssta_chart.c \
	src/report/ssta_image.c \
	src/report/ssta_numbers.c \
	src/report/ssta_single.c \
	src/draw/colours.c src/draw/colours.h \
	src/draw/frame_legend.c src/draw/frame_legend.h \
	src/draw/frame_panel.c src/draw/frame_panel.h \
	src/draw/glyphs.c src/draw/glyphs.h \
	src/draw/legend_ticks.c \
	src/draw/letters.c src/draw/letters.h \
	src/draw/picture.c src/draw/picture.h \
	src/draw/strokes.c src/draw/strokes.h \
	src/cmd/checks_options.c src/cmd/checks_options.h \
	src/cmd/clock_list.c src/cmd/clock_list.h \
	src/cmd/cmd_annotate.c \
	src/cmd/cmd_aocv.c \
	src/cmd/cmd_arrivals.c \
	src/cmd/cmd_check_types.c \
	src/cmd/cmd_checks.c \
	src/cmd/cmd_clock_period.c \
	src/cmd/cmd_clock_skew.c \
	src/cmd/cmd_clocks.c \
	src/cmd/cmd_compare.c \
	src/cmd/cmd_lens.c \
	src/cmd/cmd_cone.c \
	src/cmd/cmd_dcalc.c \
	src/cmd/cmd_density.c \
	src/cmd/cmd_device.c \
	src/cmd/cmd_edge_report.c \
	src/cmd/cmd_edges.c src/cmd/cmd_edges.h \
	src/cmd/cmd_explain.c \
	src/cmd/cmd_fan.c \
	src/cmd/cmd_generate.c \
	src/cmd/cmd_graph.c \
	src/cmd/cmd_all_paths.c \
	src/cmd/cmd_histogram.c \
	src/cmd/cmd_image.c \
	src/cmd/cmd_lab.c \
	src/cmd/cmd_lab_matrix.c \
	src/cmd/cmd_lab_property.c \
	src/cmd/cmd_labels.c \
	src/cmd/cmd_layout.c \
	src/cmd/cmd_library.c \
	src/cmd/cmd_netlist.c \
	src/cmd/cmd_objects.c \
	src/cmd/cmd_open.c \
	src/cmd/cmd_path.c \
	src/cmd/cmd_paths.c \
	src/cmd/cmd_pin_times.c \
	src/cmd/cmd_place.c \
	src/cmd/cmd_property.c \
	src/cmd/cmd_pulses.c \
	src/cmd/cmd_replace.c \
	src/cmd/cmd_report.c \
	src/cmd/cmd_sdc.c \
	src/cmd/cmd_session.c \
	src/cmd/cmd_setup.c \
	src/cmd/cmd_snapshot.c \
	src/cmd/cmd_ssta.c \
	src/cmd/cmd_ssta_critical.c \
	src/cmd/cmd_ssta_files.c \
	src/cmd/cmd_ssta_report.c \
	src/cmd/cmd_ssta_spread.c \
	src/cmd/cmd_statistics.c \
	src/cmd/cmd_timeline.c \
	src/cmd/cmd_timing.c \
	src/cmd/cmd_timing_paths.c \
	src/cmd/cmd_traces.c \
	src/cmd/cmd_try.c \
	src/cmd/cmd_warp.c \
	src/cmd/cmd_wires.c \
	src/cmd/cmd_write.c \
	src/cmd/filter_options.c src/cmd/filter_options.h \
	src/cmd/lab_place.c src/cmd/lab_place.h \
	src/cmd/place_steps.c src/cmd/place_steps.h \
	src/cmd/place_timing.c src/cmd/place_timing.h \
	src/cmd/ssta.c src/cmd/ssta.h \
	src/cmd/cmd_timing_paths.h \
	src/cmd/tables.c \
	src/cmd/typed.c \
	src/cmd/verilog_files.c src/cmd/verilog_files.h \
	src/ui/commands.c \
	src/ui/commands_settings.c \
	src/ui/complete.c src/ui/complete.h \
	src/ui/console.c \
	src/ui/demo.c \
	src/ui/footer.c src/ui/footer.h \
	src/ui/help.c src/ui/help.h \
	src/ui/history.c src/ui/history.h \
	src/ui/keymap.c src/ui/keymap.h \
	src/ui/lesson_answer.c \
	src/ui/choices.c \
	src/ui/gain_menus.c \
	src/ui/lesson_menu.c \
	src/ui/listing.c \
	src/ui/loop.c \
	src/ui/panel.c src/ui/panel.h \
	src/ui/progress.c \
	src/ui/prompt.c src/ui/prompt.h \
	src/ui/record.c src/ui/record.h \
	src/ui/run.c \
	src/ui/screen.c \
	src/ui/screen_image.c \
	src/ui/settings.c src/ui/settings.h \
	src/ui/timeline.c \
	src/ui/ui.h \
	src/ui/tui/crash.c src/ui/tui/crash.h \
	src/ui/tui/curses_keys.c src/ui/tui/curses_keys.h \
	src/ui/tui/describe.c \
	src/ui/tui/direct.c src/ui/tui/direct.h \
	src/ui/tui/graphics.c src/ui/tui/graphics.h \
	src/ui/tui/kitty.c src/ui/tui/kitty.h \
	src/ui/tui/pairs.c src/ui/tui/pairs.h \
	src/ui/tui/replies.c src/ui/tui/replies.h \
	src/ui/tui/sixel.c src/ui/tui/sixel.h \
	src/ui/tui/terminal.c src/ui/tui/terminal.h src/ui/tui/terminal_impl.h \
	src/ui/tui/terminal_show.c \
	src/ui/tui/themes.c src/ui/tui/themes.h \
	src/ui/tui/type.c src/ui/tui/type.h \
	src/ui/views/view_arrivals.h \
	src/ui/views/arrivals_explain.c \
	src/ui/views/chooser.c src/ui/views/chooser.h \
	src/ui/views/commands_cone.c \
	src/ui/views/commands_density.c \
	src/ui/views/commands_device.c \
	src/ui/views/commands_endpoints.c \
	src/ui/views/commands_explain.c \
	src/ui/views/commands_paths.c \
	src/ui/views/commands_plot.c \
	src/ui/views/cone.c src/ui/views/cone.h \
	src/ui/views/density_explain.c \
	src/ui/views/density_map.c \
	src/ui/views/density_numbers.c \
	src/ui/views/density_pixels.c \
	src/ui/views/view_density.h \
	src/ui/views/density_values.c \
	src/ui/views/view_endpoints.h \
	src/ui/views/endpoints_detail.c \
	src/ui/views/explain.c src/ui/views/explain.h \
	src/ui/views/explain_numbers.c \
	src/ui/views/lab_explain.c \
	src/ui/views/view_lab.h \
	src/ui/views/labels_plots.c \
	src/ui/views/view_labels.h \
	src/ui/views/levels.h \
	src/ui/views/view_paths.h src/ui/views/paths_list.c src/ui/views/paths_plot.c \
	src/ui/views/plots.c src/ui/views/plots.h \
	src/ui/views/search_explain.c src/ui/views/search_explain.h \
	src/ui/views/stages.c src/ui/views/stages.h \
	src/ui/views/stages_unfold.c \
	src/ui/views/view_summary.h \
	src/ui/views/summary_bins.c \
	src/ui/views/summary_lines.c src/ui/views/summary_lines.h \
	src/ui/views/trace.c src/ui/views/trace.h \
	src/ui/views/view.c src/ui/views/view.h \
	src/ui/views/view_arrivals.c \
	src/ui/views/view_compare.c \
	src/ui/views/view_cone.c \
	src/ui/views/view_density.c \
	src/ui/views/view_device.c \
	src/ui/views/view_endpoints.c \
	src/ui/views/pixel_map.c src/ui/views/pixel_map.h \
	src/ui/views/view_lab.c \
	src/ui/views/view_place.c \
	src/ui/views/view_labels.c \
	src/ui/views/view_levels.c \
	src/ui/views/view_paths.c \
	src/ui/views/view_ssta.c \
	src/ui/views/view_warp.c \
	src/ui/views/view_start.c src/ui/views/view_start.h \
	src/ui/views/view_summary.c \
	src/ui/widgets/bars.c src/ui/widgets/bars.h \
	src/ui/widgets/chart.c src/ui/widgets/chart.h \
	src/ui/widgets/dots.c src/ui/widgets/dots.h \
	src/ui/widgets/graph_draw.c \
	src/ui/widgets/graph_pixels.c \
	src/ui/widgets/graph_text.c src/ui/widgets/graph_text.h \
	src/ui/widgets/graph_text_impl.h \
	src/ui/widgets/key.c src/ui/widgets/key.h \
	src/ui/widgets/list.c src/ui/widgets/list.h \
	src/ui/widgets/plot.c src/ui/widgets/plot.h \
	src/ui/widgets/scatter.c src/ui/widgets/scatter.h \
	src/ui/widgets/surface.c src/ui/widgets/surface.h \
	src/ui/win/commands_window.c \
	src/ui/win/frames.c src/ui/win/frames.h \
	src/ui/win/peer.c src/ui/win/peer.h \
	src/ui/win/protocol.c src/ui/win/protocol.h \
	src/ui/win/sdl.c src/ui/win/sdl.h \
	src/ui/win/sdl_keys.c src/ui/win/sdl_keys.h \
	src/ui/win/window.c src/ui/win/window.h \
	src/ui/win/window_impl.h \
	src/ui/win/window_link.c \
	src/ui/win/window_mouse.c \
	src/ui/win/window_panel.c \
	src/ui/win/window_process.c src/ui/win/window_process.h

# Each is compiled for both devices.
KERNELS = \
	src/gpu/credit/k_credit.cu \
	src/gpu/credit/k_launches.cu \
	src/gpu/credit/k_pin_slacks.cu \
	src/gpu/delay/k_delay.cu \
	src/gpu/delay/k_networks.cu \
	src/gpu/delay/k_parallel.cu \
	src/gpu/delay/k_retime.cu \
	src/gpu/delay/k_wave.cu \
	src/gpu/device/k_words.cu \
	src/gpu/density/k_boxes.cu \
	src/gpu/density/k_density.cu \
	src/gpu/density/k_density_under.cu \
	src/gpu/frame/k_frame.cu \
	src/gpu/image/k_gather.cu \
	src/gpu/image/k_levelize.cu \
	src/gpu/image/k_tag_sets.cu \
	src/gpu/image/k_weights.cu \
	src/gpu/inspect/k_changes.cu \
	src/gpu/inspect/k_cone.cu \
	src/gpu/inspect/k_histogram.cu \
	src/gpu/inspect/k_path_counts.cu \
	src/gpu/timing/k_results.cu \
	src/gpu/labels/k_labels.cu \
	src/gpu/labels/k_product.cu \
	src/gpu/labels/k_product_worst.cu \
	src/gpu/place/k_cg.cu \
	src/gpu/place/k_field.cu \
	src/gpu/place/k_place.cu \
	src/gpu/place/k_wires.cu \
	src/gpu/search/k_credit_caps.cu \
	src/gpu/search/k_forest.cu \
	src/gpu/search/k_list.cu \
	src/gpu/search/k_ranking.cu \
	src/gpu/search/k_search.cu \
	src/gpu/search/k_trace.cu \
	src/gpu/search/k_walk.cu \
	src/gpu/search/paper/k_dynamic.cu \
	src/gpu/search/paper/k_edges.cu \
	src/gpu/search/paper/k_fused.cu \
	src/gpu/search/paper/k_paper.cu \
	src/gpu/spmv/k_bfs.cu \
	src/gpu/spmv/k_paths.cu \
	src/gpu/spmv/k_spmv.cu \
	src/gpu/ssta/k_die_paths.cu \
	src/gpu/ssta/k_ssta.cu \
	src/gpu/ssta/k_ssta_cone.cu \
	src/gpu/ssta/k_ssta_even.cu \
	src/gpu/ssta/paper/k_ssta_paper.cu \
	src/gpu/timing/k_arrivals.cu \
	src/gpu/timing/k_die.cu \
	src/gpu/timing/k_latches.cu \
	src/gpu/timing/k_states.cu \
	src/gpu/timing/k_touched.cu
CUDA_PRIMITIVES = src/gpu/device/prim_cuda.cu src/gpu/device/sort_cuda.cu
EXTRA_DIST += $(KERNELS) $(CUDA_PRIMITIVES)
CUDA_HOST_SOURCES = \
	src/gpu/device/cuda_gpus.c \
	src/gpu/device/cuda_gpus.h \
	src/gpu/device/cuda_stage.c \
	src/gpu/device/cuda_stage.h \
	src/gpu/device/dev_cuda.c \
	src/gpu/device/prim_cuda.h
libwarpscope_a_LIBADD =
if CUDA
libwarpscope_a_SOURCES += $(CUDA_HOST_SOURCES) $(KERNELS) $(CUDA_PRIMITIVES)
libwarpscope_a_LIBADD += src/gpu/search/paper/k_dynamic_linked.o
else
EXTRA_DIST += $(CUDA_HOST_SOURCES)
endif

# A kernel for the CPU is the same file, compiled as C.
CPU_KERNELS = $(KERNELS:.cu=.cpu)
libwarpscope_a_LIBADD += $(CPU_KERNELS)

cpu_verbose = $(cpu_verbose_@AM_V@)
cpu_verbose_ = $(cpu_verbose_@AM_DEFAULT_V@)
cpu_verbose_0 = @echo "  CC       $@";

.cu.cpu:
	$(cpu_verbose)$(COMPILE) -x c -MMD -MP -MF $@.d -MT $@ -c $< -o $@

-include $(CPU_KERNELS:=.d)
CLEANFILES += $(CPU_KERNELS) $(CPU_KERNELS:=.d)

# The code of GPUs for warps that the CPU records, one instruction after another as a thread does them. Flags of the user that choose sanitizers
# or optimise otherwise don't go with it.
WARP_OBJECTS = $(KERNELS:.cu=.warp)
if WARP_CODE
libwarpscope_a_LIBADD += $(WARP_OBJECTS)
endif

warp_verbose = $(warp_verbose_@AM_V@)
warp_verbose_ = $(warp_verbose_@AM_DEFAULT_V@)
warp_verbose_0 = @echo "  WARP     $@";

.cu.warp:
	$(warp_verbose)$(CC) -x c -std=gnu11 -DKERNEL_WARP -D__CUDACC__ -D_GNU_SOURCE -I$(srcdir)/src $(CPPFLAGS) \
		-O1 -fPIC -ffp-contract=off $(WARP_CFLAGS) $(WARNINGS) \
		-Wno-unused-function -Wno-int-in-bool-context -MMD -MP -MF $@.d -MT $@ -c $< -o $@

-include $(WARP_OBJECTS:=.d)
CLEANFILES += $(WARP_OBJECTS) $(WARP_OBJECTS:=.d)

WARPSCOPE_LIBS = libwarpscope.a $(NCURSES_LIBS) $(TCL_LIBS) $(ZLIB_LIBS) $(PNG_LIBS) $(CUDA_LIBS) -lpthread -ldl -lm

bin_PROGRAMS += warpscope
warpscope_SOURCES = src/main.c src/cli.c src/cli.h src/doctor.c src/doctor.h \
	src/completion.c src/completion.h
warpscope_LDADD = $(WARPSCOPE_LIBS)
# The recorder's functions, for kernels that kernel_try loads.
warpscope_LDFLAGS = -Wl,--dynamic-list=$(srcdir)/src/gpu/try/exports.txt
EXTRA_warpscope_DEPENDENCIES = src/gpu/try/exports.txt
EXTRA_DIST += src/gpu/try/exports.txt


nvcc_verbose = $(nvcc_verbose_@AM_V@)
nvcc_verbose_ = $(nvcc_verbose_@AM_DEFAULT_V@)
nvcc_verbose_0 = @echo "  NVCC     $@";

.cu.o:
	$(nvcc_verbose)$(NVCC) $(NVCCFLAGS) -I$(srcdir)/src $(DEBUG_CPPFLAGS) -MMD -MP -MF $@.d \
		-c $< -o $@

# A kernel that launches kernels is relocatable device code, which is linked with CUDA's device runtime.
src/gpu/search/paper/k_dynamic.o: src/gpu/search/paper/k_dynamic.cu
	$(nvcc_verbose)$(NVCC) $(NVCCFLAGS) -rdc=true -I$(srcdir)/src $(DEBUG_CPPFLAGS) -MMD -MP -MF $@.d \
		-c $(srcdir)/src/gpu/search/paper/k_dynamic.cu -o $@
src/gpu/search/paper/k_dynamic_linked.o: src/gpu/search/paper/k_dynamic.o
	$(nvcc_verbose)$(NVCC) $(NVCCFLAGS) -dlink src/gpu/search/paper/k_dynamic.o -o $@ -lcudadevrt

-include $(KERNELS:.cu=.o.d) $(CUDA_PRIMITIVES:.cu=.o.d)
CLEANFILES += $(KERNELS:.cu=.o.d) $(CUDA_PRIMITIVES:.cu=.o.d) src/gpu/search/paper/k_dynamic_linked.o
