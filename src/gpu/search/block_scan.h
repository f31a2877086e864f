/* Which prefix sum a block of threads uses for the places of its children. */
#ifndef GPU_SEARCH_BLOCK_SCAN_H
#define GPU_SEARCH_BLOCK_SCAN_H

enum block_scan { SCAN_BRENT_KUNG, SCAN_KOGGE_STONE };

#endif
