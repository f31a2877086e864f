#include "gpu/kernels/k_weights.cu"
