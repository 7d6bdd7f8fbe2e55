// SPDX-License-Identifier: Apache-2.0
#include "core/graph/op/rewrite_rules.h"
#include "core/passes/graph_rewriter.h"
#include "core/support/text.h"

#include <algorithm>
#include <string_view>

namespace nervure {

namespace {

using Kind = AxisScale::Kind;

/// How often each node is read, heads included, by node id.
std::vector<std::uint32_t> readerCounts(const IndexedGraph &index)
{
    std::vector<std::uint32_t> counts(index.nodeCount());
    for (const IndexedNode &node : index.nodes()) {
        for (const IndexedEntry &input : node.inputs) {
            ++counts[input.nodeId];
        }
    }
    for (const IndexedEntry &head : index.heads()) {
        ++counts[head.nodeId];
    }
    return counts;
}

/// The multiplication by a vector that starts a chain.
struct Scaling {
    std::size_t dataInput = 0; ///< the input that is scaled
    Entry factor;              ///< in the input graph
    std::uint32_t factorEntry = 0;
};

/// What one direction found, by node id.
struct Chain {
    explicit Chain(std::size_t nodes) : scales(nodes), scalings(nodes), open(nodes) {}

    std::vector<AxisScale> scales;
    std::vector<Scaling> scalings;
    std::vector<int> open; ///< of a multiplication: ways of its result that no one has taken yet
};

Diagnostic atNode(const IndexedNode &node, Diagnostic error)
{
    error.message = node.node->op + " " + quoted(node.node->name) + ": " + error.message;
    error.where.node = node.node->name;
    return error;
}

// Why a scale stops at a node.
constexpr const char *notAlone = "several read its result";
constexpr const char *noRule = "its operator passes no scale on";
constexpr const char *severalScales = "several scales meet there";

/// Looks for scales that weights can take: first backward (from a multiplication to the operators
/// before it), then forward (to those behind it).
class ScaleFinder {
public:
    ScaleFinder(PassContext &context, const Shapes &shapes)
        : m_kept(context.kept),
          m_semantics(context.semantics),
          m_index(*context.index),
          m_shapes(shapes),
          m_readers(readerCounts(m_index)),
          m_backward(m_index.nodeCount()),
          m_forward(m_index.nodeCount())
    {}

    Status run()
    {
        for (std::uint32_t id = m_index.nodeCount(); id-- > 0;) {
            RETURN_IF_FAILED(stepBackward(id));
        }
        for (std::uint32_t id = 0; id < m_index.nodeCount(); ++id) {
            RETURN_IF_FAILED(stepForward(id));
        }
        forgetMoved();
        return {};
    }

    [[nodiscard]] const Chain &backward() const { return m_backward; }
    [[nodiscard]] const Chain &forward() const { return m_forward; }

private:
    [[nodiscard]] const Shape &shapeOf(const IndexedEntry &entry) const
    {
        return m_shapes[m_index.entryId(entry)];
    }

    Status stepBackward(std::uint32_t id)
    {
        const IndexedNode &node = m_index.node(id);
        const Result<bool> starts = startsChain(id, m_backward, false);
        if (!starts || *starts || node.isVariable()) {
            return starts ? Status() : starts.error();
        }
        AxisScale &scale = m_backward.scales[id];
        if (scale.kind != Kind::Pending) {
            return {};
        }
        const auto *rules = node.spec ? node.spec->rewrites.get() : nullptr;
        if (m_readers[id] != 1 || !rules || !rules->scaleBackward) {
            tellStop(id, scale.source, m_readers[id] != 1 ? notAlone : noRule);
            scale.kind = Kind::None;
            return {};
        }
        gatherShapes(id);
        std::vector<AxisScale> in(node.inputs.size());
        const RuleContext rule = node.rule(m_semantics);
        std::string refusal;
        const bool isTaken = rules->scaleBackward({rule, m_in, m_out, refusal}, scale, in);
        for (const IndexedEntry &input : node.inputs) {
            if (m_readers[input.nodeId] != 1 || m_index.node(input.nodeId).outputCount != 1) {
                tellStop(input.nodeId, scale.source, notAlone);
                return {};
            }
        }
        if (!refusal.empty()) {
            tellStop(id, scale.source, refusal);
        }
        for (std::size_t i = 0; i < in.size(); ++i) {
            m_backward.scales[node.inputs[i].nodeId] = in[i];
        }
        if (isTaken) {
            m_backward.scales[m_backward.scales[id].source].kind = Kind::Provider;
        }
        return {};
    }

