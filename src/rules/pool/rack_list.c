/* See rack_list.h. */
#include "rules/pool/rack_list.h"

#include "rules/balls.h"

#include <math.h>

bool rack_list_read(Arena *arena, const char *path, const PoolTable *table, unsigned game,
                    const SheetDialect *dialect, const RackLimits *limits, RackBall *balls, int *count,
                    Diag *diag) {
    MeasuredBalls list;
    double overlap = limits->gap + limits->uncertainty * sqrt(2.0);
    BallsSpec spec = {.words = discipline_pool.words,
                      .lowest = 1,
                      .highest = game == GAME_9_BALL ? 9 : 15,
                      .dialect = *dialect,
                      .diameter = table->ball,
                      .overlap = (int64_t)(overlap * NM_PER_MM + 0.5)};
    *count = 0;
    if (!balls_read(arena, path, &spec, &list, diag)) return false;
    for (int i = 0; i < list.count; i++)
        balls[(*count)++] = (RackBall){
            .ball = (int16_t)list.at[i].ball,
            .at = {(double)list.at[i].x / NM_PER_CM, (double)list.at[i].y / NM_PER_CM},
            .diameter = (double)list.at[i].diameter / NM_PER_MM,
        };
    return true;
}
