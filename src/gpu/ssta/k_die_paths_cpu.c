#include "gpu/ssta/k_die_paths.cu"
