// SPDX-License-Identifier: Apache-2.0
#include "app/actions/action_set.h"
#include "tests/app/window_fixture.h"
#include "tests/support/cli.h"
#include "tests/support/test_class.h"
#include "widgets/canvas/graph_view.h"
#include "widgets/canvas/side_by_side.h"
#include "widgets/models/pass_step_model.h"
#include "widgets/panels/node_view.h"
#include "widgets/panels/panel_docks.h"

#include <QDropEvent>
#include <QLabel>
#include <QMimeData>
#include <QPushButton>
#include <QRandomGenerator>

using namespace nervure;
using namespace nervure::tests;

/// The files of somebody's compiler as steps in the window; lists that grow, and any two steps compared.
class TstStepFolders : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void aDroppedFolderOpensAsSteps();
    void matchesOfOtherFilesAreToldWithTheirCertainty();
    void anEmptyFolderIsToldOf();
    void eachRunAddsToTheList();
    void whatFailsIsShownAndNotRunAgain();
    void anyTwoStepsAreCompared();
    void theValuesOfTwoFilesAreCompared();

private:
    static void drop(MainWindow *window, const QString &path);
    /// The window that shows a file of the folder, once its steps are there.
    [[nodiscard]] MainWindow *stepsOf(const QString &folder);

    std::unique_ptr<WindowFixture> m_app;
    MainWindow *m_window = nullptr;
    QString m_steps;
};

void TstStepFolders::initTestCase()
{
    m_app = std::make_unique<WindowFixture>();
    m_steps = m_app->folder.filePath(QStringLiteral("steps"));
    const CliResult written = runCli(
        {QStringLiteral("pass"), m_app->sample(QStringLiteral("squeezenet1.1.json")),
         QStringLiteral("--passes"), QStringLiteral("SimplifyInference,GraphFuse,GraphCompile"),
         QStringLiteral("--steps"), m_steps, QStringLiteral("-q"), QStringLiteral("-o"),
         m_app->folder.filePath(QStringLiteral("result.json"))});
    QVERIFY2(written.exitCode == 0, written.err.constData());
    m_window = m_app->open(m_app->sample(QStringLiteral("resnet18.json")));
    QVERIFY(m_window);
}

/// Folders open in tabs of their own.
void TstStepFolders::init()
{
    m_app->composition.windows().open(m_window->session().document.path());
}

