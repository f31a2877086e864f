#include "gpu/kernels/k_search.cu"
