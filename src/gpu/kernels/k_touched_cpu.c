#include "gpu/kernels/k_touched.cu"
