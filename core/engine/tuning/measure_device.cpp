// SPDX-License-Identifier: Apache-2.0
#include "core/engine/tuning/measure_device.h"

#include "core/engine/json_members.h"
#include "core/engine/profile_json.h"
#include "core/engine/remote/remote_place.h"
#include "core/engine/remote/remote_worker.h"
#include "core/engine/report_json.h"
#include "core/engine/worker_request.h"

namespace nervure {

using Json = nlohmann::ordered_json;

namespace {

Result<std::optional<DeviceCeilings>> measureRemotely(const std::string &device,
                                                      DeviceCatalog &devices,
                                                      const JobControl &control)
{
    ASSIGN_OR_RETURN(const RemotePlace place, parseRemotePlace(device));
    ASSIGN_OR_RETURN(RemoteWorker * worker, devices.remote(place, control.cancel));
    WorkerRequest request;
    request.command = "measure";
    request.execution.device = place.device;
    ASSIGN_OR_RETURN(const RemoteAnswer answer, worker->ask(std::move(request), control));
    return ceilingsFrom(memberOf(*answer.result.document, "ceilings"));
}

Result<WorkerReport> answerMeasure(WorkerRequest &request, ExecutionContext &context)
{
    ASSIGN_OR_RETURN(const std::optional<DeviceCeilings> ceilings,
                     measureDevice(request.execution.device, context.devices, context.control));
    return WorkerReport{std::make_shared<const Json>(
                            Json{{"ceilings", ceilings ? ceilingsJson(*ceilings) : Json()}}),
                        {}};
}

} // namespace

Result<std::optional<DeviceCeilings>> measureDevice(const std::string &device,
                                                    DeviceCatalog &devices,
                                                    const JobControl &control)
{
    if (isRemoteDevice(device)) {
        return measureRemotely(device, devices, control);
    }
    control.report(-1, "measuring the device");
    ASSIGN_OR_RETURN(Backend * backend, devices.open(device));
    return backend->ceilings(true);
}

WorkerCommand measureCommand()
{
    return {"measure", false, answerMeasure};
}

} // namespace nervure
