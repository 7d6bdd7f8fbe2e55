// SPDX-License-Identifier: Apache-2.0
#include "core/passes/transform/gradient_builder.h"

#include "core/graph/op/rewrite_rules.h"
#include "core/support/text.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>

namespace nervure {

namespace {

/// What is known of the gradient of one value.
struct ValueGradient {
    std::vector<Entry> parts; ///< what arrives from each of its readers
    std::optional<Entry> sum; ///< all of them as one
    bool needsHint = true;    ///< nothing that arrives can tell its shape
};

/// The shapes of the pass's graph as those of another snapshot's entries.
Shapes shapesOver(const IndexedGraph &forward, const PassContext &context)
{
    const Shapes *shapes = context.analyses.find(keys::shape, context.index);
    if (!shapes || &forward == context.index.get()) {
        return shapes ? *shapes : Shapes();
    }
    Shapes result(forward.entryCount());
    for (std::uint32_t id = 0; id < forward.nodeCount(); ++id) {
        const auto same = context.index->find(forward.node(id).source);
        for (std::uint32_t i = 0; same && i < forward.node(id).outputCount; ++i) {
            result[forward.entryId(id, i)] = (*shapes)[context.index->entryId(*same, i)];
        }
    }
    return result;
}

class GradientBuilder {
public:
    GradientBuilder(GraphRewriter &rewriter, const PassContext &context,
                    const IndexedGraph &forward, const GradientRequest &request)
        : m_rewriter(rewriter),
          m_context(context),
          m_forward(forward),
          m_request(request),
          m_values(forward.entryCount()),
          m_shapes(shapesOver(forward, context))
    {}

    Result<std::vector<Entry>> run()
    {
        for (std::size_t i = 0; i < m_request.ys.size(); ++i) {
            // A later gradient of the same value takes the place of an earlier one.
            m_values[m_forward.entryId(m_forward.heads()[i])].parts = {m_request.outGrads[i]};
        }
        std::vector<std::uint32_t> wanted;
        for (std::size_t i = 0; i < m_request.xs.size(); ++i) {
            const Entry &x = m_request.xs[i];
            const auto node = m_forward.find(x.node);
            if (!node || x.index >= m_forward.node(*node).outputCount) {
                const std::string &name = m_context.graph.node(x.node).name;
                return makeErrorAt(name, "gradient-unreachable",
                                   "output {} of {} (number {} of grad_xs) is not reached from "
                                   "grad_ys, expected a value they depend on",
                                   x.index, quoted(name), i + 1);
            }
            wanted.push_back(m_forward.entryId(*node, x.index));
        }
        makeMirrors();
        for (std::uint32_t id = m_forward.nodeCount(); id-- > 0;) {
            if (m_forward.node(id).isVariable()) {
                continue;
            }
            RETURN_IF_FAILED(backward(id));
        }
        return takeGradients(wanted);
    }

private:
    Graph &graph() { return m_rewriter.graph(); }

    void makeMirrors()
    {
        for (const IndexedNode &node : m_forward.nodes()) {
            NodeId mirror = node.source;
            if (m_request.mirror && m_request.mirror(*node.node)) {
                Node copy = *node.node;
                copy.name += "_mirror";
                copy.sourceIndex.reset();
                for (std::size_t i = 0; i < copy.inputs.size(); ++i) {
                    copy.inputs[i].node = m_mirrors[node.inputs[i].nodeId];
                }
                for (std::size_t i = 0; i < copy.controlDeps.size(); ++i) {
                    copy.controlDeps[i] = m_mirrors[node.controlDeps[i]];
                }
                mirror = m_rewriter.add(std::move(copy), {node.source},
                                        "computed again for the gradient");
            }
            m_mirrors.push_back(mirror);
        }
    }

    /// The gradient of a value as one entry.
    Entry aggregated(ValueGradient &value, const Entry &like)
    {
        value.sum = m_request.aggregate ? m_request.aggregate(graph(), std::move(value.parts))
                                        : aggregateGradients(graph(), std::move(value.parts));
        value.parts.clear();
        if (value.needsHint && m_request.hint) {
            value.sum = m_request.hint(graph(), *value.sum, like);
        }
        return *value.sum;
    }

    Status backward(std::uint32_t id)
    {
        const IndexedNode &node = m_forward.node(id);
        std::vector<Entry> outGrads;
        for (std::uint32_t i = 0; i < node.outputCount; ++i) {
            outGrads.push_back(aggregated(m_values[m_forward.entryId(id, i)], {node.source, i, 0}));
        }
        m_rewriter.explain({node.source}, "gradients that arrive at " + quoted(node.node->name));
        if (node.inputs.empty()) {
            return {};
        }
        ASSIGN_OR_RETURN(const auto grads, inputGradients(id, outGrads));
        m_rewriter.explain({node.source}, "gradient of " + node.node->op);
        for (std::size_t i = 0; i < grads.size(); ++i) {
            ValueGradient &value = m_values[m_forward.entryId(node.inputs[i])];
            value.needsHint = value.needsHint && !canTellShape(grads[i].node);
            value.parts.push_back(grads[i]);
        }
        return {};
    }

    [[nodiscard]] bool canTellShape(NodeId id)
    {
        const OpSpec *spec = m_context.ops.find(graph().node(id));
        return spec && spec->inferShape;
    }

