#include "gpu/kernels/k_spmv.cu"
