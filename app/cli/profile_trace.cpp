// SPDX-License-Identifier: Apache-2.0
#include "app/cli/profile_text.h"

#include "core/engine/report_json.h"
#include "core/execution/profile/timeline.h"

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
        name("process_name", deviceProcess, Layers, "Device: " + deviceTitle(report.device));
        name("thread_name", deviceProcess, Layers, "layers");
        name("thread_name", deviceProcess, Kernels, "kernels");
        name("thread_name", deviceProcess, Transfers, "transfers");
    }

    [[nodiscard]] Json take()
    {
        double end = 0;
        for (const TimelineSlice &slice : timelineOf(m_report.data)) {
            add(slice);
            end = std::max(end, slice.endMs);
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
    void name(const char *what, int process, int row, const std::string &text)
    {
        m_events.push_back({{"name", what},
                            {"ph", "M"},
                            {"pid", process},
                            {"tid", row},
                            {"args", {{"name", text}}}});
    }

    void add(const TimelineSlice &slice)
    {
        switch (slice.row) {
        case TimelineRow::Queued:
        case TimelineRow::Submitted: waiting(slice); break;
        case TimelineRow::Kernels:
            write(slice, "kernel", Kernels, {{"layer", layerOf(slice).node.name}});
            break;
        case TimelineRow::Layers: addLayer(slice); break;
        case TimelineRow::Transfers: {
            const TransferProfile &transfer = m_report.data.transfers[slice.transfer];
            write(slice, transfer.isUpload ? "upload" : "read", Transfers,
                  {{"bytes", transfer.bytes}});
            break;
        }
        }
    }

    [[nodiscard]] const LayerProfile &layerOf(const TimelineSlice &slice) const
    {
        return m_report.data.layers[slice.layer];
    }

    void write(const TimelineSlice &slice, const std::string &category, int row, Json arguments)
    {
        m_events.push_back({{"name", slice.name},
                            {"cat", category},
                            {"ph", "X"},
                            {"ts", slice.startMs * 1000},
                            {"dur", std::max(0.0, slice.endMs - slice.startMs) * 1000},
                            {"pid", deviceProcess},
                            {"tid", row},
                            {"args", std::move(arguments)}});
    }

    void waiting(const TimelineSlice &slice)
    {
        ++m_waits;
        for (const bool isBegin : {true, false}) {
            m_events.push_back({{"name", slice.name},
                                {"cat", timelineRowName(slice.row)},
                                {"ph", isBegin ? "b" : "e"},
                                {"id", m_waits},
                                {"ts", (isBegin ? slice.startMs : slice.endMs) * 1000},
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

    void addLayer(const TimelineSlice &slice)
    {
        const LayerProfile &layer = layerOf(slice);
        const LayerVerdict &verdict = layer.verdict;
        write(slice, layer.role, Layers,
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
