// SPDX-License-Identifier: Apache-2.0
#include "core/graph/op/attr_field.h"
#include "core/graph/op/rewrite_rules.h"
#include "core/passes/graph_rewriter.h"
#include "core/passes/layout_attributes.h"
#include "core/support/text.h"

#include <algorithm>

namespace nervure {

namespace {

bool hasControlDependencies(const IndexedGraph &index)
{
    return std::any_of(index.nodes().begin(), index.nodes().end(),
                       [](const IndexedNode &node) { return !node.controlDeps.empty(); });
}

/// Asks the operators in order which layouts they want, and puts a transform where that is not what
/// the producer delivers.
class LayoutCorrector {
public:
    explicit LayoutCorrector(PassContext &context)
        : m_context(context),
          m_rewriter(context),
          m_index(*context.index),
          m_isCareful(context.options.at("careful") == "1"),
          m_splitsDependencies(!m_isCareful && context.semantics == Semantics::Exact
                               && hasControlDependencies(m_index)),
          m_layouts(m_index.nodeCount()),
          m_isNamedByReader(m_index.nodeCount()),
          m_now(m_index.nodeCount())
    {}

    Status run()
    {
        RETURN_IF_FAILED(readGiven());
        for (std::uint32_t id = 0; id < m_index.nodeCount(); ++id) {
            if (id % 1024 == 0 && m_context.control.cancel.isCanceled()) {
                return {};
            }
            RETURN_IF_FAILED(visit(id));
        }
        std::vector<Entry> heads;
        for (const IndexedEntry &head : m_index.heads()) {
            heads.push_back(resultOf(head));
        }
        m_rewriter.finish(std::move(heads));
        return giveLayouts();
    }

private:
    /// A result stays in the layout it had, where that is asked for.
    Entry resultOf(const IndexedEntry &head)
    {
        const Entry now{m_now[head.nodeId], head.index, head.version};
        const std::vector<Layout> &layouts = m_layouts[head.nodeId];
        if (!m_isCareful || m_last.empty() || head.index >= layouts.size()) {
            return now;
        }
        const Layout &before = m_last[m_index.entryId(head)];
        const Layout &produced = layouts[head.index];
        const bool isMoved = before.isDefined() && produced.isDefined() && !(before == produced);
        return isMoved ? addTransform(now, head, m_index.node(head.nodeId), produced, before) : now;
    }

    Status readGiven()
    {
        ASSIGN_OR_RETURN(auto inputs, givenInputLayouts(m_context));
        ASSIGN_OR_RETURN(auto last, givenLayouts(m_context));
        m_last = std::move(last);
        const bool areKept = m_isCareful && !m_last.empty();
        m_isAsItStands = m_isCareful && m_last.empty()
                         && std::none_of(inputs.begin(), inputs.end(),
                                         [](const Layout &input) { return input.isDefined(); });
        for (std::size_t i = 0; i < inputs.size(); ++i) {
            const std::uint32_t id = m_index.inputNodes()[i];
            const bool isOpen = areKept && !inputs[i].isDefined();
            m_layouts[id] = {isOpen ? m_last[m_index.entryId(id, 0)] : std::move(inputs[i])};
        }
        return {};
    }

    Status visit(std::uint32_t id)
    {
        const IndexedNode &node = m_index.node(id);
        // NNVM copies every node but leaves control dependencies at the old ones. Where there are
        // none that cannot be seen, and nodes keep their identity.
        m_now[id] = m_splitsDependencies || readsNew(node) ? m_rewriter.copy(id) : node.source;
        if (node.isVariable()) {
            return {};
        }
        std::vector<Layout> produced;
        for (const IndexedEntry &input : node.inputs) {
            const std::vector<Layout> &outputs = m_layouts[input.nodeId];
            if (input.index >= outputs.size()) {
                return atNode(node,
                              makeError("entry-index", "it reads output {} of {}, which has {}",
                                        input.index, quoted(m_index.node(input.nodeId).node->name),
                                        outputs.size()));
            }
            produced.push_back(outputs[input.index]);
        }
        nameStretched(node, produced);
        std::vector<Layout> requested = produced;
        std::vector<Layout> results = lastOutputs(id);
        // A transposition that the model makes turns the names of dimensions around, and what reads it by other
        // names means what stands there: where layouts are our own business it has those of its reader.
        const bool isOpaque = m_isCareful && node.node->op == "transpose";
        const Status status = isOpaque ? Status(makeError("layout", "keeps what it had"))
                                       : askOperator(node, requested, results);
        if (!status && !m_isCareful) {
            return status;
        }
        if (!status) {
            requested = produced;
            results = lastOutputs(id);
        }
        if (m_isCareful && isElementwise(node) && produced[0].isDefined()) {
            requested = produced;
            results = produced;
        } else if (m_isCareful) {
            keepMeaning(id, status.ok(), requested, results);
        }
        m_layouts[id] = std::move(results);
        connect(id, produced, requested);
        return {};
    }

