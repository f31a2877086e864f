#include "gpu/labels/k_product_worst.cu"
