#include "gpu/kernels/k_dynamic.cu"
