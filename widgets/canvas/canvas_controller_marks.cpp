// SPDX-License-Identifier: Apache-2.0
// What CanvasController marks and colors nodes by.
#include "widgets/canvas/canvas_controller.h"
#include "widgets/canvas/graph_view.h"
#include "widgets/canvas/scene/categorical_marks.h"
#include "widgets/canvas/scene/heat_map.h"
#include "widgets/document/color_sources.h"
#include "widgets/document/graph_document.h"
#include "widgets/jobs/node_search.h"
#include "widgets/style/colors.h"

#include <span>
#include <utility>
#include <vector>

namespace nervure {

void CanvasController::followColors(const ColorSources &colors)
{
    connect(&colors, &ColorSources::scaleChanged, this, &CanvasController::refreshMarks);
    connect(&colors, &ColorSources::attachmentChanged, this, &CanvasController::refreshMarks);
    connect(&colors, &ColorSources::rulesChanged, this, &CanvasController::applyRules);
    connect(&colors, &ColorSources::rulesWanted, this,
            [this] { setColoring(NodeColoring::Rules); });
    connect(this, &CanvasController::coloringChanged, this, &CanvasController::applyRules);
    const GraphDocument &document = m_parts.document;
    connect(&document, &GraphDocument::graphChanged, this, &CanvasController::applyRules);
    connect(&document, &GraphDocument::analysesChanged, this, &CanvasController::applyRules);
    connect(&document, &GraphDocument::profileChanged, this, &CanvasController::applyRules);
}

void CanvasController::applyRules()
{
    if (m_coloring != NodeColoring::Rules || !m_parts.colors) {
        return;
    }
    std::vector<Query> queries;
    for (const ColorRule &rule : m_parts.colors->rules()) {
        const Result<Query> query = Query::parse(rule.query.toStdString());
        if (rule.isOn && query) {
            queries.push_back(*query);
        }
    }
    startSearch({m_parts.document, m_parts.selection, m_parts.jobs}, QStringLiteral("rules"),
                std::move(queries), this, [this](FoundNodes found) {
                    m_ruleNodes = std::move(found.nodes);
                    refreshMarks();
                });
}

void CanvasController::gatherNotes()
{
    const ModelStage &stage = m_parts.document.stage();
    m_notes.clear();
    const auto nodes =
        stage.isOfPass() ? stage.graph->nodes() : std::span(m_parts.document.statistics().noted);
    for (const NodeId id : nodes) {
        if (const std::string_view note = stage.graph->node(id).note(); !note.empty()) {
            m_notes[id] = QString::fromUtf8(note.data(), static_cast<qsizetype>(note.size()));
        }
    }
}

void CanvasController::follow(const InferenceDelta &inferenceDelta)
{
    m_edits.follow(inferenceDelta);
    if (!inferenceDelta.values.empty()) {
        refreshMarks();
    }
}

void CanvasController::setChangeMarks(std::unordered_map<NodeId, ChangeMark> marks)
{
    m_givenMarks = std::move(marks);
    refreshMarks();
}

void CanvasController::refreshMarks()
{
    CanvasMarks marks;
    addColors(marks);
    const GraphDocument &document = m_parts.document;
    markDiagnostics(marks, *document.stage().graph, findingsOfShown(document));
    const auto &own = m_givenMarks ? *m_givenMarks : m_edits.marks();
    for (const auto &[node, change] : m_showsPass ? m_passMarks : own) {
        marks.nodes[node].change = change;
    }
    for (const auto &[node, note] : m_notes) {
        marks.nodes[node].note = note;
    }
    m_parts.view.setMarks(std::move(marks));
}

void CanvasController::addColors(CanvasMarks &marks) const
{
    const GraphDocument &document = m_parts.document;
    const bool isLogarithmic = m_parts.colors && m_parts.colors->isLogarithmic();
    switch (m_coloring) {
    case NodeColoring::Category:
        // At once where they were found: nothing else is to be seen at that step.
        return foundGroups(document) ? addGroupMarks(marks, document) : void();
    case NodeColoring::Time: return addTimeMarks(marks, document, isLogarithmic);
    case NodeColoring::TimeChange: return addTimeChangeMarks(marks, document);
    case NodeColoring::Parameters:
    case NodeColoring::Macs:
    case NodeColoring::Bytes: return addAmountMarks(marks, document, m_coloring, isLogarithmic);
    case NodeColoring::Device: return addDeviceMarks(marks, document);
    case NodeColoring::Group: return addGroupMarks(marks, document);
    case NodeColoring::Provenance:
        return addProvenanceMarks(marks, document, paletteFor(m_parts.view.palette()).isDark);
    case NodeColoring::Rules:
        return m_parts.colors ? addRuleMarks(marks, *m_parts.colors, m_ruleNodes) : void();
    case NodeColoring::Attachment:
        return m_parts.colors ? addAttachmentMarks(marks, document, *m_parts.colors) : void();
    }
}

} // namespace nervure
