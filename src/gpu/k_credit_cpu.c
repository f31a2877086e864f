#include "gpu/k_credit.cu"
