#include "gpu/kernels/k_ranking.cu"
