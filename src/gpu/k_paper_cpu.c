#include "gpu/k_paper.cu"
