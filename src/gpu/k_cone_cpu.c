#include "gpu/k_cone.cu"
