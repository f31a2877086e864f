#include "gpu/kernels/k_ssta_paper.cu"
