#include "gpu/credit/k_credit.cu"
