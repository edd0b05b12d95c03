/* The register map of a Modbus instrument, and its frames. */
#ifndef READ_DRIVER_MODBUS_H
#define READ_DRIVER_MODBUS_H

#include "read/driver/line.h"

typedef struct ModbusValue {
    const char *channel;
    int offset; /* registers from the first one asked for */
    int words;  /* 1 or 2 registers */
    bool is_signed, low_first;
    int decimals; /* the register counts 10^-decimals of the unit */
    const Unit *unit;
    Range range;
} ModbusValue;

typedef struct ModbusMap {
    int address, function, first, count;
    ModbusValue values[INDICATIONS_MOST];
    int value_count;
} ModbusMap;

unsigned modbus_crc(Str bytes); /* CRC-16, polynomial A001h, start FFFFh */
FrameStep modbus_frame(const Driver *driver, Str bytes);
void modbus_decode(const Driver *driver, Str frame, Decoded *out);

#endif
