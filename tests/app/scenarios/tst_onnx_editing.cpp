// SPDX-License-Identifier: Apache-2.0
#include "core/formats/weights/weight_report.h"
#include "core/graph/onnx_variable.h"
#include "tests/app/attribute_typing.h"
#include "tests/core/formats/onnx/model_bytes.h"
#include "tests/support/test_class.h"
#include "widgets/document/document_edits.h"

#include <QInputDialog>
#include <QLabel>
#include <QPushButton>

using namespace nervure;
using namespace nervure::tests;

/// An ONNX model in the whole window: read, edited, saved.
class TstOnnxEditing : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QVERIFY(m_folder.isValid()); }
    void onlyWhatWasEditedDiffers();
    void aWeightMovesBesideTheModel();
    void aRunTellsTheModelsOwnNodes();
    void aPastedWeightHasItsValues();
    void anAddedModelHasItsValues();

private:
    static QByteArray modelWith(std::int64_t axis,
                                const std::vector<float> &values = {1, 2, 3, 4, 5, 6})
    {
        const std::string raw(reinterpret_cast<const char *>(values.data()), 24);
        return QByteArray::fromStdString(modelOf(
            bytesField(98, "unknown")
            + bytesField(graph::initializer,
                         integerField(tensor::dims, 2) + integerField(tensor::dims, 3)
                             + integerField(tensor::dataType, 1) + bytesField(tensor::name, "w")
                             + bytesField(tensor::rawData, raw))
            + valueField(graph::input, "x", {"2", "3"}) + nodeField("Add", {"x", "w"}, {"a"}, "add")
            + nodeField("Softmax", {"a"}, {"y"}, "soft", intAttribute("axis", axis))
            + valueField(graph::output, "y", {"2", "3"})));
    }

    [[nodiscard]] QString written(const QByteArray &bytes,
                                  const QString &name = QStringLiteral("net.onnx")) const
    {
        const QString path = m_folder.filePath(name);
        QFile file(path);
        return file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size() ? path
                                                                                    : QString();
    }

    static QByteArray bytesOf(const QString &path)
    {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

    static void save(const EditingFixture &fixture)
    {
        fixture.key(Qt::Key_S, Qt::ControlModifier);
        QVERIFY(waitUntilSaved(*fixture.window));
    }

    /// Finds a node by typing its name, which selects it.
    static void findByName(const EditingFixture &fixture, const QString &name)
    {
        fixture.key(Qt::Key_F, Qt::ControlModifier);
        auto *query = find<QLineEdit>(fixture.window, "find-query");
        QVERIFY(query != nullptr);
        query->selectAll();
        QTest::keyClicks(query, name);
        QTRY_VERIFY(find<QTreeView>(fixture.window, "find-results")->model()->rowCount() > 0);
        QTest::keyClick(query, Qt::Key_Return);
    }

    /// The values of the weight among the nodes that were pasted, in the file that is saved then.
    static std::vector<std::string> pastedValues(const EditingFixture &fixture)
    {
        std::string name;
        for (const NodeId id : fixture.window->session().selection.nodes()) {
            const Node &node = fixture.graph().node(id);
            name = holdsOnnxValues(node.attrs) ? node.name : name;
        }
        save(fixture);
        const auto file = WeightFile::open(fixture.path.toStdString());
        const auto report =
            file ? reportWeight(*file, name, {}, {}) : Result<WeightReport>(file.error());
        return report ? report->values : std::vector<std::string>{report.error().message};
    }

    const Builtins m_builtins = makeBuiltins();
    QTemporaryDir m_folder;
};

void TstOnnxEditing::onlyWhatWasEditedDiffers()
{
    EditingFixture fixture(written(modelWith(1)));
    QVERIFY(fixture.isReady);
    findByName(fixture, QStringLiteral("name:w"));
    const auto *range = find<QLabel>(fixture.window, "inspector-weight-range");
    QTRY_COMPARE_WITH_TIMEOUT(range->text(), QStringLiteral("1 to 6"), WindowFixture::patienceMs);
    fixture.click("soft");
    QVERIFY(typeAttribute(fixture, QStringLiteral("axis"), QStringLiteral("-1")));
    // Enter is taken when the editor has seen it.
    QTRY_COMPARE(*fixture.graph().node(fixture.node("soft")).attrs.find("axis"), std::string("-1"));
    save(fixture);
    QCOMPARE(bytesOf(fixture.path), modelWith(-1));
    fixture.undo();
    save(fixture);
    QCOMPARE(bytesOf(fixture.path), modelWith(1));
    fixture.redo();
    save(fixture);
    QCOMPARE(bytesOf(fixture.path), modelWith(-1));
}

