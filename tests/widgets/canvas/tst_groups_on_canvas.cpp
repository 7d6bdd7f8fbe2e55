// SPDX-License-Identifier: Apache-2.0
#include "core/builtins.h"
#include "tests/support/test_class.h"
#include "tests/widgets/canvas/canvas_fixture.h"
#include "widgets/canvas/canvas_controller.h"
#include "widgets/canvas/graph_view.h"
#include "widgets/canvas/view/spoken_text.h"
#include "widgets/document/graph_document.h"
#include "widgets/document/selection.h"
#include "widgets/jobs/job_runner.h"

#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

using namespace nervure;
using namespace nervure::tests;

class TstGroupsOnCanvas : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void blocksAreFoldedIntoCards();
    void aDoubleClickUnfoldsInPlace();
    void theNameOfAFrameFoldsIt();
    void plusAndMinusFold();
    void theBreadcrumbShowsWhereOneIs();
    void nothingThatFloatsCoversANodeOfAFittedPicture();
    void aPictureShownFromItsStartBeginsBelowTheBreadcrumb();
    void theFlowTurnsRight();
    void aJumpUnfoldsWhatHidesItsNode();
    void whatIsFoundHasARingAndARowInTheLegend();
    void largeModelsOpenFolded();
    void whatWasAskedForIsNotFolded();

private:
    /// Waits for the next picture.
    void next()
    {
        QSignalSpy shown(m_controller.get(), &CanvasController::shown);
        QVERIFY(shown.wait(20000));
    }
    void group()
    {
        CanvasSwitches switches = m_controller->switches();
        switches.grouping = Grouping::Repeats;
        m_controller->setSwitches(switches);
        next();
    }
    [[nodiscard]] QPoint middleOf(const char *name) const
    {
        const NodeId node = *m_document->graph().findByName(name);
        return m_view->nodeRectInView(node).center().toPoint();
    }
    /// Of boxes beside the pills of the outputs.
    [[nodiscard]] std::uint32_t count() const
    {
        const CanvasScene &scene = *m_view->scene();
        return scene.nodeCount() - static_cast<std::uint32_t>(scene.graph().outputs.size());
    }

    Builtins m_builtins = makeBuiltins();
    std::unique_ptr<JobRunner> m_jobs;
    std::unique_ptr<GraphDocument> m_document;
    std::unique_ptr<Selection> m_selection;
    std::unique_ptr<GraphView> m_view;
    std::unique_ptr<CanvasController> m_controller;
};

void TstGroupsOnCanvas::init()
{
    m_jobs = std::make_unique<JobRunner>();
    m_document = std::make_unique<GraphDocument>(m_builtins);
    m_selection = std::make_unique<Selection>();
    m_view = std::make_unique<GraphView>();
    m_view->setAnimated(false);
    m_view->resize(900, 700);
    m_view->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_view.get()));
    DocumentContent content;
    content.graph = diamonds(8);
    content.path = QStringLiteral("/nowhere/diamonds.json");
    m_document->setContent(std::move(content));
    LayoutClientOptions layout;
    layout.helper = program("nervure-layout");
    m_controller = std::make_unique<CanvasController>(
        CanvasController::Parts{*m_document, *m_selection, *m_jobs, *m_view}, layout);
    next();
}

void TstGroupsOnCanvas::cleanup()
{
    m_controller.reset();
    m_view.reset();
    m_selection.reset();
    m_document.reset();
    m_jobs.reset();
}

void TstGroupsOnCanvas::blocksAreFoldedIntoCards()
{
    QCOMPARE(count(), 33U);
    group();
    QCOMPARE(count(), 9U); // data, and eight blocks
    const auto card = *m_view->scene()->graph().find(*m_document->graph().findByName("c5"));
    QVERIFY(spokenName(*m_view->scene(), card).contains(QStringLiteral("4 node")));
    QVERIFY(m_view->scene()->texts(card).detail.contains(QStringLiteral("8")));
}

