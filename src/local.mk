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
	src/db/derates.c src/db/derates.h \
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
	src/gen/place_solve.c \
	src/gen/place_spread.c \
	src/gen/profile.c src/gen/profile.h \
	src/gen/random.h \
	src/gen/rows.c src/gen/rows.h \
	src/gen/steiner.c src/gen/steiner.h \
	src/gen/wires.c src/gen/wires.h \
	src/gpu/device/columns.c src/gpu/device/columns.h \
	src/gpu/device/cpu_memory.c src/gpu/device/cpu_memory.h \
	src/gpu/device/dev_cpu.c \
	src/gpu/device/device.c src/gpu/device/device.h \
	src/gpu/device/device_config.h \
	src/gpu/device/device_impl.h \
	src/gpu/device/prim_cpu.c src/gpu/device/prim_cpu.h \
	src/gpu/device/warp.c src/gpu/device/warp.h src/gpu/device/warp_impl.h \
	src/gpu/device/warp_flow.c src/gpu/device/warp_flow.h \
	src/gpu/device/warp_lanes.c src/gpu/device/warp_lanes.h \
	src/gpu/device/warp_steps.c \
	src/gpu/device/profile.c src/gpu/device/profile.h \
	src/gpu/image/image.c src/gpu/image/image.h src/gpu/image/image_forest.c \
	src/gpu/image/path_image.c src/gpu/image/path_image.h \
	src/gpu/image/reference_image.c \
	src/gpu/image/state_image.c \
	src/gpu/image/tag_spreader.c src/gpu/image/tag_spreader.h src/gpu/image/tag_spreader_impl.h \
	src/gpu/image/tag_states.c src/gpu/image/tag_steps.c \
	src/gpu/image/annotation_image.c \
	src/gpu/image/derate_image.c \
	src/gpu/image/parallel_image.c \
	src/gpu/image/threshold_image.c \
	src/gpu/image/latch_image.c \
	src/gpu/image/network_image.c \
	src/gpu/image/timing_image.c src/gpu/image/timing_image.h \
	src/gpu/image/timing_image_edit.c \
	src/gpu/kernels/aocv.h \
	src/gpu/kernels/arc_delay.h \
	src/gpu/kernels/hand_on.h \
	src/gpu/kernels/wave.h \
	src/gpu/kernels/kernels_wires.h \
	src/gpu/kernels/cpu_launch.h \
	src/gpu/kernels/credit.h \
	src/gpu/kernels/cuda_launch.h \
	src/gpu/kernels/flow.h \
	src/gpu/kernels/density_spans.h \
	src/gpu/kernels/density_types.h \
	src/gpu/kernels/k_arrivals_cpu.c \
	src/gpu/kernels/k_bfs_cpu.c \
	src/gpu/kernels/k_boxes_cpu.c \
	src/gpu/kernels/k_cg_cpu.c \
	src/gpu/kernels/k_changes_cpu.c \
	src/gpu/kernels/k_credit_caps_cpu.c \
	src/gpu/kernels/k_cone_cpu.c \
	src/gpu/kernels/k_credit_cpu.c \
	src/gpu/kernels/k_delay_cpu.c \
	src/gpu/kernels/k_density_cpu.c \
	src/gpu/kernels/k_density_under_cpu.c \
	src/gpu/kernels/k_die_cpu.c \
	src/gpu/kernels/k_die_paths_cpu.c \
	src/gpu/kernels/k_edges_cpu.c \
	src/gpu/kernels/k_forest_cpu.c \
	src/gpu/kernels/k_frame_cpu.c \
	src/gpu/kernels/k_dynamic_cpu.c \
	src/gpu/kernels/k_fused_cpu.c \
	src/gpu/kernels/k_gather_cpu.c \
	src/gpu/kernels/k_histogram_cpu.c \
	src/gpu/kernels/k_inspect_cpu.c \
	src/gpu/kernels/k_labels_cpu.c \
	src/gpu/kernels/k_latches_cpu.c \
	src/gpu/kernels/k_networks_cpu.c \
	src/gpu/kernels/k_parallel_cpu.c \
	src/gpu/kernels/k_tag_sets_cpu.c \
	src/gpu/kernels/k_touched_cpu.c \
	src/gpu/kernels/k_launches_cpu.c \
	src/gpu/kernels/k_levelize_cpu.c \
	src/gpu/kernels/k_list_cpu.c \
	src/gpu/kernels/k_paper_cpu.c \
	src/gpu/kernels/k_paths_cpu.c \
	src/gpu/kernels/k_pin_slacks_cpu.c \
	src/gpu/kernels/k_product_cpu.c \
	src/gpu/kernels/k_product_worst_cpu.c \
	src/gpu/kernels/k_ranking_cpu.c \
	src/gpu/kernels/k_retime_cpu.c \
	src/gpu/kernels/k_search_cpu.c \
	src/gpu/kernels/k_spmv_cpu.c \
	src/gpu/kernels/k_ssta_cone_cpu.c \
	src/gpu/kernels/k_ssta_cpu.c \
	src/gpu/kernels/k_ssta_even_cpu.c \
	src/gpu/kernels/k_ssta_paper_cpu.c \
	src/gpu/kernels/k_states_cpu.c \
	src/gpu/kernels/k_trace_cpu.c \
	src/gpu/kernels/k_walk_cpu.c \
	src/gpu/kernels/k_wave_cpu.c \
	src/gpu/kernels/k_weights_cpu.c \
	src/gpu/kernels/kernel.h \
	src/gpu/kernels/kernel_cost.c src/gpu/kernels/kernel_cost.h \
	src/gpu/kernels/kernel_cpu.h \
	src/gpu/kernels/kernel_cuda.h \
	src/gpu/kernels/kernel_gpu.h \
	src/gpu/kernels/kernel_warp.h \
	src/gpu/kernels/warp_code.h \
	src/gpu/kernels/warp_fields.c src/gpu/kernels/warp_fields.h \
	src/gpu/kernels/kernels.def src/gpu/kernels/kernels.h \
	src/gpu/kernels/kernels_arrivals.h \
	src/gpu/kernels/kernels_changes.h src/gpu/kernels/kernels_tag_sets.h \
	src/gpu/kernels/kernels_density.h \
	src/gpu/kernels/kernels_frame.h \
	src/gpu/kernels/kernels_lab.h \
	src/gpu/kernels/kernels_labels.h \
	src/gpu/kernels/kernels_product.h \
	src/gpu/kernels/kernels_retime.h \
	src/gpu/kernels/kernels_ssta.h \
	src/gpu/kernels/kernels_ssta_cone.h \
	src/gpu/kernels/kernels_ssta_paper.h \
	src/gpu/kernels/kernels_paper.h \
	src/gpu/kernels/cost_by_args.h \
	src/gpu/kernels/kernels_networks.h \
	src/gpu/kernels/kernels_timing.h \
	src/gpu/kernels/kernels_touched.h \
	src/gpu/kernels/kernels_view.h \
	src/gpu/kernels/launches.h \
	src/gpu/kernels/latch.h \
	src/gpu/kernels/look_up.h \
	src/gpu/kernels/fused.h \
	src/gpu/kernels/merge_path.h \
	src/gpu/kernels/normal_table.h \
	src/gpu/kernels/forest_slots.h src/gpu/kernels/path_walk.h src/gpu/kernels/state_times.h src/gpu/kernels/touched_bits.h src/gpu/kernels/touched_sweep.h \
	src/gpu/kernels/product_sets.h \
	src/gpu/kernels/sorted_keys.h \
	src/gpu/kernels/sobol_table.h \
	src/gpu/kernels/ssta_draw.h \
	src/gpu/kernels/ssta_sampling.h \
	src/gpu/kernels/ssta_twister.h \
	src/gpu/kernels/ssta_vectors.h \
	src/gpu/kernels/spmv_x86.h \
	src/gpu/kernels/ssta_x86.h \
	src/gpu/kernels/twister_table.h \
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
	src/snap/histogram.c src/snap/histogram.h \
	src/snap/lab.c src/snap/lab.h \
	src/snap/lab_chart.c \
	src/snap/labels.c src/snap/labels.h \
	src/snap/pixels.c src/snap/pixels.h \
	src/snap/readings.c src/snap/readings.h \
	src/snap/request.h \
	src/snap/snap.c src/snap/snap.h \
	src/snap/ssta.c src/snap/ssta.h \
	src/snap/summary.c src/snap/summary.h \
	src/snap/timeline.c src/snap/timeline.h \
	src/snap/typed.c src/snap/typed.h \
	src/algo/arrivals.c src/algo/arrivals.h \
	src/algo/arrivals_impl.h \
	src/algo/arrivals_read.c \
	src/algo/clock_checks.c src/algo/clock_checks.h \
	src/algo/clock_pins.c src/algo/clock_pins.h \
	src/algo/clock_skew.c src/algo/clock_skew.h \
	src/algo/cone.c src/algo/cone.h \
	src/algo/density.c src/algo/density.h \
	src/algo/density_cells.c \
	src/algo/density_impl.h \
	src/algo/density_maps.c src/algo/density_maps.h \
	src/algo/endpoint_list.c src/algo/endpoint_list.h \
	src/algo/frame.c src/algo/frame.h \
	src/algo/frame_impl.h \
	src/algo/frame_shapes.c \
	src/algo/frame_types.c \
	src/algo/graph_paths.c src/algo/graph_paths.h \
	src/algo/histogram.c src/algo/histogram.h \
	src/algo/histogram_impl.h \
	src/algo/label_space.c \
	src/algo/labels.c src/algo/labels.h \
	src/algo/labels_impl.h \
	src/algo/labels_rounds.c \
	src/algo/limit_checks.c src/algo/limit_checks.h \
	src/algo/timing_slacks_impl.h \
	src/algo/path_based.c src/algo/path_based.h \
	src/algo/pin_order.c src/algo/pin_order.h \
	src/algo/product.c src/algo/product.h \
	src/algo/product_count.c \
	src/algo/product_image.c \
	src/algo/product_impl.h \
	src/algo/product_space.c \
	src/algo/search.c src/algo/search.h \
	src/algo/search_account.c \
	src/algo/search_bounded.c \
	src/algo/search_fused.c \
	src/algo/search_host.c \
	src/algo/search_impl.h \
	src/algo/search_level.c \
	src/algo/search_list.c \
	src/algo/search_list_impl.h \
	src/algo/search_log.c \
	src/algo/search_names.c \
	src/algo/search_paper.c \
	src/algo/search_rank.c \
	src/algo/search_read.c \
	src/algo/search_own.c src/algo/search_retime.c src/algo/search_retime.h \
	src/algo/search_through.c \
	src/algo/search_walk.c \
	src/algo/slack_changes.c src/algo/slack_changes.h \
	src/algo/skew_checks.c src/algo/skew_checks.h \
	src/algo/ssta.c src/algo/ssta.h \
	src/algo/ssta_arcs.c \
	src/algo/ssta_cone.c src/algo/ssta_cone.h \
	src/algo/ssta_cone_run.c \
	src/algo/ssta_control.c \
	src/algo/ssta_die.c \
	src/algo/ssta_ends.c \
	src/algo/ssta_engine.c \
	src/algo/ssta_factors.c \
	src/algo/ssta_field.c \
	src/algo/ssta_fan_in.c \
	src/algo/ssta_impl.h \
	src/algo/ssta_program_impl.h \
	src/algo/ssta_normal.c src/algo/ssta_normal.h \
	src/algo/ssta_paper.c \
	src/algo/ssta_parts.c \
	src/algo/ssta_place.c \
	src/algo/ssta_program.c \
	src/algo/ssta_ranks.c \
	src/algo/ssta_sampling.c \
	src/algo/ssta_slew.c \
	src/algo/ssta_statistics.c \
	src/algo/stepper.h \
	src/algo/timing.c src/algo/timing.h \
	src/algo/timing_annotations.c src/algo/timing_annotations.h \
	src/algo/timing_aocv.c src/algo/timing_aocv.h \
	src/algo/timing_arcs.c \
	src/algo/timing_credit.c src/algo/timing_credit_impl.h \
	src/algo/credit_order.c \
	src/algo/timing_edit.c src/algo/timing_edit.h \
	src/algo/timing_restate.c src/algo/timing_restate.h \
	src/algo/timing_latches.c src/algo/timing_latches.h \
	src/algo/timing_paths.c src/algo/timing_paths.h \
	src/algo/timing_pin_slacks.c src/algo/timing_pin_slacks.h \
	src/algo/timing_read.c src/algo/timing_read.h \
	src/algo/timing_references.c src/algo/timing_references.h \
	src/algo/timing_results.c \
	src/algo/timing_retime.c src/algo/timing_retime.h \
	src/algo/timing_slacks.c src/algo/timing_slacks.h \
	src/algo/timing_touched.c src/algo/timing_touched.h \
	src/algo/timing_waves.c \
	src/algo/lab/bfs.c src/algo/lab/bfs.h \
	src/algo/lab/bfs_host.c \
	src/algo/lab/cg.c src/algo/lab/cg.h \
	src/algo/lab/die_clocks.c \
	src/algo/lab/die_paths.c src/algo/lab/die_paths.h src/algo/lab/die_paths_impl.h \
	src/algo/lab/quadratic.c src/algo/lab/quadratic.h \
	src/algo/lab/spmv.c src/algo/lab/spmv.h \
	src/algo/lab/sta.c src/algo/lab/sta.h \
	src/algo/lab/sta_rows.c \
	src/session/arrivals.c src/session/arrivals.h \
	src/session/batch.c src/session/batch.h \
	src/session/board.c src/session/board.h \
	src/session/candidates.c \
	src/session/changes.c \
	src/session/command.c src/session/command.h \
	src/session/cone.c src/session/cone.h \
	src/session/design.c src/session/design.h \
	src/session/design_files.c src/session/design_files.h src/session/design_files_impl.h \
	src/session/design_folder.c \
	src/session/design_wires.c \
	src/session/device_read.c src/session/device_read.h \
	src/session/edits.c src/session/edits.h \
	src/session/endpoints.c \
	src/session/exact_search.c src/session/exact_search.h \
	src/session/examples.c src/session/examples.h \
	src/session/files.c src/session/files.h \
	src/session/kits.c src/session/kits.h \
	src/session/label_lines.c \
	src/session/label_paths.c \
	src/session/labels.c src/session/labels.h \
	src/session/lessons.c src/session/lessons.h \
	src/session/objects.c src/session/objects.h \
	src/session/opensta.c src/session/opensta.h src/session/opensta_internals.c \
	src/session/path_truth.c src/session/path_truth.h \
	src/session/saved_slacks.c src/session/saved_slacks.h \
	src/session/script.c src/session/script.h \
	src/session/session.c src/session/session.h \
	src/session/session_readings.c \
	src/session/shell.c src/session/shell.h \
	src/session/shell_impl.h \
	src/session/shell_commands.c \
	src/session/shell_divert.c \
	src/session/shell_output.c \
	src/session/shell_source.c \
	src/session/shell_device.c \
	src/session/shell_tcl.c \
	src/session/steppers.c \
	src/session/summary.c \
	src/session/warp.c src/session/warp.h \
	src/session/variables.c src/session/variables.h \
	src/report/annotated.c src/report/annotated.h \
	src/report/arithmetic.c src/report/arithmetic.h \
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
	src/report/frame_kept.c \
	src/report/frame_overlay.c \
	src/report/histogram.c src/report/histogram.h \
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
	src/report/dies.c src/report/dies.h \
	src/report/dies_chart.c \
	src/report/dies_image.c \
	src/report/dies_numbers.c \
	src/report/dies_single.c \
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
	src/cmd/cmd_warp.c \
	src/cmd/cmd_wires.c \
	src/cmd/cmd_write.c \
	src/cmd/filter_options.c src/cmd/filter_options.h \
	src/cmd/lab_place.c src/cmd/lab_place.h \
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
	src/ui/lesson_menu.c \
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
	src/ui/views/view_lab.c \
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

