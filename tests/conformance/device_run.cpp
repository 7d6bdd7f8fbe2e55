// SPDX-License-Identifier: Apache-2.0
#include "tests/conformance/device_run.h"

#include "app/cli/execution/run_model.h"

#include <mutex>

namespace nervure::conformance {

Result<DeviceRun> openDevice(const std::string &name, const Builtins &builtins)
{
    struct Device {
        std::mutex mutex;
        cli::DeviceCatalog catalog;
    };
    const auto device = std::make_shared<Device>();
    const auto opened = device->catalog.open(name);
    if (!opened) {
        return opened.error();
    }
    const std::string id = (*opened)->info().id;
    return DeviceRun(
        [device, id, &builtins](const Graph &graph,
                                const TensorMap &values) -> Result<std::vector<Tensor>> {
            const std::lock_guard lock(device->mutex);
            cli::ExecutionRequest request;
            request.graph = graph;
            request.device = id;
            request.values = values;
            cli::ExecutionContext context{builtins, device->catalog, {}};
            auto report = cli::runModel(request, context);
            if (!report) {
                return report.error();
            }
            std::vector<Tensor> heads;
            for (cli::NamedTensor &output : report->outputs) {
                heads.push_back(std::move(output.tensor));
            }
            return heads;
        });
}

} // namespace nervure::conformance
