// SPDX-License-Identifier: Apache-2.0
#include "core/engine/worker.h"

#include "core/engine/json_members.h"
#include "core/engine/kernel_sources.h"
#include "core/engine/layer_peek.h"
#include "core/engine/profile_json.h"
#include "core/engine/remote/remote_place.h"
#include "core/engine/report_json.h"
#include "core/engine/run_model.h"
#include "core/engine/worker_answer.h"
#include "core/engine/worker_channel.h"
#include "core/engine/worker_jobs.h"
#include "core/engine/worker_pulse.h"
#include "core/engine/worker_request.h"
#include "core/passes/target_traits.h"
#include "core/support/process_use.h"
#include "core/support/text.h"
#include "core/support/version.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <thread>

namespace nervure {

using Json = nlohmann::ordered_json;

namespace {

/// How long a canceled job may take once the input has ended.
constexpr std::chrono::seconds graceAtEnd{5};

void answerError(WorkerOutput &output, std::optional<std::uint64_t> id, const Diagnostic &error,
                 const Diagnostics &diagnostics = {})
{
    output.write(workerAnswerLine({id, WorkerFailure{error, diagnostics}}));
}

/// Reads lines and what follows them until the end of the input.
class Reader {
public:
    Reader(int descriptor, WorkerOutput &output, WorkerJobQueue &queue)
        : m_input(descriptor),
          m_output(output),
          m_queue(queue)
    {}

    void run()
    {
        while (const std::optional<std::string> line = m_input.readLine()) {
            if (trim(*line).empty()) {
                continue;
            }
            if (!handle(*line)) {
                break;
            }
        }
        m_queue.close();
    }

private:
    /// False when the input ended before what a line announced.
    bool handle(const std::string &line)
    {
        const Json json = Json::parse(line, nullptr, false);
        if (json.is_object() && json.contains("cancel")) {
            if (json["cancel"].is_number_unsigned()) {
                m_queue.cancel(json["cancel"].get<std::uint64_t>());
            }
            return true;
        }
        Result<WorkerRequest> request = parseWorkerRequest(json);
        if (!request) {
            const Json &id = memberOf(json, "id");
            answerError(m_output,
                        id.is_number_unsigned() ? std::optional(id.get<std::uint64_t>())
                                                : std::nullopt,
                        request.error());
            return skipBytes(json);
        }
        if (request->modelBytes > 0) {
            request->model.clear();
            if (!m_input.readBytes(request->modelBytes, request->model)) {
                return false;
            }
        }
        ExecutionRequest &execution = request->execution;
        for (const auto &[name, isWeight] : request->followingTensors) {
            Tensor &tensor = (isWeight ? execution.weights : execution.values)[name];
            std::string bytes;
            if (!m_input.readBytes(tensor.byteSize(), bytes)) {
                return false;
            }
            std::memcpy(tensor.data(), bytes.data(), bytes.size());
        }
        m_queue.push({std::move(request).value(), {}});
        return true;
    }

    /// Stays in step with a sender whose request was refused but who sends its model all the same.
    bool skipBytes(const Json &json)
    {
        const Json &bytes = memberOf(json, "bytes");
        std::uint64_t left = bytes.is_number_unsigned() ? bytes.get<std::uint64_t>() : 0;
        std::string dropped;
        while (left > 0) {
            const std::uint64_t part = std::min<std::uint64_t>(left, 1 << 20);
            dropped.clear();
            if (!m_input.readBytes(static_cast<std::size_t>(part), dropped)) {
                return false;
            }
            left -= part;
        }
        return true;
    }

    WorkerInput m_input;
    WorkerOutput &m_output;
    WorkerJobQueue &m_queue;
};

/// Does the jobs.
class Server {
public:
    Server(WorkerOutput &output, const Builtins &builtins,
           const std::vector<WorkerCommand> &commands)
        : m_output(output),
          m_builtins(builtins),
          m_commands(commands)
    {
        m_devices.probeFirst();
    }

