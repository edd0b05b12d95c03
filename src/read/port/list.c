/* See read/port/list.h. The list is libserialport's; it knows no ptys and no stable names, those are looked
 * up here. */
#include "read/port/list.h"

#include <dirent.h>
#include <grp.h>
#include <libserialport.h>
#include <sys/stat.h>
#include <unistd.h>

#define BY_ID "/dev/serial/by-id"

/* The link in by-id that leads to this device. */
static Str find_by_id(Arena *arena, const char *device) {
    DIR *folder = opendir(BY_ID);
    struct dirent *entry;
    Str found = {"", 0};
    while (folder && !found.len && (entry = readdir(folder))) {
        Str link = str_fmt(arena, BY_ID "/%s", entry->d_name);
        char *real = realpath(link.at, NULL);
        if (real && strcmp(real, device) == 0) found = link;
        free(real);
    }
    if (folder) closedir(folder);
    return found;
}

static PortInfo describe(Arena *arena, const struct sp_port *port) {
    struct stat info;
    const char *path = sp_get_port_name(port);
    PortInfo out = {.path = str_dup(arena, str_of(path)), .by_id = find_by_id(arena, path)};
    const struct group *group = stat(path, &info) == 0 ? getgrgid(info.st_gid) : NULL;
    out.description = str_dup(arena, str_of(sp_get_port_description(port)));
    out.maker = str_dup(arena, str_of(sp_get_port_usb_manufacturer(port)));
    out.serial = str_dup(arena, str_of(sp_get_port_usb_serial(port)));
    out.usable = access(path, R_OK | W_OK) == 0;
    out.group = str_dup(arena, str_of(group ? group->gr_name : ""));
    return out;
}

bool port_list(Arena *arena, const PortInfo **out, int *count, Diag *diag) {
    struct sp_port **ports = NULL;
    *count = 0;
    if (sp_list_ports(&ports) != SP_OK)
        return diag_machine(diag, NO_PLACE, "the system does not tell its serial devices");
    int n = 0;
    while (ports[n]) n++;
    PortInfo *list = NEW_ARRAY(arena, PortInfo, n + 1);
    for (; *count < n; ++*count) list[*count] = describe(arena, ports[*count]);
    sp_free_port_list(ports);
    *out = list;
    return true;
}
