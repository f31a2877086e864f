TEST_EXTENSIONS = .sh
LOG_DRIVER = env AM_TAP_AWK='$(AWK)' $(SHELL) $(top_srcdir)/build-aux/tap-driver.sh
SH_LOG_DRIVER = $(LOG_DRIVER)
SH_LOG_COMPILER = $(SHELL)
# Threads that wait for each other actively are slow where others compute too.
AM_TESTS_ENVIRONMENT = OMP_WAIT_POLICY=passive; export OMP_WAIT_POLICY;

# Those that take minutes begin first, so that none is left alone at the end.
SHELL_TESTS = \
	tests/ui/t_screen.sh \
	tests/cmd/t_examples.sh \
	tests/cmd/t_lessons.sh \
	tests/cmd/t_identical.sh \
	tests/ui/t_graphics.sh \
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
	tests/report/t_script.sh \
	tests/report/t_sizes.sh \
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
	tests/report/t_compare.sh tests/report/t_runs.sh \
	tests/cmd/t_completion.sh \
	tests/report/t_find_timing_paths.sh \
	tests/credit/t_golden_cppr.sh \
	tests/report/t_golden_sdc.sh \
	tests/base/t_bombs.sh \
	tests/db/t_hierarchy.sh \
	tests/report/t_histogram.sh \
	tests/report/t_constrain.sh \
	tests/report/t_edits.sh \
	tests/report/t_edits_gates.sh \
	tests/density/t_density_hostile.sh \
	tests/density/t_density_peer.sh \
	tests/report/t_maps.sh \
	tests/cmd/t_report_warp.sh \
	tests/cmd/t_try.sh \
	tests/cmd/t_warnings.sh \
	tests/draw/t_images.sh \
	tests/tree/t_install.sh \
	tests/cmd/t_asset_memory.sh \
	tests/cmd/t_interrupt.sh \
	tests/cmd/t_slow.sh \
	tests/place/t_place_steps.sh \
	tests/spmv/t_lab.sh \
	tests/timing/t_latches.sh \
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
	tests/report/t_html_report.sh \
	tests/report/t_lens.sh \
	tests/report/t_why.sh \
	tests/ui/t_window.sh \
	tests/write/t_write_files.sh
TESTS += $(SHELL_TESTS)
EXTRA_DIST += $(SHELL_TESTS) tests/lib/klayout.sh tests/lib/opensta.sh tests/lib/tap.sh \
	tests/lib/terminal.sh tests/lib/two_registers.sh tests/screens tests/images
EXTRA_DIST += tests/lib/compare_reports.py tests/lib/compare_sdf.py tests/lib/random_sta.py tests/reports tests/data/domains.lib \
	tests/data/domains.sdc tests/data/domains.v tests/data/pads.lib tests/data/pads.v

