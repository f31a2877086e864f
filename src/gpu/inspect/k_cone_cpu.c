#include "gpu/inspect/k_cone.cu"
