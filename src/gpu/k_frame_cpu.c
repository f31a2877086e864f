#include "gpu/k_frame.cu"