void TstGroupsOnCanvas::aDoubleClickUnfoldsInPlace()
{
    group();
    const QPoint at = middleOf("a3");
    QTest::mouseClick(m_view->viewport(), Qt::LeftButton, {}, at);
    QTest::mouseDClick(m_view->viewport(), Qt::LeftButton, {}, at);
    next();
    QCOMPARE(count(), 12U);
    QVERIFY((middleOf("a3") - at).manhattanLength() <= 2); // the block's first node stays
    QCOMPARE(m_view->scene()->frames().size(), std::size_t(1));
}

void TstGroupsOnCanvas::theNameOfAFrameFoldsIt()
{
    group();
    m_controller->setFolding({1, {}});
    next();
    QCOMPARE(count(), 33U);
    m_view->fit();
    const GroupFrame &frame = m_view->scene()->frames().front();
    const QPointF name = m_view->transform().toView(frame.label.center());
    QTest::mouseClick(m_view->viewport(), Qt::LeftButton, {}, name.toPoint());
    next();
    QCOMPARE(count(), 30U);
}

void TstGroupsOnCanvas::plusAndMinusFold()
{
    group();
    m_selection->setNodes({*m_document->graph().findByName("b4")});
    m_view->setFocus();
    QTest::keyClick(m_view.get(), Qt::Key_Plus);
    next();
    QCOMPARE(count(), 12U);
    QTest::keyClick(m_view.get(), Qt::Key_Minus);
    next();
    QCOMPARE(count(), 9U);
    QTest::keyClick(m_view.get(), Qt::Key_Return);
    next();
    QCOMPARE(count(), 12U);
}

void TstGroupsOnCanvas::theBreadcrumbShowsWhereOneIs()
{
    auto *crumbs = m_view->findChild<QWidget *>(QStringLiteral("breadcrumb"));
    QVERIFY(crumbs != nullptr);
    QVERIFY(!crumbs->isVisible());
    group();
    QVERIFY(crumbs->isVisible());
    m_selection->setNodes({*m_document->graph().findByName("b4")});
    const auto buttons = [crumbs] {
        QList<QToolButton *> shown;
        for (QToolButton *button : crumbs->findChildren<QToolButton *>()) {
            if (button->isVisible()) {
                shown.append(button);
            }
        }
        return shown;
    };
    QCOMPARE(buttons().size(), qsizetype(2));
    QTest::mouseClick(buttons().last(), Qt::LeftButton);
    next();
    QCOMPARE(count(), 12U);
}

void TstGroupsOnCanvas::nothingThatFloatsCoversANodeOfAFittedPicture()
{
    group();
    const QWidget *crumbs = m_view->findChild<QWidget *>(QStringLiteral("breadcrumb"));
    const QWidget *zoom = m_view->findChild<QWidget *>(QStringLiteral("zoom-control"));
    QVERIFY(crumbs->isVisible() && zoom->isVisible());
    for (const QSize size : {QSize(900, 700), QSize(700, 200), QSize(260, 210), QSize(240, 160),
                             QSize(160, 700), QSize(120, 200)}) {
        m_view->resize(size);
        m_view->fit();
        for (std::uint32_t box = 0; box < m_view->scene()->nodeCount(); ++box) {
            const QRectF rect = m_view->transform().toView(m_view->scene()->nodeRect(box));
            QVERIFY(!rect.intersects(QRectF(crumbs->geometry())));
            QVERIFY(!rect.intersects(QRectF(zoom->geometry())));
        }
    }
}

void TstGroupsOnCanvas::aPictureShownFromItsStartBeginsBelowTheBreadcrumb()
{
    group();
    const QWidget *crumbs = m_view->findChild<QWidget *>(QStringLiteral("breadcrumb"));
    m_view->resize(300, 120); // all of it could not be read
    m_view->forgetPlace();
    m_view->setDrawing(m_view->scene()->shared());
    const QRectF first = m_view->transform().toView(m_view->scene()->nodeRect(0));
    QVERIFY(crumbs->isVisible());
    QVERIFY(first.top() > crumbs->geometry().bottom());
    QVERIFY(QRectF(m_view->viewport()->rect()).intersects(first));
}

