#include "gpu/k_boxes.cu"
