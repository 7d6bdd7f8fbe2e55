// SPDX-License-Identifier: Apache-2.0
#include "core/graph/indexed/control_flow.h"

#include "core/graph/op/attr_field.h"
#include "core/support/text.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <optional>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace nervure {

namespace {

/// Reads places in lists from a node's attributes.
class PlaceReader {
public:
    explicit PlaceReader(const Node &node) : m_node(node) {}

    /// Each below `limit`.
    Result<std::vector<std::uint32_t>> places(const char *key, std::size_t limit) const
    {
        const std::string *text = m_node.attrs.find(key);
        const auto tuple = text ? leadingTuple(*text) : std::nullopt;
        const bool fits = tuple && std::all_of(tuple->begin(), tuple->end(), [&](std::int64_t at) {
                              return at >= 0 && at < static_cast<std::int64_t>(limit);
                          });
        if (!fits) {
            return makeError("attr-invalid", "{} is {}, expected numbers below {}", key,
                             text ? quoted(*text) : "missing", limit);
        }
        return std::vector<std::uint32_t>(tuple->begin(), tuple->end());
    }

    Result<std::int64_t> number(const char *key, std::int64_t most) const
    {
        const std::string *text = m_node.attrs.find(key);
        const auto value = text ? leadingInteger(*text) : std::nullopt;
        if (!value || *value < 0 || *value > most) {
            return makeError("attr-invalid", "{} is {}, expected a number from 0 to {}", key,
                             text ? quoted(*text) : "missing", most);
        }
        return *value;
    }

private:
    const Node &m_node;
};

Status addBodies(const IndexedNode &node, const OpRegistry &ops, std::size_t count,
                 ControlFlow &flow)
{
    if (node.node->subgraphs.size() != count) {
        return makeError("subgraph-count", "found {} subgraphs, expected {}",
                         node.node->subgraphs.size(), count);
    }
    for (const std::shared_ptr<const Graph> &graph : node.node->subgraphs) {
        Diagnostics problems;
        ASSIGN_OR_RETURN(auto body, IndexedGraph::build(*graph, ops, problems));
        for (const Diagnostic &problem : problems) {
            if (problem.severity == Severity::Error) {
                return problem;
            }
        }
        if (!body->hasOnlyValidEntries()) {
            return makeError("subgraph-entry", "a subgraph reads an output that no node of it has");
        }
        flow.bodies.push_back(std::move(body));
    }
    return {};
}

/// Whether bodies have a variable for each input that they get, and results where they are wanted.
Status checkBodies(const ControlFlow &flow, std::size_t outputCount)
{
    for (std::size_t i = 0; i < flow.bodies.size(); ++i) {
        const IndexedGraph &body = *flow.bodies[i];
        const bool hasOneHead = flow.isCondition(i) || flow.kind == ControlFlow::Kind::Once;
        const std::size_t heads = hasOneHead ? 1 : outputCount;
        if (body.inputNodes().size() != flow.inputs[i].size() || body.heads().size() != heads) {
            return makeError(
                "subgraph-ends", "subgraph {} has {} variables and {} heads, expected {} and {}", i,
                body.inputNodes().size(), body.heads().size(), flow.inputs[i].size(), heads);
        }
    }
    const bool hasStates =
        flow.kind == ControlFlow::Kind::Foreach || flow.kind == ControlFlow::Kind::While;
    if (hasStates && flow.outData + flow.states.size() != outputCount) {
        return makeError("attr-invalid", "num_out_data {} and {} states make no {} outputs",
                         flow.outData, flow.states.size(), outputCount);
    }
    return {};
}

/// MXNet's inputs are the data, the states, then all others; its places are those of the body's variables.
Status readMXNetForeach(const PlaceReader &read, std::size_t inputCount, ControlFlow &flow)
{
    constexpr std::uint32_t none = NodeId::invalidValue;
    std::vector<std::uint32_t> &inputs = flow.inputs.emplace_back(inputCount, none);
    std::uint32_t next = 0;
    for (int kind = 0; kind < 3; ++kind) {
        constexpr std::array keys{"in_data_locs", "in_state_locs", "remain_locs"};
        const char *key = keys.at(static_cast<std::size_t>(kind));
        ASSIGN_OR_RETURN(const auto places, read.places(key, inputCount));
        for (const std::uint32_t place : places) {
            if (inputs[place] != none) {
                return makeError("attr-invalid", "{} has place {} once more", key, place);
            }
            if (kind == 0) {
                flow.isSliced[next] = true;
            } else if (kind == 1) {
                flow.states.push_back(next);
            }
            inputs[place] = next++;
        }
        if (next == 0) {
            return makeError("attr-invalid",
                             "in_data_locs is empty, expected something to go through");
        }
    }
    return next == inputCount
               ? Status()
               : makeError(
                   "attr-invalid",
                   "in_data_locs, in_state_locs and remain_locs have {} places, expected {}", next,
                   inputCount);
}

Status readForeach(const PlaceReader &read, std::size_t inputCount, ControlFlow &flow)
{
    ASSIGN_OR_RETURN(const auto sliced, read.places("in_data_locs", inputCount));
    ASSIGN_OR_RETURN(flow.states, read.places("in_state_locs", inputCount));
    ASSIGN_OR_RETURN(auto inputs, read.places("body_input_locs", inputCount));
    if (sliced.empty()) {
        return makeError("attr-invalid", "in_data_locs is empty, expected something to go through");
    }
    for (const std::uint32_t input : sliced) {
        flow.isSliced[input] = true;
    }
    flow.inputs.push_back(std::move(inputs));
    return {};
}

/// MXNet says which of the inputs of a step are states, not which of the operator's.
Status readWhile(const PlaceReader &read, bool isMXNets, std::size_t inputCount, ControlFlow &flow)
{
    for (const char *key : {"cond_input_locs", isMXNets ? "func_input_locs" : "body_input_locs"}) {
        ASSIGN_OR_RETURN(auto inputs, read.places(key, inputCount));
        flow.inputs.push_back(std::move(inputs));
    }
    ASSIGN_OR_RETURN(flow.maxIterations, read.number("max_iterations", 1LL << 31));
    if (!isMXNets) {
        ASSIGN_OR_RETURN(flow.states, read.places("in_state_locs", inputCount));
        return {};
    }
    ASSIGN_OR_RETURN(flow.states, read.places("func_var_locs", flow.inputs[1].size()));
    for (std::uint32_t &state : flow.states) {
        state = flow.inputs[1][state];
    }
    return {};
}

/// The first inputs are those of the body.
Status readOnce(std::size_t inputCount, ControlFlow &flow)
{
    const std::size_t count = flow.bodies[0]->inputNodes().size();
    if (count > inputCount || (count < inputCount && !flow.isQuantized)) {
        return makeError("subgraph-ends", "the subgraph has {} variables for {} inputs", count,
                         inputCount);
    }
    flow.inputs.emplace_back(count);
    std::iota(flow.inputs[0].begin(), flow.inputs[0].end(), 0U);
    return {};
}

bool isQuantizedNode(const Node &node)
{
    const std::string *text = node.attrs.find("quantized");
    bool isQuantized = false;
    return text != nullptr && NnvmAttrText::parse(*text, isQuantized) && isQuantized;
}

} // namespace

