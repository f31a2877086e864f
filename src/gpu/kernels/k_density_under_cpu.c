#include "gpu/kernels/k_density_under.cu"
