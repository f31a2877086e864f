#include "gpu/delay/k_delay.cu"