CUDA_SOURCES = \
	src/gpu/kernels/k_arrivals.cu \
	src/gpu/kernels/k_bfs.cu \
	src/gpu/kernels/k_boxes.cu \
	src/gpu/kernels/k_cg.cu \
	src/gpu/kernels/k_changes.cu \
	src/gpu/kernels/k_credit_caps.cu \
	src/gpu/kernels/k_cone.cu \
	src/gpu/kernels/k_credit.cu \
	src/gpu/kernels/k_delay.cu \
	src/gpu/kernels/k_density.cu \
	src/gpu/kernels/k_density_under.cu \
	src/gpu/kernels/k_die.cu \
	src/gpu/kernels/k_die_paths.cu \
	src/gpu/kernels/k_edges.cu \
	src/gpu/kernels/k_forest.cu \
	src/gpu/kernels/k_frame.cu \
	src/gpu/kernels/k_dynamic.cu \
	src/gpu/kernels/k_fused.cu \
	src/gpu/kernels/k_gather.cu \
	src/gpu/kernels/k_histogram.cu \
	src/gpu/kernels/k_inspect.cu \
	src/gpu/kernels/k_labels.cu \
	src/gpu/kernels/k_latches.cu \
	src/gpu/kernels/k_networks.cu \
	src/gpu/kernels/k_parallel.cu \
	src/gpu/kernels/k_tag_sets.cu \
	src/gpu/kernels/k_touched.cu \
	src/gpu/kernels/k_launches.cu \
	src/gpu/kernels/k_levelize.cu \
	src/gpu/kernels/k_list.cu \
	src/gpu/kernels/k_paper.cu \
	src/gpu/kernels/k_paths.cu \
	src/gpu/kernels/k_pin_slacks.cu \
	src/gpu/kernels/k_product.cu \
	src/gpu/kernels/k_product_worst.cu \
	src/gpu/kernels/k_ranking.cu \
	src/gpu/kernels/k_retime.cu \
	src/gpu/kernels/k_search.cu \
	src/gpu/kernels/k_spmv.cu \
	src/gpu/kernels/k_ssta.cu \
	src/gpu/kernels/k_ssta_cone.cu \
	src/gpu/kernels/k_ssta_even.cu \
	src/gpu/kernels/k_ssta_paper.cu \
	src/gpu/kernels/k_states.cu \
	src/gpu/kernels/k_trace.cu \
	src/gpu/kernels/k_walk.cu \
	src/gpu/kernels/k_wave.cu \
	src/gpu/kernels/k_weights.cu
