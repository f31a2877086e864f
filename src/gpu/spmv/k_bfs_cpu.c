#include "gpu/spmv/k_bfs.cu"
