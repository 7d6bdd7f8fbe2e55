// SPDX-License-Identifier: Apache-2.0
#include "widgets/canvas/view/spoken_text.h"

#include "tests/support/test_class.h"
#include "tests/widgets/canvas/canvas_fixture.h"
#include "widgets/canvas/graph_view.h"

#include <QAccessible>
#include <QSignalSpy>
#include <QTest>

using namespace nervure;
using namespace nervure::tests;

/// The graph without eyes and without a mouse.
class TstSpokenText : public QObject {
    Q_OBJECT

private:
    Graph m_graph;
    std::unique_ptr<GraphView> m_view;

    [[nodiscard]] NodeId node(const char *name) const { return *m_graph.findByName(name); }
    [[nodiscard]] QString nameOf(NodeId id) const
    {
        return QString::fromStdString(m_graph.node(id).name);
    }
    [[nodiscard]] QString details(const char *name) const
    {
        return spokenDetails(*m_view->scene(), m_view->marks(),
                             *m_view->scene()->graph().find(node(name)));
    }

private Q_SLOTS:
    void init()
    {
        m_graph = diamonds(8);
        m_view = std::make_unique<GraphView>();
        m_view->setAnimated(false);
        m_view->resize(800, 600);
        m_view->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_view.get()));
        m_view->setDrawing(draw(m_graph));
        m_view->setFocus();
    }
    void cleanup() { m_view.reset(); }

    void aNodeSaysWhatItReadsAndWhatReadsIt()
    {
        const QString text = details("a0");
        for (const Entry &input : m_graph.node(node("a0")).inputs) {
            QVERIFY2(text.contains(nameOf(input.node)) || m_graph.node(input.node).isVariable(),
                     qPrintable(text));
        }
        QVERIFY2(text.contains(QStringLiteral("read by")), qPrintable(text));
    }

    void marksAreSaidToo()
    {
        CanvasMarks marks;
        marks.title = QStringLiteral("Device");
        marks.classes = {{QStringLiteral("Device 1"), QStringLiteral("1"), {}, 1}};
        marks.nodes[node("a0")].colorClass = 0;
        markDiagnostics(marks, m_graph, {makeErrorAt("a0", "e", "wrong")});
        m_view->setMarks(marks);
        QVERIFY(details("a0").contains(QStringLiteral("Device: Device 1")));
        QVERIFY(details("a0").contains(QStringLiteral("has an error")));
        CanvasMarks heat;
        heat.scale = HeatScale{QStringLiteral("Time"), {}, {}, true};
        m_view->setMarks(heat);
        QVERIFY(details("a0").contains(QStringLiteral("not measured")));
        heat.nodes[node("a0")].owner = QStringLiteral("b0");
        m_view->setMarks(heat);
        QVERIFY(details("a0").contains(QStringLiteral("measured as part of b0")));
        QVERIFY(!details("a0").contains(QStringLiteral("not measured")));
    }

    void whatNoOutputNeedsSaysSo()
    {
        Node node;
        node.op = "elemwise_add";
        node.name = "lost";
        node.inputs = {Entry{this->node("a0")}, Entry{this->node("b0")}};
        m_graph.add(node);
        m_view->setDrawing(draw(m_graph));
        QVERIFY(details("lost").contains(QStringLiteral("no output of the model needs it")));
        QVERIFY(!details("a0").contains(QStringLiteral("needs it")));
        const auto box = *m_view->scene()->graph().find(this->node("lost"));
        QVERIFY(nodeToolTip(*m_view->scene(), box)
                    .contains(QStringLiteral("no output of the model needs it")));
        const auto *legend = m_view->findChild<QWidget *>(QStringLiteral("legend"));
        QVERIFY(legend->accessibleDescription().contains(QStringLiteral("No output needs it")));
    }

    void assistiveTechnologyGetsTheDetails()
    {
        QAccessibleInterface *view = QAccessible::queryAccessibleInterface(m_view.get());
        QVERIFY(view && view->childCount() > 3);
        int described = 0;
        for (int i = 0; i < view->childCount(); ++i) {
            described += view->child(i)->text(QAccessible::Description).isEmpty() ? 0 : 1;
        }
        QCOMPARE(described, view->childCount());
    }

    void valuesAreWalkedAndSpokenWithoutAMouse()
    {
        m_view->setSelectedNodes({node("a0")});
        QSignalSpy changed(m_view.get(), &GraphView::selectionChanged);
        QTest::keyClick(m_view.get(), Qt::Key_V);
        QVERIFY(m_view->selectedValue().has_value());
        QCOMPARE(m_view->selectedValue()->node, node("a0"));
        QCOMPARE(changed.count(), 1);
        QAccessibleInterface *view = QAccessible::queryAccessibleInterface(m_view.get());
        const QString text = view->text(QAccessible::Description);
        QVERIFY2(text.contains(QStringLiteral("output 0 of a0")), qPrintable(text));
        // On to what it reads, and from there up to where that comes from.
        QTest::keyClick(m_view.get(), Qt::Key_V);
        const Entry read = *m_view->selectedValue();
        QVERIFY(read.node != node("a0"));
        QTest::keyClick(m_view.get(), Qt::Key_Up);
        QCOMPARE(m_view->selectedNodes(), std::vector<NodeId>{read.node});
        QVERIFY(!m_view->selectedValue());
        QTest::keyClick(m_view.get(), Qt::Key_V);
        QTest::keyClick(m_view.get(), Qt::Key_Down);
        QCOMPARE(m_view->selectedNodes().size(), std::size_t(1));
        QVERIFY(m_view->selectedNodes().front() != read.node);
        QTest::keyClick(m_view.get(), Qt::Key_V, Qt::ShiftModifier);
        QVERIFY(m_view->selectedValue().has_value());
    }

    void arrowsWalkOperandsAndUsers()
    {
        m_view->setSelectedNodes({node("a0")});
        QTest::keyClick(m_view.get(), Qt::Key_Down);
        const NodeId user = m_view->selectedNodes().back();
        bool reads = false;
        for (const Entry &input : m_graph.node(user).inputs) {
            reads = reads || input.node == node("a0");
        }
        QVERIFY(reads);
        QTest::keyClick(m_view.get(), Qt::Key_Up);
        QCOMPARE(m_view->selectedNodes().back(), node("a0"));
    }
};

NERVURE_GUI_TEST(TstSpokenText)
#include "tst_spoken_text.moc"
