#include "gpu/k_delay.cu"
