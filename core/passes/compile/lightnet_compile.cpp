// SPDX-License-Identifier: Apache-2.0
#include "core/execution/plan/static_order.h"
#include "core/formats/lightnet/lightnet_reader.h"
#include "core/passes/memory/lightnet_planner.h"
#include "core/support/json/json_tree.h"
#include "core/support/text.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace nervure {

namespace {

constexpr std::string_view suffix = "_cpu";

/// What LightNet cannot compile for the CPU, though it knows the operators. sort1d crashes it.
constexpr std::array<std::string_view, 6> notCompiled{"deconv2d", "gather", "scatter",
                                                      "svmr",     "ldmr",   "sort1d"};

/// The name of the operator on LightNet's CPU backend.
Result<std::string> backendOp(const Node &node, const OpSpec *spec, Semantics semantics)
{
    const bool isCompiled = node.op.ends_with(suffix);
    const bool isMissing =
        std::find(notCompiled.begin(), notCompiled.end(), node.op) != notCompiled.end();
    if (!spec || (semantics == Semantics::Exact && (isCompiled || isMissing))) {
        return makeErrorAt(
            node.name, "op-not-compiled",
            "operator {} of {} cannot be compiled for LightNet's CPU backend{}", quoted(node.op),
            quoted(node.name),
            (isCompiled ? ", expected it without " + std::string(suffix) : std::string()));
    }
    return isCompiled ? node.op : spec->name + std::string(suffix);
}

std::string halves(std::string_view key, std::int64_t value)
{
    const auto bits = static_cast<std::uint64_t>(value);
    return fmt::format("{}:{},{}:{}", jsonQuoted(std::string(key) + "_h"), bits >> 32U,
                       jsonQuoted(std::string(key) + "_l"), bits & 0xffffffffU);
}

/// Dimensions and offset of every tensor.
std::string tensorsJson(const PassContext &context, const LightNetPlan &plan)
{
    const Shapes &shapes = *context.analyses.find(keys::shape, context.index);
    std::string text;
    std::uint32_t entry = 0;
    for (const IndexedNode &node : context.index->nodes()) {
        for (std::uint32_t i = 0; i < node.outputCount; ++i, ++entry) {
            if (i >= node.node->outputPorts.size()) {
                continue;
            }
            std::string dims;
            for (const std::int64_t dimension : shapes[entry]) {
                dims += (dims.empty() ? "" : ",") + std::to_string(dimension);
            }
            text += (text.empty() ? "" : ",") + jsonQuoted(node.node->outputPorts[i].tensor)
                    + ":{\"dims\":[" + dims + "]," + halves("offset", plan.offset[entry]) + "}";
        }
    }
    return "{" + text + "}";
}

Status runLightnetCompile(PassContext &context)
{
    if (context.graph.dialect() != Dialect::LightNet) {
        return makeError("dialect", "the graph is not LightNet's, expected one that is");
    }
    ASSIGN_OR_RETURN(const auto plan, planLightNet(context, 1));
    std::vector<std::pair<NodeId, Node>> nodes;
    for (const NodeId id : staticOrder(context.graph, context.ops)) {
        Node node = context.graph.node(id);
        auto op = backendOp(node, context.ops.find(node), context.semantics);
        RETURN_IF_FAILED(op);
        node.op = std::move(op).value();
        nodes.emplace_back(id, std::move(node));
    }
    const auto bytes = static_cast<std::uint64_t>(plan.bytes);
    const std::string tag(lightNetTag);
    std::vector<GraphAttr> attrs{{"mem_sizes_h", tag, fmt::format("[0,{}]", bytes >> 32U)},
                                 {"mem_sizes_l", tag, fmt::format("[0,{}]", bytes & 0xffffffffU)},
                                 {"tensors", tag, tensorsJson(context, plan)}};
    for (const GraphAttr &attr : context.graph.attrs()) {
        if (attr.tag != lightNetTag) {
            attrs.push_back(attr);
        }
    }
    context.graph.assign(std::move(nodes), {});
    context.graph.setAttrs(std::move(attrs));
    return {};
}

} // namespace

void registerLightnetCompile(PassRegistry &passes)
{
    PassSpec spec;
    spec.name = "LightNetCompile";
    spec.dialects = {Dialect::LightNet};
    spec.summary =
        "LightNet's compiled form: order of running, operators of its CPU backend, offsets";
    spec.needs = {"shape", "dtype"};
    spec.changesGraph = true;
    spec.run = runLightnetCompile;
    passes.add(std::move(spec));
}

} // namespace nervure
