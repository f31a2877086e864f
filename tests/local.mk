TEST_EXTENSIONS = .sh
LOG_DRIVER = env AM_TAP_AWK='$(AWK)' $(SHELL) $(top_srcdir)/build-aux/tap-driver.sh
SH_LOG_DRIVER = $(LOG_DRIVER)
SH_LOG_COMPILER = $(SHELL)
# Threads that wait for each other actively are slow where others compute too.
AM_TESTS_ENVIRONMENT = OMP_WAIT_POLICY=passive; export OMP_WAIT_POLICY;

SHELL_TESTS = \
	tests/tree/t_rooms.sh \
	tests/tree/t_format.sh \
	tests/tree/t_style.sh \
	tests/read/t_cells.sh \
	tests/cmd/t_cli.sh \
	tests/report/t_check_types.sh \
	tests/report/t_edge_reports.sh \
	tests/report/t_clock_checks.sh \
	tests/report/t_clock_data.sh \
	tests/report/t_clock_gating.sh \
	tests/report/t_clock_sense.sh \
	tests/report/t_networks.sh \
	tests/report/t_parallel.sh \
	tests/report/t_data_check.sh \
	tests/report/t_thresholds.sh \
	tests/report/t_golden_dmp.sh \
	tests/read/t_retaining.sh \
	tests/read/t_library_lost.sh \
	tests/report/t_library_clocks.sh \
	tests/cmd/t_open.sh \
	tests/cmd/t_open_folders.sh \
	tests/report/t_opensta_objects.sh \
	tests/report/t_opensta_reports.sh \
	tests/report/t_opensta_scripts.sh \
	tests/report/t_opensta_shell.sh \
	tests/report/t_opensta_table.sh \
	tests/report/t_opensta_variables.sh \
	tests/report/t_compare.sh \
	tests/cmd/t_completion.sh \
	tests/cmd/t_examples.sh \
	tests/report/t_find_timing_paths.sh \
	tests/algo/t_golden_cppr.sh \
	tests/report/t_golden_sdc.sh \
	tests/base/t_bombs.sh \
	tests/ui/t_graphics.sh \
	tests/db/t_hierarchy.sh \
	tests/report/t_histogram.sh \
	tests/report/t_constrain.sh \
	tests/report/t_edits.sh \
	tests/report/t_edits_gates.sh \
	tests/algo/t_density_hostile.sh \
	tests/algo/t_density_peer.sh \
	tests/report/t_maps.sh \
	tests/cmd/t_identical.sh \
	tests/cmd/t_report_warp.sh \
	tests/cmd/t_warnings.sh \
	tests/draw/t_images.sh \
	tests/tree/t_install.sh \
	tests/cmd/t_asset_memory.sh \
	tests/cmd/t_interrupt.sh \
	tests/cmd/t_slow.sh \
	tests/lab/t_lab.sh \
	tests/algo/t_latches.sh \
	tests/cmd/t_lessons.sh \
	tests/cmd/t_relink.sh \
	tests/cmd/t_replace_cell.sh \
	tests/db/t_link_path.sh \
	tests/db/t_state_snapshots.sh \
	tests/read/t_library.sh \
	tests/ui/t_layout.sh \
	tests/cmd/t_label_commands.sh \
	tests/read/t_lefdef.sh \
	tests/gen/t_loom.sh \
	tests/gen/t_made.sh \
	tests/cmd/t_manual.sh \
	tests/ssta/t_mpi.sh \
	tests/ssta/t_mpi_hosts.sh \
	tests/cmd/t_bytes.sh \
	tests/cmd/t_name_commands.sh \
	tests/report/t_endpoints.sh \
	tests/report/t_explain.sh \
	tests/report/t_papers.sh \
	tests/report/t_path_reports.sh \
	tests/report/t_aocv.sh \
	tests/report/t_pba.sh \
	tests/report/t_pin_times.sh \
	tests/report/t_queries.sh \
	tests/report/t_random_sta.sh \
	tests/ui/t_quoted.sh \
	tests/ui/t_columns.sh \
	tests/ui/t_demo.sh \
	tests/ui/t_record.sh \
	tests/tree/t_readme.sh \
	tests/base/t_redirect.sh \
	tests/report/t_reports_change_nothing.sh \
	tests/report/t_reports.sh \
	tests/ssta/t_ssta_commands.sh \
	tests/ssta/t_ssta_field.sh \
	tests/ui/t_screen.sh \
	tests/read/t_read_sdf.sh \
	tests/read/t_sdf.sh \
	tests/report/t_segments.sh \
	tests/report/t_semantics.sh \
	tests/store/t_snapshot.sh \
	tests/gen/t_tiles.sh \
	tests/write/t_ports.sh \
	tests/read/t_slashes.sh \
	tests/report/t_register_kinds.sh \
	tests/tree/t_tour.sh \
	tests/ui/t_tmux.sh \
	tests/report/t_truth.sh \
	tests/read/t_verilog_arrays.sh \
	tests/base/t_visible.sh \
	tests/report/t_why.sh \
	tests/ui/t_window.sh \
	tests/write/t_write_files.sh
TESTS += $(SHELL_TESTS)
EXTRA_DIST += $(SHELL_TESTS) tests/lib/klayout.sh tests/lib/opensta.sh tests/lib/tap.sh \
	tests/lib/terminal.sh tests/lib/two_registers.sh tests/screens tests/images
EXTRA_DIST += tests/lib/compare_reports.py tests/lib/compare_sdf.py tests/lib/random_sta.py tests/reports tests/data/domains.lib \
	tests/data/domains.sdc tests/data/domains.v tests/data/pads.lib tests/data/pads.v