    Status stepForward(std::uint32_t id)
    {
        const IndexedNode &node = m_index.node(id);
        if (node.isVariable() || m_backward.scales[id].kind == Kind::Provider) {
            return {};
        }
        const Result<bool> starts = startsChain(id, m_forward, true);
        if (!starts || *starts || node.outputCount != 1) {
            return starts ? Status() : starts.error();
        }
        std::vector<AxisScale> in;
        for (const IndexedEntry &input : node.inputs) {
            in.push_back(m_forward.scales[input.nodeId]);
        }
        const auto isPending = [](const AxisScale &scale) { return scale.kind == Kind::Pending; };
        const auto *rules = node.spec ? node.spec->rewrites.get() : nullptr;
        const auto pending = std::find_if(in.begin(), in.end(), isPending);
        const auto count = std::count_if(in.begin(), in.end(), isPending);
        if (count != 1 || !rules || !rules->scaleForward) {
            if (count > 0) {
                tellStop(id, pending->source, count > 1 ? severalScales : noRule);
            }
            return {};
        }
        const std::uint32_t source = pending->source;
        gatherShapes(id);
        AxisScale out;
        const RuleContext rule = node.rule(m_semantics);
        std::string refusal;
        const Result<bool> isTaken = rules->scaleForward({rule, m_in, m_out, refusal}, in, out);
        if (!isTaken) {
            return atNode(node, isTaken.error());
        }
        if (!refusal.empty()) {
            tellStop(id, source, refusal);
        }
        for (std::size_t i = 0; i < in.size(); ++i) {
            m_forward.scales[node.inputs[i].nodeId] = in[i];
        }
        m_forward.scales[id] = out;
        if (*isTaken) {
            closeWays(in);
        } else if (isPending(out)) {
            // Every reader of this value has to take the scale.
            m_forward.open[out.source] += static_cast<int>(m_readers[id]) - 1;
        }
        return {};
    }

    /// What one direction refused the other may have taken.
    void forgetMoved()
    {
        for (std::uint32_t id = 0; id < m_index.nodeCount(); ++id) {
            if (m_backward.scales[id].kind == Kind::Provider
                || m_forward.scales[id].kind == Kind::Provider) {
                m_kept.forget(m_index.node(id).source);
            }
        }
    }

    /// Why the scale that a multiplication applies goes no further than a node.
    void tellStop(std::uint32_t at, std::uint32_t source, std::string_view reason)
    {
        m_kept.tell(m_index.node(source).source, "its scale stops at {}: {}",
                    quoted(m_index.node(at).node->name), reason);
    }

    void closeWays(const std::vector<AxisScale> &in)
    {
        for (const AxisScale &scale : in) {
            if (scale.kind == Kind::Pending && --m_forward.open[scale.source] == 0) {
                m_forward.scales[scale.source].kind = Kind::Provider;
            }
        }
    }

    void gatherShapes(std::uint32_t id)
    {
        m_in.clear();
        m_out.clear();
        for (const IndexedEntry &input : m_index.node(id).inputs) {
            m_in.push_back(shapeOf(input));
        }
        for (std::uint32_t i = 0; i < m_index.node(id).outputCount; ++i) {
            m_out.push_back(m_shapes[m_index.entryId(id, i)]);
        }
    }

    /// Whether the node multiplies by a vector along one axis, alone reads that vector, and is
    /// alone in reading or being read (whichever the direction needs). Then it starts a chain.
    Result<bool> startsChain(std::uint32_t id, Chain &chain, bool isForward)
    {
        const IndexedNode &node = m_index.node(id);
        if (node.node->dialect != Dialect::Nnvm || node.node->op != "broadcast_mul"
            || node.inputs.size() != 2) {
            return false;
        }
        const Shape &shape = m_shapes[m_index.entryId(id, 0)];
        const auto tell = [this, id](std::string_view reason) {
            m_kept.tell(m_index.node(id).source, "{}", reason);
        };
        if (!shape.hasRank()) {
            return atNode(node, makeError("shape-unknown", "its shape is unknown"));
        }
        for (std::size_t i = 0; i < 2 && shape.size() > 1; ++i) {
            const IndexedEntry &factor = node.inputs[i];
            const IndexedEntry &data = node.inputs[1 - i];
            const auto axis = broadcastAxis(shape, shapeOf(factor));
            if (!axis || shapeOf(data) != shape) {
                continue;
            }
            const std::uint32_t lonely = isForward ? id : data.nodeId;
            if (m_readers[factor.nodeId] != 1) {
                tell("its scale is read by others too");
                return false;
            }
            if (m_readers[lonely] != 1) {
                tell(isForward ? "several read its result" : "others read its data too");
                return false;
            }
            if (!setFactor(chain.scalings[id], node, i)) {
                tell("its scale is neither a variable nor a vector with more dimensions");
                return false;
            }
            chain.scales[id] = {Kind::Pending, axis->inShape, id};
            chain.open[id] = 1;
            if (!isForward) {
                chain.scales[data.nodeId] = chain.scales[id];
            }
            return true;
        }
        if (isForward) {
            tell("neither input scales the other along one axis");
        }
        return false;
    }

