// SPDX-License-Identifier: Apache-2.0
#include "tests/app/subgraph_sample.h"
#include "tests/support/test_class.h"
#include "widgets/canvas/view/spoken_text.h"

#include <QAccessible>
#include <QDropEvent>
#include <QMimeData>
#include <QToolButton>

using namespace nervure;
using namespace nervure::tests;

/// The graphs that nodes hold, unfolded on the canvas of the one that holds them.
class TstUnfoldedSubgraphs : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aDoubleClickUnfoldsACardInPlace();
    void clicksInsideSelectTheHolder();
    void theKeyboardUnfoldsAndGoesInside();
    void eachOpensFromInside();
    void levelsUnfoldWithoutAGrouping();
    void theNameOfAFrameFoldsIt();
    void linesInsideAreNoValues();
    void marksOfTheHolderStayOutside();
    void nothingIsDroppedInside();
    void itStaysUnfoldedThroughAnEdit();
    void assistiveTechnologySeesWhatIsInside();
};

namespace {

/// A window on the sample, all of it in sight, and what stands on its canvas.
class Canvas : public SubgraphFixture {
public:
    Canvas() { view().fit(); }

    [[nodiscard]] const CanvasScene &scene() const { return *view().scene(); }
    /// The box of that name, or with that title.
    [[nodiscard]] std::optional<std::uint32_t> box(const std::string &name) const
    {
        const auto &nodes = scene().graph().nodes;
        for (std::uint32_t i = 0; i < nodes.size(); ++i) {
            if (nodes[i].name == name || nodes[i].title == name) {
                return i;
            }
        }
        return std::nullopt;
    }
    [[nodiscard]] QPoint middleOf(const std::string &name) const
    {
        const auto at = box(name);
        return at ? view().transform().toView(scene().nodeRect(*at)).center().toPoint()
                  : QPoint(-1, -1);
    }
    void clickOn(const std::string &name) const
    {
        QTest::mouseClick(view().viewport(), Qt::LeftButton, {}, middleOf(name));
    }
    void doubleClickOn(const std::string &name) const
    {
        const QPoint at = middleOf(name);
        QTest::mouseClick(view().viewport(), Qt::LeftButton, {}, at);
        QTest::mouseDClick(view().viewport(), Qt::LeftButton, {}, at);
    }
    /// Those of nodes: the pill of the output stands beside them.
    [[nodiscard]] std::uint32_t boxes() const
    {
        return scene().nodeCount() - static_cast<std::uint32_t>(scene().graph().outputs.size());
    }
    /// Waits until so many boxes are drawn, and brings all into sight.
    [[nodiscard]] bool comesTo(std::uint32_t count, bool fits = true) const
    {
        const bool isThere =
            QTest::qWaitFor([&] { return boxes() == count; }, WindowFixture::patienceMs);
        if (fits) {
            view().fit();
        }
        return isThere;
    }
    [[nodiscard]] bool unfoldAll() const
    {
        key(Qt::Key_BracketRight, Qt::ControlModifier | Qt::AltModifier);
        return comesTo(all);
    }
    [[nodiscard]] QStringList crumbs() const
    {
        QStringList texts;
        const auto *row = view().findChild<QWidget *>(QStringLiteral("breadcrumb"));
        for (const QToolButton *crumb : row->findChildren<QToolButton *>()) {
            if (!crumb->isHidden()) {
                texts += crumb->accessibleName();
            }
        }
        return texts;
    }
    [[nodiscard]] std::vector<NodeId> selected() const
    {
        return window->session().selection.nodes();
    }
    [[nodiscard]] std::vector<NodeId> owner() const { return {node("choice")}; }

    static constexpr std::uint32_t folded = 6; ///< four, and two cards
    static constexpr std::uint32_t first = 8;  ///< with the first unfolded
    static constexpr std::uint32_t all = 11;
};

} // namespace

