/* The `modbus:` part of a description: the register map, and the request made from it. Explained to users in
 * profiles/instruments/modbus-xy-md02.yaml. */
#include "read/driver/describe.h"

#include "base/arena.h"
#include "read/driver/modbus.h"

static const char *const map_keys[] = {"address", "function", "first", "count", "values", NULL};
static const char *const value_keys[] = {"register", "type",    "order",     "decimals",
                                         "unit",     "channel", "plausible", NULL};
enum { MOST_REGISTERS = 32 };

static bool wrong(const Yaml *node, const char *what, Diag *diag) {
    return diag_error(diag, yaml_place(node), "%s", what);
}

static bool read_number(const Yaml *map, const char *key, int least, int most, int *out, Diag *diag) {
    int64_t number;
    const Yaml *node = yaml_get(map, key);
    if (!node || !str_to_count(yaml_text(map, key), most, &number) || number < least)
        return diag_error(diag, yaml_place(node ? node : map), "'%s': expected a whole number, %d to %d", key,
                          least, most);
    *out = (int)number;
    return true;
}

static bool read_type(const Yaml *node, ModbusValue *value, Diag *diag) {
    static const struct {
        const char *name;
        int words;
        bool is_signed;
    } types[] = {{"int16", 1, true}, {"uint16", 1, false}, {"int32", 2, true}, {"uint32", 2, false}};
    Str text = yaml_text(node, "type"), order = yaml_text(node, "order");
    value->low_first = str_eq(order, S("low word first"));
    if (yaml_get(node, "order") && !value->low_first && !str_eq(order, S("high word first")))
        return wrong(node, "'order': expected 'high word first' or 'low word first'", diag);
    for (int i = 0; i < 4; i++) {
        if (!str_eq(text, str_of(types[i].name))) continue;
        value->words = types[i].words;
        value->is_signed = types[i].is_signed;
        return true;
    }
    return wrong(node, "'type': expected int16, uint16, int32 or uint32", diag);
}

static bool read_unit(const Yaml *node, const Driver *driver, ModbusValue *value, Diag *diag) {
    value->unit = driver_unit(yaml_text(node, "unit"));
    if (value->unit && driver_measures(driver, value->unit->quantity)) return true;
    return wrong(node, "'unit': expected a unit of one of 'quantities'", diag);
}

static bool read_value(Arena *arena, const Yaml *node, const Driver *driver, const ModbusMap *map,
                       ModbusValue *value, Diag *diag) {
    int reg = 0;
    if (!yaml_expect(node, YAML_MAP, "a value", diag)) return false;
    bool good = yaml_check_keys(node, value_keys, "a value", diag);
    good &= read_type(node, value, diag);
    good &= read_unit(node, driver, value, diag);
    if (yaml_get(node, "decimals")) good &= read_number(node, "decimals", 0, 6, &value->decimals, diag);
    value->channel = str_z(arena, yaml_text(node, "channel"));
    if (good && yaml_get(node, "plausible"))
        good = range_read(arena, yaml_get(node, "plausible"), value->unit->quantity, &value->range, diag);
    if (!read_number(node, "register", 0, 65535, &reg, diag)) return false;
    value->offset = reg - map->first;
    if (good && (value->offset < 0 || value->offset + value->words > map->count))
        return wrong(yaml_get(node, "register"),
                     "not among the registers that are asked for ('first', 'count')", diag);
    return good;
}

static Str request(Arena *arena, const ModbusMap *map) {
    char *b = arena_alloc(arena, 8);
    const int words[] = {map->address, map->function,   map->first >> 8,
                         map->first,   map->count >> 8, map->count};
    for (int i = 0; i < 6; i++) b[i] = (char)(unsigned char)words[i];
    unsigned crc = modbus_crc((Str){b, 6});
    b[6] = (char)(unsigned char)crc;
    b[7] = (char)(unsigned char)(crc >> 8);
    return (Str){b, 8};
}

static bool read_values(Arena *arena, const Yaml *node, const Driver *driver, ModbusMap *map, Diag *diag) {
    const Yaml *values = yaml_get(node, "values");
    bool good = true;
    if (!values || values->kind != YAML_LIST || values->n < 1 || values->n > INDICATIONS_MOST)
        return wrong(values ? values : node, "'values': expected a list of one to four values", diag);
    for (int i = 0; i < values->n; i++)
        good &= read_value(arena, values->items[i], driver, map, &map->values[map->value_count++], diag);
    return good;
}

bool describe_modbus(Arena *arena, const Yaml *node, Driver *driver, Diag *diag) {
    ModbusMap *map = NEW(arena, ModbusMap);
    if (!yaml_expect(node, YAML_MAP, "modbus", diag)) return false;
    bool good = yaml_check_keys(node, map_keys, "modbus", diag);
    good &= read_number(node, "address", 1, 247, &map->address, diag);
    good &= read_number(node, "function", 3, 4, &map->function, diag);
    good &= read_number(node, "first", 0, 65535, &map->first, diag);
    good &= read_number(node, "count", 1, MOST_REGISTERS, &map->count, diag);
    if (good) good = read_values(arena, node, driver, map, diag);
    driver->poll = request(arena, map);
    driver->slides = true;
    driver->frame_max = 5 + 2 * MOST_REGISTERS;
    driver->frame = modbus_frame;
    driver->decode = modbus_decode;
    driver->description = map;
    return good;
}
