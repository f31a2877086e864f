#include "gpu/kernels/k_paper.cu"
