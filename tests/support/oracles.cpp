// SPDX-License-Identifier: Apache-2.0
#include "tests/support/oracles.h"

#include <cstdlib>
#include <system_error>

namespace nervure::tests {

std::filesystem::path oraclesFolder()
{
    const char *chosen = std::getenv("NERVURE_ORACLES");
    if (chosen != nullptr && *chosen != '\0') {
        return chosen;
    }
    return sourceFolder().parent_path() / "shared" / "oracles";
}

bool requireOracles()
{
    std::error_code error;
    return std::filesystem::is_directory(oraclesFolder(), error);
}

} // namespace nervure::tests