    /// What is stretched over data, one number a channel, may come from a node that says nothing of
    /// layouts: its dimensions are the last of the data's.
    void nameStretched(const IndexedNode &node, std::vector<Layout> &produced)
    {
        const Shapes *shapes = m_context.analyses.find(keys::shape, m_context.index);
        const bool isStretching = node.spec && node.spec->pattern == OpPattern::Broadcast
                                  && node.inputs.size() == 2
                                  && produced[0].isDefined() != produced[1].isDefined();
        if (!m_isCareful || !shapes || !isStretching) {
            return;
        }
        const std::size_t open = produced[0].isDefined() ? 1 : 0;
        const Layout &layout = produced[1 - open];
        const Shape &data = (*shapes)[m_index.entryId(node.inputs[1 - open])];
        const Shape &stretched = (*shapes)[m_index.entryId(node.inputs[open])];
        const int channels = layout.indexOf('C');
        const auto lead = static_cast<std::ptrdiff_t>(data.size())
                          - static_cast<std::ptrdiff_t>(stretched.size());
        const bool fits = data.size() == layout.rank() && lead >= 0 && channels >= lead;
        if (!fits
            || stretched[static_cast<std::size_t>(channels - lead)]
                   != data[static_cast<std::size_t>(channels)]) {
            return;
        }
        if (auto tail = layout.part(static_cast<std::size_t>(lead), stretched.size())) {
            produced[open] = *tail;
            m_layouts[node.inputs[open].nodeId][node.inputs[open].index] = *tail;
        }
    }

    [[nodiscard]] bool readsNew(const IndexedNode &node) const
    {
        const auto isNew = [this](std::uint32_t id) {
            return m_now[id] != m_index.node(id).source;
        };
        return std::any_of(node.inputs.begin(), node.inputs.end(),
                           [&](const IndexedEntry &e) { return isNew(e.nodeId); })
               || std::any_of(node.controlDeps.begin(), node.controlDeps.end(), isNew);
    }

    [[nodiscard]] std::vector<Layout> lastOutputs(std::uint32_t id) const
    {
        std::vector<Layout> layouts(m_index.node(id).outputCount);
        for (std::uint32_t i = 0; i < layouts.size() && !m_last.empty(); ++i) {
            layouts[i] = m_last[m_index.entryId(id, i)];
        }
        return layouts;
    }

    /// What an operator was given when layouts were corrected before; undefined if that never was.
    [[nodiscard]] std::vector<Layout> lastInputs(const IndexedNode &node) const
    {
        std::vector<Layout> last(node.inputs.size());
        for (std::size_t i = 0; i < last.size() && !m_last.empty(); ++i) {
            last[i] = m_last[m_index.entryId(node.inputs[i])];
        }
        return last;
    }

    /// Whether each element comes from the one at its place: any layout will do, whatever the rule
    /// that NNVM has for it says.
    static bool isElementwise(const IndexedNode &node)
    {
        return node.spec && node.spec->pattern == OpPattern::Elementwise && node.inputs.size() == 1
               && node.outputCount == 1;
    }

    /// Operators that do not know what they are given, or say nothing of what they make of it, get
    /// what they had before. So do those whose rule failed.
    void keepMeaning(std::uint32_t id, bool isAllowed, std::vector<Layout> &requested,
                     std::vector<Layout> &results) const
    {
        const IndexedNode &node = m_index.node(id);
        const std::vector<Layout> before = lastInputs(node);
        const std::vector<Layout> resultsBefore = lastOutputs(id);
        bool isClear = isAllowed && followsLayouts(node) && !mixesUnknown(node, before, requested);
        for (std::size_t i = 0; i < results.size(); ++i) {
            isClear = isClear && (results[i].isDefined() || !resultsBefore[i].isDefined());
        }
        if (isClear) {
            return;
        }
        for (std::size_t i = 0; i < requested.size(); ++i) {
            requested[i] = before[i].isDefined() ? before[i] : requested[i];
        }
        for (std::size_t i = 0; i < results.size(); ++i) {
            results[i] = resultsBefore[i].isDefined() ? resultsBefore[i] : results[i];
        }
    }

