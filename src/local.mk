# libwarpscope.a is everything but main(), so that tests and benchmarks link what they test. Its sources are found by their names, so
# a new file needs no line here: it is compiled and comes into the tarball.
SOURCE_FOLDERS = $(patsubst $(srcdir)/%/,%,$(wildcard $(addprefix $(srcdir)/src/,*/ */*/ */*/*/)))
sources = $(sort $(patsubst $(srcdir)/%,%,$(wildcard $(foreach folder,src $(SOURCE_FOLDERS),$(addprefix $(srcdir)/$(folder)/,$(1))))))
EXTRA_DIST += $(call sources,*.c *.h *.cu *.def)

# Each is compiled for both devices.
KERNELS = $(call sources,k_*.cu)
CUDA_PRIMITIVES = src/gpu/device/prim_cuda.cu src/gpu/device/sort_cuda.cu
CUDA_HOST_SOURCES = src/gpu/device/cuda_gpus.c src/gpu/device/cuda_stage.c src/gpu/device/dev_cuda.c

C_OBJECTS = $(patsubst %.c,%.o,$(filter-out $(warpscope_SOURCES) $(CUDA_HOST_SOURCES),$(call sources,*.c)))
noinst_LIBRARIES += libwarpscope.a
libwarpscope_a_SOURCES =
libwarpscope_a_LIBADD = $(C_OBJECTS)
libwarpscope_a_DEPENDENCIES = $(libwarpscope_a_LIBADD)
if CUDA
CUDA_OBJECTS = $(CUDA_HOST_SOURCES:.c=.o) $(KERNELS:.cu=.o) $(CUDA_PRIMITIVES:.cu=.o) src/gpu/search/paper/k_dynamic_linked.o
libwarpscope_a_LIBADD += $(CUDA_OBJECTS)
endif

# GNU make prefers this rule to automake's for all objects, as its stem is shorter.
src/%.o: src/%.c
	@$(MKDIR_P) $(@D)/$(DEPDIR)
	$(AM_V_CC)$(COMPILE) -MD -MP -MF $(@D)/$(DEPDIR)/$(*F).Po -MT $@ -c $< -o $@

-include $(wildcard $(addsuffix /$(DEPDIR)/*.Po,$(SOURCE_FOLDERS)))

mostlyclean-local:
	-rm -f $(foreach folder,$(SOURCE_FOLDERS),$(addprefix $(folder)/*.,o cpu warp d))
	-rm -rf $(addsuffix /$(DEPDIR),$(SOURCE_FOLDERS))

# A kernel for the CPU is the same file, compiled as C.
CPU_KERNELS = $(KERNELS:.cu=.cpu)
libwarpscope_a_LIBADD += $(CPU_KERNELS)

cpu_verbose = $(cpu_verbose_@AM_V@)
cpu_verbose_ = $(cpu_verbose_@AM_DEFAULT_V@)
cpu_verbose_0 = @echo "  CC       $@";

.cu.cpu:
	@$(MKDIR_P) $(@D)
	$(cpu_verbose)$(COMPILE) -x c -MMD -MP -MF $@.d -MT $@ -c $< -o $@

-include $(CPU_KERNELS:=.d)

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
	@$(MKDIR_P) $(@D)
	$(warp_verbose)$(CC) -x c -std=gnu11 -DKERNEL_WARP -D__CUDACC__ -D_GNU_SOURCE -I$(srcdir)/src $(CPPFLAGS) \
		-O1 -fPIC -ffp-contract=off $(WARP_CFLAGS) $(WARNINGS) \
		-Wno-unused-function -Wno-int-in-bool-context -MMD -MP -MF $@.d -MT $@ -c $< -o $@

-include $(WARP_OBJECTS:=.d)

WARPSCOPE_LIBS = libwarpscope.a $(NCURSES_LIBS) $(TCL_LIBS) $(ZLIB_LIBS) $(PNG_LIBS) $(CUDA_LIBS) -lpthread -ldl -lm

bin_PROGRAMS += warpscope
warpscope_SOURCES = src/main.c src/cli.c src/doctor.c src/completion.c
warpscope_LDADD = $(WARPSCOPE_LIBS)
# The recorder's functions, for kernels that kernel_try loads.
warpscope_LDFLAGS = -Wl,--dynamic-list=$(srcdir)/src/gpu/try/exports.txt
EXTRA_warpscope_DEPENDENCIES = src/gpu/try/exports.txt
EXTRA_DIST += src/gpu/try/exports.txt


nvcc_verbose = $(nvcc_verbose_@AM_V@)
nvcc_verbose_ = $(nvcc_verbose_@AM_DEFAULT_V@)
nvcc_verbose_0 = @echo "  NVCC     $@";

.cu.o:
	@$(MKDIR_P) $(@D)
	$(nvcc_verbose)$(NVCC) $(NVCCFLAGS) -I$(srcdir)/src $(DEBUG_CPPFLAGS) -MMD -MP -MF $@.d \
		-c $< -o $@

# A kernel that launches kernels is relocatable device code, which is linked with CUDA's device runtime.
src/gpu/search/paper/k_dynamic.o: src/gpu/search/paper/k_dynamic.cu
	@$(MKDIR_P) $(@D)
	$(nvcc_verbose)$(NVCC) $(NVCCFLAGS) -rdc=true -I$(srcdir)/src $(DEBUG_CPPFLAGS) -MMD -MP -MF $@.d \
		-c $(srcdir)/src/gpu/search/paper/k_dynamic.cu -o $@
src/gpu/search/paper/k_dynamic_linked.o: src/gpu/search/paper/k_dynamic.o
	$(nvcc_verbose)$(NVCC) $(NVCCFLAGS) -dlink src/gpu/search/paper/k_dynamic.o -o $@ -lcudadevrt

-include $(KERNELS:.cu=.o.d) $(CUDA_PRIMITIVES:.cu=.o.d)
