// SPDX-License-Identifier: Apache-2.0
#include "tests/app/editing_fixture.h"

#include <QTemporaryDir>

using namespace nervure;
using namespace nervure::tests;

/// Nodes that hold graphs of their own, as loops and conditions do.
class TstSubgraphs : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void theCardSaysHowManyItHolds();
    void eachOpensInAWindow();
    void thereIsNothingToOpenInOthers();

private:
    QTemporaryDir m_folder;
    QString m_sample;
};

namespace {

/// x → choice, which holds a graph for either case → after
const QByteArray condition = R"({"nodes": [
    {"op": "null", "name": "x", "inputs": []},
    {"op": "my_condition", "name": "choice", "inputs": [[0, 0, 0]], "subgraphs": [
        {"nodes": [{"op": "null", "name": "then_x", "inputs": []},
                   {"op": "relu", "name": "then_relu", "inputs": [[0, 0, 0]]}],
         "arg_nodes": [0], "heads": [[1, 0, 0]]},
        {"nodes": [{"op": "null", "name": "else_x", "inputs": []},
                   {"op": "tanh", "name": "else_tanh", "inputs": [[0, 0, 0]]}],
         "arg_nodes": [0], "heads": [[1, 0, 0]]}]},
    {"op": "relu", "name": "after", "inputs": [[1, 0, 0]]}],
"arg_nodes": [0], "heads": [[2, 0, 0]]})";

} // namespace

void TstSubgraphs::initTestCase()
{
    QVERIFY(m_folder.isValid());
    m_sample = m_folder.filePath(QStringLiteral("condition.json"));
    QFile file(m_sample);
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(condition) == condition.size());
}

void TstSubgraphs::theCardSaysHowManyItHolds()
{
    const EditingFixture at(m_sample);
    QVERIFY(at.isReady);
    const DrawnGraph &drawn = at.view().scene()->graph();
    QCOMPARE(drawn.nodes[*drawn.find(at.node("choice"))].detail, std::string("2 subgraphs"));
    QCOMPARE(drawn.nodes[*drawn.find(at.node("after"))].detail, std::string());
}

void TstSubgraphs::eachOpensInAWindow()
{
    EditingFixture at(m_sample);
    QVERIFY(at.isReady);
    at.click("choice");
    at.key(Qt::Key_Return, Qt::ControlModifier | Qt::ShiftModifier);
    const auto windows = at.app.composition.windows().windows();
    QCOMPARE(windows.size(), 3);
    for (int i = 1; i < 3; ++i) {
        GraphDocument &part = windows[i]->session().document;
        QCOMPARE(part.graph().nodeCount(), std::size_t(2));
        QVERIFY(part.graph().findByName(i == 1 ? "then_relu" : "else_tanh").has_value());
        part.undoStack().setClean(); // nobody asks about it at the end
    }
    QVERIFY(at.graph() == at.opened);
    QCOMPARE(at.save(), at.bytes);
}

void TstSubgraphs::thereIsNothingToOpenInOthers()
{
    EditingFixture at(m_sample);
    QVERIFY(at.isReady);
    at.click("after");
    at.window->actions().refreshNow();
    QVERIFY(!at.window->actions().find(QLatin1StringView("open-subgraphs"))->isEnabled());
    at.key(Qt::Key_Return, Qt::ControlModifier | Qt::ShiftModifier);
    QCOMPARE(at.app.composition.windows().windows().size(), 1);
}

QTEST_MAIN(TstSubgraphs)
#include "tst_subgraphs.moc"
