// SPDX-License-Identifier: Apache-2.0
#include "core/support/own_programs.h"

#include <unistd.h>

namespace nervure {

std::filesystem::path programFolder()
{
    std::error_code error;
    const auto program = std::filesystem::read_symlink("/proc/self/exe", error);
    return error ? std::filesystem::path() : program.parent_path();
}

std::filesystem::path ownProgram(const std::filesystem::path &folder, std::string_view name)
{
    for (const char *place : {".", "..", "../libexec/nervure"}) {
        std::error_code error;
        const auto file = std::filesystem::canonical(folder / place / name, error);
        if (!error && std::filesystem::is_regular_file(file, error)
            && access(file.c_str(), X_OK) == 0) {
            return file;
        }
    }
    return {};
}

} // namespace nervure