    /// Finds the vector itself: a variable, or what expand_dims makes of a vector.
    bool setFactor(Scaling &scaling, const IndexedNode &node, std::size_t factorInput)
    {
        const IndexedEntry &factor = node.inputs[factorInput];
        const IndexedNode &producer = m_index.node(factor.nodeId);
        IndexedEntry found = factor;
        if (producer.isVariable()) {
            // NNVM takes the other input for the factor here, and folds the data.
            found = m_semantics == Semantics::Exact ? node.inputs[1 - factorInput] : factor;
        } else if (producer.node->op == "expand_dims" && !producer.inputs.empty()
                   && shapeOf(producer.inputs[0]).size() == 1) {
            found = producer.inputs[0];
        } else {
            return false;
        }
        scaling.dataInput = 1 - factorInput;
        scaling.factor = {m_index.node(found.nodeId).source, found.index, found.version};
        scaling.factorEntry = m_index.entryId(found);
        return true;
    }

    KeptNodes &m_kept;
    const Semantics m_semantics;
    const IndexedGraph &m_index;
    const Shapes &m_shapes;
    const std::vector<std::uint32_t> m_readers;
    Chain m_backward;
    Chain m_forward;
    Shapes m_in;
    Shapes m_out;
};

/// Puts the scales where they were found to fit.
class ScaleFolder {
public:
    ScaleFolder(PassContext &context, const Shapes &shapes, const ScaleFinder &found)
        : m_rewriter(context),
          m_index(*context.index),
          m_shapes(shapes),
          m_found(found)
    {}

    Status run()
    {
        return replaceNodes(
            m_rewriter, [this](std::uint32_t id, NodeId node) { return replacementOf(id, node); });
    }

private:
    Result<Replacement> replacementOf(std::uint32_t id, NodeId node)
    {
        Entry value{node, 0, 0};
        // What takes scales from both sides takes both.
        for (const Chain *chain : {&m_found.backward(), &m_found.forward()}) {
            const AxisScale &scale = chain->scales[id];
            const bool takes = scale.kind == Kind::Multiply || scale.kind == Kind::Divide;
            if (scale.kind == Kind::Provider) {
                value = m_rewriter.graph().node(node).inputs[chain->scalings[id].dataInput];
            } else if (takes && chain->scales[scale.source].kind == Kind::Provider) {
                if (m_index.node(id).outputCount != 1) {
                    return atNode(
                        m_index.node(id),
                        makeError("fold-outputs", "it has several outputs, expected one to scale"));
                }
                value = scaled(id, value, scale, chain->scalings[scale.source]);
            }
        }
        return value.node == node ? Replacement{} : Replacement{{value}};
    }

    Entry scaled(std::uint32_t id, const Entry &value, const AxisScale &scale,
                 const Scaling &scaling)
    {
        const std::size_t rank = m_shapes[m_index.entryId(id, 0)].size();
        Entry factor = scaling.factor;
        if (m_shapes[scaling.factorEntry].size() != 1) {
            factor = add("squeeze", nameOf(factor) + "_sqz", {factor}, {});
        }
        const auto behind = static_cast<std::int64_t>(rank) - scale.axis - 1;
        if (behind > 0) {
            factor = add("expand_dims", nameOf(factor) + "_expand", {factor},
                         {{"axis", "1"}, {"num_newaxis", std::to_string(behind)}});
        }
        const IndexedNode &node = m_index.node(id);
        const char *op = scale.kind == Kind::Multiply ? "broadcast_mul" : "broadcast_div";
        const Entry result = add(op, node.node->name + "_sc", {value, factor}, {});
        const IndexedNode &source = m_index.node(scale.source);
        m_rewriter.explain({node.source, source.source},
                           "takes the scale of " + quoted(source.node->name));
        return result;
    }

    [[nodiscard]] std::string nameOf(const Entry &entry)
    {
        return m_rewriter.graph().node(entry.node).name;
    }

    Entry add(std::string op, std::string name, std::vector<Entry> inputs, AttrDict attrs)
    {
        Node node;
        node.op = std::move(op);
        node.name = std::move(name);
        node.inputs = std::move(inputs);
        node.attrs = std::move(attrs);
        return {m_rewriter.graph().add(std::move(node)), 0, 0};
    }

    GraphRewriter m_rewriter;
    const IndexedGraph &m_index;
    const Shapes &m_shapes;
    const ScaleFinder &m_found;
};

Status runFoldScaleAxis(PassContext &context)
{
    RETURN_IF_FAILED(requireNnvmGraph(context, "FoldScaleAxis"));
    ASSIGN_OR_RETURN(const auto shapes, entryAttribute(context, keys::shape, "FoldScaleAxis"));
    context.analyses.erase(keys::layout.name);
    ScaleFinder finder(context, *shapes);
    RETURN_IF_FAILED(finder.run());
    return ScaleFolder(context, *shapes, finder).run();
}

} // namespace

void registerFoldScaleAxis(PassRegistry &passes)
{
    PassSpec spec;
    spec.name = "FoldScaleAxis";
    spec.dialects = {Dialect::Nnvm};
    spec.summary = "moves multiplications along one axis into the weights of convolutions";
    spec.changesGraph = true;
    spec.needs = {std::string(keys::shape.name)};
    spec.run = runFoldScaleAxis;
    passes.add(std::move(spec));
}

} // namespace nervure
