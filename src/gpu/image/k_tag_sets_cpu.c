#include "gpu/image/k_tag_sets.cu"