void TstGroupsOnCanvas::theFlowTurnsRight()
{
    CanvasSwitches switches = m_controller->switches();
    switches.direction = LayoutDirection::Right;
    m_controller->setSwitches(switches);
    next();
    const QRectF bounds = m_view->scene()->bounds();
    QVERIFY(bounds.width() > bounds.height());
    const Drawing &drawing = m_view->scene()->drawing();
    for (const DrawnEdge &edge : drawing.graph.edges) {
        QVERIFY(drawing.layout.nodes[edge.from].right() <= drawing.layout.nodes[edge.to].left());
    }
    m_selection->setNodes({*m_document->graph().findByName("a0")});
    m_view->setFocus();
    QTest::keyClick(m_view.get(), Qt::Key_Right);
    const QString name =
        spokenName(*m_view->scene(), *m_view->scene()->graph().find(m_selection->current()));
    QVERIFY2(name.contains(QStringLiteral("b0")) || name.contains(QStringLiteral("c0")),
             qPrintable(name));
}

void TstGroupsOnCanvas::aJumpUnfoldsWhatHidesItsNode()
{
    group();
    const NodeId hidden = *m_document->graph().findByName("c5");
    const auto kind = [&] {
        const DrawnGraph &drawn = m_view->scene()->graph();
        return drawn.nodes[*drawn.find(hidden)].kind;
    };
    QCOMPARE(kind(), DrawnKind::Group);
    m_selection->jumpTo(hidden);
    QTRY_COMPARE(kind(), DrawnKind::Operator);
    const QRectF window = m_view->viewport()->rect();
    QTRY_VERIFY(window.contains(m_view->nodeRectInView(hidden)));
    QCOMPARE(m_view->selectedNodes(), std::vector<NodeId>{hidden});
    m_selection->jumpTo(hidden); // what is seen stays as it is
    QCOMPARE(count(), 12U);
}

void TstGroupsOnCanvas::whatIsFoundHasARingAndARowInTheLegend()
{
    auto *legend = m_view->findChild<QWidget *>(QStringLiteral("legend"));
    const NodeId node = m_document->graph().nodes().back();
    m_selection->jumpTo(node);
    const QString before = legend->accessibleDescription();
    const QImage plain = m_view->viewport()->grab().toImage();
    m_selection->setFound({node});
    QCOMPARE(m_view->foundNodes().size(), std::size_t(1));
    QVERIFY(legend->accessibleDescription().contains(QStringLiteral("Found (1)")));
    const QImage ringed = m_view->viewport()->grab().toImage();
    const QRectF card = m_view->nodeRectInView(node);
    const QPoint beside(qRound(card.left() - 3), qRound(card.center().y()));
    QVERIFY(plain.pixel(beside) != ringed.pixel(beside));
    m_selection->setFound({});
    QCOMPARE(legend->accessibleDescription(), before);
}

void TstGroupsOnCanvas::largeModelsOpenFolded()
{
    m_controller->setOpensFolded(true);
    const auto open = [this](int blocks) {
        DocumentContent content;
        content.graph = diamonds(blocks);
        content.path = QStringLiteral("/nowhere/diamonds.json");
        m_document->setContent(std::move(content));
        next();
    };
    const QSignalSpy chosen(m_controller.get(), &CanvasController::groupingChosen);
    open(1000);
    QCOMPARE(chosen.size(), 1);
    QCOMPARE(m_controller->switches().grouping, Grouping::Repeats);
    QVERIFY(count() < 30);

    // One level further the blocks are seen, and all that is asked for is what the user asked for.
    m_controller->setFolding({1, {}});
    next();
    QVERIFY(count() >= 1000);
    open(8);
    QCOMPARE(m_controller->switches().grouping, Grouping::None);
    QCOMPARE(count(), 33U);
    m_controller->setOpensFolded(false);
    open(1000);
    QCOMPARE(count(), 4001U);
}

/// As a project opens that was left without groups.
void TstGroupsOnCanvas::whatWasAskedForIsNotFolded()
{
    m_controller->setOpensFolded(true);
    DocumentContent content;
    content.graph = diamonds(1000);
    m_document->setContent(std::move(content));
    m_controller->setSwitches(m_controller->switches());
    next();
    QCOMPARE(m_controller->switches().grouping, Grouping::None);
    QCOMPARE(count(), 4001U);
}

NERVURE_GUI_TEST(TstGroupsOnCanvas)
#include "tst_groups_on_canvas.moc"
