/* The drivers that are code: binary and checksummed frames, one file a family. */
#ifndef READ_DRIVER_FRAMES_H
#define READ_DRIVER_FRAMES_H

#include "read/driver.h"

extern const Driver driver_center, driver_center_300, driver_disto, driver_dxl360s, driver_gm1020, driver_km,
    driver_km_cl200a, driver_laser_dollar, driver_lutron, driver_nivel210, driver_pce174, driver_skd,
    driver_ut32x, driver_ut382;

/* A frame of fixed length between a head and a tail (either may be empty): skips to where the head may begin.
 */
FrameStep frame_fixed(Str bytes, Str head, int length, Str tail);
unsigned byte_at(Str bytes, int i);
/* Two decimal digits in a byte; -1 when one is none. */
int bcd_at(Str bytes, int i);

#endif
