// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/device_catalog.h"
#include "core/engine/worker.h"

#include <optional>

namespace nervure {

/// Measures what a device does at best, anew, also one of another machine; nothing where that cannot be measured.
[[nodiscard]] Result<std::optional<DeviceCeilings>> measureDevice(const std::string &device,
                                                                  DeviceCatalog &devices,
                                                                  const JobControl &control);

/// The worker's command "measure" of a device, answered with {ceilings}.
[[nodiscard]] WorkerCommand measureCommand();

} // namespace nervure
