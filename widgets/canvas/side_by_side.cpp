// SPDX-License-Identifier: Apache-2.0
#include "widgets/canvas/side_by_side.h"

#include "widgets/canvas/canvas_controller.h"
#include "widgets/canvas/graph_view.h"
#include "widgets/canvas/view/views_in_step.h"
#include "widgets/document/counterpart_words.h"
#include "widgets/document/graph_changes.h"
#include "widgets/document/graph_document.h"
#include "widgets/document/selection.h"
#include "widgets/jobs/job_runner.h"
#include "widgets/text/format.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QScopedValueRollback>
#include <QSignalBlocker>
#include <QSplitter>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace nervure {

namespace {

/// In the list of steps: always the one before that which is shown.
constexpr int stepBefore = -1;
constexpr int leastStepsWidth = 160;
constexpr int leastPaneWidth = 120;
/// So long the second canvas waits for steps that an edit dropped.
constexpr int emptyMs = 1000;

} // namespace

/// The second canvas, with a document of its own that holds the graph of the other step.
struct SideBySide::Other {
    Other(const Builtins &builtins, const LayoutClientOptions &layout, QWidget *parent)
        : document(builtins),
          view(new GraphView(parent)),
          controller({document, selection, jobs, *view}, layout)
    {}
    ~Other() { delete view; }
    Other(const Other &) = delete;
    Other &operator=(const Other &) = delete;

    JobRunner jobs; ///< its own: a layout replaces none of the first canvas
    GraphDocument document;
    Selection selection;
    GraphView *view;
    CanvasController controller;
};

SideBySide::SideBySide(const Parts &parts, LayoutClientOptions layout, QWidget *parent)
    : QWidget(parent),
      m_parts(parts),
      m_layout(std::move(layout)),
      m_title(new QLabel(this)),
      m_steps(new QComboBox(this)),
      m_words(new QLabel(this)),
      m_close(new QToolButton(this)),
      m_header(makeHeader()),
      m_panes(new QSplitter(Qt::Horizontal, this))
{
    setObjectName(QStringLiteral("side-by-side"));
    m_panes->setChildrenCollapsible(false);
    m_panes->addWidget(&parts.view);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_header);
    column->addWidget(m_panes, 1);
    setFocusProxy(&parts.view);
    m_emptySoon.setSingleShot(true);
    m_emptySoon.setInterval(emptyMs);
    connect(&m_emptySoon, &QTimer::timeout, this, &SideBySide::close);
    for (const auto told : {&GraphDocument::analysesChanged, &GraphDocument::graphChanged,
                            &GraphDocument::stepRowsChanged}) {
        connect(&parts.document, told, this, &SideBySide::refresh);
    }
    connect(&parts.selection, &Selection::selectionChanged, this, &SideBySide::selectOther);
    connect(&parts.canvas, &CanvasController::shown, this, [this] {
        followSwitches();
        followMain();
    });
    connect(&parts.view, &CanvasSurface::transformChanged, this, &SideBySide::followMain);
    retranslate();
}

SideBySide::~SideBySide() = default;

QWidget *SideBySide::makeHeader()
{
    auto *header = new QWidget(this);
    header->setObjectName(QStringLiteral("side-by-side-header"));
    m_title->setBuddy(m_steps);
    m_steps->setObjectName(QStringLiteral("other-step"));
    m_steps->setMinimumWidth(leastStepsWidth);
    m_steps->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_words->setObjectName(QStringLiteral("counterpart"));
    m_words->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_words->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_close->setObjectName(QStringLiteral("side-by-side-close"));
    m_close->setIcon(QIcon(QStringLiteral(":/nervure/icons/close-small.svg")));
    m_close->setAutoRaise(true);
    auto *row = new QHBoxLayout(header);
    row->setContentsMargins(8, 4, 8, 4);
    row->setSpacing(8);
    row->addWidget(m_title);
    row->addWidget(m_steps);
    row->addWidget(m_words, 1);
    row->addWidget(m_close);
    connect(m_close, &QToolButton::clicked, this, [this] { setOn(false); });
    connect(m_steps, &QComboBox::activated, this, [this](int chosen) {
        const int step = m_steps->itemData(chosen).toInt();
        m_parts.document.compareWith(step == stepBefore ? std::nullopt : std::optional(step));
    });
    header->hide();
    return header;
}

void SideBySide::retranslate()
{
    m_title->setText(tr("Compare &with"));
    m_steps->setAccessibleName(tr("Step that is shown beside"));
    m_close->setToolTip(tr("Show one step alone"));
    m_close->setAccessibleName(m_close->toolTip());
    if (m_other) {
        m_other->view->setAccessibleName(tr("Graph of the step beside"));
        listSteps();
        showWords();
    }
}