void TstUnfoldedSubgraphs::aDoubleClickUnfoldsACardInPlace()
{
    Canvas at;
    QVERIFY(at.isReady);
    QCOMPARE(at.boxes(), Canvas::folded);
    const QPoint card = at.middleOf("choice: subgraph 1");
    at.doubleClickOn("choice: subgraph 1");
    QVERIFY(at.comesTo(Canvas::first, false));
    QVERIFY(at.box("then_tanh").has_value());
    QVERIFY(!at.box("loop").has_value());
    QCOMPARE(at.scene().frames().size(), std::size_t(1));
    // Its first box stands where the card was.
    QVERIFY((at.middleOf("then_x") - card).manhattanLength() <= 2);
    QCOMPARE(at.selected(), at.owner());
    QCOMPARE(at.crumbs(),
             (QStringList{QStringLiteral("Whole graph"), QStringLiteral("choice: subgraph 1")}));
    QVERIFY(at.graph() == at.opened);
    QVERIFY(!at.document().isDirty());
}

void TstUnfoldedSubgraphs::clicksInsideSelectTheHolder()
{
    Canvas at;
    QVERIFY(at.isReady && at.unfoldAll());
    at.clickOn("after");
    QCOMPARE(at.selected(), std::vector<NodeId>{at.node("after")});
    at.clickOn("step");
    QCOMPARE(at.selected(), at.owner());
    QCOMPARE(at.view().currentBox(), at.box("step"));
    QCOMPARE(at.crumbs(),
             (QStringList{QStringLiteral("Whole graph"), QStringLiteral("choice: subgraph 2"),
                          QStringLiteral("loop: subgraph")}));
    const auto &inner = at.window->session().selection.inner();
    QVERIFY(inner && inner->path.size() == 2);
    const Graph *body = graphAt(at.graph(), inner->path);
    QVERIFY(body);
    QCOMPARE(body->node(inner->node).name, std::string("step"));
    const QString spoken = spokenName(at.scene(), *at.box("step"));
    QVERIFY2(spoken.contains(QStringLiteral("inside loop: subgraph")), qPrintable(spoken));
    at.clickOn("choice");
    QCOMPARE(at.view().currentBox(), at.box("choice"));
    QVERIFY(!at.window->session().selection.inner());
    QCOMPARE(at.crumbs().size(), 1);
}

void TstUnfoldedSubgraphs::theKeyboardUnfoldsAndGoesInside()
{
    Canvas at;
    QVERIFY(at.isReady);
    at.click("choice");
    at.key(Qt::Key_Plus); // all that it holds
    QVERIFY(at.comesTo(10));
    QVERIFY(at.box("then_relu") && at.box("loop: subgraph"));
    at.key(Qt::Key_Minus);
    QVERIFY(at.comesTo(Canvas::folded));
    at.clickOn("choice: subgraph 2");
    at.key(Qt::Key_Return);
    QVERIFY(at.comesTo(8));
    QCOMPARE(at.view().currentBox(), at.box("else_x"));
    at.key(Qt::Key_Down);
    QCOMPARE(at.view().currentBox(), at.box("loop"));
    QCOMPARE(at.selected(), at.owner());
    at.key(Qt::Key_Plus);
    QVERIFY(at.comesTo(9));
    QCOMPARE(at.view().currentBox(), at.box("loop"));
    at.clickOn("step");
    at.key(Qt::Key_Minus);
    QVERIFY(at.comesTo(8));
    QCOMPARE(at.view().currentBox(), at.box("loop: subgraph"));
    at.key(Qt::Key_Down);
    at.key(Qt::Key_Down);
    QCOMPARE(at.view().currentBox(), at.box("choice"));
    at.key(Qt::Key_Down);
    QCOMPARE(at.selected(), std::vector<NodeId>{at.node("after")});
}