C_TESTS = \
	tests/base/t_base \
	tests/algo/t_batches \
	tests/read/t_bookshelf \
	tests/draw/t_camera \
	tests/algo/t_changes \
	tests/algo/t_clock_skew \
	tests/db/t_constants \
	tests/db/t_constants_random \
	tests/algo/t_credit_caps \
	tests/gen/t_clock_tree \
	tests/algo/t_credit_batches \
	tests/tree/t_corpus \
	tests/read/t_dag \
	tests/read/t_def \
	tests/algo/t_density \
	tests/algo/t_density_maps \
	tests/algo/t_density_scale \
	tests/algo/t_density_under \
	tests/read/t_matrix_market \
	tests/lab/t_spmv \
	tests/lab/t_bfs \
	tests/lab/t_cg \
	tests/lab/t_sta \
	tests/lab/t_quadratic \
	tests/lab/t_shared_matrices \
	tests/read/t_lef \
	tests/draw/t_letters \
	tests/db/t_derates \
	tests/gpu/t_device \
	tests/lab/t_die_paths \
	tests/db/t_disables \
	tests/algo/t_disturbed \
	tests/tree/t_faults \
	tests/db/t_filters \
	tests/algo/t_frame \
	tests/draw/t_frame_legend \
	tests/gen/t_generate \
	tests/algo/t_golden \
	tests/algo/t_golden_timing \
	tests/algo/t_incremental \
	tests/algo/t_arrivals \
	tests/algo/t_cone \
	tests/base/t_input \
	tests/algo/t_inspect \
	tests/gpu/t_kernel_credit_caps \
	tests/gpu/t_kernel_fused \
	tests/gpu/t_kernel_histogram \
	tests/gpu/t_kernel_path_lists \
	tests/gpu/t_kernel_levels \
	tests/gpu/t_kernel_ranking \
	tests/gpu/t_kernel_paths \
	tests/gpu/t_kernels \
	tests/db/t_naive_clocks \
	tests/db/t_naive_paths \
	tests/db/t_naive_random \
	tests/write/t_names \
	tests/base/t_names_many \
	tests/db/t_netlist \
	tests/base/t_output \
	tests/base/t_print \
	tests/base/t_ranks \
	tests/read/t_liberty \
	tests/db/t_link \
	tests/db/t_link_many \
	tests/algo/t_depths \
	tests/algo/t_lists \
	tests/algo/t_labels \
	tests/base/t_order \
	tests/db/t_path_graph \
	tests/algo/t_product \
	tests/ui/t_graph_text \
	tests/algo/t_path_threads \
	tests/db/t_path_pattern \
	tests/gen/t_place \
	tests/gpu/t_profile \
	tests/gpu/t_stage \
	tests/gpu/t_warp \
	tests/db/t_relations \
	tests/ui/t_flight \
	tests/ui/t_replies \
	tests/algo/t_retime \
	tests/read/t_sdc \
	tests/read/t_sdc_clocks \
	tests/read/t_sdc_files \
	tests/read/t_sdc_hostile \
	tests/read/t_sdc_reach \
	tests/read/t_sdc_script \
	tests/algo/t_search \
	tests/cmd/t_shell \
	tests/algo/t_walk \
	tests/read/t_spef \
	tests/ssta/t_ssta \
	tests/ssta/t_ssta_cone \
	tests/ssta/t_ssta_draw \
	tests/ssta/t_ssta_exact \
	tests/ssta/t_ssta_paper \
	tests/ssta/t_ssta_reference \
	tests/ssta/t_ssta_sampling \
	tests/ssta/t_ssta_slew \
	tests/ssta/t_ssta_trees \
	tests/algo/t_pin_slacks \
	tests/algo/t_slacks \
	tests/db/t_state_paths \
	tests/db/t_states \
	tests/db/t_state_threads \
	tests/store/t_hostile_states \
	tests/store/t_store \
	tests/read/t_tau \
	tests/read/t_read_aocv \
	tests/algo/t_timing \
	tests/algo/t_timing_disturbed \
	tests/algo/t_timing_paths \
	tests/algo/t_timing_settings \
	tests/ssta/t_twister \
	tests/read/t_verilog \
	tests/ui/t_window_hostile \
	tests/ui/t_window_process \
	tests/ui/t_window_x \
	tests/gen/t_wires \
	tests/write/t_write \
	tests/write/t_write_sdc
check_PROGRAMS += $(C_TESTS) tests/same_image tests/on_terminal tests/pixel_terminal tests/warpscope_faults
TESTS += $(C_TESTS)

# Test programs share one library, as each would have its own copy of CUDA's kernels. It is beside them.
TEST_LIBRARY = tests/libwarpscope.so
TEST_LIBS = $(TEST_LIBRARY) $(TEST_RPATH) $(NCURSES_LIBS) $(TCL_LIBS) $(ZLIB_LIBS) $(PNG_LIBS) -lpthread -ldl -lm
$(TEST_LIBRARY): libwarpscope.a
	@$(MKDIR_P) tests
	$(AM_V_CCLD)$(CC) $(AM_CFLAGS) $(CFLAGS) $(LDFLAGS) -shared -Wl,-Bsymbolic-functions,-soname,libwarpscope.so -o $@ \
		-Wl,--whole-archive libwarpscope.a -Wl,--no-whole-archive $(filter-out libwarpscope.a,$(WARPSCOPE_LIBS)) $(LIBS)
CLEANFILES += $(TEST_LIBRARY)

EXTRA_DIST += tests/parallel.mk
# The inner loop: conventions, readers, kernels and the algorithms on a few random designs each.
QUICK_TESTS = tests/tree/t_rooms.sh tests/tree/t_format.sh tests/tree/t_style.sh tests/base/t_base tests/lab/t_cg tests/algo/t_credit_caps tests/algo/t_cone tests/db/t_constants tests/read/t_dag \
	tests/read/t_def tests/algo/t_density tests/db/t_derates tests/db/t_filters tests/gpu/t_kernel_credit_caps tests/gpu/t_kernel_paths tests/read/t_lef tests/read/t_liberty tests/db/t_link \
	tests/write/t_names tests/base/t_output tests/db/t_path_graph tests/read/t_sdc tests/algo/t_search tests/cmd/t_shell tests/algo/t_slacks tests/read/t_spef tests/lab/t_spmv \
	tests/ssta/t_ssta tests/db/t_states tests/read/t_tau tests/algo/t_timing tests/read/t_verilog tests/write/t_write
check-quick:
	@WARPSCOPE_TEST_GRAPHS=40 WARPSCOPE_TEST_DEVICE=CPU $(MAKE) check check_PROGRAMS='$(filter-out %.sh,$(QUICK_TESTS))' TESTS='$(QUICK_TESTS)'
.PHONY: check-quick

