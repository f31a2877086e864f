#include "gpu/labels/k_product.cu"
