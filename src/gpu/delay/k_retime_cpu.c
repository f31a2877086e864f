#include "gpu/delay/k_retime.cu"
