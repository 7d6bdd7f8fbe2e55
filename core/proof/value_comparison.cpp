// SPDX-License-Identifier: Apache-2.0
#include "core/proof/value_comparison.h"

#include "core/proof/value_layout.h"
#include "core/support/text.h"

#include <algorithm>

namespace nervure {

namespace {

class Comparer {
public:
    Comparer(const TracedGraph &before, const TracedGraph &after, std::optional<double> tolerance,
             const ProofContext &context)
        : m_before(before),
          m_after(after),
          m_tolerance(tolerance),
          m_context(context)
    {}

    Result<ComparedValue> compare(const ValuePair &pair)
    {
        const Node &node = m_after.index.graph().node(pair.after.node);
        ComparedValue value;
        value.before = pair.before.node;
        value.beforeName = entryText(m_before.index.graph(), pair.before);
        value.after = pair.after.node;
        value.name = entryText(m_after.index.graph(), pair.after);
        value.beforePlace = m_before.index.find(pair.before.node).value_or(0);
        value.beforeOutput = pair.before.index;
        value.place = m_after.index.find(pair.after.node).value_or(0);
        value.output = pair.after.index;
        value.op = node.op;
        value.result = pair.result;
        value.isBoundary = pair.isBoundary;
        ASSIGN_OR_RETURN(const Tensor *expected, m_before.trace.value(pair.before));
        ASSIGN_OR_RETURN(const Tensor *actual, m_after.trace.value(pair.after));
        value.shape = actual->shape();
        value.type = actual->type();
        value.tolerance = m_tolerance.value_or(
            std::max(roundingTolerance(actual->type()), roundingTolerance(expected->type())));
        measure(pair, *expected, *actual, value);
        return value;
    }

private:
    void measure(const ValuePair &pair, const Tensor &expected, const Tensor &actual,
                 ComparedValue &value) const
    {
        const std::string to = layoutOf(m_after.index, m_after.analyses, pair.after);
        const LaidBeside beside =
            layBeside(expected, layoutOf(m_before.index, m_before.analyses, pair.before), actual,
                      to, m_context.execution.builtins.ops);
        if (beside.fits) {
            value.error = errorOf(actual.view(), beside.of(expected).view());
            value.remark =
                beside.moved ? "in layout " + (to.empty() ? std::string("NCHW") : to) : "";
            return;
        }
        value.remark = shapeLabel(expected.shape()) + " and " + shapeLabel(actual.shape());
        value.isCompared = false;
        if (value.isOutput()) {
            value.error = TensorError::infinite();
        }
    }

    const TracedGraph &m_before;
    const TracedGraph &m_after;
    std::optional<double> m_tolerance;
    const ProofContext &m_context;
};

/// Finds which of the values that differ are to blame.
class Blame {
public:
    Blame(const IndexedGraph &graph, std::vector<ComparedValue> &values)
        : m_graph(graph),
          m_values(values),
          m_states(graph.nodeCount(), State::Unknown),
          m_leads(graph.nodeCount(), false)
    {
        for (const ComparedValue &value : values) {
            const std::uint32_t place = *graph.find(value.after);
            State &state = m_states[place];
            if (value.differs()) {
                state = State::Differs;
                m_leads[place] = m_leads[place] || value.isOutput();
            } else if (value.isCompared && state == State::Unknown) {
                state = State::Agrees;
            }
        }
    }

    /// Marks them; gives the first.
    std::optional<std::size_t> mark()
    {
        follow();
        const std::vector<bool> reached = reachedByDifference();
        std::optional<std::size_t> first;
        for (std::size_t i = 0; i < m_values.size(); ++i) {
            ComparedValue &value = m_values[i];
            const std::uint32_t place = *m_graph.find(value.after);
            value.isOrigin = value.differs() && m_leads[place] && !reached[place];
            first = first || !value.isOrigin ? first : i;
        }
        return first;
    }

private:
    enum class State : std::uint8_t { Unknown, Agrees, Differs };

    /// From the outputs that differ back: what agrees passes no difference on.
    void follow()
    {
        for (std::uint32_t place = m_graph.nodeCount(); place-- > 0;) {
            if (!m_leads[place] || m_states[place] == State::Agrees) {
                continue;
            }
            for (const IndexedEntry &input : m_graph.node(place).inputs) {
                m_leads[input.nodeId] = true;
            }
        }
    }

    /// By place: whether a value that is read differs, or one that nobody compared was computed of such.
    [[nodiscard]] std::vector<bool> reachedByDifference() const
    {
        std::vector<bool> reached(m_graph.nodeCount(), false);
        for (std::uint32_t place = 0; place < m_graph.nodeCount(); ++place) {
            for (const IndexedEntry &input : m_graph.node(place).inputs) {
                const State state = m_states[input.nodeId];
                const bool carries =
                    state == State::Differs || (state == State::Unknown && reached[input.nodeId]);
                reached[place] = reached[place] || carries;
            }
        }
        return reached;
    }

