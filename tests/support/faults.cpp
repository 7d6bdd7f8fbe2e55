// SPDX-License-Identifier: Apache-2.0
#include "tests/support/faults.h"

#include <cstdlib>
#include <system_error>

namespace nervure::tests {

std::filesystem::path faultsFolder()
{
    const char *chosen = std::getenv("NERVURE_FAULTS");
    if (chosen != nullptr && *chosen != '\0') {
        return chosen;
    }
    return sourceFolder().parent_path() / "shared" / "faults";
}

bool requireFaults()
{
    std::error_code error;
    return std::filesystem::is_directory(faultsFolder(), error);
}

QString faultFile(const char *name)
{
    return QString::fromStdString((faultsFolder() / name).string());
}

} // namespace nervure::tests
