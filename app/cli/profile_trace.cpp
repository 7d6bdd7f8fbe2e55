// SPDX-License-Identifier: Apache-2.0
#include "app/cli/profile_text.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace nervure::cli {

namespace {

using Json = nlohmann::ordered_json;

constexpr int hostProcess = 1;
constexpr int deviceProcess = 2;

/// The rows of the device's part of the picture.
enum Row { Layers = 1, Kernels = 2, Transfers = 3 };

/// Events of one run, in microseconds. Commands that wait in the queue overlap, which slices of a
/// row may not: they are asynchronous events.
class Trace {
public:
    explicit Trace(const ProfileReport &report) : m_report(report)
    {
        name("process_name", hostProcess, 1, "Host");
        name("thread_name", hostProcess, 1, "runs");
        name("process_name", deviceProcess, Layers, "Device: " + report.device.name);
        name("thread_name", deviceProcess, Layers, "layers");
        name("thread_name", deviceProcess, Kernels, "kernels");
        name("thread_name", deviceProcess, Transfers, "transfers");
    }

    [[nodiscard]] Json take()
    {
        double end = 0;
        for (const TransferProfile &transfer : m_report.data.transfers) {
            slice(transfer.name, transfer.isUpload ? "upload" : "read", Transfers,
                  {transfer.startMs, transfer.endMs}, {{"bytes", transfer.bytes}});
            end = std::max(end, transfer.endMs);
        }
        for (const LayerProfile &layer : m_report.data.layers) {
            add(layer);
            end = std::max(end, layer.endMs);
        }
        m_events.push_back({{"name", "run"},
                            {"cat", std::string(runModeName(m_report.mode))},
                            {"ph", "X"},
                            {"ts", 0},
                            {"dur", end * 1000},
                            {"pid", hostProcess},
                            {"tid", 1},
                            {"args", {{"wall_ms_median", m_report.data.wallMs.median}}}});
        return std::move(m_events);
    }

private:
    struct Span {
        double startMs = 0;
        double endMs = 0;
    };

    void name(const char *what, int process, int row, const std::string &text)
    {
        m_events.push_back({{"name", what},
                            {"ph", "M"},
                            {"pid", process},
                            {"tid", row},
                            {"args", {{"name", text}}}});
    }

    void slice(const std::string &title, const std::string &category, int row, Span span,
               Json arguments)
    {
        m_events.push_back({{"name", title},
                            {"cat", category},
                            {"ph", "X"},
                            {"ts", span.startMs * 1000},
                            {"dur", std::max(0.0, span.endMs - span.startMs) * 1000},
                            {"pid", deviceProcess},
                            {"tid", row},
                            {"args", std::move(arguments)}});
    }

    void waiting(const std::string &title, const char *stage, Span span)
    {
        ++m_waits;
        for (const bool isBegin : {true, false}) {
            m_events.push_back({{"name", title},
                                {"cat", stage},
                                {"ph", isBegin ? "b" : "e"},
                                {"id", m_waits},
                                {"ts", (isBegin ? span.startMs : span.endMs) * 1000},
                                {"pid", deviceProcess},
                                {"tid", Kernels}});
        }
    }

    void counter(const char *what, double atMs, double value)
    {
        m_events.push_back({{"name", what},
                            {"ph", "C"},
                            {"ts", atMs * 1000},
                            {"pid", deviceProcess},
                            {"args", {{what, value}}}});
    }

    void add(const LayerProfile &layer)
    {
        const LayerVerdict &verdict = layer.verdict;
        slice(layer.node.name, layer.role, Layers, {layer.startMs, layer.endMs},
              {{"op", layer.op},
               {"nodes", namesOf(layer.nodes)},
               {"flops", layer.flops},
               {"macs", layer.macs},
               {"bytes", layer.bytes},
               {"ms_median", layer.ms.median},
               {"verdict", verdict.text()}});
        counter("GFLOP/s", layer.startMs, verdict.gflops);
        counter("GFLOP/s", layer.endMs, 0);
        counter("GB/s", layer.startMs, verdict.gbs);
        counter("GB/s", layer.endMs, 0);
        for (const LaunchProfile &launch : layer.launches) {
            const LaunchTiming &last = launch.last;
            waiting(launch.kernel, "queued", {last.queuedMs, last.submitMs});
            waiting(launch.kernel, "submitted", {last.submitMs, last.startMs});
            slice(launch.kernel, "kernel", Kernels, {last.startMs, last.endMs},
                  {{"layer", layer.node.name}});
        }
    }

    const ProfileReport &m_report;
    Json m_events = Json::array();
    int m_waits = 0;
};

} // namespace

std::string profileTrace(const ProfileReport &report)
{
    const Json trace{{"displayTimeUnit", "ms"}, {"traceEvents", Trace(report).take()}};
    return trace.dump(1, ' ', false, Json::error_handler_t::replace) + '\n';
}

} // namespace nervure::cli