std::optional<ControlFlow::Kind> ControlFlow::kindOf(const Node &node)
{
    constexpr std::array kinds{
        std::tuple(Dialect::Nervure, std::string_view("foreach"), Kind::Foreach),
        std::tuple(Dialect::Nervure, std::string_view("while_loop"), Kind::While),
        std::tuple(Dialect::Nervure, std::string_view("cond"), Kind::Cond),
        std::tuple(Dialect::MXNet, std::string_view("_foreach"), Kind::Foreach),
        std::tuple(Dialect::MXNet, std::string_view("_while_loop"), Kind::While),
        std::tuple(Dialect::MXNet, std::string_view("_cond"), Kind::Cond),
        std::tuple(Dialect::MXNet, std::string_view("_sg_mkldnn_conv"), Kind::Once),
        std::tuple(Dialect::MXNet, std::string_view("_sg_mkldnn_fully_connected"), Kind::Once)};
    for (const auto &[dialect, op, kind] : kinds) {
        if (node.dialect == dialect && node.op == op) {
            return kind;
        }
    }
    return std::nullopt;
}

Result<std::int64_t> ControlFlow::mostSteps(std::span<const Shape> shapes) const
{
    if (kind == Kind::Cond || kind == Kind::Once) {
        return 1;
    }
    std::optional<std::int64_t> rows;
    for (std::size_t i = 0; i < shapes.size(); ++i) {
        if (!isSliced[i]) {
            continue;
        }
        if (!shapes[i].hasRank()) {
            return makeError("shape-unknown", "the shape of input {} is unknown, expected slices",
                             i);
        }
        if (shapes[i].isScalar()) {
            return makeError("loop-size", "input {} is a scalar, expected slices", i);
        }
        if (rows && *rows != shapes[i][0]) {
            return makeError("loop-size", "input {} has shape {}, expected {} slices", i,
                             shapeText(shapes[i]), *rows);
        }
        rows = shapes[i][0];
    }
    return rows.value_or(maxIterations);
}

