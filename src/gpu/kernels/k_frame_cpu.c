#include "gpu/kernels/k_frame.cu"
