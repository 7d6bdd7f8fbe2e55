// SPDX-License-Identifier: Apache-2.0
#include "widgets/panels/text_difference/text_difference_panel.h"

#include "widgets/document/graph_document.h"
#include "widgets/document/selection.h"
#include "widgets/jobs/job_runner.h"
#include "widgets/models/line_difference_model.h"
#include "widgets/panels/empty_state.h"
#include "widgets/panels/node_view.h"

#include <QHeaderView>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace nervure {

namespace {

/// The two graphs, for another thread.
struct TextJob {
    ModelStage stage;
    std::shared_ptr<const IndexedGraph> index; ///< of the graph before
    Analyses analyses;                         ///< over `index`

    [[nodiscard]] std::vector<ComparedLine> run() const
    {
        const KnownGraph before{*stage.before, index.get(), &analyses};
        const KnownGraph after{*stage.graph, stage.index.get(), &stage.analyses};
        // That more is known of values is no difference in the text.
        const bool isKnown = hasShapes(before) && hasShapes(after);
        std::vector<ComparedLine> lines =
            compareLines(graphLines(isKnown ? before : KnownGraph{*stage.before}),
                         graphLines(isKnown ? after : KnownGraph{*stage.graph}));
        leadToShown(lines);
        return lines;
    }

private:
    static bool hasShapes(const KnownGraph &known)
    {
        return known.index && known.analyses->find(keys::shape, *known.index) != nullptr;
    }
    /// A line of the graph before is about what its node went into.
    void leadToShown(std::vector<ComparedLine> &lines) const
    {
        const NodesAfter places = stage.nodesAfter();
        for (ComparedLine &line : lines) {
            if (line.kind == ComparedLine::Kind::Removed) {
                line.line.node = places.of(line.line.node);
            }
        }
    }
};

} // namespace

TextDifferencePanel::TextDifferencePanel(const PanelContext &context)
    : Panel(QStringLiteral("text-difference"), context),
      m_model(new LineDifferenceModel(this)),
      m_view(new NodeView(QStringLiteral("text-difference-lines"), tr("Text"), this)),
      m_pages(new QStackedWidget(this)),
      m_empty(new EmptyState(this))
{
    m_view->setRows(m_model);
    m_view->header()->hide();
    m_view->setTextElideMode(Qt::ElideNone);
    connect(m_view, &NodeView::nodeChosen, &selection(), &Selection::jumpTo);
    m_pages->addWidget(m_view);
    m_pages->addWidget(m_empty);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_pages);
}

void TextDifferencePanel::takeFocus()
{
    m_view->setFocus(Qt::ShortcutFocusReason);
}

void TextDifferencePanel::refresh()
{
    const ModelStage &stage = document().stage();
    if (!stage.isOfPass()) {
        m_model->setRows({});
        showLines();
        return;
    }
    TextJob job{stage, nullptr, {}};
    if (const int base = document().baseStep(); base > 0) {
        const PassStep &before = document().passSteps()[static_cast<std::size_t>(base) - 1];
        job.index = before.index;
        job.analyses = before.analyses;
    }
    const StagePlace place = document().stagePlace();
    if (m_linesOf.lineage != place.lineage || m_linesOf.stage != place.stage) {
        m_model->setRows({}); // until there are new ones, they would lead to other nodes
        m_linesOf = place;
    }
    context().jobs.start(
        {tr("Comparing texts"), QStringLiteral("text-difference")}, this,
        [job](const JobControl &) { return job.run(); },
        [this, place](std::vector<ComparedLine> lines) {
            const StagePlace &now = document().stagePlace();
            if (now.lineage == place.lineage && now.stage == place.stage) {
                m_model->setRows(std::move(lines));
                showLines();
            }
        });
}

void TextDifferencePanel::showLines()
{
    m_view->resizeColumnToContents(0);
    m_pages->setCurrentWidget(m_model->rowCount() > 0 ? static_cast<QWidget *>(m_view) : m_empty);
    m_empty->setWords(
        document().stage().isOfPass()
            ? tr("The text of the graph is the same.")
            : tr("What a pass changes in the text of the graph. Step to a pass to see it."));
    showSelection();
}

void TextDifferencePanel::showSelection()
{
    m_view->showNode(selection().current());
}

void registerTextDifference(PanelRegistry &panels)
{
    panels.add({"text-difference", [] { return TextDifferencePanel::tr("Text"); },
                QStringLiteral("note"), Qt::BottomDockWidgetArea, QKeySequence(),
                [](const PanelContext &context) { return new TextDifferencePanel(context); },
                "passes"});
}

} // namespace nervure
