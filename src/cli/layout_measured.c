/* The measured bed. */
#include "cli/layout.h"
bool layout_measured(Run *run, const TableRequest *request, LayoutTable *table, bool *incomplete) {
    return run_usage(run, "not yet");
}