bool ControlFlow::runsBodies(const Node &node)
{
    return isOne(node) && !isQuantizedNode(node);
}

std::vector<std::uint32_t> ControlFlow::mutatedInputs(const Node &node)
{
    std::vector<std::uint32_t> mutated;
    if (node.subgraphs.empty() || kindOf(node) != Kind::Once) {
        return mutated;
    }
    const Graph &body = *node.subgraphs.front();
    std::unordered_map<std::uint32_t, std::uint32_t> inputOf; // by variable
    for (const NodeId id : body.nodes()) {
        const Node &inner = body.node(id);
        if (inner.isVariable()) {
            inputOf.emplace(id.value, static_cast<std::uint32_t>(inputOf.size()));
        } else if (inner.op == "BatchNorm" && inner.inputs.size() == 5) {
            for (const std::size_t statistic : {3, 4}) {
                const auto input = inputOf.find(inner.inputs[statistic].node.value);
                if (input != inputOf.end()) {
                    mutated.push_back(input->second);
                }
            }
        }
    }
    return mutated;
}

Result<ControlFlow> ControlFlow::of(const IndexedNode &node, const OpRegistry &ops)
{
    ControlFlow flow;
    flow.kind = kindOf(*node.node).value_or(Kind::Once);
    flow.isQuantized = flow.kind == Kind::Once && isQuantizedNode(*node.node);
    const bool isMXNets = node.node->dialect == Dialect::MXNet;
    const std::size_t inputCount = node.inputs.size();
    const PlaceReader read(*node.node);
    flow.isSliced.assign(inputCount, false);
    RETURN_IF_FAILED(addBodies(node, ops,
                               flow.kind == Kind::While  ? 2
                               : flow.kind == Kind::Cond ? 3
                                                         : 1,
                               flow));
    if (flow.kind == Kind::Cond) {
        for (const char *key : {"cond_input_locs", "then_input_locs", "else_input_locs"}) {
            ASSIGN_OR_RETURN(auto inputs, read.places(key, inputCount));
            flow.inputs.push_back(std::move(inputs));
        }
    } else if (flow.kind == Kind::Once) {
        RETURN_IF_FAILED(readOnce(inputCount, flow));
    } else {
        ASSIGN_OR_RETURN(const auto outData, read.number("num_out_data", node.outputCount));
        flow.outData = static_cast<std::uint32_t>(outData);
        RETURN_IF_FAILED(flow.kind == Kind::While ? readWhile(read, isMXNets, inputCount, flow)
                         : isMXNets               ? readMXNetForeach(read, inputCount, flow)
                                                  : readForeach(read, inputCount, flow));
    }
    RETURN_IF_FAILED(checkBodies(flow, node.outputCount));
    return flow;
}

} // namespace nervure
