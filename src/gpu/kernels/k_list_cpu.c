#include "gpu/kernels/k_list.cu"
