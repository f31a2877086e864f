#include "gpu/kernels/k_product_worst.cu"
