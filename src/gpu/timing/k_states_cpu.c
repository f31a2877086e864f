#include "gpu/timing/k_states.cu"
