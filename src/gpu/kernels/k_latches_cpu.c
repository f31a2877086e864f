#include "gpu/kernels/k_latches.cu"