    const IndexedGraph &m_graph;
    std::vector<ComparedValue> &m_values;
    std::vector<State> m_states; ///< by place
    std::vector<bool> m_leads;   ///< by place
};

} // namespace

std::vector<std::string> originNames(const std::vector<ComparedValue> &values)
{
    std::vector<std::string> names;
    for (const ComparedValue &value : values) {
        if (value.isOrigin) {
            names.push_back(value.name);
        }
    }
    return names;
}

bool ValueComparison::resultsDiffer() const
{
    return resultsBefore != resultsAfter
           || std::any_of(values.begin(), values.end(), [](const ComparedValue &value) {
                  return value.isOutput() && value.differs();
              });
}

bool ValueComparison::coversResults() const
{
    const auto count = std::count_if(values.begin(), values.end(),
                                     [](const auto &value) { return value.result.has_value(); });
    return resultsBefore > 0 && static_cast<std::size_t>(count) >= resultsBefore;
}

const ComparedValue *ValueComparison::worst() const
{
    const auto greatest =
        std::max_element(values.begin(), values.end(), [](const auto &a, const auto &b) {
            return a.error.relative < b.error.relative;
        });
    return greatest == values.end() ? nullptr : &*greatest;
}

std::size_t TracedGraph::resultCount() const
{
    return cuts && !cuts->empty() ? cuts->front().firstHead : index.heads().size();
}

PairedHeads pairedHeads(const TracedGraph &before, const TracedGraph &after)
{
    PairedHeads heads{before.resultCount(), after.resultCount()};
    for (const CutOperator &cut : after.cuts ? *after.cuts : CutOperators()) {
        for (const CutOperator &old : before.cuts ? *before.cuts : CutOperators()) {
            const std::size_t count =
                old.key == cut.key ? std::min(old.inputCount, cut.inputCount) : 0;
            for (std::size_t i = 0; i < count; ++i) {
                heads.boundaries.push_back({old.firstHead + i, cut.firstHead + i});
            }
        }
    }
    return heads;
}

namespace {

/// True if two heads, by their numbers, hold different values.
Result<bool> headsDiffer(const TracedGraph &before, std::size_t old, const TracedGraph &after,
                         std::size_t now, std::optional<double> tolerance,
                         const ProofContext &context)
{
    ASSIGN_OR_RETURN(const std::vector<Tensor> *expected, before.trace.results());
    ASSIGN_OR_RETURN(const std::vector<Tensor> *actual, after.trace.results());
    const Tensor &a = (*expected)[old];
    const Tensor &b = (*actual)[now];
    const LaidBeside beside =
        layBeside(a, layoutOf(before.index, before.analyses, before.index.graph().heads()[old]), b,
                  layoutOf(after.index, after.analyses, after.index.graph().heads()[now]),
                  context.execution.builtins.ops);
    const double allowed =
        tolerance.value_or(std::max(roundingTolerance(a.type()), roundingTolerance(b.type())));
    return !beside.fits || errorOf(b.view(), beside.of(a).view()).relative > allowed;
}

} // namespace

Result<bool> outputsDiffer(const TracedGraph &before, const TracedGraph &after,
                           std::optional<double> tolerance, const ProofContext &context)
{
    PairedHeads heads = pairedHeads(before, after);
    if (heads.resultsBefore != heads.resultsAfter) {
        return true;
    }
    for (std::size_t i = 0; i < heads.resultsBefore; ++i) {
        heads.boundaries.push_back({i, i});
    }
    for (const PairedHeads::Boundary &head : heads.boundaries) {
        if (context.execution.control.cancel.isCanceled()) {
            return makeError("cancelled", "the comparison was cancelled");
        }
        ASSIGN_OR_RETURN(const bool differs,
                         headsDiffer(before, head.before, after, head.after, tolerance, context));
        if (differs) {
            return true;
        }
    }
    return false;
}

Result<ValueComparison> compareValues(const TracedGraph &before, const TracedGraph &after,
                                      const Provenance &provenance, std::optional<double> tolerance,
                                      const ProofContext &context)
{
    ValueComparison result;
    const PairedHeads heads = pairedHeads(before, after);
    result.resultsBefore = heads.resultsBefore;
    result.resultsAfter = heads.resultsAfter;
    Comparer comparer(before, after, tolerance, context);
    for (const ValuePair &pair : valuePairs(before.index, after.index, provenance, heads)) {
        if (context.execution.control.cancel.isCanceled()) {
            return makeError("cancelled", "the comparison was cancelled");
        }
        ASSIGN_OR_RETURN(ComparedValue value, comparer.compare(pair));
        result.values.push_back(std::move(value));
    }
    ASSIGN_OR_RETURN(result.nonFiniteBefore, before.trace.firstNonFinite());
    ASSIGN_OR_RETURN(result.nonFiniteAfter, after.trace.firstNonFinite());
    result.first = Blame(after.index, result.values).mark();
    return result;
}

} // namespace nervure
