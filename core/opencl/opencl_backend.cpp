// SPDX-License-Identifier: Apache-2.0
#include "core/opencl/opencl_backend.h"

#include "core/execution/profile/tuning_database.h"
#include "core/opencl/device_handle.h"
#include "core/opencl/device_list.h"
#include "core/opencl/device_session.h"
#include "core/opencl/measure_ceilings.h"
#include "core/opencl/opencl_plan.h"
#include "core/support/user_folders.h"

namespace nervure {

struct OpenclBackend::State {
    opencl::DeviceSession session;
};

namespace {

opencl::DeviceHandle handleOf(const DeviceInfo &info)
{
    for (const opencl::DeviceHandle &handle : opencl::deviceHandles()) {
        if (handle.index == info.id
            && opencl::deviceText(handle.device, CL_DEVICE_NAME) == info.name) {
            return handle;
        }
    }
    throw opencl::Failure{
        makeError("device-missing", "OpenCL device {} ({}) is gone", info.id, info.name)};
}

opencl::Queue makeQueue(const opencl::DeviceSession &session, cl_command_queue_properties how)
{
    cl_int error = CL_SUCCESS;
    opencl::Queue queue(clCreateCommandQueue(session.context.get(), session.device, how, &error));
    opencl::check(error, "create a command queue");
    return queue;
}

/// Everything that makes a binary of one device useless on another.
std::string deviceKey(const DeviceInfo &info)
{
    return info.platform + '\n' + info.platformVersion + '\n' + info.name + '\n'
           + info.driverVersion;
}

void openSession(opencl::DeviceSession &session, const DeviceInfo &info,
                 std::filesystem::path folder)
{
    const opencl::DeviceHandle handle = handleOf(info);
    const cl_context_properties properties[] = {
        CL_CONTEXT_PLATFORM, reinterpret_cast<cl_context_properties>(handle.platform), 0};
    cl_int error = CL_SUCCESS;
    session.info = info;
    session.device = handle.device;
    session.context =
        opencl::Context(clCreateContext(properties, 1, &handle.device, nullptr, nullptr, &error));
    opencl::check(error, "create a context");
    session.profiled = makeQueue(session, CL_QUEUE_PROFILING_ENABLE);
    session.plain = makeQueue(session, 0);
    const TuningWinners winners =
        readTuning(tuningFile(folder.empty() ? userDataFolder() : folder, deviceKey(info)));
    session.info.traits.tuning = winners.empty() ? nullptr : kernelTuning(winners);
    session.cacheFolder = folder.empty() ? userCacheFolder() : std::move(folder);
    session.programs = std::make_unique<opencl::ProgramCache>(
        session.context.get(), session.device, deviceKey(info),
        session.cacheFolder.empty() ? std::filesystem::path() : session.cacheFolder / "programs");
}

} // namespace

std::filesystem::path OpenclBackend::tuningFileOf(const DeviceInfo &device)
{
    return tuningFile(userDataFolder(), deviceKey(device));
}

OpenclBackend::OpenclBackend(std::unique_ptr<State> state) : m_state(std::move(state)) {}
OpenclBackend::~OpenclBackend() = default;

Result<std::unique_ptr<OpenclBackend>> OpenclBackend::open(const DeviceInfo &device,
                                                           std::filesystem::path cacheFolder)
{
    using Made = std::unique_ptr<OpenclBackend>;
    return opencl::guarded<Made>([&]() -> Result<Made> {
        auto state = std::make_unique<State>();
        openSession(state->session, device, std::move(cacheFolder));
        return Made(new OpenclBackend(std::move(state)));
    });
}

Result<std::unique_ptr<OpenclBackend>> OpenclBackend::openSelected(std::string_view selector)
{
    ASSIGN_OR_RETURN(const std::vector<DeviceInfo> devices, listDevices());
    ASSIGN_OR_RETURN(const DeviceInfo device, selectDevice(devices, selector));
    return open(device);
}

const DeviceInfo &OpenclBackend::info() const
{
    return m_state->session.info;
}

Result<std::optional<DeviceCeilings>> OpenclBackend::ceilings(bool again)
{
    using Known = std::optional<DeviceCeilings>;
    opencl::DeviceSession &session = m_state->session;
    return opencl::guarded<Known>([&]() -> Result<Known> {
        const std::filesystem::path file =
            opencl::ceilingsFile(session.cacheFolder, deviceKey(session.info));
        if (!again && !session.ceilings) {
            session.ceilings = opencl::readCeilings(file);
        }
        if (again || !session.ceilings || opencl::isWorthAnother(*session.ceilings)) {
            const Known earlier = session.ceilings ? session.ceilings : opencl::readCeilings(file);
            session.ceilings = opencl::measureCeilings(session);
            if (earlier && !opencl::isOutdated(*earlier)) {
                session.ceilings->addEarlier(*earlier);
            }
            session.programs->keep();
            opencl::writeCeilings(file, *session.ceilings);
        }
        return session.ceilings;
    });
}

ProgramCounts OpenclBackend::programCounts() const
{
    const opencl::ProgramCache::Counts &counts = m_state->session.programs->counts();
    return {counts.compiled, counts.loaded};
}

Result<std::unique_ptr<PreparedPlan>> OpenclBackend::prepare(
    std::shared_ptr<const ExecutionPlan> plan, const TensorMap &weights, const JobControl &control)
{
    using Made = std::unique_ptr<PreparedPlan>;
    return opencl::guarded<Made>([&]() -> Result<Made> {
        auto prepared = std::make_unique<opencl::OpenclPlan>(m_state->session, std::move(plan));
        RETURN_IF_FAILED(prepared->prepare(weights, control));
        return Made(std::move(prepared));
    });
}

} // namespace nervure
