#include "gpu/ssta/k_ssta_cone.cu"
