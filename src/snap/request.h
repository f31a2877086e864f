/*
 * What the screen asks for is compared as bytes, to tell one request from another. So a request has
 * no gaps between its members: between these two a compiler that would leave one refuses.
 */
#ifndef SNAP_REQUEST_H
#define SNAP_REQUEST_H

#define REQUEST_BEGIN _Pragma("GCC diagnostic push") _Pragma("GCC diagnostic error \"-Wpadded\"")
#define REQUEST_END   _Pragma("GCC diagnostic pop")

#endif
