// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/conformance/nnvm_context.h"

namespace nervure::conformance {

/// A way to run graphs on a device, named as on the command line ("reference" is none). May be
/// used by several threads: it runs one graph at a time. `builtins` must outlive it.
[[nodiscard]] Result<DeviceRun> openDevice(const std::string &name, const Builtins &builtins);

} // namespace nervure::conformance
