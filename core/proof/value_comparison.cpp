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
        if (value.result) {
            value.error = TensorError::infinite();
        }
    }

    const TracedGraph &m_before;
    const TracedGraph &m_after;
    std::optional<double> m_tolerance;
    const ProofContext &m_context;
};

/// Finds which of the values that differ is to blame.
class Blame {
public:
    Blame(const IndexedGraph &graph, const std::vector<ComparedValue> &values,
          std::vector<NodeId> untouched)
        : m_graph(graph),
          m_values(values),
          m_untouched(std::move(untouched)),
          m_states(graph.nodeCount(), State::Unknown),
          m_leads(graph.nodeCount(), false)
    {
        for (const ComparedValue &value : values) {
            State &state = m_states[*graph.find(value.after)];
            if (value.differs()) {
                state = State::Differs;
            } else if (value.isCompared && state == State::Unknown) {
                state = State::Agrees;
            }
        }
    }

    std::optional<std::size_t> first()
    {
        follow();
        for (std::size_t i = 0; i < m_values.size(); ++i) {
            if (m_values[i].differs() && m_leads[*m_graph.find(m_values[i].after)]) {
                return i;
            }
        }
        return std::nullopt;
    }

private:
    enum class State : std::uint8_t { Unknown, Agrees, Differs };

    /// From the results back: what differs leads to a fault unless every node that reads it was changed to
    /// make it good, and does.
    void follow()
    {
        for (const IndexedEntry &head : m_graph.heads()) {
            m_leads[head.nodeId] = true;
        }
        for (std::uint32_t place = m_graph.nodeCount(); place-- > 0;) {
            const bool agrees = m_states[place] == State::Agrees;
            const bool leads = agrees ? m_untouched[place] != NodeId() : m_leads[place];
            if (!leads) {
                continue;
            }
            for (const IndexedEntry &input : m_graph.node(place).inputs) {
                m_leads[input.nodeId] = true;
            }
        }
    }

    const IndexedGraph &m_graph;
    const std::vector<ComparedValue> &m_values;
    std::vector<NodeId> m_untouched; ///< by place
    std::vector<State> m_states;     ///< by place
    std::vector<bool> m_leads;       ///< by place
};

} // namespace

bool ValueComparison::resultsDiffer() const
{
    return resultsBefore != resultsAfter
           || std::any_of(values.begin(), values.end(), [](const ComparedValue &value) {
                  return value.result && value.differs();
              });
}

const ComparedValue *ValueComparison::worst() const
{
    const auto greatest =
        std::max_element(values.begin(), values.end(), [](const auto &a, const auto &b) {
            return a.error.relative < b.error.relative;
        });
    return greatest == values.end() ? nullptr : &*greatest;
}

Result<ValueComparison> compareValues(const TracedGraph &before, const TracedGraph &after,
                                      const Provenance &provenance, std::optional<double> tolerance,
                                      const ProofContext &context)
{
    ValueComparison result;
    result.resultsBefore = before.index.heads().size();
    result.resultsAfter = after.index.heads().size();
    Comparer comparer(before, after, tolerance, context);
    for (const ValuePair &pair : valuePairs(before.index, after.index, provenance)) {
        if (context.execution.control.cancel.isCanceled()) {
            return makeError("cancelled", "the comparison was cancelled");
        }
        ASSIGN_OR_RETURN(ComparedValue value, comparer.compare(pair));
        result.values.push_back(std::move(value));
    }
    ASSIGN_OR_RETURN(result.nonFiniteBefore, before.trace.firstNonFinite());
    ASSIGN_OR_RETURN(result.nonFiniteAfter, after.trace.firstNonFinite());
    result.first =
        Blame(after.index, result.values, untouchedNodes(before.index, after.index, provenance))
            .first();
    return result;
}

} // namespace nervure