void TstUnfoldedSubgraphs::eachOpensFromInside()
{
    Canvas at;
    QVERIFY(at.isReady && at.unfoldAll());
    at.doubleClickOn("then_relu");
    auto windows = at.app.composition.windows().windows();
    QCOMPARE(windows.size(), 2);
    GraphDocument &part = windows[1]->session().document;
    QCOMPARE(part.graph().nodeCount(), std::size_t(3));
    QVERIFY(part.graph().findByName("then_tanh").has_value());
    part.markSaved(); // nobody asks about it at the end
    at.clickOn("item");
    at.key(Qt::Key_Return);
    windows = at.app.composition.windows().windows();
    QCOMPARE(windows.size(), 3);
    GraphDocument &loop = windows[2]->session().document;
    QVERIFY(loop.graph().findByName("step").has_value());
    loop.markSaved();
    QVERIFY(at.graph() == at.opened);
}

void TstUnfoldedSubgraphs::levelsUnfoldWithoutAGrouping()
{
    Canvas at;
    QVERIFY(at.isReady);
    at.key(Qt::Key_BracketRight, Qt::ControlModifier);
    QVERIFY(at.comesTo(10));
    at.key(Qt::Key_BracketRight, Qt::ControlModifier);
    QVERIFY(at.comesTo(Canvas::all));
    at.key(Qt::Key_BracketLeft, Qt::ControlModifier);
    QVERIFY(at.comesTo(10));
    at.key(Qt::Key_BracketLeft, Qt::ControlModifier | Qt::AltModifier);
    QVERIFY(at.comesTo(Canvas::folded));
}

void TstUnfoldedSubgraphs::theNameOfAFrameFoldsIt()
{
    Canvas at;
    QVERIFY(at.isReady && at.unfoldAll());
    const GroupFrame &frame = at.scene().frames().front();
    const QPointF name = at.view().transform().toView(frame.label.center());
    QTest::mouseClick(at.view().viewport(), Qt::LeftButton, {}, name.toPoint());
    QVERIFY(at.comesTo(9));
    QVERIFY(at.box("choice: subgraph 1").has_value());
}

void TstUnfoldedSubgraphs::linesInsideAreNoValues()
{
    Canvas at;
    QVERIFY(at.isReady && at.unfoldAll());
    at.clickOn("then_relu");
    at.key(Qt::Key_V); // what it gives
    QVERIFY(at.view().selectedEdge().has_value());
    QVERIFY(!at.view().selectedValue().has_value());
    const DrawnGraph &drawn = at.scene().graph();
    QCOMPARE(drawn.edges[*at.view().selectedEdge()].to, *at.box("then_tanh"));
    // Its way is one line: the holder's own value is another one.
    QCOMPARE(at.scene().wayOf(at.scene().linesOf(*at.view().selectedEdge())).size(),
             std::size_t(1));
    QVERIFY(at.selected().empty());
    at.key(Qt::Key_V); // what it reads
    QCOMPARE(drawn.edges[*at.view().selectedEdge()].from, *at.box("then_x"));
    at.key(Qt::Key_Down);
    QCOMPARE(at.view().currentBox(), at.box("then_relu"));
    QCOMPARE(at.selected(), at.owner());
}

void TstUnfoldedSubgraphs::marksOfTheHolderStayOutside()
{
    Canvas at;
    QVERIFY(at.isReady && at.unfoldAll());
    CanvasMarks marks;
    marks.nodes[at.node("choice")].badge = QStringLiteral("12 %");
    at.view().setMarks(marks);
    const QImage with = at.view().grab().toImage();
    at.view().setMarks({});
    const QImage without = at.view().grab().toImage();
    const QRect owner = at.view().nodeRectInView(at.node("choice")).toAlignedRect();
    QVERIFY(with.copy(owner) != without.copy(owner));
    for (const char *name : {"then_relu", "then_tanh", "loop", "step"}) {
        const QRect inside =
            at.view().transform().toView(at.scene().nodeRect(*at.box(name))).toAlignedRect();
        QVERIFY(with.copy(inside) == without.copy(inside));
    }
}