CELLS = tests/lib/cells.c tests/lib/cells.h
COMMON = tests/lib/devices.c tests/lib/devices.h tests/lib/tap.c tests/lib/tap.h
SPARSE = tests/lib/naive_sparse.c tests/lib/naive_sparse.h
CHOICE = tests/lib/naive_limits.c tests/lib/naive_limits.h tests/lib/brute.c tests/lib/brute.h
tests_gpu_t_device_SOURCES = tests/gpu/t_device.c $(COMMON)
tests_gpu_t_device_LDADD = $(TEST_LIBS)
tests_gpu_t_stage_SOURCES = tests/gpu/t_stage.c tests/lib/lazy_cuda/cuda_runtime_api.h $(COMMON)
tests_gpu_t_stage_CPPFLAGS = -I$(srcdir)/tests/lib/lazy_cuda $(AM_CPPFLAGS)
tests_gpu_t_stage_LDADD = $(TEST_LIBS)
tests_algo_t_batches_SOURCES = tests/algo/t_batches.c $(COMMON)
tests_algo_t_batches_LDADD = $(TEST_LIBS)
tests_algo_t_disturbed_SOURCES = tests/algo/t_disturbed.c $(CHOICE) $(COMMON)
tests_algo_t_disturbed_LDADD = $(TEST_LIBS)
tests_algo_t_credit_caps_SOURCES = tests/algo/t_credit_caps.c $(CHOICE) $(COMMON)
tests_algo_t_credit_caps_LDADD = $(TEST_LIBS)
tests_algo_t_credit_batches_SOURCES = tests/algo/t_credit_batches.c $(CHOICE) $(COMMON)
tests_algo_t_credit_batches_LDADD = $(TEST_LIBS)
tests_algo_t_depths_SOURCES = tests/algo/t_depths.c tests/lib/brute.c tests/lib/brute.h $(COMMON)
tests_algo_t_depths_LDADD = $(TEST_LIBS)
tests_algo_t_lists_SOURCES = tests/algo/t_lists.c $(CHOICE) $(COMMON)
tests_algo_t_lists_LDADD = $(TEST_LIBS)
tests_db_t_path_pattern_SOURCES = tests/db/t_path_pattern.c $(COMMON)
tests_db_t_path_pattern_LDADD = $(TEST_LIBS)
tests_cmd_t_shell_SOURCES = tests/cmd/t_shell.c tests/lib/tap.c tests/lib/tap.h
tests_cmd_t_shell_LDADD = $(TEST_LIBS)
tests_algo_t_search_SOURCES = tests/algo/t_search.c tests/lib/brute.c tests/lib/brute.h $(COMMON)
tests_algo_t_search_LDADD = $(TEST_LIBS)
tests_ui_t_graph_text_SOURCES = tests/ui/t_graph_text.c tests/lib/brute.c tests/lib/brute.h $(COMMON)
tests_ui_t_graph_text_LDADD = $(TEST_LIBS)
tests_algo_t_walk_SOURCES = tests/algo/t_walk.c tests/lib/brute.c tests/lib/brute.h $(COMMON)
tests_algo_t_walk_LDADD = $(TEST_LIBS)
KERNEL_COMMON = tests/lib/kernel_reference.c tests/lib/kernel_reference.h $(COMMON)
tests_gpu_t_kernels_SOURCES = tests/gpu/t_kernels.c $(KERNEL_COMMON)
tests_gpu_t_kernels_LDADD = $(TEST_LIBS)
tests_gpu_t_kernel_credit_caps_SOURCES = tests/gpu/t_kernel_credit_caps.c $(CHOICE) $(KERNEL_COMMON)
tests_gpu_t_kernel_credit_caps_LDADD = $(TEST_LIBS)
tests_gpu_t_kernel_fused_SOURCES = tests/gpu/t_kernel_fused.c $(KERNEL_COMMON)
tests_gpu_t_kernel_fused_LDADD = $(TEST_LIBS)
tests_algo_t_changes_SOURCES = tests/algo/t_changes.c $(KERNEL_COMMON)
tests_algo_t_changes_LDADD = $(TEST_LIBS)
tests_gpu_t_kernel_histogram_SOURCES = tests/gpu/t_kernel_histogram.c $(KERNEL_COMMON)
tests_gpu_t_kernel_histogram_LDADD = $(TEST_LIBS)
tests_gpu_t_kernel_path_lists_SOURCES = tests/gpu/t_kernel_path_lists.c $(KERNEL_COMMON)
tests_gpu_t_kernel_path_lists_LDADD = $(TEST_LIBS)
tests_gpu_t_kernel_levels_SOURCES = tests/gpu/t_kernel_levels.c $(KERNEL_COMMON)
tests_gpu_t_kernel_levels_LDADD = $(TEST_LIBS)
tests_gpu_t_kernel_ranking_SOURCES = tests/gpu/t_kernel_ranking.c $(KERNEL_COMMON)
tests_gpu_t_kernel_ranking_LDADD = $(TEST_LIBS)
tests_gpu_t_kernel_paths_SOURCES = tests/gpu/t_kernel_paths.c $(CHOICE) $(KERNEL_COMMON)
tests_gpu_t_kernel_paths_LDADD = $(TEST_LIBS)
tests_draw_t_letters_SOURCES = tests/draw/t_letters.c tests/lib/guarded_canvas.h tests/lib/tap.c tests/lib/tap.h
tests_draw_t_letters_LDADD = $(TEST_LIBS)
tests_draw_t_frame_legend_SOURCES = tests/draw/t_frame_legend.c tests/lib/guarded_canvas.h tests/lib/tap.c tests/lib/tap.h
tests_draw_t_frame_legend_LDADD = $(TEST_LIBS)
EXTRA_DIST += tests/lib/parameters.pl tests/data/style/parameters.txt tests/data/style/riddles.txt tests/data/style/words.txt
EXTRA_DIST += tests/data/legend.txt tests/data/no_fonts.conf
tests_read_t_bookshelf_SOURCES = tests/read/t_bookshelf.c tests/lib/tap.c tests/lib/tap.h
tests_read_t_bookshelf_LDADD = $(TEST_LIBS)
EXTRA_DIST += tests/data/shelf.aux tests/data/shelf.nets tests/data/shelf.nodes \
	tests/data/shelf.pl tests/data/shelf.scl tests/data/shelf.wts
tests_algo_t_density_SOURCES = tests/algo/t_density.c tests/lib/naive_density.c tests/lib/naive_density.h $(COMMON)
tests_algo_t_density_LDADD = $(TEST_LIBS)
tests_read_t_matrix_market_SOURCES = tests/read/t_matrix_market.c tests/lib/tap.c tests/lib/tap.h
tests_read_t_matrix_market_LDADD = $(TEST_LIBS)
tests_lab_t_quadratic_SOURCES = tests/lab/t_quadratic.c tests/lib/devices.c tests/lib/devices.h $(PLACED)
tests_lab_t_quadratic_LDADD = $(TEST_LIBS)
tests_lab_t_sta_SOURCES = tests/lab/t_sta.c $(COMMON)
tests_lab_t_sta_LDADD = $(TEST_LIBS)
tests_lab_t_cg_SOURCES = tests/lab/t_cg.c $(SPARSE) $(COMMON)
tests_lab_t_cg_LDADD = $(TEST_LIBS)
tests_lab_t_shared_matrices_SOURCES = tests/lab/t_shared_matrices.c $(SPARSE) $(COMMON)
tests_lab_t_shared_matrices_LDADD = $(TEST_LIBS)
tests_lab_t_bfs_SOURCES = tests/lab/t_bfs.c $(COMMON)
tests_lab_t_bfs_LDADD = $(TEST_LIBS)
tests_lab_t_spmv_SOURCES = tests/lab/t_spmv.c $(SPARSE) $(COMMON)
tests_lab_t_spmv_LDADD = $(TEST_LIBS)
tests_algo_t_density_maps_SOURCES = tests/algo/t_density_maps.c $(COMMON)
tests_algo_t_density_maps_LDADD = $(TEST_LIBS)
tests_algo_t_density_under_SOURCES = tests/algo/t_density_under.c tests/lib/naive_density.c tests/lib/naive_density.h \
	$(KERNEL_COMMON)
tests_algo_t_density_under_LDADD = $(TEST_LIBS)
tests_algo_t_density_scale_SOURCES = tests/algo/t_density_scale.c $(COMMON)
tests_algo_t_density_scale_LDADD = $(TEST_LIBS)
tests_algo_t_frame_SOURCES = tests/algo/t_frame.c tests/lib/naive_frame.c tests/lib/naive_frame.h $(COMMON)
tests_algo_t_frame_LDADD = $(TEST_LIBS)
tests_draw_t_camera_SOURCES = tests/draw/t_camera.c $(COMMON)
tests_draw_t_camera_LDADD = $(TEST_LIBS)
tests_on_terminal_SOURCES = tests/lib/on_terminal.c
tests_pixel_terminal_SOURCES = tests/lib/pixel_terminal.c tests/lib/screen_model.c tests/lib/screen_model.h tests/lib/screen_save.c
tests_pixel_terminal_LDADD = $(TEST_LIBS)
tests_ui_t_flight_SOURCES = tests/ui/t_flight.c $(COMMON)
tests_ui_t_flight_LDADD = $(TEST_LIBS)
tests_ui_t_replies_SOURCES = tests/ui/t_replies.c tests/lib/screen_model.c tests/lib/screen_model.h $(COMMON)
tests_ui_t_replies_LDADD = $(TEST_LIBS)
tests_same_image_SOURCES = tests/lib/same_image.c
tests_same_image_LDADD = $(PNG_LIBS)
tests_gpu_t_profile_SOURCES = tests/gpu/t_profile.c $(KERNEL_COMMON)
tests_gpu_t_profile_LDADD = $(TEST_LIBS)
tests_gpu_t_warp_SOURCES = tests/gpu/t_warp.c $(COMMON)
tests_gpu_t_warp_LDADD = $(TEST_LIBS)
tests_base_t_output_SOURCES = tests/base/t_output.c tests/lib/tap.c tests/lib/tap.h
tests_base_t_output_LDADD = $(TEST_LIBS)
tests_base_t_print_SOURCES = tests/base/t_print.c tests/lib/tap.c tests/lib/tap.h
tests_base_t_print_LDADD = $(TEST_LIBS)
tests_base_t_ranks_SOURCES = tests/base/t_ranks.c tests/lib/tap.c tests/lib/tap.h
tests_base_t_ranks_LDADD = $(TEST_LIBS)
tests_base_t_base_SOURCES = tests/base/t_base.c tests/lib/tap.c tests/lib/tap.h
tests_base_t_base_LDADD = $(TEST_LIBS)
tests_read_t_dag_SOURCES = tests/read/t_dag.c $(COMMON)
tests_read_t_dag_LDADD = $(TEST_LIBS)
tests_read_t_liberty_SOURCES = tests/read/t_liberty.c tests/lib/tap.c tests/lib/tap.h
tests_read_t_liberty_LDADD = $(TEST_LIBS)
EXTRA_DIST += tests/report/opensta_checks.tcl tests/report/opensta_clocks.tcl tests/report/opensta_cones.tcl tests/report/opensta_endpoints.tcl tests/report/opensta_exceptions.tcl \
	tests/report/opensta_files.tcl tests/report/opensta_groups.tcl tests/report/opensta_objects.tcl tests/report/opensta_periods.tcl tests/report/opensta_violations.tcl
