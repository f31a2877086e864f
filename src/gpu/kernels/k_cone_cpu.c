#include "gpu/kernels/k_cone.cu"
