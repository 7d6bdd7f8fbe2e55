// SPDX-License-Identifier: Apache-2.0
#include "core/graph/op/rewrite_rules.h"
#include "core/passes/graph_rewriter.h"
#include "core/passes/use_counts.h"
#include "core/support/text.h"

namespace nervure {

namespace {

class Simplifier {
public:
    Simplifier(PassContext &context, const Shapes &shapes)
        : m_rewriter(context),
          m_kept(context.kept),
          m_index(*context.index),
          m_shapes(shapes),
          m_uses(m_index),
          m_keepsRead(context.options.at("keep_read") == "1")
    {}

    Status run()
    {
        return replaceNodes(
            m_rewriter, [this](std::uint32_t id, NodeId node) { return replacementOf(id, node); });
    }

private:
    [[nodiscard]] Shape shapeOf(std::uint32_t entry) const
    {
        return entry < m_shapes.size() ? m_shapes[entry] : Shape();
    }

    Result<Replacement> replacementOf(std::uint32_t id, NodeId nodeId)
    {
        const IndexedNode &node = m_index.node(id);
        if (!node.spec || !node.spec->rewrites || !node.spec->rewrites->simplify) {
            return Replacement{};
        }
        if (m_keepsRead && isReadBeyondFirst(id)) {
            m_kept.tell(node.source, "one of its outputs beside output 0 is read");
            return Replacement{};
        }
        Shapes in;
        Shapes out;
        for (const IndexedEntry &input : node.inputs) {
            in.push_back(shapeOf(m_index.entryId(input)));
        }
        for (std::uint32_t i = 0; i < node.outputCount; ++i) {
            out.push_back(shapeOf(m_index.entryId(id, i)));
        }
        const std::vector<Entry> inputs = m_rewriter.graph().node(nodeId).inputs;
        const RuleContext rule = node.rule(m_keepsRead ? Semantics::Fixed : m_rewriter.semantics());
        auto entries =
            node.spec->rewrites->simplify({rule, nodeId, inputs, in, m_rewriter.graph(), out});
        if (!entries) {
            Diagnostic error = entries.error();
            error.message = node.node->op + " " + quoted(node.node->name) + ": " + error.message;
            error.where.node = node.node->name;
            return error;
        }
        if (entries->empty()) {
            return Replacement{};
        }
        fillWithUndefined(*entries, node.outputCount);
        m_rewriter.explain({node.source}, "what " + node.node->op + " computes at inference");
        return Replacement{std::move(*entries)};
    }

    [[nodiscard]] bool isReadBeyondFirst(std::uint32_t id) const
    {
        for (std::uint32_t i = 1; i < m_index.node(id).outputCount; ++i) {
            if (m_uses.of({id, i, 0}) != 0) {
                return true;
            }
        }
        return false;
    }

    /// Outputs that make no sense any more; whoever reads one gets an operator that cannot run.
    void fillWithUndefined(std::vector<Entry> &entries, std::uint32_t count)
    {
        if (entries.size() >= count) {
            return;
        }
        Node undefined;
        undefined.op = "__undef__";
        undefined.name = "undef";
        entries.resize(count, Entry{m_rewriter.graph().add(std::move(undefined)), 0, 0});
    }

    GraphRewriter m_rewriter;
    KeptNodes &m_kept;
    const IndexedGraph &m_index;
    const Shapes &m_shapes;
    const UseCounts m_uses;
    const bool m_keepsRead;
};

Status runSimplifyInference(PassContext &context)
{
    RETURN_IF_FAILED(requireNnvmGraph(context, "SimplifyInference"));
    ASSIGN_OR_RETURN(const auto shapes, entryAttribute(context, keys::shape, "SimplifyInference"));
    context.analyses.erase(keys::layout.name);
    return Simplifier(context, *shapes).run();
}

} // namespace

void registerSimplifyInference(PassRegistry &passes)
{
    PassSpec spec;
    spec.name = "SimplifyInference";
    spec.dialects = {Dialect::Nnvm};
    spec.summary = "writes batch norms as a few cheaper operators and takes dropouts out";
    spec.changesGraph = true;
    spec.needs = {std::string(keys::shape.name)};
    spec.options = {{"keep_read",
                     "0",
                     "1: an operator stays when something reads more than its first output, and "
                     "numbers keep all their digits; 0: as NNVM",
                     {"0", "1"}}};
    spec.run = runSimplifyInference;
    passes.add(std::move(spec));
}

} // namespace nervure
