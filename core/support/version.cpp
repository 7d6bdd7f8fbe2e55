// SPDX-License-Identifier: Apache-2.0
#include "core/support/version.h"

namespace nervure {

const char *programVersion()
{
    return NERVURE_PROGRAM_VERSION;
}

} // namespace nervure
