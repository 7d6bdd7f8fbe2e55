// SPDX-License-Identifier: Apache-2.0
#include "tests/conformance/device_run.h"

#include "core/engine/run_model.h"

#include <memory>
#include <mutex>

namespace nervure::conformance {

namespace {

constexpr std::string_view referenceDevice = "reference";

} // namespace

Result<DeviceRun> openDevice(const std::string &name, const Builtins &builtins, HostNotes &notes,
                             bool computesInHalf)
{
    struct Device {
        std::mutex mutex;
        DeviceCatalog catalog;
    };
    const auto device = std::make_shared<Device>();
    const auto opened = device->catalog.open(name);
    if (!opened) {
        return opened.error();
    }
    const DeviceInfo &info = (*opened)->info();
    if (computesInHalf && !info.traits.hasFloat16) {
        return makeError("device-half",
                         "device " + info.id + " (" + info.name + ") does not compute in float16");
    }
    const std::string id = info.id;
    return DeviceRun([device, id, computesInHalf, &builtins,
                      &notes](const Graph &graph, const TensorMap &values,
                              Semantics semantics) -> Result<NamedTensors> {
        const std::lock_guard lock(device->mutex);
        ExecutionRequest request;
        request.graph = graph;
        request.semantics = semantics;
        request.device = id;
        request.pipeline = id == referenceDevice ? request.pipeline : "none";
        request.values = values;
        request.computesInHalf = computesInHalf;
        ExecutionContext context{builtins, device->catalog, {}};
        auto report = runModel(request, context);
        if (!report) {
            return report.error();
        }
        for (const Diagnostic &diagnostic : report->diagnostics) {
            if (diagnostic.code == "host-fallback") {
                notes.push_back(diagnostic.message);
            }
        }
        NamedTensors results;
        for (NamedTensor &output : report->outputs) {
            results.emplace_back(std::move(output.name), std::move(output.tensor));
        }
        return results;
    });
}

} // namespace nervure::conformance