GraphView *SideBySide::otherView() const
{
    return m_other ? m_other->view : nullptr;
}

int SideBySide::otherStep() const
{
    const GraphDocument &document = m_parts.document;
    return document.comparedStep().value_or(std::max(document.shownStep() - 1, 0));
}

void SideBySide::setOn(bool isOn)
{
    if (isOn != m_isOn) {
        m_isOn = isOn;
        refresh();
        Q_EMIT switched();
    }
}

void SideBySide::refresh()
{
    if (!m_isOn) {
        close();
        return;
    }
    if (m_parts.document.passSteps().empty()) {
        m_emptySoon.start();
        return;
    }
    m_emptySoon.stop();
    if (!m_other) {
        open();
    }
    listSteps();
    showOther();
    showMarks();
    match();
    showWords();
}

void SideBySide::close()
{
    m_header->hide();
    m_other.reset();
    m_matched = {};
    m_counterparts.reset();
}

void SideBySide::open()
{
    m_other = std::make_unique<Other>(m_parts.document.builtins(), m_layout, m_panes);
    GraphView *view = m_other->view;
    view->setObjectName(QStringLiteral("other-canvas"));
    view->setMinimumWidth(leastPaneWidth);
    m_panes->insertWidget(0, view);
    m_panes->setStretchFactor(0, 1);
    m_panes->setStretchFactor(1, 1);
    const int half = m_panes->width() / 2;
    m_panes->setSizes({half, m_panes->width() - half});
    m_header->show();
    QMetaObject::invokeMethod(this, &SideBySide::elideWords, Qt::QueuedConnection);
    view->show();
    connect(&m_other->selection, &Selection::selectionChanged, this, &SideBySide::selectMain);
    connect(&m_other->controller, &CanvasController::shown, this, &SideBySide::followMain);
    connect(view, &CanvasSurface::transformChanged, this, &SideBySide::followOther);
    connect(view, &CanvasSurface::groupToggled, &m_parts.canvas, &CanvasController::toggleGroup);
    retranslate();
    followPreferences();
}

void SideBySide::followPreferences()
{
    if (m_other) {
        m_other->view->setWheelZooms(m_parts.view.wheelZooms());
        m_other->view->setAnimated(m_parts.view.isAnimated());
    }
}

void SideBySide::followSwitches()
{
    if (m_other) {
        m_other->controller.setSwitches(m_parts.canvas.switches());
        m_other->controller.setFolding(m_parts.canvas.folding());
    }
}

void SideBySide::listSteps()
{
    const GraphDocument &document = m_parts.document;
    const auto nameOf = [&document](int step) {
        return step == 0 ? tr("As opened")
                         : document.passSteps()[static_cast<std::size_t>(step) - 1].name;
    };
    const QSignalBlocker blocker(m_steps);
    m_steps->clear();
    m_steps->addItem(tr("The step before: %1").arg(nameOf(std::max(document.shownStep() - 1, 0))),
                     stepBefore);
    for (const StepRow &row : document.stepRows()) {
        m_steps->addItem(QStringLiteral("%1  %2").arg(row.last).arg(nameOf(row.last)), row.last);
    }
    const int wanted = document.comparedStep().value_or(stepBefore);
    if (m_steps->findData(wanted) < 0) {
        m_steps->addItem(QStringLiteral("%1  %2").arg(wanted).arg(nameOf(wanted)), wanted);
    }
    m_steps->setCurrentIndex(m_steps->findData(wanted));
}

/// Gives the second canvas the graph of the step, unless it has it.
void SideBySide::showOther()
{
    const ModelStage stage = m_parts.document.stageAfter(otherStep());
    GraphDocument &document = m_other->document;
    const bool isShown = document.revision() == stage.graph->revision()
                         && document.graph().nodeCount() == stage.graph->nodeCount()
                         && document.stage().index == stage.index;
    followSwitches();
    if (isShown) {
        return;
    }
    DocumentContent content;
    content.graph = *stage.graph;
    content.inputFacts = m_parts.document.inputFacts();
    content.examination.emplace().revision = stage.graph->revision();
    PassStep known;
    known.index = stage.index;
    known.analyses = stage.analyses;
    const QScopedValueRollback<bool> guard(m_isFollowing, true);
    document.setContent(std::move(content));
    document.setPassOutcome({document.revision(), {std::move(known)}});
}

