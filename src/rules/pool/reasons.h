/* The facts a ruling of pool gives for its clauses: which ball was hit, what was due, what fell where. One
 * function a kind of reason; the table of clauses names them. Source: scoresheet.md, Settled details, all
 * games, 2. */
#ifndef RULES_POOL_REASONS_H
#define RULES_POOL_REASONS_H

#include "rules/pool/pool.h"

PoolReason pool_why_hit, pool_why_break;

#endif
