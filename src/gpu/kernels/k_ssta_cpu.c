#include "gpu/kernels/k_ssta.cu"