/// Saved twice, its values are written once; taken back, they are in the model again.
void TstOnnxEditing::aWeightMovesBesideTheModel()
{
    EditingFixture fixture(written(modelWith(1)));
    QVERIFY(fixture.isReady);
    findByName(fixture, QStringLiteral("name:w"));
    auto *moveOut = find<QPushButton>(fixture.window, "inspector-weight-move-out");
    QTRY_VERIFY_WITH_TIMEOUT(moveOut->isVisible(), WindowFixture::patienceMs);
    QTest::mouseClick(moveOut, Qt::LeftButton);
    QInputDialog *dialog = nullptr;
    QTRY_VERIFY((dialog = find<QInputDialog>(fixture.window, "inspector-weight-data-dialog"))
                && dialog->isVisible());
    QTest::keyClick(dialog->findChild<QLineEdit *>(), Qt::Key_Return);
    QTRY_VERIFY(find<QPushButton>(fixture.window, "inspector-weight-embed")->isVisible());
    save(fixture);
    const QString data = QFileInfo(fixture.path).dir().filePath(QStringLiteral("net.data"));
    QCOMPARE(bytesOf(data).size(), 24);
    const auto moved = WeightFile::open(fixture.path.toStdString());
    QVERIFY(moved.ok());
    const auto report = reportWeight(*moved, "w", {}, {});
    QVERIFY2(report.ok(), report.ok() ? "" : report.error().message.c_str());
    QCOMPARE(report->values, (std::vector<std::string>{"1", "2", "3", "4", "5", "6"}));
    QVERIFY(performEdit(fixture.document(), EditKind::Set,
                        {.nodes = {fixture.node("soft")}, .key = "axis", .text = "0"})
                .ok());
    save(fixture);
    QCOMPARE(bytesOf(data).size(), 24);
    fixture.undo();
    fixture.undo();
    save(fixture);
    const auto again = openModel(fixture.path.toStdString(), m_builtins.formats, m_builtins.ops);
    QVERIFY(again.ok());
    QVERIFY(again->graph.sameAs(fixture.opened));
}

/// Edited and not saved, it runs as it would be saved; layers have the names that the model gives.
void TstOnnxEditing::aRunTellsTheModelsOwnNodes()
{
    EditingFixture fixture(written(modelWith(1)));
    QVERIFY(fixture.isReady);
    QVERIFY(performEdit(fixture.document(), EditKind::Set,
                        {.nodes = {fixture.node("soft")}, .key = "axis", .text = "0"})
                .ok());
    fixture.window->docks().raise(QStringLiteral("run"));
    DocumentSession &session = fixture.window->session();
    QTRY_VERIFY_WITH_TIMEOUT(!session.worker.isBusy() && !session.worker.devices().isEmpty(),
                             WindowFixture::patienceMs);
    ProfileOptions options = session.profiles.options();
    options.device = QStringLiteral("reference");
    options.isUnfused = true;
    session.profiles.setOptions(options);
    auto *start = find<QPushButton>(fixture.window, "run-start");
    QTRY_VERIFY(start->isVisible() && start->isEnabled());
    QTest::mouseClick(start, Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(!session.profiles.isRunning(), WindowFixture::patienceMs);
    QVERIFY2(fixture.document().profile(), qPrintable(session.profiles.failure()));
    std::vector<NodeId> nodes;
    for (const LayerProfile &layer : fixture.document().profile()->data.layers) {
        for (const NamedNode &node : layer.nodes) {
            nodes.push_back(node.id);
        }
    }
    QCOMPARE(nodes, (std::vector<NodeId>{fixture.node("add"), fixture.node("soft")}));
}

/// In its own model and in another one, whose weight of that name has other values.
void TstOnnxEditing::aPastedWeightHasItsValues()
{
    const std::vector<std::string> values{"1", "2", "3", "4", "5", "6"};
    EditingFixture fixture(written(modelWith(1)));
    QVERIFY(fixture.isReady);
    fixture.click("add");
    fixture.key(Qt::Key_C, Qt::ControlModifier);
    EditingFixture other(written(modelWith(1, {6, 5, 4, 3, 2, 1})));
    QVERIFY(other.isReady);
    for (const EditingFixture *target : {&other, &fixture}) {
        const std::size_t before = target->graph().nodeCount();
        target->key(Qt::Key_V, Qt::ControlModifier);
        QTRY_COMPARE_WITH_TIMEOUT(target->graph().nodeCount(), before + 2,
                                  WindowFixture::patienceMs);
        if (target == &other) { // whose file does not have them
            findByName(other, QStringLiteral("name:w_1"));
            QTRY_COMPARE_WITH_TIMEOUT(find<QLabel>(other.window, "inspector-weight-values")->text(),
                                      QStringLiteral("1  2  3  4  5  6"),
                                      WindowFixture::patienceMs);
        }
        QCOMPARE(pastedValues(*target), values);
        target->undo();
        QVERIFY(target->graph() == target->opened);
    }
}

void TstOnnxEditing::anAddedModelHasItsValues()
{
    const QString added = written(modelWith(1), QStringLiteral("added.onnx"));
    EditingFixture target(written(modelWith(1, {6, 5, 4, 3, 2, 1})));
    QVERIFY(target.isReady);
    const std::size_t before = target.graph().nodeCount();
    target.window->exchange().merge(added);
    QTRY_VERIFY_WITH_TIMEOUT(target.graph().nodeCount() > before, WindowFixture::patienceMs);
    QCOMPARE(pastedValues(target), (std::vector<std::string>{"1", "2", "3", "4", "5", "6"}));
}

NERVURE_GUI_TEST(TstOnnxEditing)
#include "tst_onnx_editing.moc"
