// SPDX-License-Identifier: Apache-2.0
#include "core/engine/remote/remote_worker.h"

#include "core/engine/json_members.h"
#include "core/engine/worker_request.h"
#include "core/support/text.h"
#include "core/support/version.h"

#include <chrono>
#include <cstdlib>
#include <cstring>
#include <nlohmann/json.hpp>

namespace nervure {

namespace {

using WireClock = std::chrono::steady_clock;

/// How long connecting, the answer to the first request included, may take.
constexpr std::chrono::seconds longestGreeting{30};
/// How long a worker may say nothing after a job was canceled, not even that it lives, before the connection is given
/// up; and how long the job itself may.
constexpr std::chrono::seconds longestObeying{6};
constexpr double longestSilenceMs = 15000;
/// How long a connection that is lost may take to say why.
constexpr std::chrono::seconds longestParting{1};
/// Lines that a shell there writes before the program does.
constexpr int mostForeignLines = 1000;
constexpr int noSuchCommand = 127;
constexpr int noProgram = 126;
/// What `ssh` ends with where it fails itself.
constexpr int sshFailed = 255;

double msSince(WireClock::time_point start)
{
    return std::chrono::duration<double, std::milli>(WireClock::now() - start).count();
}

/// As a POSIX shell reads it; "~/" stays what the shell makes of it.
std::string shellWord(std::string_view text)
{
    std::string word = text.starts_with("~/") ? "~/'" : "'";
    for (const char c : text.substr(word.size() - 1)) {
        word += c == '\'' ? "'\\''" : std::string(1, c);
    }
    return word + '\'';
}

/// `ssh` as it is called where nothing else is said, with what keeps it from asking and from waiting.
std::vector<std::string> sshCommand(const RemotePlace &place)
{
    const char *set = std::getenv("NERVURE_SSH");
    std::vector<std::string> words;
    for (const std::string_view word : split(set != nullptr ? set : "", ' ')) {
        if (!word.empty()) {
            words.emplace_back(word);
        }
    }
    if (words.empty()) {
        words.emplace_back("ssh");
    }
    for (const char *option :
         {"BatchMode=yes", "ConnectTimeout=10", "ServerAliveInterval=5", "ServerAliveCountMax=3"}) {
        words.insert(words.end(), {"-o", option});
    }
    const std::string program = place.program.empty() ? "nervure-cli" : shellWord(place.program);
    words.insert(words.end(), {"-T", "--", place.host, program + " worker"});
    return words;
}

Diagnostic faultThere(const WorkerFailure &failure, const RemotePlace &place)
{
    Diagnostic error = failure.error;
    if (error.code.starts_with("device-")) {
        error.message = "on " + place.host + ": " + error.message;
    }
    return error;
}

} // namespace

RemoteWorker::RemoteWorker(RemotePlace place, Process process)
    : m_place(std::move(place)),
      m_process(std::move(process))
{}

Result<std::unique_ptr<RemoteWorker>> RemoteWorker::connect(const RemotePlace &place,
                                                            const CancelToken &cancel)
{
    ProcessOptions options;
    options.argv = sshCommand(place);
    options.outputLimit = maxWorkerBytes;
    options.title = "ssh " + place.host;
    Result<Process> process = Process::start(options);
    if (!process) {
        return makeError("device-unreachable", "the machine cannot be reached: {}: {}", place.host,
                         process.error().message);
    }
    std::unique_ptr<RemoteWorker> worker(new RemoteWorker(place, std::move(*process)));
    RETURN_IF_FAILED(worker->greet(cancel));
    return worker;
}

Status RemoteWorker::greet(const CancelToken &cancel)
{
    const WireClock::time_point start = WireClock::now();
    WorkerRequest request;
    request.id = ++m_lastId;
    request.command = "hello";
    const WaitLimit limit{longestGreeting, &cancel};
    Status sent = m_process.write(workerRequestLine(request), limit);
    // What was not read tells less than why the connection ended.
    const Result<WorkerAnswer> answer = nextAnswer(request.id, limit);
    m_connectMs = msSince(start);
    if (!answer) {
        return neverThere(answer.error());
    }
    const auto *result = std::get_if<WorkerResult>(&answer->content);
    const std::string version = result != nullptr ? textOf(*result->document, "version") : "";
    if (version != programVersion()) {
        return makeError("device-version",
                         "nervure-cli on {} is of {}, expected version {} as on this machine",
                         quoted(m_place.host),
                         version.empty() ? "an older version" : "version " + quoted(version),
                         quoted(programVersion()));
    }
    return {};
}

/// The next line that is of this request; what a shell there writes is passed over.
Result<WorkerAnswer> RemoteWorker::nextAnswer(std::uint64_t id, const WaitLimit &limit)
{
    for (int foreign = 0; foreign < mostForeignLines; ++foreign) {
        ASSIGN_OR_RETURN(const std::string line, m_process.readLine(limit));
        m_received += line.size() + 1;
        std::optional<WorkerAnswer> answer = readWorkerAnswer(line);
        if (answer && answer->id == id) {
            return std::move(*answer);
        }
    }
    return makeError("process", "what {} runs is no worker of nervure-cli", quoted(m_place.host));
}

/// What comes of a job after it was asked to stop: its result so far, or that it was stopped.
Result<WorkerAnswer> RemoteWorker::stopped(std::uint64_t id, const JobControl &control)
{
    const WaitLimit limit{longestObeying, nullptr};
    RETURN_IF_FAILED(m_process.write(workerCancelText(id), limit));
    for (;;) {
        ASSIGN_OR_RETURN(WorkerAnswer answer, nextAnswer(id, limit));
        const auto *beat = std::get_if<WorkerBeat>(&answer.content);
        if (beat != nullptr && beat->silenceMs >= longestSilenceMs) {
            return makeError("timeout", "the job on {} hangs", quoted(m_place.host));
        }
        if (beat != nullptr) {
            control.report(-1, "stopping"); // whoever waits for this process knows that it works
        }
        if (beat == nullptr && !std::holds_alternative<WorkerProgress>(answer.content)) {
            return answer;
        }
    }
}

Result<RemoteAnswer> RemoteWorker::ask(WorkerRequest request, const JobControl &control,
                                       const std::function<void(const LiveRuns &)> &live)
{
    request.id = ++m_lastId;
    m_received = 0;
    const WireClock::time_point start = WireClock::now();
    const WaitLimit limit{std::chrono::milliseconds(-1), &control.cancel};
    const std::string bytes = workerRequestLine(request) + workerRequestBytes(request);
    std::string stage = "sending the model";
    double fraction = -1;
    const auto failed = [&](const Diagnostic &error) {
        m_isAlive = false;
        const Diagnostic told = error.code == "cancelled" ? error : lost(error, stage);
        m_process.kill();
        return told;
    };
    control.report(-1, stage);
    if (Status sent = m_process.write(bytes, limit); !sent) {
        return failed(sent.error());
    }
    for (;;) {
        Result<WorkerAnswer> answer = nextAnswer(request.id, limit);
        if (!answer && answer.error().code == "cancelled") {
            const Diagnostic canceled = answer.error();
            answer = stopped(request.id, control);
            if (!answer) {
                return failed(canceled);
            }
        }
        if (!answer) {
            return failed(answer.error());
        }
        if (const auto *failure = std::get_if<WorkerFailure>(&answer->content)) {
            return faultThere(*failure, m_place);
        }
        if (const auto *beat = std::get_if<WorkerBeat>(&answer->content)) {
            if (beat->silenceMs < longestSilenceMs) {
                control.report(fraction, stage);
            }
            continue;
        }
        if (const auto *progress = std::get_if<WorkerProgress>(&answer->content)) {
            stage = progress->stage;
            fraction = progress->fraction;
            if (progress->runs && live) {
                live(*progress->runs);
            }
            control.report(progress->fraction, stage);
            continue;
        }
        RemoteAnswer given{std::get<WorkerResult>(std::move(answer->content)), {}};
        if (Status read = readOutputs(given.result, limit); !read) {
            return failed(read.error());
        }
        given.wire = {m_place.host, m_connectMs,
                      std::max(0.0, msSince(start) - given.result.busyMs), bytes.size(),
                      m_received};
        return given;
    }
}

/// The elements that follow the line of a run.
Status RemoteWorker::readOutputs(WorkerResult &result, const WaitLimit &limit)
{
    for (NamedTensor &output : result.outputs) {
        ASSIGN_OR_RETURN(const std::string bytes,
                         m_process.readBytes(output.tensor.byteSize(), limit));
        std::memcpy(output.tensor.data(), bytes.data(), bytes.size());
        m_received += bytes.size();
    }
    return {};
}

/// The last thing that was said on standard error; empty where nothing was.
std::string RemoteWorker::lastWords()
{
    const std::string errors = m_process.takeErrors();
    std::string last;
    for (const std::string_view line : split(errors, '\n')) {
        if (!trim(line).empty()) {
            last = trim(line);
        }
    }
    return last;
}

Diagnostic RemoteWorker::lost(const Diagnostic &error, const std::string &stage)
{
    // Why it ends comes a moment after the end of what it gives.
    static_cast<void>(m_process.wait({longestParting, nullptr}));
    const std::string words = lastWords();
    return makeError("device-connection", "the connection was lost: {}, {}: {}", m_place.host,
                     stage, words.empty() ? error.message : words);
}

Diagnostic RemoteWorker::neverThere(const Diagnostic &error)
{
    m_isAlive = false;
    if (error.code == "cancelled") {
        return error;
    }
    const auto status = m_process.wait({longestParting, nullptr});
    const int code = status ? status->code : sshFailed;
    const std::string words = lastWords();
    const std::string reason = words.empty() ? error.message : words;
    if (code == noSuchCommand || code == noProgram) {
        return makeError("device-program",
                         "the machine does not find nervure-cli: {}: {}; say where it is by "
                         "ssh:{}=PATH/{}",
                         m_place.host, reason, m_place.host, m_place.device);
    }
    return makeError("device-unreachable", "the machine cannot be reached: {}: {}", m_place.host,
                     reason);
}

} // namespace nervure
