#include "gpu/k_choice.cu"
