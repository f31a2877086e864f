#include "gpu/delay/k_wave.cu"
