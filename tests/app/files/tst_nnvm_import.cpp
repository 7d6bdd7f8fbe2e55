// SPDX-License-Identifier: Apache-2.0
#include "app/files/nnvm_import.h"

#include "app/window/message_bar.h"
#include "tests/app/editing_fixture.h"
#include "tests/app/save_answers.h"
#include "tests/support/cli.h"
#include "tests/support/core_ml_model.h"
#include "tests/support/graph_def.h"
#include "tests/support/test_class.h"
#include "widgets/document/unsaved_parameters.h"

#include <QPushButton>
#include <QToolButton>

using namespace nervure;
using namespace nervure::tests;

/// A model of another framework's becomes an NNVM graph in a window of its own, as `convert --to nnvm` makes it.
class TstNnvmImport : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void itIsWhatConvertWrites_data();
    void itIsWhatConvertWrites();
    void parametersWithoutValuesStayParameters();
    void savingPutsTheParametersBesideIt();
    void aProjectFindsThemAgain();
    void theMenuTakesWhatCanBeSavedToo();
    void theFirstEditOffersIt();
    void whatHasNoCounterpartIsNamed();
    void itCanBeStopped();
};

namespace {

const char *const statusButton = "status-read-only";

QString written(const QTemporaryDir &folder, const QString &name, const std::string &bytes)
{
    const QString path = folder.filePath(name);
    QFile file(path);
    return file.open(QIODevice::WriteOnly) && file.write(QByteArray::fromStdString(bytes)) > 0
               ? path
               : QString();
}

QString seed(const char *name)
{
    return QString::fromStdString((sourceFolder() / "tests/fuzz/seeds" / name).string());
}

/// A layer with weights, and its activation.
std::string coreMlModel()
{
    const std::string dense = CoreMl::integer(1, 4) + CoreMl::integer(2, 2) + CoreMl::integer(10, 1)
                              + CoreMl::weights(20, {1, 2, 3, 4, 5, 6, 7, 8})
                              + CoreMl::weights(21, {1, 2});
    return CoreMl::model({CoreMl::array("x", {4})}, {"y"},
                         CoreMl::layer("dense", {"x"}, {"h"}, 140, dense)
                             + CoreMl::layer("relu", {"h"}, {"y"}, 130, CoreMl::bytes(10, "")));
}

/// A window of the document that was made last; null where there is none.
MainWindow *newest(EditingFixture &at)
{
    const auto windows = at.app.composition.windows().windows();
    return windows.size() < 2 ? nullptr : windows.last();
}

/// Imports by a click in the status bar.
MainWindow *imported(EditingFixture &at)
{
    auto *button = find<QToolButton>(at.window, statusButton);
    const bool isOffered = QTest::qWaitFor([button] { return button->isVisible(); });
    if (isOffered) {
        QTest::mouseClick(button, Qt::LeftButton);
    }
    const bool isThere =
        isOffered
        && QTest::qWaitFor([&at] { return newest(at) != nullptr; }, WindowFixture::patienceMs);
    return isThere ? newest(at) : nullptr;
}

std::string textOf(const GraphDocument &document)
{
    const FormatSpec *format = document.builtins().formats.find("nnvm");
    Diagnostics ignored;
    const auto text = format->write(document.graph(),
                                    {document.builtins().ops, document.semantics(), {}}, ignored);
    return text ? *text : std::string();
}

} // namespace

void TstNnvmImport::itIsWhatConvertWrites_data()
{
    QTest::addColumn<QString>("path");
    QTest::newRow("TensorFlow") << samplesFolder()
                                       + QStringLiteral("/../frameworks/conditional.pbtxt");
    QTest::newRow("Keras") << seed("keras/dense.h5");
    QTest::newRow("Core ML") << QString();
}

void TstNnvmImport::itIsWhatConvertWrites()
{
    QFETCH(QString, path);
    const QTemporaryDir folder;
    if (path.isEmpty()) {
        path = written(folder, QStringLiteral("net.mlmodel"), coreMlModel());
    }
    const QString graph = folder.filePath(QStringLiteral("net.json"));
    const CliResult convert = runCli({s("convert"), path, graph, s("--to"), s("nnvm")});
    QVERIFY2(convert.exitCode == 0, convert.err.constData());
    EditingFixture at(path);
    QVERIFY(at.isReady);
    MainWindow *window = imported(at);
    QVERIFY(window != nullptr);
    const GraphDocument &document = window->session().document;
    QCOMPARE(textOf(document), readFile(graph.toStdString()));
    QCOMPARE(readFile(document.parameterFile().toStdString()),
             readFile(folder.filePath(QStringLiteral("net.params")).toStdString()));
    QVERIFY(!document.inputFacts().loaded.empty());
    // Numbers that became attributes, as the axes of TensorFlow's means, are no variables any more.
    QVERIFY(!document.graph().findByName("across"));
    QCOMPARE(document.semantics(), at.document().semantics());
    QVERIFY(document.isDirty() && document.path().isEmpty());
    QCOMPARE(document.title(), QFileInfo(path).completeBaseName() + QStringLiteral("-nnvm.json"));
    QVERIFY(!find<QToolButton>(window, statusButton)->isVisible());
    QVERIFY(!at.document().isDirty());
}

