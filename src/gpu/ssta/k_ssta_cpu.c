#include "gpu/ssta/k_ssta.cu"
