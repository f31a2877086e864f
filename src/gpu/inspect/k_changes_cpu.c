#include "gpu/inspect/k_changes.cu"
