#include "gpu/kernels/k_networks.cu"
