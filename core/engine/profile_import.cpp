// SPDX-License-Identifier: Apache-2.0
#include "core/engine/profile_import.h"

#include "core/engine/debug_profile.h"
#include "core/engine/json_members.h"
#include "core/engine/profile_json.h"
#include "core/formats/nnvm/tvm_debug_dump.h"
#include "core/graph/op/kernel_parts.h"
#include "core/support/text.h"

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <optional>
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
    std::string place;    ///< of ONNX Runtime: the node's number in its graph
    std::string row;      ///< the process and the thread
    double startUs = 0;
    double ms = 0;

    [[nodiscard]] bool isOfRuntime() const { return category == "Node" && !op.empty(); }
    [[nodiscard]] double endUs() const { return startUs + ms * usPerMs; }
};

/// The slices of a trace, in the order of their ends: complete events, and begins with their ends.
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
    static std::string rowOf(const Json &event)
    {
        return memberOf(event, "pid").dump() + ' ' + memberOf(event, "tid").dump();
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
                                textOf(arguments, "node_index"), rowOf(event),
                                numberOf(event, "ts", 0), us / usPerMs});
        }
    }

    std::map<std::string, std::vector<const Json *>> m_open;
    std::vector<TraceSlice> m_slices;
};

/// Nodes of a graph by their names, by those of the values that they make, and by their places.
class TraceNames {
public:
    explicit TraceNames(const Graph &graph) : m_graph(graph)
    {
        for (const NodeId id : graph.nodes()) {
            const Node &node = graph.node(id);
            if (!node.isVariable()) {
                m_nodes.emplace(node.name, id);
                if (node.op != "Constant") { // ONNX Runtime takes these for initializers
                    m_places.push_back(id);
                }
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

    [[nodiscard]] const Graph &graph() const { return m_graph; }

    /// The node that a slice is about, and what the slice calls it; not valid where there is none.
    [[nodiscard]] std::pair<NodeId, std::string> find(const TraceSlice &slice) const
    {
        std::string name = slice.name;
        NodeId node = find(name);
        for (const std::string_view ending : runtimeEndings) {
            if (slice.isOfRuntime() && !node.isValid() && name.ends_with(ending)) {
                name.resize(name.size() - ending.size());
                node = find(name);
            }
        }
        if (!node.isValid() && name == slice.op + '_' + slice.place) { // it has no name
            node = at(slice);
        }
        return {node, name};
    }

private:
    [[nodiscard]] NodeId find(const std::string &name) const
    {
        const auto it = m_nodes.find(name);
        return it == m_nodes.end() ? NodeId() : it->second;
    }

    [[nodiscard]] NodeId at(const TraceSlice &slice) const
    {
        const auto place = parseInteger(slice.place);
        const bool isThere =
            place && *place >= 0 && static_cast<std::size_t>(*place) < m_places.size();
        const NodeId node = isThere ? m_places[static_cast<std::size_t>(*place)] : NodeId();
        return node.isValid() && m_graph.node(node).op == slice.op ? node : NodeId();
    }

    const Graph &m_graph;
    std::unordered_map<std::string, NodeId> m_nodes;
    std::vector<NodeId> m_places;
};

/// Which node a slice is about, and the slice of the operator whose body runs it.
struct PlacedSlice {
    static constexpr std::size_t none = static_cast<std::size_t>(-1);

    const Node *node = nullptr;
    NodeId id; ///< of the graph itself; not valid in a body
    std::string name;
    std::size_t around = none;
};

/// Finds the nodes of slices. Those of a body lie within the slice of the operator that runs it, on its thread, and
/// are written before it.
class SlicePlacer {
public:
    explicit SlicePlacer(const Graph &graph) : m_top{TraceNames(graph)} {}

    [[nodiscard]] std::vector<PlacedSlice> place(const std::vector<TraceSlice> &slices)
    {
        std::vector<PlacedSlice> placed(slices.size());
        for (std::size_t i = slices.size(); i-- > 0;) {
            placed[i] = placeOne(slices[i], slices);
            if (slices[i].isOfRuntime() && placed[i].node && !placed[i].node->subgraphs.empty()) {
                m_open[slices[i].row].push_back({i, bodiesOf(*placed[i].node)});
            }
        }
        return placed;
    }

private:
    using Names = std::vector<TraceNames>; ///< of the graphs that run at one depth

    struct Open {
        std::size_t slice = 0;
        const Names *bodies = nullptr;
    };

    [[nodiscard]] PlacedSlice placeOne(const TraceSlice &slice,
                                       const std::vector<TraceSlice> &slices)
    {
        std::vector<Open> &open = m_open[slice.row];
        while (slice.isOfRuntime() && !open.empty()
               && slice.startUs < slices[open.back().slice].startUs) {
            open.pop_back();
        }
        if (!slice.isOfRuntime() || open.empty()) {
            return found(slice, m_top, PlacedSlice::none);
        }
        PlacedSlice inner = found(slice, *open.back().bodies, open.back().slice);
        // One that ended when the operator began is not of its body.
        const bool isBefore = slice.endUs() <= slices[open.back().slice].startUs;
        return isBefore && !inner.node ? found(slice, m_top, PlacedSlice::none) : inner;
    }

    [[nodiscard]] static PlacedSlice found(const TraceSlice &slice, const Names &graphs,
                                           std::size_t around)
    {
        PlacedSlice placed{nullptr, {}, {}, around};
        for (const TraceNames &names : graphs) {
            const auto [node, name] = names.find(slice);
            placed.name = name;
            if (node.isValid()) {
                const bool isTop = around == PlacedSlice::none;
                placed.node = &names.graph().node(node);
                placed.id = isTop ? node : NodeId();
                break;
            }
        }
        return placed;
    }

    [[nodiscard]] const Names *bodiesOf(const Node &node)
    {
        const auto [it, isNew] = m_bodies.try_emplace(&node);
        for (std::size_t i = 0; isNew && i < node.subgraphs.size(); ++i) {
            if (node.subgraphs[i]) {
                it->second.emplace_back(*node.subgraphs[i]);
            }
        }
        return &it->second;
    }

    Names m_top;
    std::map<const Node *, Names> m_bodies;
    std::map<std::string, std::vector<Open>> m_open; ///< by row, the innermost last
};

/// Sums up slices of one name as a layer, and those of bodies within the layer that runs them.
class TraceProfile {
public:
    void add(const std::vector<TraceSlice> &slices, const std::vector<PlacedSlice> &placed)
    {
        for (std::size_t i = 0; i < slices.size(); ++i) {
            const TraceSlice &slice = slices[i];
            if (slice.name == "model_run" && slice.category == "Session") {
                m_runs.push_back(slice.ms);
            }
            // Nodes that a runtime adds itself take time as well; what another trace tells beside nodes does not
            // count.
            if (!placed[i].node && !slice.isOfRuntime()) {
                continue;
            }
            Layer &layer = layerOf(i, slices, placed);
            std::size_t run = i; // of the operator of the graph itself
            while (placed[run].around != PlacedSlice::none) {
                run = placed[run].around;
            }
            auto &[ms, calls] = layer.runs[run];
            ms += slice.ms;
            ++calls;
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
        data.layers = layersOf(m_layers);
        for (const LayerProfile &layer : data.layers) {
            data.repeat = std::max(data.repeat, layer.ms.count);
        }
        data.deviceMs = totalMs(data);
        data.wallMs = m_runs.empty() ? summarize(std::array{data.deviceMs}) : summarize(m_runs);
        m_report.device.name = m_provider.empty() ? "trace" : "ONNX Runtime, " + m_provider;
        m_report.pipeline = m_provider.empty() ? "trace" : "ONNX Runtime";
        m_report.mode = RunMode::Pipelined; // nobody measured what launching costs
        return std::move(m_report);
    }

private:
    struct Layer;
    struct Layers {
        std::vector<std::unique_ptr<Layer>> all; ///< in the order in which they came first
        std::map<std::string, Layer *> byName;
    };
    struct Layer {
        LayerProfile profile;
        std::map<std::size_t, std::pair<double, std::size_t>> runs; ///< time and calls by run
        Layers inner;
    };

    Layer &layerOf(std::size_t i, const std::vector<TraceSlice> &slices,
                   const std::vector<PlacedSlice> &placed)
    {
        const PlacedSlice &one = placed[i];
        Layers &layers =
            one.around == PlacedSlice::none ? m_layers : layerOf(one.around, slices, placed).inner;
        Layer *&layer = layers.byName[one.name];
        if (layer == nullptr) {
            layer = layers.all.emplace_back(std::make_unique<Layer>()).get();
            describe(layer->profile, one, slices[i]);
        }
        return *layer;
    }

    void describe(LayerProfile &layer, const PlacedSlice &placed, const TraceSlice &slice)
    {
        layer.node = {placed.id, placed.node ? placed.node->name : placed.name};
        layer.nodes = {layer.node};
        layer.op = placed.node ? nodeTitle(*placed.node) : slice.op;
        layer.role = placed.node ? "compute" : "copy";
        m_known += placed.id.isValid() ? 1 : 0;
        if (!slice.op.empty()) {
            layer.kernels.emplace_back().name = slice.op;
            m_provider = slice.provider.empty() ? m_provider : slice.provider;
        }
    }

    static std::vector<LayerProfile> layersOf(Layers &layers)
    {
        std::vector<LayerProfile> profiles;
        for (const std::unique_ptr<Layer> &layer : layers.all) {
            LayerProfile &profile = profiles.emplace_back(std::move(layer->profile));
            profile.id = static_cast<std::uint32_t>(profiles.size() - 1);
            std::vector<double> samples;
            for (const auto &[run, told] : layer->runs) {
                samples.push_back(told.first);
                profile.calls = told.second;
            }
            profile.ms = summarize(samples);
            profile.samplesMs = lastSamples(samples);
            profile.inner = layersOf(layer->inner);
        }
        return profiles;
    }

    ProfileReport m_report;
    Layers m_layers;
    std::vector<double> m_runs;
    std::string m_provider;
    std::size_t m_known = 0;
};

/// "2 of 9 layers, 23.8 % of the time, belong to no node of the model".
std::optional<Diagnostic> unplacedTime(const ProfileData &data)
{
    std::size_t count = 0;
    double ms = 0;
    for (const LayerProfile &layer : data.layers) {
        if (!layer.node.id.isValid()) {
            ++count;
            ms += layer.ms.median;
        }
    }
    if (count == 0 || data.deviceMs <= 0) {
        return std::nullopt;
    }
    return makeWarning("profile-unplaced",
                       "{} of {} layers, {:.1f} % of the time, belong to no node of the model",
                       count, data.layers.size(), 100 * ms / data.deviceMs);
}

Result<ProfileReport> profileOfTrace(const Json &events, const Graph &graph)
{
    const std::vector<TraceSlice> slices = SliceReader().read(events);
    TraceProfile profile;
    profile.add(slices, SlicePlacer(graph).place(slices));
    ASSIGN_OR_RETURN(ProfileReport report, profile.take());
    if (auto warning = unplacedTime(report.data)) {
        report.diagnostics.push_back(std::move(*warning));
    }
    return report;
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
