// SPDX-License-Identifier: Apache-2.0
#include "core/layout/engine/layout_helper.h"

#include "core/layout/engine/layered_layout.h"
#include "core/layout/engine/layout_protocol.h"

#include <algorithm>
#include <string>
#include <utility>

namespace nervure {

namespace {

/// Graphviz's network simplex recurses as deep as the graph is long.
constexpr std::uint64_t helperStack = std::uint64_t{1} << 30U;

bool isCanceled(const Diagnostic &error)
{
    return error.code == "cancelled";
}

} // namespace

Status LayoutHelper::start()
{
    if (m_process && m_process->isRunning()) {
        return {};
    }
    m_process.reset();
    if (m_program.empty()) {
        return makeError("layout-helper", "there is no layout program");
    }
    ProcessOptions start;
    start.argv = {m_program.string()};
    start.stackBytes = helperStack;
    ASSIGN_OR_RETURN(Process started, Process::start(start));
    m_process = std::move(started);
    return {};
}

Result<LayoutResult> LayoutHelper::ask(const LayoutRequest &request, const PieceLimits &limits,
                                       const JobControl &control)
{
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
        limits.end - std::chrono::steady_clock::now());
    if (left.count() <= 0) {
        return makeError("timeout", "the layout program took too long");
    }
    RETURN_IF_FAILED(start());
    const WaitLimit limit{std::min(left, limits.longest), &control.cancel};
    if (Status status = m_process->write(encodeLayoutRequest(request) + '\n', limit); !status) {
        m_process.reset();
        return status.error();
    }
    Result<std::string> answer = m_process->readLine(limit);
    if (!answer) {
        m_process.reset();
        return answer.error();
    }
    ++m_calls;
    Result<LayoutResult> result = decodeLayoutResult(*answer, request);
    if (!result) {
        m_process.reset();
    }
    return result;
}

/// A program that died may have been killed by someone: another one is tried.
Result<LayoutResult> LayoutHelper::layout(const LayoutRequest &request, const PieceLimits &limits,
                                          const JobControl &control)
{
    Result<LayoutResult> answer = ask(request, limits, control);
    if (!answer && answer.error().code == "process" && !m_program.empty()) {
        answer = ask(request, limits, control);
        if (answer) {
            m_problem = makeError("layout-restarted",
                                  "the layout program was ended from outside and started again");
            m_problem->severity = Severity::Note;
        }
    }
    if (answer || isCanceled(answer.error())) {
        return answer;
    }
    m_problem = answer.error();
    return layeredLayout(request, control);
}

std::optional<Diagnostic> LayoutHelper::takeProblem()
{
    return std::exchange(m_problem, std::nullopt);
}

} // namespace nervure
