// SPDX-License-Identifier: Apache-2.0
#include "app/commands/graph_exchange.h"
#include "app/window/message_bar.h"
#include "core/graph/analysis/declared_types.h"
#include "tests/app/editing_fixture.h"
#include "tests/support/test_class.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QMimeData>

using namespace nervure;
using namespace nervure::tests;

/// Parts of a model that come from elsewhere or go there: the clipboard, other windows, other files.
class TstGraphExchange : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void nodesTravelBetweenWindowsAsText();
    void cutAndPasteInOneModel();
    void aSelectionBecomesAModelOfItsOwn();
    void anExtractedModelRunsWithItsWeights();
    void aModelIsMergedIn();
    void foreignTextIsNotPasted();
    void nodesTravelBetweenOnnxModels();
    void whatCannotBeCarriedIsSaid();
};

namespace {

QString onnxModel()
{
    return QString::fromStdString((sourceFolder() / "tests/fuzz/seeds/onnx/net.onnx").string());
}

/// The first operator of the graph.
NodeId firstOperator(const Graph &graph)
{
    for (const NodeId id : graph.nodes()) {
        if (!graph.node(id).isVariable()) {
            return id;
        }
    }
    return {};
}

} // namespace

void TstGraphExchange::nodesTravelBetweenWindowsAsText()
{
    EditingFixture at;
    QVERIFY(at.isReady);
    at.click("fc1");
    at.key(Qt::Key_C, Qt::ControlModifier);
    const QMimeData *data = QGuiApplication::clipboard()->mimeData();
    QVERIFY(data->hasFormat(QStringLiteral("application/x-nervure-graph+json")));
    QVERIFY(data->text().contains(QStringLiteral("\"dense\"")));
    EditingFixture other(QStringLiteral("resnet18.json"));
    QVERIFY(other.isReady);
    other.key(Qt::Key_V, Qt::ControlModifier);
    QTRY_VERIFY_WITH_TIMEOUT(other.graph().nodeCount() > other.opened.nodeCount(),
                             WindowFixture::patienceMs);
    const std::vector<NodeId> &pasted = other.window->session().selection.nodes();
    QVERIFY(!pasted.empty());
    bool isDenseThere = false;
    for (const NodeId id : pasted) {
        isDenseThere = isDenseThere || other.graph().node(id).op == "dense";
    }
    QVERIFY(isDenseThere);
    QCOMPARE(other.document().undoStack().count(), 1);
    other.undo();
    QVERIFY(other.graph() == other.opened);
    QCOMPARE(other.save(), other.bytes);
}

void TstGraphExchange::cutAndPasteInOneModel()
{
    EditingFixture at;
    QVERIFY(at.isReady);
    at.click("relu2");
    at.key(Qt::Key_X, Qt::ControlModifier);
    QVERIFY(!at.node("relu2").isValid());
    QCOMPARE(at.document().undoStack().count(), 1);
    at.key(Qt::Key_V, Qt::ControlModifier);
    QTRY_VERIFY_WITH_TIMEOUT(at.node("relu2").isValid(), WindowFixture::patienceMs);
    // What it read is there under that name.
    QCOMPARE(at.graph().node(at.node("relu2")).inputs.front().node, at.node("fc2"));
    at.undo();
    at.undo();
    QVERIFY(at.graph() == at.opened);
    QCOMPARE(at.save(), at.bytes);
}

void TstGraphExchange::aSelectionBecomesAModelOfItsOwn()
{
    EditingFixture at;
    QVERIFY(at.isReady);
    at.click("fc2");
    at.click("relu2", Qt::ControlModifier);
    at.key(Qt::Key_X, Qt::ControlModifier | Qt::ShiftModifier);
    QCOMPARE(at.app.composition.windows().windows().size(), 2);
    MainWindow *made = at.app.composition.windows().windows().last();
    const Graph &graph = made->session().document.graph();
    QVERIFY(graph.findByName("fc2").has_value());
    QVERIFY(graph.findByName("fc2_weight").has_value());
    QVERIFY(!graph.findByName("fc1").has_value());
    QVERIFY(made->session().document.isDirty());
    QVERIFY(at.graph() == at.opened);
    made->session().document.markSaved(); // nobody asks about it at the end
}

