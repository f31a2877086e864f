/*
 * Requests of the screen are compared byte by byte, so they must not have padding: between these
 * two macros padding is a compile error.
 */
#ifndef SNAP_REQUEST_H
#define SNAP_REQUEST_H

#define REQUEST_BEGIN _Pragma("GCC diagnostic push") _Pragma("GCC diagnostic error \"-Wpadded\"")
#define REQUEST_END   _Pragma("GCC diagnostic pop")

#endif
