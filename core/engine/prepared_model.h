// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/builtins.h"
#include "core/engine/device_catalog.h"
#include "core/engine/execution_request.h"
#include "core/engine/kept_models.h"

#include <functional>

namespace nervure {

/// A model made ready to run on a device: plan, values of all variables, prepared backend.
struct PreparedModel {
    DeviceInfo device;
    std::shared_ptr<const ExecutionPlan> plan;
    TensorMap inputs;
    Backend *backend = nullptr; ///< of the catalog; outlives the plan
    std::unique_ptr<PreparedPlan> prepared;
    std::vector<std::string> resultTypes; ///< keys::resultTypes
    std::vector<std::string> invented;    ///< variables whose values are made from the seed
    Diagnostics diagnostics;
};

/// The timed runs of the phase that a profile is in: how far it is.
struct LiveRuns {
    std::size_t done = 0;
    std::size_t asked = 0;
    double medianMs = 0; ///< wall time of those that are done
};

/// Where a model is run: what is built in, the devices, and a way to stop.
struct ExecutionContext {
    const Builtins &builtins;
    DeviceCatalog &devices;
    JobControl control;
    std::function<void(const LiveRuns &)> live{}; ///< is told after each timed run; may be empty
    /// Where models stay prepared, this one as `key`; null: it is prepared anew.
    KeptModels *kept = nullptr;
    std::string key{};
    double longestAfterStopMs = 5000; ///< for which somebody who stops a profile waits for layers
};

/// Compiles, plans and prepares. Variables without a value get seeded ones. Fails with the codes
/// "usage" (pipeline, device name), "device-…" (the device's fault), "cancelled", or others for
/// faults of the graph and its values.
[[nodiscard]] Result<PreparedModel> prepareModel(const ExecutionRequest &request,
                                                 ExecutionContext &context);
/// The same, or the model as it was kept.
[[nodiscard]] Result<std::shared_ptr<PreparedModel>> keptOrPreparedModel(
    const ExecutionRequest &request, ExecutionContext &context);

} // namespace nervure
