// SPDX-License-Identifier: Apache-2.0
#include "core/execution/backend.h"

namespace nervure {

std::string_view runModeName(RunMode mode)
{
    switch (mode) {
    case RunMode::Serialized: return "serialised";
    case RunMode::Pipelined: return "pipelined";
    case RunMode::Unprofiled: return "unprofiled";
    }
    return "serialised";
}

} // namespace nervure
