#include "gpu/frame/k_frame.cu"
