// SPDX-License-Identifier: Apache-2.0
#include "app/files/autosave.h"
#include "app/window/message_bar.h"
#include "core/formats/project/project_file.h"
#include "core/formats/tensors/params.h"
#include "core/graph/onnx_variable.h"
#include "core/support/file.h"
#include "tests/app/editing_fixture.h"
#include "tests/app/save_answers.h"
#include "tests/core/formats/onnx/model_bytes.h"
#include "tests/support/test_class.h"
#include "widgets/document/document_edits.h"

#include <QPushButton>

#include <csignal>
#include <sys/resource.h>
#include <unistd.h>

using namespace nervure;
using namespace nervure::tests;

/// How a window writes files: what it asks, what it says when it cannot, and what it leaves as it was.
class TstSaving : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void whatCannotBeWrittenIsToldAndKept_data();
    void whatCannotBeWrittenIsToldAndKept();
    void aModelIsSavedInTheOtherDialect();
    void aModelIsSavedAsOnnxWithItsParameters();
    void whatIsNotCarriedIsListedBeforeWriting();
    void whatCannotBeConvertedSaysWhy();
    void notesAreKeptByAProject();
    void savingAsAPlainFileAsksAboutNotes();
    void picturesOfAModelAreCopies();
    void whatCannotBeWrittenInItsFormatIsSavedElsewhere();
    void aProjectKeepsATextThatIsOnlyRead();
    void whatTheOriginalRefusesIsADiagnostic();
    void anOnnxModelKeepsAllThatNoEditTouched();
};

