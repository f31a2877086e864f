#include "gpu/kernels/k_fused.cu"
