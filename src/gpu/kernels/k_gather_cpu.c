#include "gpu/kernels/k_gather.cu"