/// Of a comparison that is not made yet there are none.
void SideBySide::showMarks()
{
    const GraphDocument &document = m_parts.document;
    const ModelStage &stage = document.stage();
    const bool isKnown = stage.difference && document.baseStep() == otherStep();
    m_other->controller.setChangeMarks(isKnown ? marksBefore(*stage.difference)
                                               : std::unordered_map<NodeId, ChangeMark>());
}

/// Which nodes are which is found out off this thread: there may be very many, and many steps.
void SideBySide::match()
{
    const StagePlace &place = m_parts.document.stagePlace();
    const int other = otherStep();
    if (place.lineage == m_matched.lineage && place.stage == m_matched.stage
        && other == m_matchedOther) {
        return;
    }
    m_matched = place;
    m_matchedOther = other;
    m_counterparts.reset();
    m_other->jobs.start(
        {tr("Matching steps"), QStringLiteral("counterparts")}, m_other->view,
        [place, other](const JobControl &) {
            return Counterparts(*place.lineage, static_cast<std::size_t>(other), place.stage);
        },
        [this](Counterparts counterparts) {
            m_counterparts = std::move(counterparts);
            selectOther();
            followMain();
        });
}

std::vector<NodeId> SideBySide::counterpartsOf(std::span<const NodeId> nodes, bool areInOther) const
{
    if (!m_counterparts) {
        return {};
    }
    return areInOther ? m_counterparts->inSecond(nodes) : m_counterparts->inFirst(nodes);
}

void SideBySide::follow(CanvasSurface &leader, CanvasSurface &follower)
{
    if (!m_other || m_isFollowing) {
        return;
    }
    const QScopedValueRollback<bool> guard(m_isFollowing, true);
    const bool isOther = &leader == m_other->view;
    const auto view = viewInStep(leader, follower, [this, isOther](NodeId node) {
        const std::vector<NodeId> found = counterpartsOf({&node, 1}, isOther);
        return found.empty() ? NodeId() : found.back();
    });
    if (view) {
        follower.setTransform(*view);
    }
}

void SideBySide::followMain()
{
    if (m_other) {
        follow(m_parts.view, *m_other->view);
    }
}

void SideBySide::followOther()
{
    if (m_other) {
        follow(*m_other->view, m_parts.view);
    }
}

void SideBySide::selectOther()
{
    if (!m_other || m_isFollowing) {
        return;
    }
    {
        const QScopedValueRollback<bool> guard(m_isFollowing, true);
        m_other->selection.setNodes(counterpartsOf(m_parts.selection.nodes(), false));
    }
    m_isOtherChosen = false;
    followMain();
    showWords();
}

void SideBySide::selectMain()
{
    if (m_isFollowing) {
        return;
    }
    {
        const QScopedValueRollback<bool> guard(m_isFollowing, true);
        m_parts.selection.setNodes(counterpartsOf(m_other->selection.nodes(), true));
    }
    m_isOtherChosen = true;
    followOther();
    showWords();
}

/// About the node that was selected, in whichever canvas that was.
void SideBySide::showWords()
{
    if (!m_other) {
        return;
    }
    const GraphDocument &document = m_parts.document;
    const Graph &shown = *document.stage().graph;
    const Graph &before = m_other->document.graph();
    const bool isKnown = document.baseStep() == otherStep();
    const GraphDifference *difference = isKnown ? document.stage().difference.get() : nullptr;
    const NodeId here = m_parts.selection.current();
    const NodeId there = m_other->selection.current();
    QString words;
    if (!m_counterparts) {
        words = tr("Matching the nodes of both");
    } else if (shown.contains(here) && !m_isOtherChosen) {
        words = counterpartWords({here, shown, counterpartsOf({&here, 1}, false), before, false},
                                 difference);
    } else if (before.contains(there)) {
        words = counterpartWords({there, before, counterpartsOf({&there, 1}, true), shown, true},
                                 difference);
    } else if (document.shownStep() == otherStep()) {
        words = tr("Both are the same step");
    } else if (difference != nullptr) {
        words = changeWords(difference->counts);
        words = words.isEmpty() ? tr("No node differs") : words;
    }
    m_words->setAccessibleName(words);
    m_words->setToolTip(words);
    elideWords();
}

/// The tip has all of it.
void SideBySide::elideWords()
{
    m_words->setText(
        m_words->fontMetrics().elidedText(m_words->toolTip(), Qt::ElideRight, m_words->width()));
}

void SideBySide::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    QMetaObject::invokeMethod(this, &SideBySide::elideWords, Qt::QueuedConnection);
}

} // namespace nervure
