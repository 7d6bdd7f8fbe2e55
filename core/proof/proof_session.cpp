// SPDX-License-Identifier: Apache-2.0
#include "core/proof/proof_session.h"

#include <algorithm>

namespace nervure {

namespace {

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
    StepStates states(m_steps, m_steps.start.graph, m_how.seed, lookedAtBytes, m_context);
    StepPair pair{step, states.last(), states.last()};
    for (std::size_t i = 0; i < step; ++i) {
        const ProofStep &next = m_steps.steps[i];
        if (next.failure) {
            return *next.failure;
        }
        if (!next.graph) {
            if (i + 1 == step) {
                return next.notRun ? *next.notRun : noSuchValue();
            }
            continue;
        }
        RETURN_IF_FAILED(states.follow(next));
        if (!m_isAgainstFirst) {
            pair.before = states.last();
        }
        if (!next.isIdentical) {
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
    const IndexedGraph &index = *m_pair->after.index;
    if (place && !request.isOfModel && !request.name.empty()
        && (*place >= index.nodeCount() || index.node(*place).node->name != request.name)) {
        const auto named = index.graph().findByName(request.name); // operators were cut out
        place = named ? index.find(*named) : std::nullopt;
    }
    return place ? entryAt(index, *place, request.output) : Result<Entry>(noSuchValue());
}

Result<WeightReport> ProofSession::look(const TensorRequest &request, const JobControl &control)
{
    m_execution.control = control;
    control.report(-1, "running");
    RETURN_IF_FAILED(goTo(request.isOfModel ? 0 : request.step));
    ASSIGN_OR_RETURN(const Entry after, placeOf(request));
    return lookAt(request, m_pair->before.traced(), m_pair->after.traced(), after,
                  m_execution.builtins.ops, control);
}

} // namespace nervure
