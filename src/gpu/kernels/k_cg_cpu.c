#include "gpu/kernels/k_cg.cu"
