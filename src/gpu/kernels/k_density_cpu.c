#include "gpu/kernels/k_density.cu"
