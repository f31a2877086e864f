#include "gpu/delay/k_networks.cu"
