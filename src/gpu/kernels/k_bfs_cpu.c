#include "gpu/kernels/k_bfs.cu"