void TstStepFolders::drop(MainWindow *window, const QString &path)
{
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(path)});
    QDragEnterEvent enter({10, 10}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(window, &enter);
    QVERIFY(enter.isAccepted());
    QDropEvent event({10, 10}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(window, &event);
}

MainWindow *TstStepFolders::stepsOf(const QString &folder)
{
    MainWindow *found = nullptr;
    const auto isShown = [&] {
        for (QWidget *widget : QApplication::allWidgets()) {
            auto *window = qobject_cast<MainWindow *>(widget);
            if (window != nullptr && window->session().document.path().startsWith(folder)
                && !window->session().passes.isRunning()
                && window->session().document.passSteps().size() > 3) {
                found = window;
            }
        }
        return found != nullptr;
    };
    return QTest::qWaitFor(isShown, WindowFixture::patienceMs) ? found : nullptr;
}

void TstStepFolders::aDroppedFolderOpensAsSteps()
{
    drop(m_window, m_steps);
    MainWindow *window = stepsOf(m_steps);
    QVERIFY(window);
    QVERIFY(window->docks().workspace() == Workspace::Passes);
    const GraphDocument &document = window->session().document;
    const auto files = QDir(m_steps).entryList(QDir::Files, QDir::Name);
    QCOMPARE(static_cast<qsizetype>(document.passSteps().size()), files.size() - 1);
    QCOMPARE(document.passSteps().back().name, QStringLiteral("GraphCompile"));
    QVERIFY(document.passSteps().back().isToldByFile);
    const auto *list = find<NodeView>(window, "passes-history");
    QVERIFY(list);
    QTRY_COMPARE(list->model()->rowCount(), static_cast<int>(document.stepRows().size()));
    const QModelIndex last = list->model()->index(list->model()->rowCount() - 1, 0);
    QVERIFY(last.siblingAtColumn(PassStepModel::Nodes).data().toString().contains(u"fused"));
    QVERIFY(last.siblingAtColumn(PassStepModel::Result).data().toString().contains(u"file"));
    QTest::keyClick(&window->view(), Qt::Key_K);
    QCOMPARE(document.shownStep(), document.stepRows().end()[-2].last);
}

void TstStepFolders::matchesOfOtherFilesAreToldWithTheirCertainty()
{
    // Without what our files say of their nodes, and with other names.
    const QString folder = m_app->folder.filePath(QStringLiteral("others"));
    QVERIFY(QDir().mkpath(folder));
    for (const QString &name : QDir(m_steps).entryList(QDir::Files, QDir::Name)) {
        QFile file(QDir(m_steps).filePath(name));
        QVERIFY(file.open(QFile::ReadOnly));
        QByteArray text = file.readAll().replace("nervure_origins", "other_words");
        if (!name.startsWith(u"00")) {
            text.replace("squeezenet0_conv0", "renamed");
        }
        QFile other(QDir(folder).filePath(name));
        QVERIFY(other.open(QFile::WriteOnly));
        other.write(text);
    }
    drop(m_window, folder);
    MainWindow *window = stepsOf(folder);
    QVERIFY(window);
    GraphDocument &document = window->session().document;
    const PassStep &step = document.passSteps().front();
    QVERIFY(!step.isToldByFile && step.match);
    QVERIFY(step.match->countOf(Certainty::Certain) > 30);
    const auto *list = find<NodeView>(window, "passes-history");
    QTRY_VERIFY(list->model()->rowCount() > 2);
    const QString told = list->model()->index(1, PassStepModel::Result).data().toString();
    QVERIFY2(told.contains(u"certain"), qPrintable(told));
    document.setShownStep(static_cast<int>(document.passSteps().size()));
    const auto *changes = find<NodeView>(window, "changes-table");
    QTRY_VERIFY(changes->model()->rowCount() > 0);
    QVERIFY(!changes->isColumnHidden(4));
}

void TstStepFolders::anEmptyFolderIsToldOf()
{
    const QString folder = m_app->folder.filePath(QStringLiteral("empty"));
    QVERIFY(QDir().mkpath(folder));
    drop(m_window, folder);
    QTRY_VERIFY(!find<QWidget>(m_window, "message-bar")->isHidden());
}

void TstStepFolders::eachRunAddsToTheList()
{
    PassRunner &passes = m_window->session().passes;
    GraphDocument &document = m_window->session().document;
    QSignalSpy finished(&passes, &PassRunner::finished);
    passes.runUsual();
    QVERIFY(finished.wait(WindowFixture::patienceMs));
    QCOMPARE(document.passSteps().size(), std::size_t{3});
    passes.runFurther({{"SimplifyInference", {}}});
    QVERIFY(finished.wait(WindowFixture::patienceMs));
    passes.runFurther({{"FoldScaleAxis", {}}});
    QVERIFY(finished.wait(WindowFixture::patienceMs));
    QStringList names;
    for (const PassStep &step : document.passSteps()) {
        names.append(step.name);
    }
    QVERIFY2(names.startsWith(QStringLiteral("InferShape"))
                 && names.contains(QStringLiteral("SimplifyInference"))
                 && names.endsWith(QStringLiteral("FoldScaleAxis")),
             qPrintable(names.join(u' ')));
    QVERIFY(changedSomething(document.passSteps().back())); // on what the one before left
}

void TstStepFolders::whatFailsIsShownAndNotRunAgain()
{
    PassRunner &passes = m_window->session().passes;
    GraphDocument &document = m_window->session().document;
    QSignalSpy finished(&passes, &PassRunner::finished);
    passes.runFurther({{"LightNetToNNVM", {}}});
    QVERIFY(finished.wait(WindowFixture::patienceMs));
    QCOMPARE(document.passSteps().back().name, QStringLiteral("LightNetToNNVM"));
    QVERIFY(document.passSteps().back().failed);
    passes.runFurther({{"SaveJSON", {}}});
    QVERIFY(finished.wait(WindowFixture::patienceMs));
    QVERIFY(!document.passSteps().back().failed);
    QCOMPARE(document.passSteps().back().name, QStringLiteral("SaveJSON"));
}

void TstStepFolders::anyTwoStepsAreCompared()
{
    GraphDocument &document = m_window->session().document;
    m_window->docks().setWorkspace(Workspace::Passes);
    QSignalSpy finished(&m_window->session().passes, &PassRunner::finished);
    m_window->session().passes.run({{"Compile", {{"opt_level", "3"}}}});
    QVERIFY(finished.wait(WindowFixture::patienceMs));
    const auto last = static_cast<int>(document.passSteps().size());
    document.setShownStep(0);
    QTest::keyClick(&m_window->view(), Qt::Key_Equal);
    QCOMPARE(document.comparedStep(), std::optional(0));
    document.setShownStep(last);
    QTRY_COMPARE(document.baseStep(), 0);
    // The same as one pass that did it all would have told.
    const ChangeCounts &counts = document.stage().difference->counts;
    QCOMPARE(document.stage().before->nodeCount(), document.graph().nodeCount());
    QVERIFY(counts.gone() > 100);
    QCOMPARE(document.graph().nodeCount() - counts.gone() + counts.made,
             document.stage().graph->nodeCount());
    QTRY_VERIFY(find<QLabel>(m_window, "changes-title")
                    ->text()
                    .contains(QStringLiteral("compared with As opened")));
    auto *chip = find<QPushButton>(m_window, "passes-comparison");
    QTRY_VERIFY(chip->isVisible());
    QTest::mouseClick(chip, Qt::LeftButton);
    QVERIFY(!document.comparedStep());
    QCOMPARE(document.baseStep(), last - 1);
}

/// The other file stands beside the model, and a row leads to its node there.
void TstStepFolders::theValuesOfTwoFilesAreCompared()
{
    MainWindow *window = m_app->open(m_app->copyOf(QStringLiteral("mlp.json")));
    QVERIFY(window);
    QFile model(m_app->sample(QStringLiteral("mlp.json")));
    QVERIFY(model.open(QFile::ReadOnly));
    const QString there = m_app->folder.filePath(QStringLiteral("there.json"));
    QFile other(there);
    QVERIFY(other.open(QFile::WriteOnly));
    other.write(model.readAll().replace("\"op\": \"relu\"", "\"op\": \"tanh\""));
    other.close();
    ProofOptions options;
    options.device = QStringLiteral("reference");
    ProofRunner &proofs = window->session().proofs;
    proofs.setOptions(options);
    Q_EMIT window->files().comparedFileChosen(there, true);
    QTRY_VERIFY2_WITH_TIMEOUT(proofs.comparison(), qPrintable(proofs.failure()),
                              WindowFixture::patienceMs);
    QVERIFY(proofs.comparison()->values.resultsDiffer());
    QVERIFY(window->panes().isOn());
    const auto *summary = find<QLabel>(window, "proof-summary");
    QTRY_VERIFY(summary->isVisible());
    QVERIFY2(summary->text().startsWith(QStringLiteral("there.json computes something else")),
             qPrintable(summary->text()));
    QTRY_COMPARE(window->session().document.shownStep(), 1);
    auto *values = find<NodeView>(window, "proof-values");
    const std::string first =
        proofs.comparison()->values.values[*proofs.comparison()->values.first].name;
    QModelIndex row;
    QTRY_VERIFY((row = values->model()
                           ->match(values->model()->index(0, 0), Qt::DisplayRole,
                                   QString::fromStdString(first))
                           .value(0))
                    .isValid());
    // The canvas shows it at once.
    QCOMPARE(
        window->session().document.stage().graph->node(window->session().selection.current()).name,
        first);
    window->session().selection.clear();
    values->scrollTo(row);
    QTest::mouseClick(values->viewport(), Qt::LeftButton, {}, values->visualRect(row).center());
    const ModelStage &stage = window->session().document.stage();
    const Node *node = stage.graph->find(window->session().selection.current());
    QVERIFY(node);
    QCOMPARE(node->name, first);
    QCOMPARE(node->op, std::string("tanh"));
}

NERVURE_GUI_TEST(TstStepFolders)
#include "tst_step_folders.moc"
