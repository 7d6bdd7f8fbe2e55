// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/prepared_model.h"
#include "core/execution/profile/layer_trial.h"

#include <nlohmann/json_fwd.hpp>

#include <string>

namespace nervure {

/// A layer of a model that was run alone.
struct LayerPeek {
    DeviceInfo device;
    std::string layer; ///< the node that it is called after
    std::string op;
    LayerTrial trial;
    std::optional<WireTimes> wire{}; ///< of a device of another machine
    Diagnostics diagnostics;
};

/// Runs the layer that runs the node `layer` alone, `request.repeat` times with each size of work-groups that its
/// kernels may be launched with (PreparedPlan::tryLayer()). Fails with "no-such-layer" where no layer runs it, and
/// as runModel() does.
[[nodiscard]] Result<LayerPeek> peekLayer(const ExecutionRequest &request, const std::string &layer,
                                          ExecutionContext &context);

/// {device, device_info, layer, op, ms, launches [{kernel, global, facts, sizes [{local, ms, correct, fault,
/// fastest}]}], wire}: `local` is null where the driver chooses.
[[nodiscard]] nlohmann::ordered_json layerPeekJson(const LayerPeek &peek);
/// Reads that; what is missing stays empty.
[[nodiscard]] LayerPeek layerPeekFrom(const nlohmann::ordered_json &json);

} // namespace nervure
