#include "gpu/credit/k_pin_slacks.cu"
