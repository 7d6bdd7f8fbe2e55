// SPDX-License-Identifier: Apache-2.0
#include "core/engine/profile_import.h"

#include "core/engine/debug_profile.h"
#include "core/engine/json_members.h"
#include "core/engine/profile_json.h"
#include "core/formats/nnvm/tvm_debug_dump.h"
#include "core/graph/op/kernel_parts.h"

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <unordered_map>
#include <utility>

namespace nervure {

using Json = nlohmann::ordered_json;

namespace {

constexpr double usPerMs = 1000;

/// What ONNX Runtime appends to the names of nodes, the outermost first.
constexpr std::array<std::string_view, 3> runtimeEndings{"_kernel_time", "_nchwc", "_token_0"};

/// Something that took time, at one of the times that it did.
struct TraceSlice {
    std::string name;
    std::string category;
    std::string op;       ///< where the trace tells it
    std::string provider; ///< of ONNX Runtime
    double ms = 0;
};

/// The slices of a trace: complete events, and begins with their ends.
class SliceReader {
public:
    std::vector<TraceSlice> read(const Json &events)
    {
        for (const Json &event : events) {
            const std::string phase = textOf(event, "ph");
            if (phase == "X") {
                add(event, numberOf(event, "dur", 0));
            } else if (phase == "B") {
                m_open[rowOf(event)].push_back(&event);
            } else if (phase == "E") {
                close(event);
            }
        }
        return std::move(m_slices);
    }

private:
    using Row = std::pair<std::string, std::string>;

    static Row rowOf(const Json &event)
    {
        return {memberOf(event, "pid").dump(), memberOf(event, "tid").dump()};
    }

    void close(const Json &event)
    {
        std::vector<const Json *> &open = m_open[rowOf(event)];
        if (!open.empty()) {
            const Json &begin = *open.back();
            open.pop_back();
            add(begin, numberOf(event, "ts", 0) - numberOf(begin, "ts", 0));
        }
    }

    void add(const Json &event, double us)
    {
        const Json &arguments = memberOf(event, "args");
        if (us >= 0) {
            m_slices.push_back({textOf(event, "name"), textOf(event, "cat"),
                                textOf(arguments, "op_name"), textOf(arguments, "provider"),
                                us / usPerMs});
        }
    }

    std::map<Row, std::vector<const Json *>> m_open;
    std::vector<TraceSlice> m_slices;
};

/// Nodes by their names, and by those of the values that they make.
class TraceNames {
public:
    explicit TraceNames(const Graph &graph)
    {
        for (const NodeId id : graph.nodes()) {
            const Node &node = graph.node(id);
            if (!node.isVariable()) {
                m_nodes.emplace(node.name, id);
            }
        }
        for (const NodeId id : graph.nodes()) {
            const Node &node = graph.node(id);
            for (const auto &port :
                 node.isVariable() ? decltype(node.outputPorts)() : node.outputPorts) {
                m_nodes.emplace(port.tensor, id);
            }
        }
    }

    /// Not valid where there is none.
    [[nodiscard]] NodeId find(const std::string &name) const
    {
        const auto it = m_nodes.find(name);
        return it == m_nodes.end() ? NodeId() : it->second;
    }

private:
    std::unordered_map<std::string, NodeId> m_nodes;
};

/// Sums up slices of one name as a layer.
class TraceProfile {
public:
    explicit TraceProfile(const Graph &graph) : m_graph(graph), m_names(graph) {}

    void add(const TraceSlice &slice)
    {
        const bool isRuntime = slice.category == "Node" && !slice.op.empty();
        if (slice.name == "model_run" && slice.category == "Session") {
            m_runs.push_back(slice.ms);
        }
        std::string name = slice.name;
        NodeId node = m_names.find(name);
        for (const std::string_view ending : runtimeEndings) {
            if (isRuntime && !node.isValid() && name.ends_with(ending)) {
                name.resize(name.size() - ending.size());
                node = m_names.find(name);
            }
        }
        // What a runtime adds itself takes time as well; what another trace tells beside nodes does not
        // count.
        if (node.isValid() || isRuntime) {
            addSample(name, node, slice);
        }
    }

    [[nodiscard]] Result<ProfileReport> take()
    {
        if (m_known == 0) {
            return makeError("profile-file",
                             "found no event that is called as a node of the model is, "
                             "expected a profile of this model");
        }
        ProfileData &data = m_report.data;
        for (std::size_t i = 0; i < data.layers.size(); ++i) {
            data.layers[i].ms = summarize(m_samples[i]);
            data.layers[i].samplesMs = lastSamples(m_samples[i]);
            data.repeat = std::max(data.repeat, m_samples[i].size());
        }
        data.deviceMs = totalMs(data);
        data.wallMs = m_runs.empty() ? summarize(std::array{data.deviceMs}) : summarize(m_runs);
        m_report.device.name = m_provider.empty() ? "trace" : "ONNX Runtime, " + m_provider;
        m_report.pipeline = m_provider.empty() ? "trace" : "ONNX Runtime";
        m_report.mode = RunMode::Pipelined; // nobody measured what launching costs
        return std::move(m_report);
    }

private:
    void addSample(const std::string &name, NodeId node, const TraceSlice &slice)
    {
        const auto [it, isNew] = m_places.emplace(name, m_samples.size());
        if (isNew) {
            addLayer(name, node, slice);
        }
        m_samples[it->second].push_back(slice.ms);
    }

    void addLayer(const std::string &name, NodeId node, const TraceSlice &slice)
    {
        LayerProfile &layer = m_report.data.layers.emplace_back();
        m_samples.emplace_back();
        layer.id = static_cast<std::uint32_t>(m_report.data.layers.size() - 1);
        layer.node = {node, node.isValid() ? m_graph.node(node).name : name};
        layer.nodes = {layer.node};
        layer.op = node.isValid() ? nodeTitle(m_graph.node(node)) : slice.op;
        layer.role = node.isValid() ? "compute" : "copy";
        m_known += node.isValid() ? 1 : 0;
        if (!slice.op.empty()) {
            layer.kernels.emplace_back().name = slice.op;
            m_provider = slice.provider.empty() ? m_provider : slice.provider;
        }
    }

    const Graph &m_graph;
    TraceNames m_names;
    ProfileReport m_report;
    std::unordered_map<std::string, std::size_t> m_places;
    std::vector<std::vector<double>> m_samples; ///< by layer
    std::vector<double> m_runs;
    std::string m_provider;
    std::size_t m_known = 0;
};

Result<ProfileReport> profileOfTrace(const Json &events, const Graph &graph)
{
    TraceProfile profile(graph);
    for (const TraceSlice &slice : SliceReader().read(events)) {
        profile.add(slice);
    }
    return profile.take();
}

} // namespace

Result<ProfileReport> importProfile(std::string_view text, const Graph &graph)
{
    const Json json = Json::parse(text, nullptr, false);
    if (json.is_array()) {
        return profileOfTrace(json, graph);
    }
    const Json &events = memberOf(json, "traceEvents");
    if (events.is_array()) {
        const auto times = timesOfDebugTrace(text, graph);
        if (times && !times->empty()) {
            return profileOfDebugTimes(*times, graph);
        }
        Result<ProfileReport> other = profileOfTrace(events, graph);
        if (other || times) {
            return other;
        }
        Diagnostic error = times.error(); // knows better what is wrong with it
        error.code = other.error().code;
        return error;
    }
    return profileFrom(json, graph.nodes());
}

} // namespace nervure
