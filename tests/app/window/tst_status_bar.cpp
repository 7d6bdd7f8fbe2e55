// SPDX-License-Identifier: Apache-2.0
#include "app/window/status_bar.h"

#include "tests/app/subgraph_sample.h"
#include "tests/support/test_class.h"
#include "widgets/document/document_edits.h"

#include <QLabel>
#include <QToolButton>

using namespace nervure;
using namespace nervure::tests;

class TstStatusBar : public QObject {
    Q_OBJECT

private:
    static QString text(const MainWindow *window, const char *name)
    {
        const auto *label = find<QLabel>(window, name);
        return label && label->isVisible() ? label->text().replace(QChar(0x00a0), u' ') : QString();
    }

private Q_SLOTS:
    void itSaysWhatTheModelIs()
    {
        WindowFixture program;
        MainWindow *window = program.open(program.sample(QStringLiteral("mlp.json")));
        QVERIFY(window);
        window->show();
        QTRY_VERIFY(!text(window, "status-nodes").isEmpty());
        const Graph &graph = window->session().document.graph();
        QVERIFY(text(window, "status-nodes").startsWith(QString::number(graph.nodeCount())));
        // 150528·128 + 128 + 128·64 + 64 + 64·1000 + 1000
        QTRY_VERIFY(text(window, "status-parameters").startsWith(QStringLiteral("19.3 M param")));
        QCOMPARE(text(window, "status-selection"), QString());
        window->session().selection.select(*graph.findByName("fc1"));
        QTRY_COMPARE(text(window, "status-selection"), QStringLiteral("fc1"));
        const NodeId node = *graph.findByName("fc1");
        QVERIFY(performEdit(window->session().document, EditKind::Rename,
                            {.nodes = {node}, .text = "my_layer"}));
        QTRY_COMPARE(text(window, "status-selection"), QStringLiteral("my_layer"));
    }

    void aNodeInABodyIsCalledByItsWay()
    {
        SubgraphFixture at;
        QVERIFY(at.isReady);
        const NodeId choice = at.node("choice");
        const Graph &body = *at.graph().node(choice).subgraphs[0];
        at.window->session().selection.setNodes(
            {choice}, InnerNode{{{choice, 0}}, *body.findByName("then_tanh")});
        QTRY_COMPARE(text(at.window, "status-selection"), QStringLiteral("choice/1/then_tanh"));
    }

    void theArithmeticIsSwitchedThere()
    {
        WindowFixture program;
        MainWindow *window = program.open(program.sample(QStringLiteral("mlp.json")));
        QVERIFY(window);
        window->show();
        auto *button = find<QToolButton>(window, "status-semantics");
        QTRY_VERIFY(button->isVisible());
        QCOMPARE(window->session().document.semantics(), Semantics::Exact);
        const QString exact = button->text();
        QTest::mouseClick(button, Qt::LeftButton);
        QCOMPARE(window->session().document.semantics(), Semantics::Fixed);
        QTRY_VERIFY(button->text() != exact);
    }
};

NERVURE_GUI_TEST(TstStatusBar)
#include "tst_status_bar.moc"
