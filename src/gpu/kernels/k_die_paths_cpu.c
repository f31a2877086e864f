#include "gpu/kernels/k_die_paths.cu"
