#include "gpu/kernels/k_levelize.cu"
