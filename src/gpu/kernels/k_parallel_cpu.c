#include "gpu/kernels/k_parallel.cu"