EXTRA_DIST += tests/data/cells.lib tests/data/annotated.lib tests/data/annotated.sdf tests/data/annotated.v \
	tests/data/latches.lib tests/data/latch_slews.lib tests/data/pulses.lib tests/data/duo.lib tests/data/duo.spef \
	tests/data/duo.timing tests/data/duo.v
EXTRA_DIST += tests/data/stage.cone tests/data/stage.lib tests/data/stage.v tests/data/stage.spef \
	tests/data/aocv.lib tests/data/stage.aocv tests/data/stage.timing tests/data/stage.tcl
tests_read_t_lef_SOURCES = tests/read/t_lef.c tests/lib/tap.c tests/lib/tap.h
tests_read_t_lef_LDADD = $(TEST_LIBS)
tests_read_t_def_SOURCES = tests/read/t_def.c tests/lib/small.c tests/lib/small.h $(CELLS) tests/lib/tap.c tests/lib/tap.h
tests_read_t_def_LDADD = $(TEST_LIBS)
EXTRA_DIST += tests/data/small.lef tests/data/small.def tests/lib/klayout_boxes.py tests/lib/density_peer.py
tests_read_t_verilog_SOURCES = tests/read/t_verilog.c $(COMMON)
tests_read_t_verilog_LDADD = $(TEST_LIBS)
tests_db_t_link_SOURCES = tests/db/t_link.c $(CELLS) tests/lib/tap.c tests/lib/tap.h
tests_db_t_link_LDADD = $(TEST_LIBS)
tests_db_t_link_many_SOURCES = tests/db/t_link_many.c $(CELLS) tests/lib/tap.c tests/lib/tap.h
tests_db_t_link_many_LDADD = $(TEST_LIBS)
tests_base_t_names_many_SOURCES = tests/base/t_names_many.c $(COMMON)
tests_base_t_names_many_LDADD = $(TEST_LIBS)
tests_db_t_netlist_SOURCES = tests/db/t_netlist.c $(CELLS) tests/lib/tap.c tests/lib/tap.h
tests_db_t_netlist_LDADD = $(TEST_LIBS)
tests_gen_t_generate_SOURCES = tests/gen/t_generate.c $(CELLS) tests/lib/tap.c tests/lib/tap.h
tests_gen_t_generate_LDADD = $(TEST_LIBS)
SMALL = tests/lib/small.c tests/lib/small.h
tests_read_t_spef_SOURCES = tests/read/t_spef.c tests/lib/spef_made.c tests/lib/spef_made.h $(SMALL) $(CELLS) \
	$(COMMON)
tests_read_t_spef_LDADD = $(TEST_LIBS)
PLACED = tests/lib/placed_design.c tests/lib/placed_design.h $(CELLS) tests/lib/tap.c tests/lib/tap.h
tests_gen_t_place_SOURCES = tests/gen/t_place.c $(PLACED)
tests_gen_t_place_LDADD = $(TEST_LIBS)
tests_gen_t_clock_tree_SOURCES = tests/gen/t_clock_tree.c $(PLACED)
tests_gen_t_clock_tree_LDADD = $(TEST_LIBS)
tests_gen_t_wires_SOURCES = tests/gen/t_wires.c $(PLACED)
tests_gen_t_wires_LDADD = $(TEST_LIBS)
LISTED = tests/lib/listed.c tests/lib/listed.h tests/lib/brute.c tests/lib/brute.h
PATH_PRODUCT = tests/lib/path_product.c tests/lib/path_product.h
QUERY_LISTS = tests/lib/query_lists.c tests/lib/query_lists.h
# The program with calls that can be made to fail (tests/lib/fault_calls.c), and the test that makes them. The objects
# are those of the program itself; check-faults tries a call from each place.
empty =
space = $(empty) $(empty)
comma = ,
FAULT_CALLS = malloc calloc realloc aligned_alloc strdup strndup realpath regcomp \
	png_create_write_struct png_create_info_struct glob \
	open fopen fdopen gzdopen \
	read pread fread fgets gzread recv recvmsg \
	write fwrite fputs fflush fclose gzwrite gzclose rename ftruncate fsync fchmod send sendmsg \
	Tcl_WriteRaw \
	fork posix_spawn pthread_create \
	mmap memfd_create eventfd pipe pipe2 socketpair dup2 fcntl \
	device_open device_alloc queue_new queue_free queue_upload queue_make queue_download \
	queue_copy queue_fill queue_sync queue_settle queue_launch prim_scan prim_sum prim_max prim_select \
	prim_histogram prim_sort prim_rows
tests_warpscope_faults_SOURCES = $(warpscope_SOURCES) tests/lib/fault_calls.c tests/lib/fault.h
tests_warpscope_faults_LDFLAGS = \
	-Wl,--wrap=$(subst $(space),$(comma)--wrap=,$(strip $(FAULT_CALLS)))
if CUDA
FAULT_CUDART = tests/cudart_real.a
endif
# CUDA's runtime is a static library: its calls aren't those of the program, and it allocates before
# main().
tests_warpscope_faults_LDADD = $(subst -lcudart_static,tests/cudart_real.a,$(WARPSCOPE_LIBS))
tests_warpscope_faults_DEPENDENCIES = libwarpscope.a $(FAULT_CUDART)
tests/cudart_real.a:
	@$(MKDIR_P) tests
	objcopy $(foreach call,$(FAULT_CALLS),--redefine-sym $(call)=__real_$(call)) \
		$(firstword $(wildcard $(patsubst -L%,%/libcudart_static.a,$(filter -L%,$(CUDA_LIBS))))) $@
CLEANFILES += tests/cudart_real.a
tests_tree_t_faults_SOURCES = tests/tree/t_faults.c tests/lib/fault.h tests/lib/fault_files.c tests/lib/fault_files.h tests/lib/fault_scenarios.h tests/lib/tap.c tests/lib/tap.h
tests_tree_t_faults_LDADD = $(TEST_LIBS)
EXTRA_DIST += tests/faults tests/data/stage.def tests/data/stage.lef tests/data/stage.sdc
.PHONY: check-faults
check-faults: tests/tree/t_faults tests/warpscope_faults
	srcdir=$(srcdir) WARPSCOPE_FAULTS=$${WARPSCOPE_FAULTS:-places} tests/tree/t_faults