C_TESTS = \
	tests/tree/t_faults \
	tests/timing/t_timing \
	tests/ssta/t_ssta_reference \
	tests/base/t_base \
	tests/search/t_batches \
	tests/read/t_bookshelf \
	tests/draw/t_camera \
	tests/inspect/t_changes \
	tests/inspect/t_path_counts \
	tests/checks/t_clock_skew \
	tests/db/t_constants \
	tests/db/t_constants_random \
	tests/credit/t_credit_caps \
	tests/gen/t_clock_tree \
	tests/credit/t_credit_batches \
	tests/tree/t_corpus \
	tests/read/t_dag \
	tests/read/t_def \
	tests/density/t_density \
	tests/density/t_density_maps \
	tests/density/t_density_scale \
	tests/density/t_density_under \
	tests/read/t_matrix_market \
	tests/spmv/t_spmv \
	tests/spmv/t_bfs \
	tests/place/t_cg \
	tests/spmv/t_sta \
	tests/place/t_placer \
	tests/place/t_quadratic \
	tests/spmv/t_shared_matrices \
	tests/read/t_lef \
	tests/draw/t_letters \
	tests/db/t_derates \
	tests/gpu/t_device \
	tests/ssta/t_die_paths \
	tests/db/t_disables \
	tests/search/t_disturbed \
	tests/db/t_filters \
	tests/frame/t_frame \
	tests/draw/t_frame_legend \
	tests/gen/t_generate \
	tests/search/t_golden \
	tests/timing/t_golden_timing \
	tests/timing/t_incremental \
	tests/timing/t_arrivals \
	tests/inspect/t_cone \
	tests/base/t_input \
	tests/timing/t_inspect \
	tests/gpu/t_kernel_credit_caps \
	tests/gpu/t_kernel_fused \
	tests/gpu/t_kernel_histogram \
	tests/gpu/t_kernel_path_lists \
	tests/gpu/t_kernel_levels \
	tests/gpu/t_kernel_ranking \
	tests/gpu/t_kernel_tag_sets \
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
	tests/search/t_depths \
	tests/search/t_lists \
	tests/labels/t_labels \
	tests/base/t_order \
	tests/db/t_path_graph \
	tests/labels/t_product \
	tests/ui/t_graph_text \
	tests/search/t_path_threads \
	tests/db/t_path_pattern \
	tests/gen/t_place \
	tests/gpu/t_profile \
	tests/gpu/t_stage \
	tests/gpu/t_warp \
	tests/db/t_relations \
	tests/ui/t_flight \
	tests/ui/t_replies \
	tests/delay/t_retime \
	tests/read/t_sdc \
	tests/read/t_sdc_clocks \
	tests/read/t_sdc_files \
	tests/read/t_sdc_hostile \
	tests/read/t_sdc_reach \
	tests/read/t_sdc_script \
	tests/search/t_search \
	tests/cmd/t_shell \
	tests/search/t_walk \
	tests/read/t_spef \
	tests/ssta/t_ssta \
	tests/ssta/t_ssta_cone \
	tests/ssta/t_ssta_draw \
	tests/ssta/t_ssta_exact \
	tests/ssta/t_ssta_paper \
	tests/ssta/t_ssta_sampling \
	tests/ssta/t_ssta_slew \
	tests/ssta/t_ssta_trees \
	tests/credit/t_pin_slacks \
	tests/credit/t_slacks \
	tests/db/t_state_paths \
	tests/db/t_states \
	tests/db/t_state_threads \
	tests/store/t_hostile_states \
	tests/store/t_store \
	tests/read/t_tau \
	tests/read/t_read_aocv \
	tests/timing/t_timing_disturbed \
	tests/timing/t_timing_paths \
	tests/timing/t_timing_settings \
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

