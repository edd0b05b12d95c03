/* Judging a certificate's readings again, for trust/verify.h: everything comes from memory, nothing of this
 * machine (its day, its profiles, its instrument list) has a say. */
#ifndef CLI_VERIFY_AGAIN_H
#define CLI_VERIFY_AGAIN_H

#include "trust/verify.h"

/* A VerifyJudge; context is not used. */
bool verify_again(void *context, Arena *arena, const VerifyRequest *request, VerifyJudged *out);

#endif
