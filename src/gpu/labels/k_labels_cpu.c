#include "gpu/labels/k_labels.cu"
