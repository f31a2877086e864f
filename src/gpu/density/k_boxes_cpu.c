#include "gpu/density/k_boxes.cu"