tests_algo_t_labels_SOURCES = tests/algo/t_labels.c tests/lib/naive_labels.c tests/lib/naive_labels.h $(QUERY_LISTS) $(LISTED) $(COMMON)
tests_algo_t_labels_LDADD = $(TEST_LIBS)
tests_algo_t_product_SOURCES = tests/algo/t_product.c $(PATH_PRODUCT) $(QUERY_LISTS) $(LISTED) $(COMMON)
tests_algo_t_product_LDADD = $(TEST_LIBS)
tests_base_t_order_SOURCES = tests/base/t_order.c $(COMMON)
tests_base_t_order_LDADD = $(TEST_LIBS)
tests_db_t_path_graph_SOURCES = tests/db/t_path_graph.c $(PATH_PRODUCT) $(LISTED) $(COMMON)
tests_db_t_path_graph_LDADD = $(TEST_LIBS)
tests_db_t_filters_SOURCES = tests/db/t_filters.c $(PATH_PRODUCT) $(LISTED) $(SMALL) $(CELLS) $(COMMON)
tests_db_t_filters_LDADD = $(TEST_LIBS)
tests_db_t_constants_SOURCES = tests/db/t_constants.c tests/lib/logic_cells.c tests/lib/logic_cells.h $(SMALL) \
	$(CELLS) tests/lib/tap.c tests/lib/tap.h
tests_db_t_constants_LDADD = $(TEST_LIBS)
tests_db_t_constants_random_SOURCES = tests/db/t_constants_random.c tests/lib/logic_cells.c \
	tests/lib/logic_cells.h $(CELLS) tests/lib/tap.c tests/lib/tap.h
tests_db_t_constants_random_LDADD = $(TEST_LIBS)
tests_db_t_derates_SOURCES = tests/db/t_derates.c $(SMALL) $(CELLS) tests/lib/tap.c tests/lib/tap.h
tests_db_t_derates_LDADD = $(TEST_LIBS)
tests_db_t_disables_SOURCES = tests/db/t_disables.c $(SMALL) $(CELLS) tests/lib/tap.c tests/lib/tap.h
tests_db_t_disables_LDADD = $(TEST_LIBS)
tests_db_t_relations_SOURCES = tests/db/t_relations.c $(SMALL) $(CELLS) tests/lib/tap.c tests/lib/tap.h
tests_db_t_relations_LDADD = $(TEST_LIBS)
tests_read_t_read_aocv_SOURCES = tests/read/t_read_aocv.c tests/lib/tap.c tests/lib/tap.h
tests_read_t_read_aocv_LDADD = $(TEST_LIBS)
tests_read_t_tau_SOURCES = tests/read/t_tau.c $(SMALL) $(CELLS) tests/lib/tap.c tests/lib/tap.h
tests_read_t_tau_LDADD = $(TEST_LIBS)
NAIVE = tests/lib/naive_timing.c tests/lib/naive_timing.h tests/lib/naive_aocv.c tests/lib/naive_aocv.h tests/lib/naive_arcs.c tests/lib/naive_clocks.c \
	tests/lib/naive_constants.c tests/lib/naive_gates.c tests/lib/naive_wires.c tests/lib/naive_waves.c \
	tests/lib/naive_parallel.c
NAIVE_PATHS = tests/lib/naive_paths.c tests/lib/naive_paths.h tests/lib/naive_cppr.c tests/lib/naive_ends.c tests/lib/naive_latches.c \
	tests/lib/naive_exceptions.c tests/lib/naive_references.c tests/lib/naive_required.c tests/lib/naive_segments.c tests/lib/naive_starts.c
GATES = tests/lib/gates.c tests/lib/gates.h
HAND = tests/lib/hand.c tests/lib/hand.h $(NAIVE) $(NAIVE_PATHS) $(GATES) $(CELLS)
tests_db_t_naive_clocks_SOURCES = tests/db/t_naive_clocks.c $(HAND) $(COMMON)
tests_db_t_naive_clocks_LDADD = $(TEST_LIBS)
tests_db_t_naive_paths_SOURCES = tests/db/t_naive_paths.c $(HAND) $(COMMON)
tests_db_t_naive_paths_LDADD = $(TEST_LIBS)
RANDOM = tests/lib/random_design.c tests/lib/random_design.h tests/lib/random_library.c tests/lib/random_wires.c \
	tests/lib/random_clocked.c tests/lib/random_constraints.c tests/lib/random_exceptions.c $(GATES)
tests_db_t_naive_random_SOURCES = tests/db/t_naive_random.c $(NAIVE) $(NAIVE_PATHS) $(RANDOM) $(CELLS) \
	$(COMMON)
tests_db_t_naive_random_LDADD = $(TEST_LIBS)
TIMED = tests/lib/timed.c tests/lib/timed.h
SAME_TIMING = tests/lib/same_timing.c tests/lib/same_timing.h $(NAIVE) $(NAIVE_PATHS)
FOUND = tests/lib/found.c tests/lib/found.h $(NAIVE) $(NAIVE_PATHS)
tests_lab_t_die_paths_SOURCES = tests/lab/t_die_paths.c $(TIMED) $(RANDOM) $(CELLS) $(COMMON)
tests_lab_t_die_paths_LDADD = $(TEST_LIBS)
tests_ssta_t_ssta_SOURCES = tests/ssta/t_ssta.c $(TIMED) $(RANDOM) $(CELLS) $(COMMON)
tests_ssta_t_ssta_LDADD = $(TEST_LIBS)
CHAIN = tests/lib/chain.c tests/lib/chain.h tests/lib/hand.c tests/lib/hand.h $(NAIVE) $(NAIVE_PATHS) $(TIMED) \
	$(RANDOM) $(CELLS) $(COMMON)
tests_ssta_t_ssta_cone_SOURCES = tests/ssta/t_ssta_cone.c $(TIMED) $(RANDOM) $(CELLS) $(COMMON)
tests_ssta_t_ssta_cone_LDADD = $(TEST_LIBS)
tests_ssta_t_ssta_exact_SOURCES = tests/ssta/t_ssta_exact.c $(CHAIN)
tests_ssta_t_ssta_exact_LDADD = $(TEST_LIBS)
tests_ssta_t_ssta_reference_SOURCES = tests/ssta/t_ssta_reference.c tests/lib/golden_design.c tests/lib/golden_design.h $(COMMON)
tests_ssta_t_ssta_reference_LDADD = $(TEST_LIBS)
tests_ssta_t_ssta_sampling_SOURCES = tests/ssta/t_ssta_sampling.c $(CHAIN)
tests_ssta_t_ssta_sampling_LDADD = $(TEST_LIBS)
tests_ssta_t_twister_SOURCES = tests/ssta/t_twister.c $(COMMON)
tests_ssta_t_twister_LDADD = $(TEST_LIBS)
tests_ssta_t_ssta_paper_SOURCES = tests/ssta/t_ssta_paper.c $(CHAIN)
tests_ssta_t_ssta_paper_LDADD = $(TEST_LIBS)
tests_ssta_t_ssta_slew_SOURCES = tests/ssta/t_ssta_slew.c $(CHAIN)
tests_ssta_t_ssta_slew_LDADD = $(TEST_LIBS)
tests_ssta_t_ssta_trees_SOURCES = tests/ssta/t_ssta_trees.c $(CHAIN)
tests_ssta_t_ssta_trees_LDADD = $(TEST_LIBS)
tests_ssta_t_ssta_draw_SOURCES = tests/ssta/t_ssta_draw.c $(GATES) $(CELLS) $(COMMON)
tests_ssta_t_ssta_draw_LDADD = $(TEST_LIBS)
tests_algo_t_pin_slacks_SOURCES = tests/algo/t_pin_slacks.c $(FOUND) $(TIMED) $(RANDOM) $(CELLS) $(COMMON)
tests_algo_t_pin_slacks_LDADD = $(TEST_LIBS)
tests_algo_t_clock_skew_SOURCES = tests/algo/t_clock_skew.c $(TIMED) $(RANDOM) $(CELLS) $(COMMON)
tests_algo_t_clock_skew_LDADD = $(TEST_LIBS)
tests_algo_t_slacks_SOURCES = tests/algo/t_slacks.c $(FOUND) $(TIMED) $(RANDOM) $(CELLS) $(COMMON)
tests_algo_t_slacks_LDADD = $(TEST_LIBS)
tests_db_t_state_paths_SOURCES = tests/db/t_state_paths.c $(FOUND) $(TIMED) $(RANDOM) $(CELLS) $(COMMON)
tests_db_t_state_paths_LDADD = $(TEST_LIBS)
tests_algo_t_retime_SOURCES = tests/algo/t_retime.c tests/lib/naive_retime.c tests/lib/naive_retime.h tests/lib/random_aocv.c \
	tests/lib/random_aocv.h tests/lib/placed_design.c tests/lib/placed_design.h $(FOUND) $(TIMED) $(RANDOM) \
	$(CELLS) $(COMMON)
