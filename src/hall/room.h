/* The room's light, temperature and floor against every document in the hall. */
#ifndef HALL_ROOM_H
#define HALL_ROOM_H

#include "hall/approval.h"

void room_judge(Arena *arena, const Plan *plan, Approval *approval);

#endif
