#include "gpu/spmv/k_spmv.cu"
