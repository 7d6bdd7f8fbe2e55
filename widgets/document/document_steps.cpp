// SPDX-License-Identifier: Apache-2.0
// What GraphDocument does with the steps of passes.
#include "widgets/document/graph_document.h"

#include <algorithm>
#include <utility>

namespace nervure {

void GraphDocument::setPassOutcome(PassOutcome outcome)
{
    if (outcome.revision != revision()) {
        return;
    }
    setOutcome(std::move(outcome));
    setStage(static_cast<int>(m_outcome.steps.size()));
    Q_EMIT analysesChanged();
    Q_EMIT diagnosticsChanged();
}

void GraphDocument::setOutcome(PassOutcome outcome)
{
    m_outcome = std::move(outcome);
    if (m_comparedStep && *m_comparedStep > static_cast<int>(m_outcome.steps.size())) {
        m_comparedStep.reset();
    }
    std::vector<LineageStage> stages{{std::make_shared<const Graph>(m_content.graph)}};
    for (const PassStep &step : m_outcome.steps) {
        stages.push_back({step.graph ? step.graph : stages.back().graph, step.provenance});
    }
    m_place.lineage = std::make_shared<const NodeLineage>(std::move(stages));
}

void GraphDocument::compareWith(std::optional<int> step)
{
    if (step != m_comparedStep) {
        m_comparedStep = step;
        setStage(m_shownStep);
        Q_EMIT analysesChanged();
    }
}

int GraphDocument::baseStep() const
{
    return m_comparison ? *m_comparedStep : std::max(m_shownStep - 1, 0);
}

bool GraphDocument::wantsComparison() const
{
    return m_comparedStep && !m_comparison && m_shownStep > 0 && m_shownStep != *m_comparedStep;
}

void GraphDocument::setComparison(StepComparison comparison, int base, const StagePlace &shown)
{
    const bool isPresent = shown.lineage == m_place.lineage && shown.stage == m_place.stage;
    if (isPresent && wantsComparison() && m_comparedStep == base) {
        m_comparison = std::move(comparison);
        showComparison();
        Q_EMIT analysesChanged();
    }
}

void GraphDocument::showComparison()
{
    const auto base = static_cast<std::size_t>(*m_comparedStep);
    m_stage.before = m_place.lineage->sharedGraph(base);
    m_stage.difference = m_comparison.difference;
    m_stage.provenance = m_comparison.provenance;
    m_stage.match = nullptr;
}

std::shared_ptr<const OwnNodes> GraphDocument::ownNodes() const
{
    if (!m_ownNodes) {
        const bool isOfPass = m_stage.isOfPass();
        m_ownNodes = std::make_shared<const OwnNodes>(
            isOfPass ? m_place.lineage->sharedGraph(0) : m_stage.graph, m_stage.graph,
            isOfPass ? m_place : StagePlace());
    }
    return m_ownNodes;
}

std::vector<StepRow> GraphDocument::stepRows() const
{
    return nervure::stepRows(m_outcome.steps, m_showsOnlyChanges);
}

void GraphDocument::setShowsOnlyChanges(bool onlyChanges)
{
    if (onlyChanges != m_showsOnlyChanges) {
        m_showsOnlyChanges = onlyChanges;
        Q_EMIT stepRowsChanged();
    }
}

int GraphDocument::stepBeside(int rows) const
{
    const std::vector<StepRow> all = stepRows();
    const auto row = static_cast<int>(rowOfStep(all, m_shownStep));
    const bool isHidden = !all[static_cast<std::size_t>(row)].holds(m_shownStep);
    // From a step that the list does not hold, the row before it is the first one back.
    const int wanted = row + rows + (isHidden && rows < 0 ? 1 : 0);
    const bool isThere = wanted >= 0 && wanted < static_cast<int>(all.size());
    return isThere ? all[static_cast<std::size_t>(wanted)].last : m_shownStep;
}

void GraphDocument::setShownStep(int step)
{
    const int shown = std::clamp(step, 0, static_cast<int>(m_outcome.steps.size()));
    if (shown != m_shownStep) {
        setStage(shown);
        Q_EMIT analysesChanged();
    }
}

void GraphDocument::setStage(int step)
{
    m_shownStep = step;
    m_place.stage = static_cast<std::size_t>(step);
    m_comparison = {};
    m_ownNodes = nullptr;
    m_stage = stageAfter(step);
    if (step > 0) {
        m_stage.totals = m_outcome.steps[static_cast<std::size_t>(step) - 1].totals;
    }
}

/// Passes change a copy of the graph, and what only later steps provide is not known yet.
ModelStage GraphDocument::stageAfter(int step) const
{
    const std::vector<PassStep> &steps = m_outcome.steps;
    const auto own = std::make_shared<const Graph>(m_content.graph);
    const auto done = steps.begin() + step;
    const auto changes = [](const PassStep &pass) { return pass.changedGraph && pass.graph; };
    if (std::any_of(steps.begin(), done, changes)) {
        const PassStep &last = *(done - 1);
        const auto before = step > 1 ? (done - 2)->graph : own;
        return {
            last.graph,      last.index,   last.analyses,  before ? before : own,
            last.difference, std::nullopt, last.inherited, last.isToldByFile ? nullptr : last.match,
            last.provenance};
    }
    if (step > 0) {
        return {own, (done - 1)->index, (done - 1)->analyses, nullptr, nullptr};
    }
    ModelStage stage{own, nullptr, {}, nullptr, nullptr};
    if (!steps.empty() && !changes(steps.front())) {
        // What the file itself says stays known.
        stage.index = steps.front().index;
        stage.analyses = steps.front().analyses;
        for (const QString &name : steps.front().provided) {
            stage.analyses.erase(name.toStdString());
        }
    }
    return stage;
}

} // namespace nervure
