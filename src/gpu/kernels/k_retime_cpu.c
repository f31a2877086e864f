#include "gpu/kernels/k_retime.cu"
