#include "gpu/credit/k_launches.cu"
