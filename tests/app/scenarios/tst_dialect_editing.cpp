// SPDX-License-Identifier: Apache-2.0
#include "app/commands/graph_exchange.h"
#include "tests/app/editing_fixture.h"
#include "tests/support/test_class.h"
#include "widgets/document/selection.h"

#include <QClipboard>
#include <QLabel>

using namespace nervure;
using namespace nervure::tests;

/// What comes from the other dialect, and what only LightNet has: the order in which operators run.
class TstDialectEditing : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void nnvmTextIsPastedIntoLightNet();
    void whatLightNetLacksIsNotPasted();
    void lightNetTextIsPastedIntoNnvm();
    void aModelOfTheOtherDialectIsMergedIn();
    void operatorsRunEarlierAndLaterByKey();
    void theOrderKeepsWhatIsReadInFront();
    void dependenciesComeAndGoByKey();
};

namespace {

const QString convnet = QStringLiteral("lightnet_convnet.json");

const QByteArray mystery = R"nnvm({"nodes": [
        {"op": "null", "name": "x", "attrs": {"shape": "(1, 3, 8, 8)"
}
, "inputs" : []
},
        {"op": "mystery", "name": "odd", "inputs": [[0, 0, 0]]}],
        "arg_nodes": [0], "node_row_ptr": [0, 1, 2], "heads": [[1, 0, 0]], "attrs":
{}
})nnvm";

/// Of the nodes that the edit added, those of the dialect.
std::size_t addedOf(const EditingFixture &at, Dialect dialect)
{
    std::size_t count = 0;
    for (const NodeId id : at.graph().nodes()) {
        const bool isNew = at.opened.find(id) == nullptr;
        count += isNew && at.graph().node(id).dialect == dialect ? 1 : 0;
    }
    return count;
}

bool pasteText(const EditingFixture &at, const QByteArray &text)
{
    QGuiApplication::clipboard()->setText(QString::fromUtf8(text));
    at.key(Qt::Key_V, Qt::ControlModifier);
    auto &jobs = at.window->session().jobs;
    return QTest::qWaitFor([&jobs] { return jobs.jobs().isEmpty(); }, WindowFixture::patienceMs);
}

QByteArray contentOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

QString message(const EditingFixture &at)
{
    const auto *bar = find<QWidget>(at.window, "message-bar");
    const auto labels = bar->findChildren<QLabel *>();
    QString text;
    for (const QLabel *label : labels) {
        text += label->text();
    }
    return bar->isHidden() ? QString() : text;
}

std::size_t placeOf(const EditingFixture &at, const char *name)
{
    const auto ids = at.graph().nodes();
    return static_cast<std::size_t>(std::find(ids.begin(), ids.end(), at.node(name)) - ids.begin());
}

} // namespace

void TstDialectEditing::nnvmTextIsPastedIntoLightNet()
{
    EditingFixture at(convnet);
    QVERIFY(at.isReady);
    QVERIFY(pasteText(at, contentOf(at.app.sample(QStringLiteral("mlp.json")))));
    QVERIFY2(message(at).isEmpty(), qPrintable(message(at)));
    QVERIFY(addedOf(at, Dialect::LightNet) > 3);
    QCOMPARE(addedOf(at, Dialect::Nnvm), std::size_t{0});
    QCOMPARE(at.brokenHistory(), QString());
}

void TstDialectEditing::whatLightNetLacksIsNotPasted()
{
    EditingFixture at(convnet);
    QVERIFY(at.isReady);
    QVERIFY(pasteText(at, mystery));
    QTRY_VERIFY(!message(at).isEmpty());
    QVERIFY2(message(at).contains(QStringLiteral("odd")), qPrintable(message(at)));
    QVERIFY(at.graph() == at.opened);
    QCOMPARE(at.document().undoStack().count(), 0);
}

void TstDialectEditing::lightNetTextIsPastedIntoNnvm()
{
    EditingFixture at;
    QVERIFY(at.isReady);
    QVERIFY(pasteText(at, contentOf(at.app.sample(convnet))));
    QVERIFY2(message(at).isEmpty(), qPrintable(message(at)));
    QVERIFY(addedOf(at, Dialect::Nnvm) > 3);
    QCOMPARE(addedOf(at, Dialect::LightNet), std::size_t{0});
    QCOMPARE(at.brokenHistory(), QString());
}

void TstDialectEditing::aModelOfTheOtherDialectIsMergedIn()
{
    EditingFixture at;
    QVERIFY(at.isReady);
    at.window->exchange().merge(at.app.sample(convnet));
    QTRY_VERIFY_WITH_TIMEOUT(addedOf(at, Dialect::Nnvm) > 3, WindowFixture::patienceMs);
    QCOMPARE(addedOf(at, Dialect::LightNet), std::size_t{0});
    QVERIFY(at.graph().heads().size() > at.opened.heads().size());
    QCOMPARE(at.brokenHistory(), QString());
}

void TstDialectEditing::operatorsRunEarlierAndLaterByKey()
{
    EditingFixture at(convnet);
    QVERIFY(at.isReady);
    const std::size_t place = placeOf(at, "create4");
    at.window->session().selection.jumpTo(at.node("create4"));
    at.key(Qt::Key_Up, Qt::AltModifier);
    QCOMPARE(placeOf(at, "create4"), place - 1);
    at.key(Qt::Key_Down, Qt::AltModifier);
    QVERIFY(at.graph() == at.opened);
    at.undo();
    QCOMPARE(placeOf(at, "create4"), place - 1);
    QCOMPARE(at.brokenPromise(at.save()), QString());
    at.undo();
    QCOMPARE(at.save(), at.bytes);
}

void TstDialectEditing::theOrderKeepsWhatIsReadInFront()
{
    EditingFixture at(convnet);
    QVERIFY(at.isReady);
    at.window->session().selection.jumpTo(at.node("relu1"));
    at.key(Qt::Key_Up, Qt::AltModifier);
    QVERIFY2(message(at).contains(QStringLiteral("conv2d1")), qPrintable(message(at)));
    QVERIFY(at.graph() == at.opened);
    at.window->session().selection.jumpTo(at.node("create1"));
    at.key(Qt::Key_Up, Qt::AltModifier);
    QVERIFY(!message(at).isEmpty());
    QVERIFY(at.graph() == at.opened);
}

void TstDialectEditing::dependenciesComeAndGoByKey()
{
    EditingFixture at;
    QVERIFY(at.isReady);
    at.click("fc1");
    at.click("relu2", Qt::ControlModifier);
    at.key(Qt::Key_W);
    const auto &waits = at.graph().node(at.node("relu2")).controlDeps;
    QCOMPARE(waits.size(), std::size_t{1});
    QCOMPARE(waits.front(), at.node("fc1"));
    at.key(Qt::Key_W);
    QVERIFY(at.graph() == at.opened);
    at.undo();
    QCOMPARE(at.graph().node(at.node("relu2")).controlDeps.size(), std::size_t{1});
    at.undo();
    QCOMPARE(at.save(), at.bytes);
}

NERVURE_GUI_TEST(TstDialectEditing)
#include "tst_dialect_editing.moc"