tests_algo_t_retime_LDADD = $(TEST_LIBS)
STORED = tests/lib/stored.c tests/lib/stored.h tests/lib/random_edits.c tests/lib/random_edits.h
tests_store_t_store_SOURCES = tests/store/t_store.c $(STORED) $(TIMED) $(RANDOM) $(CELLS) $(COMMON)
tests_store_t_store_LDADD = $(TEST_LIBS)
tests_store_t_hostile_states_SOURCES = tests/store/t_hostile_states.c tests/lib/random_edits.c tests/lib/random_edits.h \
	$(RANDOM) $(CELLS) $(COMMON)
tests_store_t_hostile_states_LDADD = $(TEST_LIBS)
tests_algo_t_incremental_SOURCES = tests/algo/t_incremental.c $(STORED) \
	tests/lib/same_ends.c tests/lib/same_ends.h $(FOUND) \
	$(TIMED) $(RANDOM) $(CELLS) $(COMMON)
tests_algo_t_incremental_LDADD = $(TEST_LIBS)
tests_db_t_state_threads_SOURCES = tests/db/t_state_threads.c $(RANDOM) $(CELLS) $(COMMON)
tests_db_t_state_threads_LDADD = $(TEST_LIBS)
tests_db_t_states_SOURCES = tests/db/t_states.c $(FOUND) $(TIMED) $(RANDOM) $(CELLS) $(COMMON)
tests_db_t_states_LDADD = $(TEST_LIBS)
tests_algo_t_timing_SOURCES = tests/algo/t_timing.c $(SAME_TIMING) $(TIMED) $(RANDOM) $(CELLS) $(COMMON)
tests_algo_t_timing_LDADD = $(TEST_LIBS)
tests_algo_t_path_threads_SOURCES = tests/algo/t_path_threads.c tests/lib/brute.c tests/lib/brute.h $(TIMED) \
	$(RANDOM) $(CELLS) $(COMMON)
tests_algo_t_path_threads_LDADD = $(TEST_LIBS)
tests_algo_t_timing_paths_SOURCES = tests/algo/t_timing_paths.c tests/lib/brute.c tests/lib/brute.h $(TIMED) \
	$(RANDOM) $(CELLS) $(COMMON)
tests_algo_t_timing_paths_LDADD = $(TEST_LIBS)
tests_algo_t_timing_disturbed_SOURCES = tests/algo/t_timing_disturbed.c $(TIMED) $(RANDOM) $(CELLS) $(COMMON)
tests_algo_t_timing_disturbed_LDADD = $(TEST_LIBS)
tests_algo_t_timing_settings_SOURCES = tests/algo/t_timing_settings.c $(TIMED) $(RANDOM) $(CELLS) $(COMMON)
tests_algo_t_timing_settings_LDADD = $(TEST_LIBS)
tests_algo_t_arrivals_SOURCES = tests/algo/t_arrivals.c tests/lib/brute.c tests/lib/brute.h $(TIMED) $(RANDOM) $(CELLS) $(COMMON)
tests_algo_t_arrivals_LDADD = $(TEST_LIBS)
tests_algo_t_cone_SOURCES = tests/algo/t_cone.c tests/lib/brute.c tests/lib/brute.h $(TIMED) $(RANDOM) $(CELLS) $(COMMON)
tests_algo_t_cone_LDADD = $(TEST_LIBS)
tests_base_t_input_SOURCES = tests/base/t_input.c tests/lib/tap.c tests/lib/tap.h
tests_base_t_input_LDADD = $(TEST_LIBS)
tests_algo_t_inspect_SOURCES = tests/algo/t_inspect.c $(TIMED) $(RANDOM) $(CELLS) $(COMMON)
tests_algo_t_inspect_LDADD = $(TEST_LIBS)
tests_algo_t_golden_SOURCES = tests/algo/t_golden.c $(COMMON)
tests_algo_t_golden_LDADD = $(TEST_LIBS)
tests_algo_t_golden_timing_SOURCES = tests/algo/t_golden_timing.c tests/lib/golden_design.c \
	tests/lib/golden_design.h $(COMMON)
tests_algo_t_golden_timing_LDADD = $(TEST_LIBS)
EXTRA_DIST += tests/data/hand.v tests/data/hand.spef tests/data/hand.timing \
	tests/data/hand_Early.lib tests/data/hand_Late.lib tests/data/hand.pins.tsv \
	tests/data/hand.arcs.tsv tests/data/hand.tests.tsv tests/data/hand.endpoints.tsv \
	tests/data/hand.paths.tsv
EXTRA_DIST += tests/data/ladder.dag tests/data/ladder.paths.tsv
SDC_COMMON = tests/lib/sdc_design.c tests/lib/sdc_design.h tests/lib/tap.c tests/lib/tap.h
SANE = tests/lib/sane.c tests/lib/sane.h
WINDOW_HELPER = tests/lib/window_helper.c tests/lib/window_helper.h tests/lib/tap.c tests/lib/tap.h
tests_ui_t_window_hostile_SOURCES = tests/ui/t_window_hostile.c tests/lib/tap.c tests/lib/tap.h
tests_ui_t_window_hostile_LDADD = $(TEST_LIBS)
tests_ui_t_window_process_SOURCES = tests/ui/t_window_process.c $(WINDOW_HELPER)
tests_ui_t_window_process_LDADD = $(TEST_LIBS)
tests_ui_t_window_x_SOURCES = tests/ui/t_window_x.c $(WINDOW_HELPER)
tests_ui_t_window_x_LDADD = $(TEST_LIBS)
tests_write_t_names_SOURCES = tests/write/t_names.c $(RANDOM) $(CELLS) $(COMMON)
tests_write_t_names_LDADD = $(TEST_LIBS)
tests_write_t_write_SOURCES = tests/write/t_write.c $(RANDOM) $(CELLS) $(COMMON)
tests_write_t_write_LDADD = $(TEST_LIBS)
tests_write_t_write_sdc_SOURCES = tests/write/t_write_sdc.c tests/lib/sdc_design.c tests/lib/sdc_design.h $(RANDOM) \
	$(CELLS) $(COMMON)
