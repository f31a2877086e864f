#include "gpu/kernels/k_product.cu"
