/* The drawings of the paper plan, in millimetres of paper. */
#ifndef REPORT_LAYOUT_PLAN_PAGE_H
#define REPORT_LAYOUT_PLAN_PAGE_H

#include "report/layout/draw.h"
#include "report/layout/words.h"

const Drawing *plan_of_one(const LayoutSheet *sheet);   /* the plan, the tape table beside it */
const Drawing *plan_of_all(const LayoutSheet *sheet);   /* several games on one table */
const Drawing *plan_of_check(const LayoutSheet *sheet); /* deviations enlarged, their list beside */
const Drawing *plan_of_anchor(const LayoutSheet *sheet,
                              double side); /* 1:1, side in mm, with the check bar */

#endif
