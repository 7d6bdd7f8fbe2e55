// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/builtins.h"
#include "tests/conformance/device_run.h"

#include <filesystem>

namespace nervure::conformance {

/// What all cases of another framework's files share. Read by all threads, changed by none.
struct FrontendContext {
    const Builtins &builtins;
    const FormatSpec &format;
    std::filesystem::path folder;
    DeviceRun device;
};

} // namespace nervure::conformance
