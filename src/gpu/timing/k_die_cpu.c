#include "gpu/timing/k_die.cu"