    Result<std::vector<Entry>> inputGradients(std::uint32_t id, const std::vector<Entry> &outGrads)
    {
        const IndexedNode &node = m_forward.node(id);
        const NodeId source = m_mirrors[id];
        const std::vector<Entry> inputs = graph().node(source).inputs;
        if (!node.spec || !node.spec->rewrites || !node.spec->rewrites->gradient) {
            if (isAllZero(outGrads)) {
                return zeroGradients(source);
            }
            return makeErrorAt(node.node->name, "gradient-missing",
                               "operator {} of {} has no gradient", node.node->op,
                               quoted(node.node->name));
        }
        Shapes in;
        Shapes out;
        gatherShapes(id, in, out);
        // The node may be a mirror: rules see its name.
        const Node ruled = graph().node(source);
        const RuleContext rule{ruled, node.attrs, m_context.semantics};
        auto grads = node.spec->rewrites->gradient(
            RewriteCall{rule, source, inputs, in, graph(), out}, outGrads);
        if (grads && grads->size() != node.inputs.size()) {
            return makeErrorAt(
                node.node->name, "gradient-count",
                "the gradient of {} {} has {} values, expected one for each of {} inputs",
                node.node->op, quoted(node.node->name), grads->size(), node.inputs.size());
        }
        return grads;
    }

    void gatherShapes(std::uint32_t id, Shapes &in, Shapes &out) const
    {
        const IndexedNode &node = m_forward.node(id);
        for (const IndexedEntry &input : node.inputs) {
            if (!m_shapes.empty()) {
                in.push_back(m_shapes[m_forward.entryId(input)]);
            }
        }
        for (std::uint32_t i = 0; !m_shapes.empty() && i < node.outputCount; ++i) {
            out.push_back(m_shapes[m_forward.entryId(id, i)]);
        }
    }

    [[nodiscard]] bool isAllZero(const std::vector<Entry> &grads)
    {
        const auto &ops = m_request.zeroOps;
        return !grads.empty() && !ops.empty()
               && std::all_of(grads.begin(), grads.end(), [&](const Entry &grad) {
                      return std::find(ops.begin(), ops.end(), graph().node(grad.node).op)
                             != ops.end();
                  });
    }

    std::vector<Entry> zeroGradients(NodeId source)
    {
        const Node node = graph().node(source);
        std::vector<Entry> grads;
        for (std::size_t i = 0; i < node.inputs.size(); ++i) {
            Node zero;
            zero.op = m_request.zeroOps[0];
            zero.name =
                node.name
                + (node.inputs.size() == 1 ? "_backward" : fmt::format("_in{}_backward", i));
            zero.inputs = {node.inputs[i]};
            zero.controlDeps = {source};
            grads.push_back({graph().add(std::move(zero)), 0, 0});
        }
        return grads;
    }

    std::vector<Entry> takeGradients(const std::vector<std::uint32_t> &wanted)
    {
        std::vector<Entry> result;
        std::map<Entry, int> given; ///< how often each was
        for (std::size_t i = 0; i < wanted.size(); ++i) {
            ValueGradient &value = m_values[wanted[i]];
            const Entry &x = m_request.xs[i];
            const Entry sum = value.sum ? *value.sum : aggregated(value, x);
            m_rewriter.explain({x.node}, "gradient with respect to "
                                             + quoted(m_context.graph.node(x.node).name));
            if (m_request.copyOp.empty()) {
                result.push_back(sum);
                continue;
            }
            const auto [it, isNew] = given.try_emplace(sum, 0);
            result.push_back(isNew ? sum : copyOf(sum, it->second));
            ++it->second;
            if (isNew && m_context.semantics == Semantics::Exact) {
                value.sum.reset(); // NNVM has given it away: the same x again gets zeros
            }
        }
        return result;
    }

    Entry copyOf(const Entry &source, int number)
    {
        Node copy;
        copy.op = m_request.copyOp;
        copy.name = fmt::format("{}_{}_copy", graph().node(source.node).name, number);
        copy.inputs = {source};
        return {m_rewriter.add(std::move(copy), {}, "copies a gradient that several values share"),
                0, 0};
    }

    GraphRewriter &m_rewriter;
    const PassContext &m_context;
    const IndexedGraph &m_forward;
    const GradientRequest &m_request;
    std::vector<ValueGradient> m_values; ///< by entry
    const Shapes m_shapes;               ///< by entry; empty while they are not known
    std::vector<NodeId> m_mirrors;       ///< by node: what gradients read in its place
};

} // namespace

Entry aggregateGradients(Graph &graph, std::vector<Entry> parts, const std::string &op)
{
    if (parts.size() == 1) {
        return parts[0];
    }
    Node node;
    node.op = parts.empty() ? "zeros" : op;
    node.name = parts.empty() ? "zero_grad" : "grad_sum";
    if (!parts.empty()) {
        node.attrs.set("num_args", std::to_string(parts.size()));
    }
    node.inputs = std::move(parts);
    return {graph.add(std::move(node)), 0, 0};
}

Result<std::vector<Entry>> buildGradient(GraphRewriter &rewriter, const PassContext &context,
                                         const IndexedGraph &forward,
                                         const GradientRequest &request)
{
    return GradientBuilder(rewriter, context, forward, request).run();
}

} // namespace nervure
