#include "gpu/kernels/k_paths.cu"