# A C test is one file, tests/ROOM/t_NAME.c, and a line of C_TESTS; what tests share is a library.
AM_DEFAULT_SOURCE_EXT = .c
LDADD = tests/libtests.a $(TEST_LIBS)
check_LIBRARIES = tests/libtests.a
tests_libtests_a_SOURCES = \
	tests/lib/brute.c tests/lib/brute.h \
	tests/lib/cells.c tests/lib/cells.h \
	tests/lib/chain.c tests/lib/chain.h \
	tests/lib/chip_statistics.h \
	tests/lib/devices.c tests/lib/devices.h \
	tests/lib/fault.h \
	tests/lib/fault_files.c tests/lib/fault_files.h \
	tests/lib/fault_scenarios.h \
	tests/lib/found.c tests/lib/found.h \
	tests/lib/gates.c tests/lib/gates.h \
	tests/lib/golden_design.c tests/lib/golden_design.h \
	tests/lib/guarded_canvas.h \
	tests/lib/hand.c tests/lib/hand.h \
	tests/lib/kernel_reference.c tests/lib/kernel_reference.h \
	tests/lib/listed.c tests/lib/listed.h \
	tests/lib/logic_cells.c tests/lib/logic_cells.h \
	tests/lib/naive_aocv.c tests/lib/naive_aocv.h \
	tests/lib/naive_arcs.c \
	tests/lib/naive_clocks.c \
	tests/lib/naive_constants.c \
	tests/lib/naive_cppr.c \
	tests/lib/naive_density.c tests/lib/naive_density.h \
	tests/lib/naive_ends.c \
	tests/lib/naive_exceptions.c \
	tests/lib/naive_frame.c tests/lib/naive_frame.h \
	tests/lib/naive_gates.c \
	tests/lib/naive_labels.c tests/lib/naive_labels.h \
	tests/lib/naive_latches.c \
	tests/lib/naive_limits.c tests/lib/naive_limits.h \
	tests/lib/naive_parallel.c \
	tests/lib/naive_paths.c tests/lib/naive_paths.h \
	tests/lib/naive_references.c \
	tests/lib/naive_required.c \
	tests/lib/naive_retime.c tests/lib/naive_retime.h \
	tests/lib/naive_segments.c \
	tests/lib/naive_sparse.c tests/lib/naive_sparse.h \
	tests/lib/naive_starts.c \
	tests/lib/naive_tags.c tests/lib/naive_tags.h \
	tests/lib/naive_timing.c tests/lib/naive_timing.h \
	tests/lib/naive_waves.c \
	tests/lib/naive_wires.c \
	tests/lib/path_product.c tests/lib/path_product.h \
	tests/lib/placed_design.c tests/lib/placed_design.h \
	tests/lib/query_lists.c tests/lib/query_lists.h \
	tests/lib/random_aocv.c tests/lib/random_aocv.h \
	tests/lib/random_clocked.c \
	tests/lib/random_constraints.c \
	tests/lib/random_design.c tests/lib/random_design.h \
	tests/lib/random_edits.c tests/lib/random_edits.h \
	tests/lib/random_exceptions.c \
	tests/lib/random_library.c \
	tests/lib/random_wires.c \
	tests/lib/remade.c tests/lib/remade.h \
	tests/lib/same_ends.c tests/lib/same_ends.h \
	tests/lib/same_timing.c tests/lib/same_timing.h \
	tests/lib/sane.c tests/lib/sane.h \
	tests/lib/screen_model.c tests/lib/screen_model.h \
	tests/lib/sdc_design.c tests/lib/sdc_design.h \
	tests/lib/small.c tests/lib/small.h \
	tests/lib/spef_made.c tests/lib/spef_made.h \
	tests/lib/stored.c tests/lib/stored.h \
	tests/lib/tap.c tests/lib/tap.h \
	tests/lib/timed.c tests/lib/timed.h \
	tests/lib/window_helper.c tests/lib/window_helper.h

EXTRA_DIST += tests/parallel.mk tests/lib/mpi.sh
# The inner loop: conventions, readers, kernels and the algorithms on a few random designs each.
QUICK_TESTS = tests/tree/t_rooms.sh tests/tree/t_format.sh tests/tree/t_style.sh tests/base/t_base tests/place/t_cg tests/credit/t_credit_caps tests/inspect/t_cone tests/db/t_constants tests/read/t_dag \
	tests/read/t_def tests/density/t_density tests/db/t_derates tests/db/t_filters tests/gpu/t_kernel_credit_caps tests/gpu/t_kernel_paths tests/read/t_lef tests/read/t_liberty tests/db/t_link \
	tests/write/t_names tests/base/t_output tests/db/t_path_graph tests/read/t_sdc tests/search/t_search tests/cmd/t_shell tests/credit/t_slacks tests/read/t_spef tests/spmv/t_spmv \
	tests/ssta/t_ssta tests/db/t_states tests/read/t_tau tests/timing/t_timing tests/read/t_verilog tests/write/t_write
check-quick:
	@WARPSCOPE_TEST_GRAPHS=40 WARPSCOPE_TEST_DEVICE=CPU $(MAKE) check check_PROGRAMS='$(filter-out %.sh,$(QUICK_TESTS))' TESTS='$(QUICK_TESTS)'
.PHONY: check-quick

