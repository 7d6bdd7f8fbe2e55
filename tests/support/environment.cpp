// SPDX-License-Identifier: Apache-2.0
#include "tests/support/environment.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <sstream>

namespace nervure::tests {

bool isSwitchedOn(const char *variable)
{
    const char *value = std::getenv(variable);
    return value != nullptr && *value != '\0' && std::string(value) != "0";
}

std::filesystem::path sourceFolder()
{
    return NERVURE_SOURCE_DIR;
}

std::filesystem::path program(const std::string &name)
{
    return std::filesystem::path(NERVURE_BIN_DIR) / name;
}

std::string readFile(const std::filesystem::path &path)
{
    std::ifstream in(path, std::ios::binary);
    if (!in) {
        qWarning("cannot read %s", path.c_str());
        return {};
    }
    std::ostringstream text;
    text << in.rdbuf();
    return std::move(text).str();
}

std::size_t soakCount(std::size_t all)
{
    const char *text = std::getenv("NERVURE_SOAK_PERCENT");
    const double percent = text != nullptr ? std::clamp(std::atof(text), 0.0, 100.0) : 2.0;
    const auto share = static_cast<std::size_t>(static_cast<double>(all) * percent / 100.0);
    return std::clamp<std::size_t>(share, std::min<std::size_t>(all, 1), all);
}

void unoptimizedKernels()
{
    if (!qEnvironmentVariableIsSet("NERVURE_KERNEL_OPTIONS")) {
        qputenv("NERVURE_KERNEL_OPTIONS", "-cl-opt-disable");
    }
}

} // namespace nervure::tests
