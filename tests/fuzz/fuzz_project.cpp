// SPDX-License-Identifier: Apache-2.0
// Feeds any bytes to the reader of project files; what it takes has to be written and read again.
#include "core/builtins.h"
#include "core/formats/project_file.h"

#include <cstdint>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    static const nervure::Builtins builtins = nervure::makeBuiltins();
    const std::string bytes(reinterpret_cast<const char *>(data), size);
    const auto project = nervure::readProject(bytes);
    if (!project) {
        return 0;
    }
    const auto again = nervure::writeProject(*project);
    if (!again || !nervure::readProject(*again)) {
        std::abort();
    }
    const auto model = nervure::openProjectText(*again, "p", builtins.formats, builtins.ops);
    if (model && !nervure::projectText(*model, builtins.formats, builtins.ops)) {
        std::abort();
    }
    return 0;
}