CELLS = tests/lib/cells.c tests/lib/cells.h
COMMON = tests/lib/devices.c tests/lib/devices.h tests/lib/tap.c tests/lib/tap.h
tests_gpu_t_stage_SOURCES = tests/gpu/t_stage.c tests/lib/lazy_cuda/cuda_runtime_api.h $(COMMON)
tests_gpu_t_stage_CPPFLAGS = -I$(srcdir)/tests/lib/lazy_cuda $(AM_CPPFLAGS)
tests_gpu_t_stage_LDADD = $(TEST_LIBS)
EXTRA_DIST += tests/lib/parameters.pl tests/data/style/parameters.txt tests/data/style/riddles.txt tests/data/style/words.txt
EXTRA_DIST += tests/data/legend.txt tests/data/no_fonts.conf
EXTRA_DIST += tests/data/shelf.aux tests/data/shelf.nets tests/data/shelf.nodes \
	tests/data/shelf.pl tests/data/shelf.scl tests/data/shelf.wts
tests_on_terminal_SOURCES = tests/lib/on_terminal.c
tests_on_terminal_LDADD =
tests_pixel_terminal_SOURCES = tests/lib/pixel_terminal.c tests/lib/screen_model.c tests/lib/screen_model.h tests/lib/screen_save.c
tests_pixel_terminal_LDADD = $(TEST_LIBS)
tests_same_image_SOURCES = tests/lib/same_image.c
tests_same_image_LDADD = $(PNG_LIBS)
EXTRA_DIST += tests/report/opensta_checks.tcl tests/report/opensta_clocks.tcl tests/report/opensta_cones.tcl tests/report/opensta_endpoints.tcl tests/report/opensta_exceptions.tcl \
	tests/report/opensta_files.tcl tests/report/opensta_groups.tcl tests/report/opensta_objects.tcl tests/report/opensta_periods.tcl tests/report/opensta_violations.tcl
EXTRA_DIST += tests/data/cells.lib tests/data/annotated.lib tests/data/annotated.sdf tests/data/annotated.v \
	tests/data/latches.lib tests/data/latch_slews.lib tests/data/pulses.lib tests/data/duo.lib tests/data/duo.spef \
	tests/data/duo.timing tests/data/duo.v
EXTRA_DIST += tests/data/stage.cone tests/data/stage.lib tests/data/stage.v tests/data/stage.spef \
	tests/data/aocv.lib tests/data/stage.aocv tests/data/stage.timing tests/data/stage.tcl
EXTRA_DIST += tests/data/small.lef tests/data/small.def tests/lib/klayout_boxes.py tests/lib/density_peer.py
SMALL = tests/lib/small.c tests/lib/small.h
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
EXTRA_DIST += tests/faults tests/data/stage.def tests/data/stage.lef tests/data/stage.sdc
.PHONY: check-faults
check-faults: tests/tree/t_faults tests/warpscope_faults
	srcdir=$(srcdir) WARPSCOPE_FAULTS=$${WARPSCOPE_FAULTS:-places} tests/tree/t_faults

GATES = tests/lib/gates.c tests/lib/gates.h
RANDOM = tests/lib/random_design.c tests/lib/random_design.h tests/lib/random_library.c tests/lib/random_wires.c \
	tests/lib/random_clocked.c tests/lib/random_constraints.c tests/lib/random_exceptions.c $(GATES)
STORED = tests/lib/stored.c tests/lib/stored.h tests/lib/random_edits.c tests/lib/random_edits.h
EXTRA_DIST += tests/data/hand.v tests/data/hand.spef tests/data/hand.timing \
	tests/data/hand_Early.lib tests/data/hand_Late.lib tests/data/hand.pins.tsv \
	tests/data/hand.arcs.tsv tests/data/hand.tests.tsv tests/data/hand.endpoints.tsv \
	tests/data/hand.paths.tsv
EXTRA_DIST += tests/data/ladder.dag tests/data/ladder.paths.tsv
SANE = tests/lib/sane.c tests/lib/sane.h
EXTRA_DIST += tests/data/sdc_reach.txt
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
