#include "snap/typed.h"

SNAP_MAKER(typed, NULL)
