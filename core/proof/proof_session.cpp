// SPDX-License-Identifier: Apache-2.0
#include "core/proof/proof_session.h"

#include "core/proof/value_layout.h"
#include "core/support/text.h"

#include <algorithm>

namespace nervure {

namespace {

Diagnostic noSuchValue()
{
    return makeError("no-such-value", "the graph that runs has no such value");
}

/// The entry of that node of an indexed graph.
Result<Entry> entryAt(const IndexedGraph &index, std::uint32_t place, std::uint32_t output)
{
    if (place >= index.nodeCount() || output >= index.node(place).outputCount) {
        return noSuchValue();
    }
    return Entry{index.node(place).source, output, 0};
}

/// What stands for a node of the model in the graph that it was lowered to: the last that came of it.
std::optional<std::uint32_t> loweredPlace(const RunnableModel &model, NodeId node)
{
    const IndexedGraph &index = *model.graph.index;
    std::optional<std::uint32_t> last;
    bool isTold = false;
    for (const Provenance::Origin &origin : model.lowered.origins) {
        isTold = isTold || origin.node == node;
        const bool isFrom =
            std::find(origin.from.begin(), origin.from.end(), node) != origin.from.end();
        const auto place = isFrom ? index.find(origin.node) : std::nullopt;
        last = place && (!last || *place > *last) ? place : last;
    }
    return last || isTold ? last : index.find(node);
}

/// The first less the second, element by element; shapes are the same.
Result<Tensor> subtracted(const ConstTensorView &a, const ConstTensorView &b)
{
    const bool isSingle = a.type == DType::Float32 || a.type == DType::Float16;
    ASSIGN_OR_RETURN(Tensor result, Tensor::zeros(isSingle ? DType::Float32 : DType::Float64,
                                                  Shape(a.shape.begin(), a.shape.end())));
    const std::int64_t count = result.count();
    for (std::int64_t i = 0; i < count; ++i) {
        const double first = elementAsDouble(a, i);
        const double second = elementAsDouble(b, i);
        // The same infinity on both sides is no difference.
        storeElement(result.view(), i, first == second ? 0 : first - second);
    }
    return result;
}

} // namespace

ProofSession::ProofSession(ProofSteps steps, std::vector<NodeId> model, ExecutionRequest how,
                           ExecutionContext execution)
    : m_steps(std::move(steps)),
      m_model(std::move(model)),
      m_how(std::move(how)),
      m_execution(std::move(execution)),
      m_context{m_how, m_execution}
{}

void ProofSession::setAgainstFirst(bool isAgainstFirst)
{
    if (m_isAgainstFirst != isAgainstFirst) {
        m_isAgainstFirst = isAgainstFirst;
        m_pair.reset();
    }
}

Result<Bisection> ProofSession::prove(const BisectOptions &options, const JobControl &control)
{
    m_execution.control = control;
    if (options.only && *options.only >= m_steps.steps.size()) {
        return makeError("usage", "there is no step {}, the passes have {}", *options.only + 1,
                         m_steps.steps.size());
    }
    setAgainstFirst(options.isAgainstFirst);
    return bisect(m_steps, options, m_context);
}

Result<ProofSession::StepPair> ProofSession::makePair(std::size_t step) const
{
    if (step > m_steps.steps.size()) {
        return noSuchValue();
    }
    StepStates states(m_steps, heldBytes, m_context);
    StepPair pair{step, states.last(), states.last()};
    for (std::size_t i = 0; i < step; ++i) {
        const ProofStep &next = m_steps.steps[i];
        if (next.failure) {
            return *next.failure;
        }
        if (next.unread) {
            if (i + 1 == step) {
                return *next.unread;
            }
            continue;
        }
        RETURN_IF_FAILED(states.follow(next));
        if (!m_isAgainstFirst) {
            pair.before = states.last();
        }
        if (next.hasChanged) {
            Result<StepState> made = states.make(next);
            if (made) {
                states.take(std::move(made).value());
            } else if (i + 1 == step) {
                return made.error();
            }
        } else if (next.index && next.provenance.hasSharedIds) {
            states.takeOver(next);
        }
        pair.after = states.last();
    }
    return pair;
}

Status ProofSession::goTo(std::size_t step)
{
    if (!m_pair || m_pair->step != step) {
        m_pair.reset(); // its values go before others come
        ASSIGN_OR_RETURN(m_pair, makePair(step));
    }
    return {};
}

Result<Entry> ProofSession::placeOf(const TensorRequest &request) const
{
    std::optional<std::uint32_t> place = request.place;
    if (request.isOfModel) {
        place = request.place < m_model.size() ? loweredPlace(m_steps.start, m_model[request.place])
                                               : std::nullopt;
    }
    return place ? entryAt(*m_pair->after.index, *place, request.output)
                 : Result<Entry>(noSuchValue());
}

Result<WeightReport> ProofSession::look(const TensorRequest &request, const JobControl &control)
{
    m_execution.control = control;
    control.report(-1, "running");
    RETURN_IF_FAILED(goTo(request.isOfModel ? 0 : request.step));
    ASSIGN_OR_RETURN(const Entry after, placeOf(request));
    const auto report = [&](const StepState &state, const Entry &entry) -> Result<WeightReport> {
        ASSIGN_OR_RETURN(const Tensor *tensor, state.trace->value(entry));
        return reportWeight(weightOf(entryText(*state.graph, entry), *tensor), request.view,
                            control);
    };
    if (request.side == TensorSide::After) {
        return report(m_pair->after, after);
    }
    ASSIGN_OR_RETURN(const Entry before,
                     entryAt(*m_pair->before.index, request.beforePlace, request.beforeOutput));
    return request.side == TensorSide::Before ? report(m_pair->before, before)
                                              : lookAtDifference(request, after, before, control);
}

Result<WeightReport> ProofSession::lookAtDifference(const TensorRequest &request,
                                                    const Entry &after, const Entry &before,
                                                    const JobControl &control)
{
    const StepState &then = m_pair->before;
    const StepState &now = m_pair->after;
    ASSIGN_OR_RETURN(const Tensor *expected, then.trace->value(before));
    // One trace for both: its next answer may take the place of this one.
    const Tensor kept = then.trace == now.trace ? *expected : Tensor();
    ASSIGN_OR_RETURN(const Tensor *actual, now.trace->value(after));
    const Tensor &other = then.trace == now.trace ? kept : *expected;
    const LaidBeside beside =
        layBeside(other, layoutOf(*then.index, &then.analyses, before), *actual,
                  layoutOf(*now.index, &now.analyses, after), m_execution.builtins.ops);
    if (!beside.fits) {
        return makeError("no-such-value", "shapes {} and {} have no difference",
                         shapeLabel(other.shape()), shapeLabel(actual->shape()));
    }
    ASSIGN_OR_RETURN(const Tensor difference, subtracted(actual->view(), beside.of(other).view()));
    return reportWeight(weightOf(entryText(*now.graph, after), difference), request.view, control);
}

} // namespace nervure