    /// Whether one input is in another layout than before beside one that an operator makes in nobody knows which.
    [[nodiscard]] bool mixesUnknown(const IndexedNode &node, const std::vector<Layout> &before,
                                    const std::vector<Layout> &requested) const
    {
        bool isUnknown = false;
        bool isOther = false;
        for (std::size_t i = 0; i < requested.size(); ++i) {
            const bool isMade = !m_index.node(node.inputs[i].nodeId).isVariable();
            isUnknown = isUnknown || (isMade && !requested[i].isDefined());
            isOther = isOther || (before[i].isDefined() && !(requested[i] == before[i]));
        }
        return isUnknown && isOther;
    }

    static bool followsLayouts(const IndexedNode &node)
    {
        if (!node.spec || !node.spec->rewrites || !node.spec->rewrites->layout) {
            return false;
        }
        return node.spec->rewrites->followsLayouts
               || node.spec->pattern.value_or(OpPattern::Opaque) <= OpPattern::Broadcast;
    }

    Status askOperator(const IndexedNode &node, std::vector<Layout> &in,
                       std::vector<Layout> &out) const
    {
        if (!node.spec || !node.spec->rewrites || !node.spec->rewrites->layout) {
            return {};
        }
        const std::vector<Layout> last = lastInputs(node);
        const std::size_t inputs = in.size();
        const std::size_t outputs = out.size();
        const RuleContext rule = node.rule(m_context.semantics);
        if (Status status = node.spec->rewrites->layout({rule, in, last, out}); !status) {
            return atNode(node, status.error());
        }
        if (in.size() != inputs || out.size() != outputs) {
            return atNode(
                node, makeError("layout-count",
                                "its layouts are for {} inputs and {} outputs, expected {} and {}",
                                in.size(), out.size(), inputs, outputs));
        }
        return {};
    }

    /// Makes the node read its sources' new selves, through transforms where layouts differ.
    void connect(std::uint32_t id, const std::vector<Layout> &produced,
                 const std::vector<Layout> &requested)
    {
        const IndexedNode &node = m_index.node(id);
        std::vector<Entry> inputs;
        bool isChanged = false;
        for (std::size_t i = 0; i < node.inputs.size(); ++i) {
            const IndexedEntry &from = node.inputs[i];
            Entry input{m_now[from.nodeId], from.index, from.version};
            if (!produced[i].isDefined()) {
                // What nobody has decided yet is as its reader wants it.
                m_layouts[from.nodeId][from.index] = requested[i];
                m_isNamedByReader[from.nodeId] = true;
            } else if (!(produced[i] == requested[i])) {
                const auto renamed = renamedEntry(input, from, node, produced[i], requested[i]);
                input =
                    renamed ? *renamed : addTransform(input, from, node, produced[i], requested[i]);
            }
            isChanged = isChanged || input != m_rewriter.entryOf(from);
            inputs.push_back(input);
        }
        if (isChanged && m_now[id] == node.source) {
            m_now[id] = m_rewriter.copy(id);
        }
        if (m_now[id] == node.source) {
            return;
        }
        Node &now = m_rewriter.graph().edit(m_now[id]);
        now.inputs = std::move(inputs);
        for (std::size_t i = 0; i < node.controlDeps.size() && !m_splitsDependencies; ++i) {
            now.controlDeps[i] = m_now[node.controlDeps[i]];
        }
    }

