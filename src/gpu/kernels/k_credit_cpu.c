#include "gpu/kernels/k_credit.cu"
