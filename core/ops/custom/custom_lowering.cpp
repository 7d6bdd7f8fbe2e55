// SPDX-License-Identifier: Apache-2.0
#include "core/ops/custom/custom_lowering.h"

#include "core/ops/custom/node_facts.h"
#include "core/support/text.h"

#include <utility>

namespace nervure::custom {

namespace {

/// A node of the lowering that was made.
struct Made {
    NodeId node;
    std::uint32_t outputs = 1;
};

/// Makes one operator's graph.
class Maker {
public:
    Maker(const RewriteCall &call, std::vector<Places> places, Facts facts)
        : m_call(call),
          m_places(std::move(places)),
          m_facts(std::move(facts))
    {}

    Result<std::vector<Entry>> make(const LoweringGraph &graph)
    {
        for (const LoweringNode &node : graph.nodes) {
            RETURN_IF_FAILED(add(node));
        }
        std::vector<Entry> outputs;
        for (const Source &source : graph.outputs) {
            RETURN_IF_FAILED(append(source, outputs));
        }
        return outputs;
    }

private:
    Status append(const Source &source, std::vector<Entry> &entries) const
    {
        if (!source.input) {
            const Made &made = m_made[source.node];
            if (source.output >= made.outputs) {
                return makeError(
                    "not-supported", "output {} of node {} of the lowering, which has {}",
                    source.output, quoted(m_call.graph.node(made.node).name), made.outputs);
            }
            entries.push_back({made.node, source.output, 0});
            return {};
        }
        const Places &place = m_places[*source.input];
        for (std::size_t i = 0; i < place.count; ++i) {
            const Entry entry = m_call.inputs[place.first + i];
            if (entry.node != NodeId{}) {
                entries.push_back(entry);
            }
        }
        return {};
    }

    Status add(const LoweringNode &node)
    {
        const std::string what = "node " + quoted(node.name) + " of the lowering";
        std::vector<Entry> inputs;
        for (const Source &source : node.inputs) {
            RETURN_IF_FAILED(append(source, inputs));
        }
        AttrDict attrs;
        for (const auto &[key, pattern] : node.attrs) {
            ASSIGN_OR_RETURN(std::string text, pattern.fill(m_facts, what + ", " + key));
            attrs.set(key, std::move(text));
        }
        Diagnostics problems;
        const ParsedAttrs parsed =
            parseAttrs(node.op->attrs, attrs, node.op->name, node.name, problems);
        if (!problems.empty()) {
            return makeError("not-supported", "{}", "its lowering: " + problems.front().message);
        }
        const Entry first = m_call.make(node.op->name, m_call.rule.node.name + '_' + node.name,
                                        inputs, std::move(attrs));
        const RuleContext context{m_call.graph.node(first.node), parsed, Semantics::Fixed};
        const auto count = static_cast<std::uint32_t>(outputNamesOf(node.op, context, 1).size());
        m_made.push_back({first.node, count});
        const auto wanted =
            node.op->inputNames ? node.op->inputNames(context).size() : inputs.size();
        return wanted == inputs.size()
                   ? Status()
                   : makeError("not-supported", "{}: {} has {} inputs, expected {}", what,
                               node.op->name, inputs.size(), wanted);
    }

    const RewriteCall &m_call;
    const std::vector<Places> m_places;
    const Facts m_facts;
    std::vector<Made> m_made;
};

/// The places of ONNX's inputs are those of the declaration, whether they are given or not.
std::vector<Places> placesByDeclaration(const Declaration &operation, const RewriteCall &call)
{
    std::vector<Places> places;
    for (std::size_t i = 0; i < operation.inputs.size(); ++i) {
        const std::size_t left = i < call.inputs.size() ? call.inputs.size() - i : 0;
        const bool isGiven = left > 0 && call.inputs[i].node != NodeId{};
        places.push_back({i, operation.inputs[i].isVariadic ? left : isGiven ? 1U : 0U});
    }
    return places;
}

/// Shapes and types together: here all of them are known.
Facts nodeFacts(const OnnxAttrs &attrs, const std::vector<Places> &places, const RewriteCall &call)
{
    if (!call.inValues.empty()) {
        Facts facts{attrs};
        for (const Places &place : places) {
            auto &values = facts.inputs.emplace_back();
            for (std::size_t i = 0; i < place.count && place.first + i < call.inValues.size();
                 ++i) {
                values.push_back(factsOf(call.inValues[place.first + i]));
            }
        }
        return facts;
    }
    Facts facts = shapeFacts(attrs, places, call.inShapes, call.outShapes);
    const Facts types = typeFacts(attrs, places, call.inTypes);
    for (std::size_t i = 0; i < facts.inputs.size(); ++i) {
        for (std::size_t k = 0; k < facts.inputs[i].size(); ++k) {
            facts.inputs[i][k].type = types.inputs[i][k].type;
        }
    }
    return facts;
}

} // namespace

Result<std::vector<Entry>> lowered(const Declaration &operation, const RewriteCall &call)
{
    const auto &attrs = call.rule.attrs.as<OnnxAttrs>();
    std::vector<Places> places;
    if (hasValueTypes(operation.dialect)) {
        places = placesByDeclaration(operation, call);
    } else {
        ASSIGN_OR_RETURN(places, placesOf(operation, attrs, call.inputs.size()));
    }
    Facts facts = nodeFacts(attrs, places, call);
    for (const LoweringGraph &graph : operation.lowerings) {
        bool fits = true;
        if (graph.when) {
            ASSIGN_OR_RETURN(const Value holds,
                             graph.when->evaluate(facts, "the condition of its lowering"));
            fits = std::get<std::optional<bool>>(holds).value_or(false);
        }
        if (fits) {
            return Maker(call, std::move(places), std::move(facts)).make(graph);
        }
    }
    return makeError("not-supported", "none of its lowerings has a condition that holds here");
}

} // namespace nervure::custom
