#include "gpu/kernels/k_boxes.cu"
