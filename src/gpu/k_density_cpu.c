#include "gpu/k_density.cu"
