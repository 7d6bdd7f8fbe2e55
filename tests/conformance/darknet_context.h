// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/builtins.h"
#include "tests/conformance/device_run.h"

#include <filesystem>

namespace nervure::conformance {

/// What all Darknet cases share. Read by all threads, changed by none.
struct DarknetContext {
    const Builtins &builtins;
    const FormatSpec &format;
    std::filesystem::path folder;
    DeviceRun device;
};

} // namespace nervure::conformance
