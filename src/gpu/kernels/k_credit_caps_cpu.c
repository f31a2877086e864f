#include "gpu/kernels/k_credit_caps.cu"
