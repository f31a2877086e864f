#include "gpu/kernels/k_forest.cu"