tests_write_t_write_sdc_LDADD = $(TEST_LIBS)
tests_read_t_sdc_SOURCES = tests/read/t_sdc.c $(SDC_COMMON)
tests_read_t_sdc_LDADD = $(TEST_LIBS)
tests_read_t_sdc_clocks_SOURCES = tests/read/t_sdc_clocks.c $(SDC_COMMON)
tests_read_t_sdc_clocks_LDADD = $(TEST_LIBS)
tests_read_t_sdc_files_SOURCES = tests/read/t_sdc_files.c $(SANE) $(SDC_COMMON)
tests_read_t_sdc_files_LDADD = $(TEST_LIBS)
tests_read_t_sdc_hostile_SOURCES = tests/read/t_sdc_hostile.c $(SANE) $(SDC_COMMON)
tests_read_t_sdc_hostile_LDADD = $(TEST_LIBS)
tests_read_t_sdc_reach_SOURCES = tests/read/t_sdc_reach.c $(SDC_COMMON)
tests_read_t_sdc_reach_LDADD = $(TEST_LIBS)
EXTRA_DIST += tests/data/sdc_reach.txt
tests_read_t_sdc_script_SOURCES = tests/read/t_sdc_script.c $(SDC_COMMON)
tests_read_t_sdc_script_LDADD = $(TEST_LIBS)
FUZZ_TARGETS = tests/fuzz/fuzz_aocv.c tests/fuzz/fuzz_bookshelf.c tests/fuzz/fuzz_command.c tests/fuzz/fuzz_dag.c \
	tests/fuzz/fuzz_def.c tests/fuzz/fuzz_gzip.c tests/fuzz/fuzz_keys.c tests/fuzz/fuzz_lef.c \
	tests/fuzz/fuzz_liberty.c tests/fuzz/fuzz_matrix_market.c tests/fuzz/fuzz_path_pattern.c tests/fuzz/fuzz_sdc.c \
	tests/fuzz/fuzz_sdc_stream.c tests/fuzz/fuzz_sdf.c tests/fuzz/fuzz_spef.c tests/fuzz/fuzz_ssta_part.c tests/fuzz/fuzz_store.c tests/fuzz/fuzz_tau.c \
	tests/fuzz/fuzz_verilog.c tests/fuzz/fuzz_window.c
FUZZ_TARGET = tests/fuzz/target.c tests/fuzz/mutate.c tests/fuzz/mutate.h
FUZZ_BYTES = tests/fuzz/bytes.c tests/fuzz/bytes.h
FUZZ_COMMANDS = tests/fuzz/commands.c tests/fuzz/commands.h
FUZZ_SMALL = $(FUZZ_BYTES) $(SMALL) $(CELLS) $(SANE)
FUZZ_CPPFLAGS = $(AM_CPPFLAGS) -I$(srcdir)/tests -DTEST_DATA='"$(abs_srcdir)/tests/data"'
tests_tree_t_corpus_SOURCES = tests/tree/t_corpus.c $(FUZZ_TARGETS) tests/fuzz/mutate.c tests/fuzz/mutate.h $(FUZZ_SMALL) $(FUZZ_COMMANDS) $(STORED) $(RANDOM) $(COMMON)
tests_tree_t_corpus_CPPFLAGS = $(FUZZ_CPPFLAGS)
tests_tree_t_corpus_LDADD = $(TEST_LIBS)
EXTRA_DIST += tests/fuzz/corpus tests/fuzz/dict tests/fuzz/smoke.sh

# Each target for some seconds, in a build of its own: HACKING.md says how to fuzz for longer.
fuzz-smoke:
	@MAKE='$(MAKE)' $(SHELL) $(srcdir)/tests/fuzz/smoke.sh
clean-local:
	rm -rf fuzz-smoke
.PHONY: fuzz-smoke

# What tests/fuzz/smoke.sh configures --enable-fuzz for.
if FUZZ
noinst_PROGRAMS = tests/fuzz/fuzz_aocv tests/fuzz/fuzz_bookshelf tests/fuzz/fuzz_command tests/fuzz/fuzz_dag \
	tests/fuzz/fuzz_def tests/fuzz/fuzz_gzip tests/fuzz/fuzz_keys tests/fuzz/fuzz_lef \
	tests/fuzz/fuzz_liberty tests/fuzz/fuzz_matrix_market tests/fuzz/fuzz_path_pattern tests/fuzz/fuzz_sdc \
	tests/fuzz/fuzz_sdc_stream tests/fuzz/fuzz_sdf tests/fuzz/fuzz_spef tests/fuzz/fuzz_ssta_part tests/fuzz/fuzz_store tests/fuzz/fuzz_tau tests/fuzz/fuzz_verilog \
	tests/fuzz/fuzz_window