    /// A dimension that nobody but its readers has named is, for each of them, what stands there: a view of the same shape has the
    /// names that another reader gave it, now and when layouts are changed. Nothing where the layout is another one.
    std::optional<Entry> renamedEntry(const Entry &input, const IndexedEntry &from,
                                      const IndexedNode &reader, const Layout &source,
                                      const Layout &target)
    {
        const Shapes *shapes = m_context.analyses.find(keys::shape, m_context.index);
        const Shape *shape = shapes ? &(*shapes)[m_index.entryId(from)] : nullptr;
        if (!m_isAsItStands || !m_isNamedByReader[from.nodeId] || !shape || isUnknown(*shape)) {
            return std::nullopt;
        }
        const IndexedNode &producer = m_index.node(from.nodeId);
        Node node;
        node.op = "reshape";
        node.name = producer.node->name + "_" + target.text();
        node.attrs = {{"shape", NnvmAttrText::print(*shape)}};
        node.inputs = {input};
        const NodeId made = m_rewriter.add(std::move(node), {producer.source, reader.source},
                                           "calls " + source.text() + " " + target.text() + " for "
                                               + reader.node->op);
        m_transforms[made] = target;
        return Entry{made, 0, 0};
    }

    Entry addTransform(const Entry &input, const IndexedEntry &from, const IndexedNode &reader,
                       const Layout &source, const Layout &target)
    {
        const IndexedNode &producer = m_index.node(from.nodeId);
        Node node;
        node.op = "__layout_transform__";
        node.name = producer.node->name + "_" + target.text();
        node.attrs = {{"src_layout", source.text()}, {"dst_layout", target.text()}};
        node.inputs = {input};
        const NodeId made = m_rewriter.add(std::move(node), {producer.source, reader.source},
                                           "brings " + source.text() + " to " + target.text()
                                               + " for " + reader.node->op);
        m_transforms[made] = target;
        return {made, 0, 0};
    }

    /// The attribute `layout`, of the entries of the result.
    Status giveLayouts()
    {
        ASSIGN_OR_RETURN(const auto index, resultIndex(m_context));
        std::vector<Layout> layouts(index->entryCount());
        const auto put = [&](NodeId now, const std::vector<Layout> &outputs) {
            const auto id = index->find(m_rewriter.resultId(now));
            for (std::uint32_t i = 0; id && i < outputs.size(); ++i) {
                layouts[index->entryId(*id, i)] = outputs[i];
            }
        };
        for (std::uint32_t id = 0; id < m_index.nodeCount(); ++id) {
            put(m_now[id], m_layouts[id]);
        }
        for (const auto &[now, layout] : m_transforms) {
            put(now, {layout});
        }
        setLayouts(m_context.analyses, layouts, *index);
        return {};
    }

    static Diagnostic atNode(const IndexedNode &node, Diagnostic error)
    {
        error.message = node.node->op + " " + quoted(node.node->name) + ": " + error.message;
        error.where.node = node.node->name;
        return error;
    }

    PassContext &m_context;
    GraphRewriter m_rewriter;
    const IndexedGraph &m_index;
    const bool m_isCareful;
    const bool m_splitsDependencies; ///< every node is copied, old ones stay for dependencies
    bool m_isAsItStands = false;     ///< nobody has given or changed a layout yet
    std::vector<std::vector<Layout>> m_layouts; ///< of the outputs, by node id of the snapshot
    std::vector<bool> m_isNamedByReader; ///< the layout of what a node gives, by its first reader
    std::vector<Layout> m_last;          ///< by entry; empty when there are none
    std::vector<NodeId> m_now;           ///< what stands for a node of the snapshot
    std::unordered_map<NodeId, Layout> m_transforms;
};

Status runCorrectLayout(PassContext &context)
{
    RETURN_IF_FAILED(requireNnvmGraph(context, "CorrectLayout"));
    return LayoutCorrector(context).run();
}

} // namespace

void registerCorrectLayout(PassRegistry &passes)
{
    PassSpec spec;
    spec.name = "CorrectLayout";
    spec.dialects = {Dialect::Nnvm};
    spec.summary = "finds the layout of every entry and converts where operators want another one";
    spec.changesGraph = true;
    spec.provides = {std::string(keys::layout.name)};
    spec.options = {{"inputs",
                     "",
                     "layouts of inputs, as data=NCHW, separated by semicolons; others are found",
                     {}},
                    {"careful",
                     "0",
                     "1: other inputs, and operators that would compute something else in another "
                     "layout, keep what was found when layouts were corrected before; 0: as NNVM",
                     {"0", "1"}}};
    spec.run = runCorrectLayout;
    passes.add(std::move(spec));
}

} // namespace nervure