CUDA_PRIMITIVES = src/gpu/device/prim_cuda.cu src/gpu/device/sort_cuda.cu
EXTRA_DIST += $(CUDA_SOURCES) $(CUDA_PRIMITIVES)
CUDA_HOST_SOURCES = \
	src/gpu/device/cuda_gpus.c \
	src/gpu/device/cuda_gpus.h \
	src/gpu/device/cuda_stage.c \
	src/gpu/device/cuda_stage.h \
	src/gpu/device/dev_cuda.c \
	src/gpu/device/prim_cuda.h
libwarpscope_a_LIBADD =
if CUDA
libwarpscope_a_SOURCES += $(CUDA_HOST_SOURCES) $(CUDA_SOURCES) $(CUDA_PRIMITIVES)
libwarpscope_a_LIBADD += src/gpu/kernels/k_dynamic_linked.o
else
EXTRA_DIST += $(CUDA_HOST_SOURCES)
endif

# The code of GPUs for warps that the CPU records, one instruction after another as a thread does them. Flags of the user that choose sanitizers
# or optimise otherwise don't go with it.
WARP_OBJECTS = $(CUDA_SOURCES:.cu=.warp)
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

nvcc_verbose = $(nvcc_verbose_@AM_V@)
nvcc_verbose_ = $(nvcc_verbose_@AM_DEFAULT_V@)
nvcc_verbose_0 = @echo "  NVCC     $@";

