// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/prepared_model.h"
#include "core/engine/remote/remote_place.h"
#include "core/engine/worker_answer.h"
#include "core/support/process.h"

#include <memory>
#include <string>

namespace nervure {

struct WorkerRequest;

/// What a request to another machine gave, and what the way there cost.
struct RemoteAnswer {
    WorkerResult result;
    WireTimes wire;
};

/// `nervure-cli worker` on another machine, through the `ssh` that people have: their configuration,
/// agent and jump hosts. The variable NERVURE_SSH says another command ("ssh -F FILE"). Nothing asks
/// for a password; a connection that no longer answers ends after a quarter of a minute. One request at a
/// time.
class RemoteWorker {
public:
    /// Connects, and checks that the program there is of this one's version. Fails with the codes
    /// "device-unreachable", "device-program", "device-version" or "cancelled".
    [[nodiscard]] static Result<std::unique_ptr<RemoteWorker>> connect(const RemotePlace &place,
                                                                       const CancelToken &cancel);

    /// Sends a request and waits for what comes of it; progress goes to `control` and `live`. Fails
    /// as the worker does, with "device-connection" where the connection ends first, and with
    /// "cancelled" where the worker does not obey in time. After the latter two isAlive() is false.
    [[nodiscard]] Result<RemoteAnswer> ask(WorkerRequest request, const JobControl &control,
                                           const std::function<void(const LiveRuns &)> &live = {});

    [[nodiscard]] bool isAlive() const { return m_isAlive; }

private:
    RemoteWorker(RemotePlace place, Process process);

    [[nodiscard]] Status greet(const CancelToken &cancel);
    [[nodiscard]] Result<WorkerAnswer> nextAnswer(std::uint64_t id, const WaitLimit &limit);
    [[nodiscard]] Result<WorkerAnswer> stopped(std::uint64_t id, const JobControl &control);
    [[nodiscard]] Status readOutputs(WorkerResult &result, const WaitLimit &limit);
    [[nodiscard]] Diagnostic lost(const Diagnostic &error, const std::string &stage);
    [[nodiscard]] Diagnostic neverThere(const Diagnostic &error);
    [[nodiscard]] std::string lastWords();

    RemotePlace m_place;
    Process m_process;
    std::uint64_t m_lastId = 0;
    std::uint64_t m_received = 0; ///< bytes of answers to the request under way
    double m_connectMs = 0;
    bool m_isAlive = true;
};

} // namespace nervure
