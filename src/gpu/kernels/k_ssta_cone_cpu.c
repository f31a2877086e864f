#include "gpu/kernels/k_ssta_cone.cu"