tests_fuzz_fuzz_aocv_SOURCES = tests/fuzz/fuzz_aocv.c $(FUZZ_TARGET) $(FUZZ_SMALL)
tests_fuzz_fuzz_aocv_CPPFLAGS = $(FUZZ_CPPFLAGS) -DTARGET=fuzz_aocv
tests_fuzz_fuzz_aocv_LDFLAGS = -fsanitize=fuzzer
tests_fuzz_fuzz_aocv_LDADD = $(WARPSCOPE_LIBS)
tests_fuzz_fuzz_bookshelf_SOURCES = tests/fuzz/fuzz_bookshelf.c $(FUZZ_TARGET)
tests_fuzz_fuzz_bookshelf_CPPFLAGS = $(FUZZ_CPPFLAGS) -DTARGET=fuzz_bookshelf
tests_fuzz_fuzz_bookshelf_LDFLAGS = -fsanitize=fuzzer
tests_fuzz_fuzz_bookshelf_LDADD = $(WARPSCOPE_LIBS)
tests_fuzz_fuzz_command_SOURCES = tests/fuzz/fuzz_command.c $(FUZZ_TARGET)
tests_fuzz_fuzz_command_CPPFLAGS = $(FUZZ_CPPFLAGS) -DTARGET=fuzz_command
tests_fuzz_fuzz_command_LDFLAGS = -fsanitize=fuzzer
tests_fuzz_fuzz_command_LDADD = $(WARPSCOPE_LIBS)
tests_fuzz_fuzz_dag_SOURCES = tests/fuzz/fuzz_dag.c $(FUZZ_TARGET) $(FUZZ_BYTES)
tests_fuzz_fuzz_dag_CPPFLAGS = $(FUZZ_CPPFLAGS) -DTARGET=fuzz_dag
tests_fuzz_fuzz_dag_LDFLAGS = -fsanitize=fuzzer
tests_fuzz_fuzz_dag_LDADD = $(WARPSCOPE_LIBS)
tests_fuzz_fuzz_def_SOURCES = tests/fuzz/fuzz_def.c $(FUZZ_TARGET) $(FUZZ_SMALL)
tests_fuzz_fuzz_def_CPPFLAGS = $(FUZZ_CPPFLAGS) -DTARGET=fuzz_def
tests_fuzz_fuzz_def_LDFLAGS = -fsanitize=fuzzer
tests_fuzz_fuzz_def_LDADD = $(WARPSCOPE_LIBS)
tests_fuzz_fuzz_gzip_SOURCES = tests/fuzz/fuzz_gzip.c $(FUZZ_TARGET) $(FUZZ_BYTES)
tests_fuzz_fuzz_gzip_CPPFLAGS = $(FUZZ_CPPFLAGS) -DTARGET=fuzz_gzip
tests_fuzz_fuzz_gzip_LDFLAGS = -fsanitize=fuzzer
tests_fuzz_fuzz_gzip_LDADD = $(WARPSCOPE_LIBS)
tests_fuzz_fuzz_keys_SOURCES = tests/fuzz/fuzz_keys.c $(FUZZ_TARGET) $(FUZZ_BYTES)
tests_fuzz_fuzz_keys_CPPFLAGS = $(FUZZ_CPPFLAGS) -DTARGET=fuzz_keys
tests_fuzz_fuzz_keys_LDFLAGS = -fsanitize=fuzzer
tests_fuzz_fuzz_keys_LDADD = $(WARPSCOPE_LIBS)
tests_fuzz_fuzz_lef_SOURCES = tests/fuzz/fuzz_lef.c $(FUZZ_TARGET) $(FUZZ_BYTES)
tests_fuzz_fuzz_lef_CPPFLAGS = $(FUZZ_CPPFLAGS) -DTARGET=fuzz_lef
tests_fuzz_fuzz_lef_LDFLAGS = -fsanitize=fuzzer
tests_fuzz_fuzz_lef_LDADD = $(WARPSCOPE_LIBS)
tests_fuzz_fuzz_liberty_SOURCES = tests/fuzz/fuzz_liberty.c $(FUZZ_TARGET) $(FUZZ_BYTES)
tests_fuzz_fuzz_liberty_CPPFLAGS = $(FUZZ_CPPFLAGS) -DTARGET=fuzz_liberty
tests_fuzz_fuzz_liberty_LDFLAGS = -fsanitize=fuzzer
tests_fuzz_fuzz_liberty_LDADD = $(WARPSCOPE_LIBS)
tests_fuzz_fuzz_matrix_market_SOURCES = tests/fuzz/fuzz_matrix_market.c $(FUZZ_TARGET)
tests_fuzz_fuzz_matrix_market_CPPFLAGS = $(FUZZ_CPPFLAGS) -DTARGET=fuzz_matrix_market
tests_fuzz_fuzz_matrix_market_LDFLAGS = -fsanitize=fuzzer
tests_fuzz_fuzz_matrix_market_LDADD = $(WARPSCOPE_LIBS)
tests_fuzz_fuzz_path_pattern_SOURCES = tests/fuzz/fuzz_path_pattern.c $(FUZZ_TARGET)
tests_fuzz_fuzz_path_pattern_CPPFLAGS = $(FUZZ_CPPFLAGS) -DTARGET=fuzz_path_pattern
tests_fuzz_fuzz_path_pattern_LDFLAGS = -fsanitize=fuzzer
tests_fuzz_fuzz_path_pattern_LDADD = $(WARPSCOPE_LIBS)
tests_fuzz_fuzz_sdc_SOURCES = tests/fuzz/fuzz_sdc.c $(FUZZ_TARGET) $(FUZZ_SMALL)
tests_fuzz_fuzz_sdc_CPPFLAGS = $(FUZZ_CPPFLAGS) -DTARGET=fuzz_sdc
tests_fuzz_fuzz_sdc_LDFLAGS = -fsanitize=fuzzer
tests_fuzz_fuzz_sdc_LDADD = $(WARPSCOPE_LIBS)
tests_fuzz_fuzz_sdc_stream_SOURCES = tests/fuzz/fuzz_sdc_stream.c $(FUZZ_TARGET) $(FUZZ_SMALL)
tests_fuzz_fuzz_sdc_stream_CPPFLAGS = $(FUZZ_CPPFLAGS) -DTARGET=fuzz_sdc_stream
tests_fuzz_fuzz_sdc_stream_LDFLAGS = -fsanitize=fuzzer
tests_fuzz_fuzz_sdc_stream_LDADD = $(WARPSCOPE_LIBS)
tests_fuzz_fuzz_sdf_SOURCES = tests/fuzz/fuzz_sdf.c $(FUZZ_TARGET) $(FUZZ_BYTES)
tests_fuzz_fuzz_sdf_CPPFLAGS = $(FUZZ_CPPFLAGS) -DTARGET=fuzz_sdf
tests_fuzz_fuzz_sdf_LDFLAGS = -fsanitize=fuzzer
tests_fuzz_fuzz_sdf_LDADD = $(WARPSCOPE_LIBS)
tests_fuzz_fuzz_spef_SOURCES = tests/fuzz/fuzz_spef.c $(FUZZ_TARGET) $(FUZZ_SMALL)
tests_fuzz_fuzz_spef_CPPFLAGS = $(FUZZ_CPPFLAGS) -DTARGET=fuzz_spef
tests_fuzz_fuzz_spef_LDFLAGS = -fsanitize=fuzzer
tests_fuzz_fuzz_spef_LDADD = $(WARPSCOPE_LIBS)
tests_fuzz_fuzz_ssta_part_SOURCES = tests/fuzz/fuzz_ssta_part.c $(FUZZ_TARGET) $(FUZZ_BYTES)
tests_fuzz_fuzz_ssta_part_CPPFLAGS = $(FUZZ_CPPFLAGS) -DTARGET=fuzz_ssta_part
tests_fuzz_fuzz_ssta_part_LDFLAGS = -fsanitize=fuzzer
tests_fuzz_fuzz_ssta_part_LDADD = $(WARPSCOPE_LIBS)
tests_fuzz_fuzz_store_SOURCES = tests/fuzz/fuzz_store.c $(FUZZ_TARGET) $(FUZZ_COMMANDS) $(FUZZ_BYTES) $(STORED) $(RANDOM) $(CELLS) \
	$(COMMON)
tests_fuzz_fuzz_store_CPPFLAGS = $(FUZZ_CPPFLAGS) -DTARGET=fuzz_store
tests_fuzz_fuzz_store_LDFLAGS = -fsanitize=fuzzer
tests_fuzz_fuzz_store_LDADD = $(WARPSCOPE_LIBS)
tests_fuzz_fuzz_tau_SOURCES = tests/fuzz/fuzz_tau.c $(FUZZ_TARGET) $(FUZZ_SMALL)
tests_fuzz_fuzz_tau_CPPFLAGS = $(FUZZ_CPPFLAGS) -DTARGET=fuzz_tau
tests_fuzz_fuzz_tau_LDFLAGS = -fsanitize=fuzzer
tests_fuzz_fuzz_tau_LDADD = $(WARPSCOPE_LIBS)
tests_fuzz_fuzz_verilog_SOURCES = tests/fuzz/fuzz_verilog.c $(FUZZ_TARGET) $(FUZZ_SMALL)
tests_fuzz_fuzz_verilog_CPPFLAGS = $(FUZZ_CPPFLAGS) -DTARGET=fuzz_verilog
tests_fuzz_fuzz_verilog_LDFLAGS = -fsanitize=fuzzer
tests_fuzz_fuzz_verilog_LDADD = $(WARPSCOPE_LIBS)
tests_fuzz_fuzz_window_SOURCES = tests/fuzz/fuzz_window.c $(FUZZ_TARGET) $(FUZZ_SMALL)
tests_fuzz_fuzz_window_CPPFLAGS = $(FUZZ_CPPFLAGS) -DTARGET=fuzz_window
tests_fuzz_fuzz_window_LDFLAGS = -fsanitize=fuzzer
tests_fuzz_fuzz_window_LDADD = $(WARPSCOPE_LIBS)
else
EXTRA_DIST += $(FUZZ_TARGET)
endif