namespace {

constexpr rlim_t smallestFile = 1000;

QByteArray savedBytes(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void limitFiles(rlim_t bytes)
{
    rlimit limit{};
    QVERIFY(getrlimit(RLIMIT_FSIZE, &limit) == 0);
    limit.rlim_cur = bytes;
    QVERIFY(setrlimit(RLIMIT_FSIZE, &limit) == 0);
}

/// What is in the way of saving, and out of it again.
class Obstacle {
public:
    Obstacle(const QByteArray &kind, QString path) : m_kind(kind), m_path(std::move(path))
    {
        const QFileInfo file(m_path);
        if (m_kind == "full disk") {
            QFile::rename(m_path, m_path + QStringLiteral(".away"));
            QFile::link(QStringLiteral("/dev/full"), m_path);
        } else if (m_kind == "too large") {
            limitFiles(smallestFile);
        } else if (m_kind == "read-only folder") {
            QFile::setPermissions(file.path(), QFile::ReadOwner | QFile::ExeOwner | QFile::ReadOther
                                                   | QFile::ExeOther);
            // Permissions do not hold for the superuser.
            m_isNobody = ::geteuid() == 0 && ::seteuid(65534) == 0;
        } else {
            QDir().rename(file.path(), file.path() + QStringLiteral(".away"));
        }
    }
    ~Obstacle()
    {
        const QFileInfo file(m_path);
        if (m_kind == "full disk") {
            QFile::remove(m_path);
            QFile::rename(m_path + QStringLiteral(".away"), m_path);
        } else if (m_kind == "too large") {
            limitFiles(RLIM_INFINITY);
        } else if (m_kind == "read-only folder") {
            if (m_isNobody && ::seteuid(0) != 0) {
                QFAIL("the test is nobody for good");
            }
            QFile::setPermissions(file.path(),
                                  QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        } else {
            QDir().rename(file.path() + QStringLiteral(".away"), file.path());
        }
    }
    Q_DISABLE_COPY_MOVE(Obstacle)

private:
    QByteArray m_kind;
    QString m_path;
    bool m_isNobody = false;
};

void saveAs(const EditingFixture &fixture, const QString &filter, const QString &path)
{
    const FileAnswer answer(filter, path);
    fixture.key(Qt::Key_S, Qt::ControlModifier | Qt::ShiftModifier);
    QVERIFY(waitUntilSaved(*fixture.window));
}

void writeNote(const EditingFixture &fixture, const char *node, const char *text)
{
    QVERIFY(performEdit(fixture.document(), EditKind::Note,
                        {.nodes = {fixture.node(node)}, .text = text})
                .ok());
}

/// In LightNet's network language, which is only read.
constexpr const char *netText =
    "create(| dst=x | dtype=TL_FLOAT, dims=[2, 2],\n data=[1, 2, 3, 4], ran=[0, 0],\n"
    " from_file=false);\nslice(src=x | dst=y | axis=1, start=1, len=1);\n"
    "print(src=y | | msg=\"y:\");\n";

QString writeNet(const EditingFixture &fixture)
{
    const QString path = fixture.app.folder.filePath(QStringLiteral("two.net"));
    QFile file(path);
    return file.open(QIODevice::WriteOnly) && file.write(netText) > 0 ? path : QString();
}

Result<OpenedModel> openAgain(const EditingFixture &fixture, const QString &path)
{
    const Builtins &builtins = fixture.document().builtins();
    return openModel(path.toStdString(), builtins.formats, builtins.ops);
}

} // namespace

void TstSaving::initTestCase()
{
    // A file that gets too large is an error then, not the end.
    std::signal(SIGXFSZ, SIG_IGN);
}

void TstSaving::whatCannotBeWrittenIsToldAndKept_data()
{
    QTest::addColumn<QString>("reason");
    QTest::newRow("full disk") << QStringLiteral("No space left on device");
    QTest::newRow("too large") << QStringLiteral("File too large");
    QTest::newRow("read-only folder") << QStringLiteral("Permission denied");
    QTest::newRow("vanished folder") << QStringLiteral("No such file or directory");
}

void TstSaving::whatCannotBeWrittenIsToldAndKept()
{
    QFETCH(QString, reason);
    EditingFixture fixture;
    QVERIFY(fixture.isReady);
    // In a folder of its own: journals are elsewhere.
    const QDir place(fixture.app.folder.path());
    QVERIFY(place.mkdir(QStringLiteral("models")));
    const QString path = place.filePath(QStringLiteral("models/mlp.json"));
    QVERIFY(QFile::copy(fixture.path, path));
    MainWindow *window = fixture.app.open(path);
    QVERIFY(window != nullptr);
    fixture.window->close();
    fixture.window = window;
    window->view().setAnimated(false);
    window->view().setFocus();
    fixture.click("relu1");
    fixture.key(Qt::Key_Delete, Qt::ShiftModifier);
    QVERIFY(fixture.document().isDirty());
    const Graph graph = fixture.graph();
    window->autosave().wait();
    {
        const Obstacle obstacle(QTest::currentDataTag(), path);
        fixture.key(Qt::Key_S, Qt::ControlModifier);
        QVERIFY(waitUntilSaved(*window));
        const QString message = window->messages().text();
        QVERIFY2(message.startsWith(QStringLiteral("The model was not saved: ")),
                 qPrintable(message));
        QVERIFY2(message.contains(path) && message.contains(reason), qPrintable(message));
        QVERIFY(!message.contains(u'\n'));
        QVERIFY(fixture.document().isDirty());
        QVERIFY(fixture.graph() == graph);
        QCOMPARE(fixture.document().path(), path);
    }
    QCOMPARE(savedBytes(path), fixture.bytes);
    QCOMPARE(
        QDir(place.filePath(QStringLiteral("models"))).entryList(QDir::Files | QDir::Hidden).size(),
        1);
    fixture.key(Qt::Key_S, Qt::ControlModifier);
    QVERIFY(waitUntilSaved(*window));
    QVERIFY(!fixture.document().isDirty());
    QVERIFY(window->messages().text().isEmpty());
    QVERIFY(savedBytes(path) != fixture.bytes);
}

void TstSaving::aModelIsSavedInTheOtherDialect()
{
    EditingFixture fixture;
    QVERIFY(fixture.isReady);
    const QString path = fixture.app.folder.filePath(QStringLiteral("other"));
    const LossesAnswer answer(true);
    saveAs(fixture, QStringLiteral("LightNet IR"), path);
    MessageBar &bar = fixture.window->messages();
    QTRY_VERIFY_WITH_TIMEOUT(bar.text().contains(path + QStringLiteral(".json")),
                             WindowFixture::patienceMs);
    const auto again = openAgain(fixture, path + QStringLiteral(".json"));
    QVERIFY(again.ok());
    QCOMPARE(again->format->name, std::string("lightnet"));
    QVERIFY(!hasErrors(again->diagnostics));
    // The document stays what it is; the other one is a click away.
    QCOMPARE(fixture.document().path(), fixture.path);
    QCOMPARE(fixture.document().formatName(), std::string("nnvm"));
    QTest::mouseClick(find<QPushButton>(&bar, "open-copy"), Qt::LeftButton);
    QTRY_COMPARE(fixture.app.composition.windows().windows().size(), 2);
    const MainWindow *other = fixture.app.composition.windows().windows().last();
    QTRY_COMPARE_WITH_TIMEOUT(other->session().document.formatName(), std::string("lightnet"),
                              WindowFixture::patienceMs);
}

/// Those that lie beside the graph.
void TstSaving::aModelIsSavedAsOnnxWithItsParameters()
{
    EditingFixture fixture;
    QVERIFY(fixture.isReady);
    TensorMap bias;
    bias.emplace("fc1_bias", *Tensor::zeros(DType::Float32, {128}));
    const auto params = writeParams(bias);
    const QString beside = fixture.app.folder.filePath(QStringLiteral("mlp.params"));
    QVERIFY(params && writeFile(beside.toStdString(), *params));
    fixture.key(Qt::Key_F5, Qt::NoModifier); // reads it again, and what lies beside
    QTRY_VERIFY_WITH_TIMEOUT(!fixture.document().parameterFile().isEmpty(),
                             WindowFixture::patienceMs);
    const QString path = fixture.app.folder.filePath(QStringLiteral("out.onnx"));
    saveAs(fixture, QStringLiteral("ONNX"), path);
    QTRY_VERIFY_WITH_TIMEOUT(fixture.window->messages().text().contains(path),
                             WindowFixture::patienceMs);
    const auto again = openAgain(fixture, path);
    QVERIFY(again.ok() && again->diagnostics.empty());
    QCOMPARE(again->format->name, std::string("onnx"));
    const Graph &graph = again->graph;
    QVERIFY(holdsOnnxValues(graph.node(*graph.findByName("fc1_bias")).attrs));
    QVERIFY(isOnnxInput(graph.node(*graph.findByName("fc1_weight")).attrs));
    QCOMPARE(graph.node(graph.heads()[0].node).op, std::string("Softmax"));
}

void TstSaving::whatIsNotCarriedIsListedBeforeWriting()
{
    const EditingFixture fixture(QStringLiteral("lightnet_example.json"));
    QVERIFY(fixture.isReady);
    const QString path = fixture.app.folder.filePath(QStringLiteral("out.json"));
    for (const bool accepts : {false, true}) {
        const LossesAnswer answer(accepts);
        saveAs(fixture, QStringLiteral("NNVM JSON"), path);
        QTRY_VERIFY_WITH_TIMEOUT(!answer.losses.isEmpty(), WindowFixture::patienceMs);
        QVERIFY2(answer.losses.join(u'\n').contains(QStringLiteral("values")),
                 qPrintable(answer.losses.join(u'\n')));
        QTRY_COMPARE(QFile::exists(path), accepts);
    }
    QCOMPARE(openAgain(fixture, path)->format->name, std::string("nnvm"));
}

void TstSaving::whatCannotBeConvertedSaysWhy()
{
    const EditingFixture fixture;
    QVERIFY(fixture.isReady);
    QVERIFY(performEdit(fixture.document(), EditKind::Rename,
                        {.nodes = {fixture.node("relu1")}, .text = "r"})
                .ok());
    Graph graph = fixture.graph();
    Node node;
    node.op = "no_such_operator";
    node.name = "strange";
    node.inputs = {{fixture.node("r"), 0, 0}};
    QVERIFY(
        fixture.document().apply({AddNode{node, graph.nextId(), {}}}, QStringLiteral("add")).ok());
    std::vector<Entry> heads = graph.heads();
    heads.push_back({graph.nextId(), 0, 0});
    QVERIFY(fixture.document().apply({SetHeads{heads}}, QStringLiteral("heads")).ok());
    const QString path = fixture.app.folder.filePath(QStringLiteral("out.json"));
    saveAs(fixture, QStringLiteral("LightNet IR"), path);
    MessageBar &bar = fixture.window->messages();
    QTRY_VERIFY_WITH_TIMEOUT(!bar.text().isEmpty(), WindowFixture::patienceMs);
    QVERIFY2(bar.text().startsWith(QStringLiteral("The model was not converted: "))
                 && bar.text().contains(QStringLiteral("strange")),
             qPrintable(bar.text()));
    QVERIFY(!QFile::exists(path));
}

void TstSaving::notesAreKeptByAProject()
{
    const EditingFixture fixture;
    QVERIFY(fixture.isReady);
    writeNote(fixture, "relu1", "why not gelu?");
    QCOMPARE(fixture.save(), fixture.bytes);
    MessageBar &bar = fixture.window->messages();
    QVERIFY2(bar.text().contains(QStringLiteral("kept only in a project file")),
             qPrintable(bar.text()));
    QTest::mouseClick(find<QPushButton>(&bar, "save-as-project"), Qt::LeftButton);
    QVERIFY(waitUntilSaved(*fixture.window));
    const QString path = fixture.app.folder.filePath(QStringLiteral("mlp.nervure"));
    QCOMPARE(fixture.document().path(), path);
    const auto again = openAgain(fixture, path);
    QVERIFY(again.ok() && again->project);
    QCOMPARE(std::string(again->graph.node(*again->graph.findByName("relu1")).note()),
             std::string("why not gelu?"));
    QCOMPARE(QByteArray::fromStdString(std::string(again->text->view())), fixture.bytes);
    QCOMPARE(again->project->name, std::string("mlp.json"));
}

void TstSaving::savingAsAPlainFileAsksAboutNotes()
{
    const EditingFixture fixture;
    QVERIFY(fixture.isReady);
    writeNote(fixture, "relu1", "one");
    writeNote(fixture, "fc1", "two");
    const QString path = fixture.app.folder.filePath(QStringLiteral("plain.json"));
    for (const bool accepts : {false, true}) {
        const LossesAnswer answer(accepts);
        saveAs(fixture, QStringLiteral("NNVM JSON"), path);
        QCOMPARE(answer.losses.size(), 1);
        QVERIFY2(answer.losses.front().startsWith(u'2'), qPrintable(answer.losses.front()));
        QCOMPARE(QFile::exists(path), accepts);
        QCOMPARE(fixture.document().isDirty(), !accepts);
    }
    QCOMPARE(fixture.document().path(), path);
}

void TstSaving::picturesOfAModelAreCopies()
{
    const EditingFixture fixture;
    QVERIFY(fixture.isReady);
    const QString path = fixture.app.folder.filePath(QStringLiteral("picture.dot"));
    saveAs(fixture, QStringLiteral("Graphviz DOT"), path);
    QVERIFY(savedBytes(path).startsWith("digraph"));
    QCOMPARE(fixture.document().path(), fixture.path);
    QVERIFY(fixture.window->messages().text().contains(path));
}

void TstSaving::whatCannotBeWrittenInItsFormatIsSavedElsewhere()
{
    EditingFixture fixture;
    QVERIFY(fixture.isReady);
    const QString path = writeNet(fixture);
    const QByteArray text = savedBytes(path);
    MainWindow *window = fixture.app.open(path);
    QVERIFY(window != nullptr);
    fixture.window->close();
    fixture.window = window;
    QVERIFY(performEdit(fixture.document(), EditKind::Rename,
                        {.nodes = {fixture.graph().nodes().front()}, .text = "y"})
                .ok());
    // Nobody writes over it: it is said why, and a file beside it is offered.
    for (const bool accepts : {false, true}) {
        const OtherFormatAnswer other(accepts);
        std::optional<FileAnswer> answer;
        if (accepts) {
            answer.emplace(QStringLiteral("LightNet IR"), QString());
        }
        fixture.key(Qt::Key_S, Qt::ControlModifier);
        QVERIFY(waitUntilSaved(*window));
        QVERIFY2(other.words.contains(QStringLiteral("two.net"))
                     && other.words.contains(QStringLiteral("LightNet IR")),
                 qPrintable(other.words));
        QCOMPARE(fixture.document().isDirty(), !accepts);
    }
    QCOMPARE(savedBytes(path), text);
    const QString json = fixture.app.folder.filePath(QStringLiteral("two.json"));
    QCOMPARE(fixture.document().path(), json);
    const auto again = openAgain(fixture, json);
    QVERIFY(again.ok() && again->graph.findByName("y"));
    QCOMPARE(again->format->name, std::string("lightnet"));
    // From now on it is a file like others.
    QVERIFY(performEdit(fixture.document(), EditKind::Rename,
                        {.nodes = {fixture.graph().nodes().front()}, .text = "z"})
                .ok());
    fixture.key(Qt::Key_S, Qt::ControlModifier);
    QVERIFY(waitUntilSaved(*window) && !fixture.document().isDirty());
    QVERIFY(savedBytes(json).contains("\"z\""));
}

void TstSaving::aProjectKeepsATextThatIsOnlyRead()
{
    EditingFixture fixture;
    QVERIFY(fixture.isReady);
    MainWindow *window = fixture.app.open(writeNet(fixture));
    QVERIFY(window != nullptr);
    fixture.window->close();
    fixture.window = window;
    QVERIFY(performEdit(fixture.document(), EditKind::Rename,
                        {.nodes = {fixture.graph().nodes().front()}, .text = "y"})
                .ok());
    const QString project = fixture.app.folder.filePath(QStringLiteral("two.nervure"));
    saveAs(fixture, QStringLiteral("Nervure project"), project);
    QCOMPARE(fixture.document().path(), project);
    QVERIFY(!fixture.document().isDirty());
    const auto again = openAgain(fixture, project);
    QVERIFY(again.ok());
    QCOMPARE(QByteArray::fromStdString(std::string(again->text->view())), QByteArray(netText));
    QVERIFY(again->graph.findByName("y"));
}

void TstSaving::whatTheOriginalRefusesIsADiagnostic()
{
    const EditingFixture fixture;
    QVERIFY(fixture.isReady);
    fixture.click("relu1");
    fixture.key(Qt::Key_Delete);
    QVERIFY(fixture.save() != fixture.bytes);
    QTRY_VERIFY_WITH_TIMEOUT(
        [&] {
            const Diagnostics all = fixture.document().diagnostics();
            return std::any_of(all.begin(), all.end(), [](const Diagnostic &one) {
                return one.code == "original-refuses";
            });
        }(),
        WindowFixture::patienceMs);
}

void TstSaving::anOnnxModelKeepsAllThatNoEditTouched()
{
    const auto bytesWith = [](std::int64_t axis) {
        return QByteArray::fromStdString(
            modelOf(valueField(graph::input, "x", {"batch", "4"}) + bytesField(99, "not ours")
                    + nodeField("Softmax", {"x"}, {"y"}, "soft", intAttribute("axis", axis))
                    + valueField(graph::output, "y", {"4"})));
    };
    EditingFixture fixture;
    QVERIFY(fixture.isReady);
    const QString path = fixture.app.folder.filePath(QStringLiteral("net.onnx"));
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(bytesWith(1)) > 0);
    file.close();
    MainWindow *window = fixture.app.open(path);
    QVERIFY(window != nullptr);
    fixture.window->close();
    fixture.window = window;
    QVERIFY(performEdit(fixture.document(), EditKind::Set,
                        {.nodes = {fixture.node("soft")}, .key = "axis", .text = "-1"})
                .ok());
    fixture.key(Qt::Key_S, Qt::ControlModifier);
    QVERIFY(waitUntilSaved(*window));
    QCOMPARE(savedBytes(path), bytesWith(-1));
    fixture.document().undoStack().undo();
    fixture.key(Qt::Key_S, Qt::ControlModifier);
    QVERIFY(waitUntilSaved(*window));
    QCOMPARE(savedBytes(path), bytesWith(1));
}

NERVURE_GUI_TEST(TstSaving)
#include "tst_saving.moc"