.cu.o:
	$(nvcc_verbose)$(NVCC) $(NVCCFLAGS) -I$(srcdir)/src $(DEBUG_CPPFLAGS) -MMD -MP -MF $@.d \
		-c $< -o $@

# A kernel that launches kernels is relocatable device code, which is linked with CUDA's device runtime.
src/gpu/kernels/k_dynamic.o: src/gpu/kernels/k_dynamic.cu
	$(nvcc_verbose)$(NVCC) $(NVCCFLAGS) -rdc=true -I$(srcdir)/src $(DEBUG_CPPFLAGS) -MMD -MP -MF $@.d \
		-c $(srcdir)/src/gpu/kernels/k_dynamic.cu -o $@
src/gpu/kernels/k_dynamic_linked.o: src/gpu/kernels/k_dynamic.o
	$(nvcc_verbose)$(NVCC) $(NVCCFLAGS) -dlink src/gpu/kernels/k_dynamic.o -o $@ -lcudadevrt

-include $(CUDA_SOURCES:.cu=.o.d) $(CUDA_PRIMITIVES:.cu=.o.d)
CLEANFILES += $(CUDA_SOURCES:.cu=.o.d) $(CUDA_PRIMITIVES:.cu=.o.d) src/gpu/kernels/k_dynamic_linked.o
