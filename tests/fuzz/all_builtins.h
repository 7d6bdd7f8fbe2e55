// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/builtins.h"

namespace nervure::fuzz {

/// Everything the program knows, for the targets that take passes too.
inline const Builtins &builtins()
{
    static const Builtins all = makeBuiltins();
    return all;
}

} // namespace nervure::fuzz