    void handle(WorkerJob &job)
    {
        const std::string &command = job.request.command;
        m_started = std::chrono::steady_clock::now();
        try {
            if (command == "hello") {
                answer(job.request.id, greeting());
            } else if (command == "devices") {
                listAll(job);
            } else if (command == "traits") {
                tellTraits(job);
            } else if (command == "profile" || command == "run" || command == "peek"
                       || find(command)) {
                execute(job, find(command));
            } else {
                std::string expected = "hello, devices, traits, profile, peek, run";
                for (const WorkerCommand &known : m_commands) {
                    expected += ", " + known.name;
                }
                answerError(m_output, job.request.id,
                            makeError("bad-request", "there is no command {}, expected {}",
                                      quoted(command), expected));
            }
        } catch (const std::bad_alloc &) {
            m_pulse.reset();
            answerError(m_output, job.request.id,
                        makeError("out-of-memory", "the memory does not suffice for this"));
        }
    }

private:
    void answer(std::uint64_t id, WorkerResult result)
    {
        result.busyMs = busyMs();
        result.peakBytes = ownUse().peakBytes;
        m_output.write(workerAnswerLine({id, std::move(result)}));
    }

    static WorkerResult greeting()
    {
        WorkerResult result;
        result.document = std::make_shared<const Json>(Json{{"version", programVersion()}});
        return result;
    }

    [[nodiscard]] double busyMs() const
    {
        return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now()
                                                         - m_started)
            .count();
    }

    /// Those of this machine, or of the one that the request names.
    void listAll(const WorkerJob &job)
    {
        WorkerResult result;
        const std::string &device = job.request.execution.device;
        if (!isRemoteDevice(device)) {
            result.devices = m_devices.list(result.diagnostics);
            answer(job.request.id, std::move(result));
            return;
        }
        const Result<RemotePlace> place = parseRemotePlace(device);
        auto found = place ? m_devices.listRemote(*place, job.cancel, result.diagnostics)
                           : Result<std::vector<DeviceInfo>>(place.error());
        if (!found) {
            answerError(m_output, job.request.id, found.error());
            return;
        }
        result.devices = std::move(*found);
        answer(job.request.id, std::move(result));
    }

    /// What passes that compile for the device want to know.
    void tellTraits(const WorkerJob &job)
    {
        const Result<DeviceTraits> traits = m_devices.traits(job.request.execution.device);
        if (!traits) {
            answerError(m_output, job.request.id, traits.error());
            return;
        }
        WorkerResult result;
        result.traits = traitsText(*traits);
        answer(job.request.id, std::move(result));
    }

    [[nodiscard]] const WorkerCommand *find(const std::string &name) const
    {
        const auto found = std::find_if(m_commands.begin(), m_commands.end(),
                                        [&](const auto &command) { return command.name == name; });
        return found == m_commands.end() ? nullptr : &*found;
    }

    void execute(WorkerJob &job, const WorkerCommand *command)
    {
        const std::uint64_t id = job.request.id;
        m_pulse.emplace(m_output, id);
        Diagnostics diagnostics;
        if (job.request.operators != m_builtins.ops.declared().files()) {
            m_kept.clear(); // their plans name operators that are declared anew
        }
        std::string key = preparationKey(job.request);
        const bool opens = !command || command->takesModel;
        if (Status status =
                opens ? openWorkerModel(job.request, m_builtins, diagnostics) : Status();
            !status) {
            m_pulse.reset();
            answerError(m_output, id, status.error(), diagnostics);
            return;
        }
        JobControl control{job.cancel, [this](double fraction, std::string_view stage) {
                               m_pulse->tell(fraction, stage);
                           }};
        ExecutionContext context{m_builtins, m_devices, std::move(control),
                                 [this](const LiveRuns &runs) { m_pulse->tellRuns(runs); }};
        if (command) {
            const Result<WorkerReport> report = command->run(job.request, context);
            if (command->changesDevices && !isRemoteDevice(job.request.execution.device)) {
                forgetDevices();
            }
            finish(job, report, diagnostics);
            return;
        }
        context.kept = &m_kept;
        context.key = key + elementsKey(job.request.execution.weights);
        if (job.request.command == "profile") {
            finish(job, profileModel(job.request.execution, context), diagnostics);
        } else if (job.request.command == "peek") {
            finish(job, peekLayer(job.request.execution, job.request.layer, context), diagnostics);
        } else {
            finish(job, runModel(job.request.execution, context), diagnostics);
        }
    }

