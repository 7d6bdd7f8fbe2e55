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

QStringList inputsOf(const std::filesystem::path &folder)
{
    QStringList inputs;
    for (const auto &entry : std::filesystem::directory_iterator(folder)) {
        const std::string stem = entry.path().stem().string();
        if (stem.starts_with("in_")) {
            inputs << QStringLiteral("--input")
                   << QString::fromStdString(stem.substr(3) + '=' + entry.path().string());
        }
    }
    return inputs;
}

} // namespace nervure::tests
