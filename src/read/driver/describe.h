/* Drivers made from YAML: instruments that send one ASCII line, and Modbus register maps. The shipped ones
 * are in profiles/instruments/; a user copies one, changes it, and names the file.
 * profiles/instruments/line.yaml explains every key. */
#ifndef READ_DRIVER_DESCRIBE_H
#define READ_DRIVER_DESCRIBE_H

#include "base/yaml.h"
#include "read/driver/line.h"

/* The driver a description describes; all its faults at once. NULL after errors (told). The source must
 * outlive the driver. */
const Driver *describe_driver(Arena *arena, const Source *source, Diag *diag);

/* Used by describe.c alone: the `line:` and the `modbus:` part. They fill in frame, decode, frame_max,
 * description (and poll, for modbus). */
bool describe_line(Arena *arena, const Yaml *node, Driver *driver, Diag *diag);
bool describe_modbus(Arena *arena, const Yaml *node, Driver *driver, Diag *diag);

/* "[-40 °C, 80 °C]": the lowest and the highest plausible value. */
bool range_read(Arena *arena, const Yaml *pair, Quantity quantity, Range *out, Diag *diag);

#endif