    /// The next request opens them anew.
    void forgetDevices()
    {
        m_kept.clear();
        m_devices.closeAll();
    }

    template <typename Report>
    void finish(const WorkerJob &job, const Result<Report> &report, Diagnostics &diagnostics)
    {
        m_pulse.reset(); // the answer is the last line of a job
        if (!report) {
            if (report.error().code.starts_with("device-")) {
                forgetDevices();
            }
            answerError(m_output, job.request.id, report.error(), diagnostics);
            return;
        }
        diagnostics.insert(diagnostics.end(), report->diagnostics.begin(),
                           report->diagnostics.end());
        sendReport(job, *report, diagnostics);
    }

    void sendReport(const WorkerJob &job, const WorkerReport &report,
                    const Diagnostics &diagnostics)
    {
        WorkerResult result;
        result.document = report.document;
        result.diagnostics = diagnostics;
        answer(job.request.id, std::move(result));
    }

    void sendReport(const WorkerJob &job, const ProfileReport &report,
                    const Diagnostics &diagnostics)
    {
        Json document = profileJson(report, job.request.execution.graph.nodes());
        document["layer_kernels"] = layerKernelsJson(report.kernels);
        WorkerResult result;
        result.document = std::make_shared<const Json>(std::move(document));
        result.diagnostics = diagnostics;
        answer(job.request.id, std::move(result));
    }

    void sendReport(const WorkerJob &job, const LayerPeek &peek, const Diagnostics &diagnostics)
    {
        WorkerResult result;
        result.document = std::make_shared<const Json>(layerPeekJson(peek));
        result.diagnostics = diagnostics;
        answer(job.request.id, std::move(result));
    }

    void sendReport(const WorkerJob &job, const RunReport &report, const Diagnostics &diagnostics)
    {
        std::string bytes;
        WorkerResult result;
        result.document = std::make_shared<const Json>(runJson(report, {}));
        result.diagnostics = diagnostics;
        result.busyMs = busyMs();
        result.peakBytes = ownUse().peakBytes;
        const std::string line =
            workerAnswerLine({job.request.id, std::move(result)}, report.outputs, bytes);
        m_output.write(line, bytes);
    }

    WorkerOutput &m_output;
    const Builtins &m_builtins;
    const std::vector<WorkerCommand> &m_commands;
    DeviceCatalog m_devices;
    KeptModels m_kept;                               ///< on the devices, which outlive them
    std::chrono::steady_clock::time_point m_started; ///< the job under way
    std::optional<WorkerPulse> m_pulse;              ///< likewise
};

} // namespace

void serveWorker(int in, int out, const Builtins &builtins,
                 const std::vector<WorkerCommand> &commands)
{
    WorkerOutput output(out);
    WorkerJobQueue queue;
    WorkerLatch idle;
    std::thread reader([&] {
        Reader(in, output, queue).run();
        if (!idle.waitFor(graceAtEnd)) {
            // A kernel that hangs: nothing else ends it, and nobody else is left to.
            std::_Exit(EXIT_FAILURE);
        }
    });
    Server server(output, builtins, commands);
    while (std::optional<WorkerJob> job = queue.pop()) {
        server.handle(*job);
        queue.done(job->request.id);
    }
    idle.open();
    reader.join();
}

} // namespace nervure