/// In a tab that no file has seen yet: the weights are those of the model that it came from.
void TstGraphExchange::anExtractedModelRunsWithItsWeights()
{
    EditingFixture at(QString::fromStdString(
        (sourceFolder() / "tests/golden/peers/classifier/model.onnx").string()));
    QVERIFY(at.isReady);
    at.window->session().selection.select(firstOperator(at.graph()));
    at.key(Qt::Key_Down, Qt::ControlModifier | Qt::ShiftModifier); // and all behind it
    const std::size_t selected = at.window->session().selection.nodes().size();
    QVERIFY(selected > 3);
    at.key(Qt::Key_X, Qt::ControlModifier | Qt::ShiftModifier);
    QCOMPARE(at.app.composition.windows().windows().size(), 2);
    MainWindow *made = at.app.composition.windows().windows().last();
    GraphDocument &document = made->session().document;
    QVERIFY(document.path().isEmpty());
    std::size_t largest = 0;
    for (const NodeId id : document.parameters()) {
        const ValueType type = declaredTypeOf(document.graph(), Entry{id});
        largest = std::max(largest, static_cast<std::size_t>(type.elementCount().value_or(0)));
    }
    QVERIFY(largest > 64); // more than stand in attributes
    const WorkerProcess &worker = made->session().worker;
    QTRY_VERIFY_WITH_TIMEOUT(!worker.isBusy() && !worker.devices().isEmpty(),
                             WindowFixture::patienceMs);
    ProfileRunner &profiles = made->session().profiles;
    ProfileOptions options = profiles.options();
    options.device = QStringLiteral("reference");
    options.repeat = 1;
    options.warmup = 0;
    options.settles = false;
    profiles.setOptions(options);
    profiles.run();
    QTRY_VERIFY_WITH_TIMEOUT(!profiles.isRunning(), WindowFixture::patienceMs);
    QVERIFY2(document.profile() != nullptr, qPrintable(profiles.failure()));
    QVERIFY(!document.profile()->data.layers.empty());
    for (const std::string &name : document.profile()->invented) {
        const auto variable = document.graph().findByName(name);
        QVERIFY2(variable && document.parameters().count(*variable) == 0, name.c_str());
    }
    document.markSaved(); // nobody asks about it at the end
}

void TstGraphExchange::aModelIsMergedIn()
{
    EditingFixture at;
    QVERIFY(at.isReady);
    at.window->exchange().merge(at.app.sample(QStringLiteral("mlp.json")));
    QTRY_VERIFY_WITH_TIMEOUT(at.graph().nodeCount() > at.opened.nodeCount(),
                             WindowFixture::patienceMs);
    QVERIFY(at.graph().heads().size() > at.opened.heads().size());
    QCOMPARE(at.brokenHistory(), QString());
}

void TstGraphExchange::foreignTextIsNotPasted()
{
    EditingFixture at;
    QVERIFY(at.isReady);
    QGuiApplication::clipboard()->setText(QStringLiteral("a shopping list"));
    QVERIFY(!at.window->exchange().canPaste());
    QGuiApplication::clipboard()->setText(QStringLiteral("{\"nodes\": [1"));
    at.window->actions().trigger(QStringLiteral("paste"));
    QTRY_VERIFY_WITH_TIMEOUT(!find<QWidget>(at.window, "message-bar")->isHidden(),
                             WindowFixture::patienceMs);
    QVERIFY(at.graph() == at.opened);
}

void TstGraphExchange::nodesTravelBetweenOnnxModels()
{
    EditingFixture at(onnxModel());
    QVERIFY(at.isReady);
    const NodeId node = firstOperator(at.graph());
    at.window->session().selection.select(node);
    at.key(Qt::Key_C, Qt::ControlModifier);
    EditingFixture other(onnxModel());
    QVERIFY(other.isReady);
    other.key(Qt::Key_A, Qt::ControlModifier);
    other.key(Qt::Key_V, Qt::ControlModifier);
    QTRY_VERIFY_WITH_TIMEOUT(other.graph().nodeCount() > other.opened.nodeCount(),
                             WindowFixture::patienceMs);
    const std::vector<NodeId> &pasted = other.window->session().selection.nodes();
    QVERIFY(std::any_of(pasted.begin(), pasted.end(), [&](NodeId id) {
        return other.graph().node(id).op == at.graph().node(node).op;
    }));
    other.undo();
    QVERIFY(other.graph() == other.opened);
}

void TstGraphExchange::whatCannotBeCarriedIsSaid()
{
    EditingFixture at(onnxModel());
    QVERIFY(at.isReady);
    at.window->session().selection.select(firstOperator(at.graph()));
    at.key(Qt::Key_C, Qt::ControlModifier);
    EditingFixture other;
    QVERIFY(other.isReady);
    other.key(Qt::Key_V, Qt::ControlModifier);
    auto *bar = find<QWidget>(other.window, "message-bar");
    QTRY_VERIFY_WITH_TIMEOUT(!bar->isHidden(), WindowFixture::patienceMs);
    const QString text = static_cast<MessageBar *>(bar)->text();
    QVERIFY2(text.startsWith(QStringLiteral("Nothing was added: ")), qPrintable(text));
    QVERIFY2(text.contains(QStringLiteral("expected")), qPrintable(text));
    QVERIFY(other.graph() == other.opened);
}

NERVURE_GUI_TEST(TstGraphExchange)
#include "tst_graph_exchange.moc"
