#include "gpu/kernels/k_edges.cu"
