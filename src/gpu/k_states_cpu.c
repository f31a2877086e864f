#include "gpu/k_states.cu"