void TstNnvmImport::parametersWithoutValuesStayParameters()
{
    EditingFixture at(seed("keras/keras3.json"));
    QVERIFY(at.isReady);
    const MainWindow *window = imported(at);
    QVERIFY(window != nullptr);
    const GraphDocument &document = window->session().document;
    QVERIFY(document.parameterFile().isEmpty());
    QVERIFY(document.parameters().size() > 3);
    QCOMPARE(document.parameters().size(), at.document().parameters().size());
}

void TstNnvmImport::savingPutsTheParametersBesideIt()
{
    EditingFixture at(seed("keras/dense.h5"));
    QVERIFY(at.isReady);
    MainWindow *window = imported(at);
    QVERIFY(window != nullptr);
    const GraphDocument &document = window->session().document;
    const std::string values = readFile(document.parameterFile().toStdString());
    const QDir held = QFileInfo(document.parameterFile()).dir();
    QVERIFY(held.exists());
    at.window = window;
    const FileAnswer answer(QStringLiteral("NNVM JSON"), {}); // under the name that it proposes
    at.key(Qt::Key_S, Qt::ControlModifier);
    QTRY_VERIFY_WITH_TIMEOUT(!document.path().isEmpty(), WindowFixture::patienceMs);
    QCOMPARE(document.path(), at.app.folder.filePath(QStringLiteral("dense-nnvm.json")));
    const QString beside = at.app.folder.filePath(QStringLiteral("dense-nnvm.params"));
    QCOMPARE(document.parameterFile(), beside);
    QCOMPARE(readFile(beside.toStdString()), values);
    QTRY_VERIFY(!held.exists());
    // From now on the file of parameters is left alone.
    QVERIFY(QFile::remove(beside));
    window->session().selection.select(document.graph().nodes().back());
    at.key(Qt::Key_Delete);
    at.key(Qt::Key_S, Qt::ControlModifier);
    QVERIFY(waitUntilSaved(*window));
    QVERIFY(!document.isDirty() && !QFile::exists(beside));
}

void TstNnvmImport::aProjectFindsThemAgain()
{
    EditingFixture at(seed("tensorflow/net.pb"));
    QVERIFY(at.isReady);
    MainWindow *window = imported(at);
    QVERIFY(window != nullptr);
    const auto loaded = window->session().document.inputFacts().loaded;
    window->files().saveProject(at.app.folder.filePath(QStringLiteral("kept")));
    QVERIFY(waitUntilSaved(*window));
    window->close();
    const MainWindow *again = at.app.open(at.app.folder.filePath(QStringLiteral("kept.nervure")));
    QVERIFY(again != nullptr);
    QVERIFY(again->session().document.inputFacts().loaded == loaded);
}

void TstNnvmImport::theMenuTakesWhatCanBeSavedToo()
{
    const QTemporaryDir folder;
    EditingFixture at(written(folder, QStringLiteral("net.cfg"),
                              "[net]\nwidth=4\nheight=4\nchannels=1\n\n"
                              "[connected]\noutput=2\nactivation=relu\n"));
    QVERIFY(at.isReady);
    QVERIFY(!find<QToolButton>(at.window, statusButton)->isVisible());
    at.window->actions().trigger(QStringLiteral("import-nnvm"));
    QTRY_VERIFY_WITH_TIMEOUT(newest(at) != nullptr, WindowFixture::patienceMs);
    const GraphDocument &document = newest(at)->session().document;
    QCOMPARE(document.graph().dialect(), Dialect::Nnvm);
    QVERIFY(document.parameterFile().isEmpty()); // there are no weights
    newest(at)->actions().refreshNow();
    QVERIFY(!newest(at)->actions().find(QStringLiteral("import-nnvm"))->isEnabled());
}

void TstNnvmImport::theFirstEditOffersIt()
{
    EditingFixture at(seed("tensorflow/net.pb"));
    QVERIFY(at.isReady);
    at.window->session().selection.select(at.graph().nodes().back());
    at.key(Qt::Key_Delete);
    QTest::mouseClick(find<QPushButton>(at.window, "read-only-import"), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(newest(at) != nullptr, WindowFixture::patienceMs);
    // As it is now, not as it was read.
    QVERIFY(!newest(at)->session().document.graph().findByName("out"));
}

void TstNnvmImport::whatHasNoCounterpartIsNamed()
{
    EditingFixture at(seed("tensorflow/loop.pbtxt"));
    QVERIFY(at.isReady);
    at.window->actions().trigger(QStringLiteral("import-nnvm"));
    MessageBar &bar = at.window->messages();
    QTRY_VERIFY_WITH_TIMEOUT(!bar.text().isEmpty(), WindowFixture::patienceMs);
    QVERIFY2(bar.text().startsWith(QStringLiteral("The model was not imported: "))
                 && bar.text().contains(QStringLiteral("enter")),
             qPrintable(bar.text()));
    QVERIFY(newest(at) == nullptr);
}

void TstNnvmImport::itCanBeStopped()
{
    EditingFixture at(seed("tensorflow/net.pb"));
    QVERIFY(at.isReady);
    JobRunner &jobs = at.window->session().jobs;
    {
        const HeldJobs held(*at.window);
        at.window->actions().trigger(QStringLiteral("import-nnvm"));
        QVERIFY(jobs.isRunning(QStringLiteral("import")));
        jobs.cancelAll();
    }
    QTRY_VERIFY_WITH_TIMEOUT(jobs.jobs().isEmpty(), WindowFixture::patienceMs);
    QVERIFY(newest(at) == nullptr);
    QVERIFY(at.window->messages().text().isEmpty());
}

NERVURE_GUI_TEST(TstNnvmImport)
#include "tst_nnvm_import.moc"