void TstUnfoldedSubgraphs::nothingIsDroppedInside()
{
    Canvas at;
    QVERIFY(at.isReady && at.unfoldAll());
    QTest::mouseMove(at.view().viewport(), at.middleOf("before"));
    const auto start = at.gestures().outputHandle(at.node("before"));
    QVERIFY(start.has_value());
    const QRectF frame = at.scene().frames().front().rect;
    const QPoint beside =
        at.view().transform().toView(frame.bottomLeft() + QPointF(4, -4)).toPoint();
    for (const QPoint &to : {at.middleOf("then_relu"), beside}) {
        QVERIFY(at.gestures().placeAt(to).isInside);
        at.drag(start->toPoint(), to);
        QVERIFY(QApplication::activePopupWidget() == nullptr);
        QVERIFY(at.graph() == at.opened);
        QMimeData data;
        data.setData(QStringLiteral("application/x-nervure-operator"), "relu");
        QDragMoveEvent over(to, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(at.view().viewport(), &over);
        QVERIFY(!over.isAccepted());
        QDropEvent drop(to, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(at.view().viewport(), &drop);
        QVERIFY(at.graph() == at.opened);
        QTest::mouseDClick(at.view().viewport(), Qt::LeftButton, {}, beside);
        QVERIFY(at.graph() == at.opened);
    }
    // The menu there is the holder's.
    QVERIFY(at.chooseInMenu("node-menu", beside, QStringLiteral("action-open-subgraphs")));
    QCOMPARE(at.selected(), at.owner());
    const auto windows = at.app.composition.windows().windows();
    QCOMPARE(windows.size(), 3);
    for (int i = 1; i < 3; ++i) {
        windows[i]->session().document.markSaved(); // nobody asks about it at the end
    }
}

void TstUnfoldedSubgraphs::itStaysUnfoldedThroughAnEdit()
{
    Canvas at;
    QVERIFY(at.isReady && at.unfoldAll());
    at.clickOn("after");
    at.key(Qt::Key_Delete);
    QVERIFY(at.comesTo(Canvas::all - 1));
    QVERIFY(at.box("step").has_value());
    at.undo();
    QVERIFY(at.comesTo(Canvas::all));
    QVERIFY(at.graph() == at.opened);
    at.clickOn("step");
    at.key(Qt::Key_Delete); // what is selected: the node that holds it
    QVERIFY(at.comesTo(3));
    QVERIFY(!at.box("step").has_value());
    at.undo();
    QVERIFY(at.comesTo(Canvas::all));
    QVERIFY(at.box("step").has_value());
    QCOMPARE(at.save(), at.bytes);
}

void TstUnfoldedSubgraphs::assistiveTechnologySeesWhatIsInside()
{
    Canvas at;
    QVERIFY(at.isReady && at.unfoldAll());
    QAccessibleInterface *canvas = QAccessible::queryAccessibleInterface(&at.view());
    QVERIFY(canvas != nullptr);
    QCOMPARE(canvas->childCount(), static_cast<int>(Canvas::all + 1)); // and the pill of the output
    QStringList names;
    for (int i = 0; i < canvas->childCount(); ++i) {
        names += canvas->child(i)->text(QAccessible::Name);
    }
    QCOMPARE(names.removeDuplicates(), 0);
    at.clickOn("step");
    int selected = 0;
    for (int i = 0; i < canvas->childCount(); ++i) {
        QAccessibleInterface *child = canvas->child(i);
        if (child->state().focused) {
            QVERIFY(child->text(QAccessible::Name).contains(QStringLiteral("step inside loop")));
            QVERIFY(child->text(QAccessible::Description).contains(QStringLiteral("reads item")));
        }
        selected += child->state().selected ? 1 : 0;
    }
    QCOMPARE(selected, 2); // it, and the node that holds it
}

NERVURE_GUI_TEST(TstUnfoldedSubgraphs)
#include "tst_unfolded_subgraphs.moc"
