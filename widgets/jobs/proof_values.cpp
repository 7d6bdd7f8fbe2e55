// SPDX-License-Identifier: Apache-2.0
#include "core/proof/value_nodes.h"
#include "widgets/document/graph_document.h"
#include "widgets/jobs/pass_runner.h"
#include "widgets/jobs/proof_runner.h"

#include <algorithm>

/// Which values of a proof, or of a comparison of two models, those of the graph are that is shown.
namespace nervure {

std::optional<TensorSide> ProofRunner::comparedSide() const
{
    if (comparison() == nullptr) {
        return std::nullopt;
    }
    const std::vector<PassStep> &steps = m_document.passSteps();
    const int shown = m_document.shownStep();
    const auto changes = [](const PassStep &step) { return step.changedGraph; };
    if (std::none_of(steps.begin(), steps.begin() + shown, changes)) {
        return TensorSide::Before;
    }
    const bool isFile =
        steps[static_cast<std::size_t>(shown) - 1].file == m_comparedFile.toStdString();
    return isFile ? std::optional(TensorSide::After) : std::nullopt;
}

const ComparedValue *ProofRunner::pairedValue(const Entry &entry) const
{
    const auto side = comparedSide();
    if (!side) {
        return nullptr;
    }
    const ModelStage &stage = m_document.stage();
    ValueNodes nodes(*stage.graph, stage.index.get());
    for (const ComparedValue &value : m_comparison->values.values) {
        const bool isAfter = *side == TensorSide::After;
        const std::uint32_t output = isAfter ? value.output : value.beforeOutput;
        if (output == entry.index
            && nodes.find(isAfter ? value.name : value.beforeName,
                          isAfter ? value.place : value.beforePlace, output)
                   == entry.node) {
            return &value;
        }
    }
    return nullptr;
}

quint64 ProofRunner::session(const Entry &entry) const
{
    if (pairedValue(entry) != nullptr) {
        return m_pairSession; // of the comparison, which is of what is there now
    }
    return m_session != 0 && m_sessionSubject == subject() ? m_session : 0;
}

const ComparedValue *ProofRunner::comparedValue(const Entry &entry) const
{
    const ComparedValue *paired = pairedValue(entry);
    return paired ? paired : provedValue(entry);
}

const ComparedValue *ProofRunner::provedValue(const Entry &entry) const
{
    const Bisection *proof = result();
    const auto step = shownProofStep();
    if (!proof || !step || *step >= proof->steps.size()) {
        return nullptr;
    }
    const PassStep &shown =
        m_document.passSteps()[static_cast<std::size_t>(m_document.shownStep()) - 1];
    const auto place = shown.index ? shown.index->find(entry.node) : std::nullopt;
    if (!place || !runsAsShown()) {
        return nullptr;
    }
    // Names decide: where operators were cut out, nodes are numbered in another way.
    ValueNodes nodes(*shown.graph, shown.index.get());
    for (const ComparedValue &value : proof->steps[*step].values) {
        if (value.output == entry.index
            && nodes.find(value.name, value.place, value.output) == entry.node) {
            return &value;
        }
    }
    return nullptr;
}

bool ProofRunner::runsAsShown() const
{
    const ModelStage &stage = m_document.stage();
    return !stage.isOfPass() || m_passes.stepFiles().empty()
           || loweredBeforehandBy(*stage.graph, m_document.builtins().ops).empty();
}

std::optional<TensorRequest> ProofRunner::tensorRequest(const TensorQuestion &question) const
{
    TensorRequest request;
    request.side = question.side;
    request.view = question.view;
    if (const ComparedValue *paired = pairedValue(question.entry)) {
        request.place = paired->place;
        request.output = paired->output;
        request.beforePlace = paired->beforePlace;
        request.beforeOutput = paired->beforeOutput;
        return request;
    }
    request.output = question.entry.index;
    const std::vector<PassStep> &steps = m_document.passSteps();
    const int shown = m_document.shownStep();
    const auto changes = [](const PassStep &step) { return step.changedGraph; };
    if (std::none_of(steps.begin(), steps.begin() + shown, changes)) {
        const auto node = std::find(m_nodes.begin(), m_nodes.end(), question.entry.node);
        request.isOfModel = true;
        request.place = static_cast<std::uint32_t>(node - m_nodes.begin());
        return node == m_nodes.end() ? std::nullopt : std::optional(request);
    }
    const auto &index = steps[static_cast<std::size_t>(shown) - 1].index;
    const auto place = index ? index->find(question.entry.node) : std::nullopt;
    const auto step = shownProofStep();
    if (!place || !runsAsShown() || (!step && shown < loweredSteps())) {
        return std::nullopt;
    }
    request.step = step ? *step + 1 : 0;
    request.place = *place;
    request.name = steps[static_cast<std::size_t>(shown) - 1].index->node(*place).node->name;
    if (question.side != TensorSide::After) {
        const ComparedValue *value = provedValue(question.entry);
        if (!value) {
            return std::nullopt;
        }
        request.beforePlace = value->beforePlace;
        request.beforeOutput = value->beforeOutput;
    }
    return request;
}

} // namespace nervure
