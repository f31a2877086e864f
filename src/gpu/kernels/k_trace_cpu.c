#include "gpu/kernels/k_trace.cu"
