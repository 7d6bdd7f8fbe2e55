// SPDX-License-Identifier: Apache-2.0
#include "tests/app/subgraph_sample.h"
#include "tests/support/test_class.h"

using namespace nervure;
using namespace nervure::tests;

/// Nodes that hold graphs of their own, as loops and conditions do.
class TstSubgraphs : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theCardSaysHowManyItHolds();
    void eachOpensInAWindow();
    void thereIsNothingToOpenInOthers();
};

void TstSubgraphs::theCardSaysHowManyItHolds()
{
    const SubgraphFixture at;
    QVERIFY(at.isReady);
    const DrawnGraph &drawn = at.view().scene()->graph();
    QCOMPARE(drawn.nodes[*drawn.find(at.node("choice"))].detail, std::string("2 subgraphs"));
    QCOMPARE(drawn.nodes[*drawn.find(at.node("after"))].detail, std::string());
}

void TstSubgraphs::eachOpensInAWindow()
{
    SubgraphFixture at;
    QVERIFY(at.isReady);
    at.click("choice");
    at.key(Qt::Key_Return, Qt::ControlModifier | Qt::ShiftModifier);
    const auto windows = at.app.composition.windows().windows();
    QCOMPARE(windows.size(), 3);
    for (int i = 1; i < 3; ++i) {
        GraphDocument &part = windows[i]->session().document;
        QCOMPARE(part.graph().nodeCount(), std::size_t(i == 1 ? 3 : 2));
        QVERIFY(part.graph().findByName(i == 1 ? "then_relu" : "loop").has_value());
        part.markSaved(); // nobody asks about it at the end
    }
    QVERIFY(at.graph() == at.opened);
    QCOMPARE(at.save(), at.bytes);
}

void TstSubgraphs::thereIsNothingToOpenInOthers()
{
    SubgraphFixture at;
    QVERIFY(at.isReady);
    at.click("after");
    at.window->actions().refreshNow();
    QVERIFY(!at.window->actions().find(QLatin1StringView("open-subgraphs"))->isEnabled());
    at.key(Qt::Key_Return, Qt::ControlModifier | Qt::ShiftModifier);
    QCOMPARE(at.app.composition.windows().windows().size(), 1);
}

NERVURE_GUI_TEST(TstSubgraphs)
#include "tst_subgraphs.moc"
