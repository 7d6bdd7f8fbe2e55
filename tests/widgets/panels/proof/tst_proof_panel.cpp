// SPDX-License-Identifier: Apache-2.0
#include "core/formats/project/open_model.h"
#include "core/graph/edits/attribute_edits.h"
#include "core/passes/steps/step_folder.h"
#include "core/proof/proof_json.h"
#include "core/support/file.h"
#include "tests/core/proof/planted_faults.h"
#include "tests/support/cli.h"
#include "tests/support/environment.h"
#include "tests/support/test_class.h"
#include "tests/widgets/panels/panel_fixture.h"
#include "widgets/models/proof_model.h"
#include "widgets/panels/inspector/heat_map_view.h"
#include "widgets/text/format.h"

#include <QComboBox>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>

#include <nlohmann/json.hpp>

#include <cmath>
#include <memory>

using namespace nervure;
using namespace nervure::tests;

class TstProofPanel : public QObject {
    Q_OBJECT

private:
    using Json = nlohmann::ordered_json;

    static QString commandLine() { return QString::fromStdString(program("nervure-cli").string()); }
    /// A network after passes that round otherwise than before, and its panel. Takes the reference: what it
    /// computes is the same everywhere.
    static bool open(PanelFixture &window)
    {
        window.document.setContent({faultyNetwork(window.builtins.ops), {}, "nnvm", {}, {}});
        ProofOptions options;
        options.device = QStringLiteral("reference");
        window.proofs.setOptions(options);
        return window.show("proof", {1200, 320}) != nullptr && run(window);
    }
    static bool run(PanelFixture &window)
    {
        QSignalSpy ran(&window.passes, &PassRunner::finished);
        window.passes.run({{"SimplifyInference", {}}, {"FoldScaleAxis", {}}});
        return ran.wait() && waitForDevices(window);
    }
    static bool waitForDevices(PanelFixture &window)
    {
        return QTest::qWaitFor(
            [&window] { return !window.worker.devices().isEmpty() && !window.worker.isBusy(); },
            30000);
    }
    static bool click(PanelFixture &window, const char *button)
    {
        auto *found = window.child<QPushButton>(button);
        if (!QTest::qWaitFor([found] { return found->isEnabled(); })) {
            return false;
        }
        QSignalSpy ended(&window.proofs, &ProofRunner::finished);
        QTest::mouseClick(found, Qt::LeftButton);
        return ended.wait(30000);
    }
    static void typeTolerance(PanelFixture &window, const char *text)
    {
        auto *field = window.child<QLineEdit>("proof-tolerance");
        field->setFocus();
        field->selectAll();
        QTest::keyClicks(field, QString::fromLatin1(text));
        QTest::keyClick(field, Qt::Key_Return);
    }
    static bool write(const PanelFixture &window, const QString &file)
    {
        Diagnostics ignored;
        const auto text = window.builtins.formats.find("nnvm")->write(
            window.document.graph(), {window.builtins.ops, Semantics::Exact, {}}, ignored);
        return text.ok() && writeFile(file.toStdString(), *text).ok();
    }
    static QTreeView *steps(PanelFixture &window) { return window.child<QTreeView>("proof-steps"); }
    static QStringList column(const QTreeView *view, int column)
    {
        QStringList texts;
        for (int row = 0; row < view->model()->rowCount(); ++row) {
            texts.append(view->model()->index(row, column).data().toString());
        }
        return texts;
    }

private Q_SLOTS:
    void init() { QTest::failOnWarning(anyWarning()); }

    /// The very document that `bisect --json` prints.
    void windowAndCommandLineFindTheSame()
    {
        PanelFixture window(commandLine());
        QVERIFY(open(window));
        typeTolerance(window, "0");
        QCOMPARE(window.proofs.options().tolerance, std::optional(0.0));
        QVERIFY(click(window, "proof-bisect"));
        const Bisection *found = window.proofs.result();
        QVERIFY2(found, qPrintable(window.proofs.failure()));
        QVERIFY(found->found.has_value());
        const QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("net.json"));
        QVERIFY(write(window, file));
        const CliResult told =
            runCli({s("bisect"), file, s("--passes"), s("SimplifyInference,FoldScaleAxis"),
                    s("--tolerance"), s("0"), s("--device"), s("reference"), s("--json")});
        QCOMPARE(told.exitCode, 4);
        Json document = Json::parse(told.out.toStdString());
        document.erase("diagnostics");
        QCOMPARE(bisectionJson(*found).dump(1), document.dump(1));
        auto *summary = window.child<QLabel>("proof-summary");
        QTRY_VERIFY(summary->text().contains(toQString(found->found->node)));
    }

    /// Of a model that was edited and never saved, beside a file; then a row leads to its node in either.
    void modelsAreComparedAsTheCommandLineDoes()
    {
        const QTemporaryDir folder;
        PanelFixture window(commandLine());
        QVERIFY(open(window));
        const QString there = folder.filePath(QStringLiteral("there.json"));
        QVERIFY(write(window, there));
        const NodeId norm[]{window.node("bn")};
        const auto edit = setAttribute(window.document.graph(), norm, "epsilon", "0.25");
        QVERIFY(edit.ok() && window.document.apply(*edit, QStringLiteral("epsilon")).ok());
        const QString here = folder.filePath(QStringLiteral("here.json"));
        QVERIFY(write(window, here));
        QSignalSpy read(&window.passes, &PassRunner::finished);
        window.passes.openSteps({there.toStdString()});
        QVERIFY(read.wait());
        QVERIFY(waitForDevices(window));
        QVERIFY(click(window, "proof-compare"));
        const ToldComparison *found = window.proofs.comparison();
        QVERIFY2(found, qPrintable(window.proofs.failure()));
        QVERIFY(found->values.first.has_value());
        const CliResult told = runCli({s("compare"), here, there, s("--numeric"), s("--device"),
                                       s("reference"), s("--json")});
        QCOMPARE(told.exitCode, 4);
        const Json document = Json::parse(told.out.toStdString());
        const auto results = resultsOf(found->values);
        QCOMPARE(results.size(), document["outputs"].size());
        for (std::size_t i = 0; i < results.size(); ++i) {
            QCOMPARE(comparedJson(*results[i]).dump(), document["outputs"][i].dump());
        }
        QCOMPARE(comparedJson(found->values.values[*found->values.first]).dump(),
                 document["first_difference"].dump());
        QCOMPARE(found->values.values.size(), document["values"].size());
        QCOMPARE(found->sharedVariables, document["variables"]["shared"].get<std::size_t>());
        auto *summary = window.child<QLabel>("proof-summary");
        QTRY_VERIFY(summary->text().contains(QStringLiteral("there.json computes something else")));
        QVERIFY(summary->text().contains(QStringLiteral("bn")));
        QVERIFY(!steps(window)->isVisible());
        auto *values = window.child<QTreeView>("proof-values");
        QCOMPARE(values->model()->rowCount(), static_cast<int>(found->values.values.size()));
        for (const int shown : {1, 0}) {
            window.document.setShownStep(shown);
            QCoreApplication::processEvents();
            window.selection.clear();
            QVERIFY(PanelFixture::clickCell(values, QStringLiteral("bn")));
            const Node *node = window.document.stage().graph->find(window.selection.current());
            QVERIFY(node);
            QCOMPARE(node->name, std::string("bn"));
        }
        // What was found out is of a model that is there no more.
        window.document.undoStack().undo();
        QVERIFY(window.proofs.comparison() == nullptr);
    }

    /// The tensor of a row is that of either model, and what is between them, as the inspector shows tensors.
    void aRowOfTwoModelsLeadsToBothTensorsAndTheirDifference()
    {
        const QTemporaryDir folder;
        PanelFixture window(commandLine());
        QVERIFY(open(window)); // the last step that is shown has another graph
        const QString there = folder.filePath(QStringLiteral("there.json"));
        QVERIFY(write(window, there));
        const NodeId norm[]{window.node("bn")};
        const auto edit = setAttribute(window.document.graph(), norm, "epsilon", "0.25");
        QSignalSpy ran(&window.passes, &PassRunner::finished);
        QVERIFY(edit.ok() && window.document.apply(*edit, QStringLiteral("epsilon")).ok());
        QVERIFY(ran.wait() && waitForDevices(window));
        const std::unique_ptr<Panel> inspector(
            window.panels.find("inspector")->factory(window.context()));
        inspector->resize(360, 1200);
        inspector->show();
        QVERIFY(QTest::qWaitForWindowExposed(inspector.get()));
        QSignalSpy compared(&window.proofs, &ProofRunner::compared);
        window.proofs.compareWith(there);
        QVERIFY(compared.wait(30000));
        QCOMPARE(window.document.shownStep(), 0); // that which was compared
        window.selection.clear();
        QCoreApplication::processEvents();
        auto *values = window.child<QTreeView>("proof-values");
        QVERIFY(PanelFixture::clickCell(values, QStringLiteral("bn")));
        auto *side = inspector->findChild<QComboBox *>(QStringLiteral("inspector-tensor-side"));
        auto *map =
            inspector->findChild<HeatMapView *>(QStringLiteral("inspector-tensor-heat-map"));
        QTRY_VERIFY_WITH_TIMEOUT(side->isVisible() && map->isVisible(), 30000);
        QCOMPARE(side->currentText(), QStringLiteral("This model"));
        const std::vector<double> here = map->map().cells;
        side->setFocus();
        QTest::keyClick(side, Qt::Key_Down);
        QCOMPARE(side->currentText(), QStringLiteral("there.json"));
        QTRY_VERIFY(map->isVisible() && map->map().cells != here);
        const std::vector<double> other = map->map().cells;
        QTest::keyClick(side, Qt::Key_End);
        QCOMPARE(side->currentText(), QStringLiteral("Difference"));
        QTRY_VERIFY(map->isVisible() && map->map().cells != other);
        QVERIFY(map->scale().isDiverging);
        for (std::size_t i = 0; i < here.size(); ++i) {
            QVERIFY(std::fabs(map->map().cells[i] - (other[i] - here[i])) < 1e-5);
        }
        // Another row, and what the worker forgot is run again.
        const std::vector<double> before = map->map().cells;
        window.proofs.forgetSession();
        QVERIFY(PanelFixture::clickCell(values, QStringLiteral("relu")));
        QPushButton *compute =
            inspector->findChild<QPushButton *>(QStringLiteral("inspector-tensor-compute"));
        QTRY_VERIFY(compute->isVisible());
        QTest::mouseClick(compute, Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(map->isVisible() && map->map().cells != before, 30000);
        QCOMPARE(compared.count(), 1); // nobody is led anywhere
        QCOMPARE(window.document.graph().node(window.selection.current()).name,
                 std::string("relu"));
    }

    /// Files of a compiler, one of which is no model: as `bisect --steps` says it, beside the step before and
    /// beside the first.
    void stepsOfFilesAreProvedAsTheCommandLineDoes()
    {
        const QTemporaryDir folder;
        PanelFixture window(commandLine());
        QVERIFY(open(window));
        const QString model = folder.filePath(QStringLiteral("net.json"));
        QVERIFY(write(window, model));
        const QString dir = folder.filePath(QStringLiteral("steps"));
        QCOMPARE(runCli({s("pass"), model, s("--passes"), s("SimplifyInference,FoldScaleAxis"),
                         s("--steps"), dir, s("-q"), s("-o"),
                         folder.filePath(QStringLiteral("out.json"))})
                     .exitCode,
                 0);
        auto files = stepFiles(dir.toStdString());
        QVERIFY(files.ok() && files->files.size() > 3);
        QVERIFY(writeFile(files->files[1], "no model").ok());
        const auto opened =
            openModel(files->files[0], window.builtins.formats, window.builtins.ops);
        QVERIFY(opened.ok());
        window.document.setContent(
            {opened->graph, {}, "nnvm", toQString(opened->path.string()), {}});
        QSignalSpy read(&window.passes, &PassRunner::finished);
        window.passes.openSteps({files->files.begin() + 1, files->files.end()});
        QVERIFY(read.wait());
        QVERIFY(waitForDevices(window));
        auto *against = window.child<QComboBox>("proof-against");
        for (const char *which : {"before", "first"}) {
            against->setFocus();
            QTest::keyClick(against, *which == 'f' ? Qt::Key_Down : Qt::Key_Up);
            QVERIFY(click(window, "proof-all"));
            const Bisection *found = window.proofs.result();
            QVERIFY2(found, qPrintable(window.proofs.failure()));
            const CliResult told = runCli({s("bisect"), s("--steps"), dir, s("--against"), s(which),
                                           s("--device"), s("reference"), s("--json")});
            Json document = Json::parse(told.out.toStdString());
            document.erase("diagnostics");
            QCOMPARE(bisectionJson(*found).dump(1), document.dump(1));
            QCOMPARE(found->steps.front().verdict, ProofVerdict::NotRun);
            QVERIFY(found->countOf(ProofVerdict::Equal) > 0);
        }
        QTRY_COMPARE(column(steps(window), ProofStepModel::Verdict).first(),
                     QStringLiteral("not run"));
        QCOMPARE(window.proofs.documentStep(0), 0);
        QCOMPARE(window.proofs.documentStep(1), 1);
        QVERIFY(PanelFixture::clickCell(steps(window), QStringLiteral("FoldScaleAxis")));
        QCOMPARE(
            window.document.passSteps()[static_cast<std::size_t>(window.document.shownStep()) - 1]
                .name,
            QStringLiteral("FoldScaleAxis"));
    }

    void allStepsAreProvedAndARowShowsItsStepAndNode()
    {
        PanelFixture window(commandLine());
        QVERIFY(open(window));
        QVERIFY(click(window, "proof-all"));
        const Bisection *proof = window.proofs.result();
        QVERIFY2(proof, qPrintable(window.proofs.failure()));
        QVERIFY(!proof->found); // rounding counts as equal
        QCOMPARE(proof->steps.size(), window.document.passSteps().size());
        QTRY_COMPARE(column(steps(window), ProofStepModel::Name).size(),
                     qsizetype(proof->steps.size()));
        for (std::size_t i = 0; i < proof->steps.size(); ++i) {
            QCOMPARE(toQString(proof->steps[i].name), window.document.passSteps()[i].name);
        }
        QVERIFY(PanelFixture::clickCell(steps(window), QStringLiteral("SimplifyInference")));
        const int step = window.document.shownStep();
        QCOMPARE(window.document.passSteps()[static_cast<std::size_t>(step) - 1].name,
                 QStringLiteral("SimplifyInference"));
        auto *values = window.child<QTreeView>("proof-values");
        QVERIFY(values->model()->rowCount() > 3);
        QVERIFY(PanelFixture::clickCell(values, QStringLiteral("relu")));
        const NodeId node = window.selection.current();
        QCOMPARE(window.document.stage().graph->node(node).name, std::string("relu"));
        // Every row leads to the node that it names.
        const auto &stage = *window.document.stage().graph;
        for (int row = 0; row < values->model()->rowCount(); ++row) {
            const QModelIndex index = values->model()->index(row, ProvedValueModel::Name);
            const NodeId of{index.data(NodeRole).toUInt()};
            QCOMPARE(toQString(stage.node(of).name), index.data().toString());
        }
    }

    void oneStepIsProvedAlone()
    {
        PanelFixture window(commandLine());
        QVERIFY(open(window));
        window.document.setShownStep(0);
        auto *button = window.child<QPushButton>("proof-step");
        QTRY_VERIFY(!button->isEnabled());
        QCOMPARE(button->toolTip(), QStringLiteral("Step to a pass first"));
        int changing = 0; // the last that makes another graph
        for (std::size_t i = 0; i < window.document.passSteps().size(); ++i) {
            changing = window.document.passSteps()[i].changedGraph ? int(i) + 1 : changing;
        }
        QVERIFY(changing > 1);
        window.document.setShownStep(changing);
        QVERIFY(click(window, "proof-step"));
        const Bisection *proof = window.proofs.result();
        QVERIFY2(proof, qPrintable(window.proofs.failure()));
        QCOMPARE(int(proof->steps.size()), changing);
        QVERIFY(proof->steps.back().compared > 3);
        QTRY_VERIFY(steps(window)->model()->rowCount() > 0);
        QCOMPARE(column(steps(window), ProofStepModel::Verdict).first(),
                 QStringLiteral("not asked"));
        // What was proved is of a model that is there no more.
        QVERIFY(window.document.undoStack().count() == 0);
        window.passes.runUsual();
        QTRY_VERIFY(window.proofs.result() == nullptr);
    }

    /// What is shown is proved, and no program behind it starts.
    void stepsAreProvedUpToWherePassesStopped()
    {
        const QTemporaryDir folder;
        const QString mark = folder.filePath(QStringLiteral("mark"));
        PanelFixture window(commandLine());
        QVERIFY(open(window));
        const std::size_t all = window.document.passSteps().size();
        QSignalSpy ran(&window.passes, &PassRunner::finished);
        window.passes.setBreaks({{"vanishes op:batch_norm"}});
        QVERIFY(ran.wait());
        window.passes.runFurther(
            {{"exec", {{"command", (s("touch ") + mark + s("; cat")).toStdString()}}}});
        QVERIFY(ran.wait());
        QVERIFY(window.passes.hit() && waitForDevices(window));
        const std::size_t shown = window.document.passSteps().size();
        QVERIFY(shown > 0 && shown < all);
        QVERIFY(click(window, "proof-all"));
        const Bisection *proof = window.proofs.result();
        QVERIFY2(proof, qPrintable(window.proofs.failure()));
        QCOMPARE(proof->steps.size(), shown);
        QCOMPARE(toQString(proof->steps.back().name), window.document.passSteps().back().name);
        QVERIFY(!QFile::exists(mark));
        window.passes.goOn();
        QVERIFY(ran.wait());
        QTRY_VERIFY(window.proofs.result() == nullptr); // other steps are shown
    }

    /// By the text of its command, as for the passes themselves.
    void aProgramThatMayRunIsProvedAndOthersAreNotStarted()
    {
        PanelFixture window(commandLine());
        QVERIFY(open(window));
        QSignalSpy ran(&window.passes, &PassRunner::finished);
        Pipeline pipeline = pipelineOf({{"SimplifyInference", {}},
                                        {"exec", {{"command", "cat; echo proved >&2"}}},
                                        {"exec", {{"command", "cat"}}}});
        window.passes.setPipeline(pipeline); // of a file: nobody typed these
        QVERIFY(ran.wait() && waitForDevices(window));
        QVERIFY(window.passes.askedCommand());
        QVERIFY(click(window, "proof-all"));
        QVERIFY2(window.proofs.result(), qPrintable(window.proofs.failure()));
        QCOMPARE(window.proofs.result()->steps.size(), window.document.passSteps().size());
        QCOMPARE(window.proofs.result()->countOf(ProofVerdict::Broken), std::size_t{0});
        window.passes.answerCommand(true);
        QVERIFY(ran.wait() && waitForDevices(window));
        QCOMPARE(window.passes.askedCommand(), std::optional<std::string>("cat"));
        QVERIFY(click(window, "proof-all"));
        const Bisection *proof = window.proofs.result();
        QVERIFY2(proof, qPrintable(window.proofs.failure()));
        QCOMPARE(proof->steps.size(), window.document.passSteps().size());
        QCOMPARE(proof->steps.back().name, std::string("exec"));
        QVERIFY(proof->steps.back().verdict == ProofVerdict::Equal
                || proof->steps.back().verdict == ProofVerdict::Identical);
    }

    void withoutPassesItSaysWhatIsMissing()
    {
        PanelFixture window(commandLine());
        QVERIFY(window.show("proof", {1000, 300}));
        auto *button = window.child<QPushButton>("proof-all");
        QVERIFY(!button->isEnabled());
        QCOMPARE(button->toolTip(), QStringLiteral("No model is open"));
        window.openNet();
        QTRY_COMPARE(button->toolTip(), QStringLiteral("No pass has run yet"));
    }

    void whatTheWorkerSaysIsTold()
    {
        PanelFixture window(commandLine());
        QVERIFY(open(window));
        ProofOptions options;
        options.device = QStringLiteral("no such device");
        window.proofs.setOptions(options);
        QVERIFY(click(window, "proof-bisect"));
        QVERIFY(window.proofs.result() == nullptr);
        auto *summary = window.child<QLabel>("proof-summary");
        QTRY_VERIFY(summary->isVisible());
        QVERIFY(summary->text().contains(QStringLiteral("no such device")));
    }

    void aLongProofIsStopped()
    {
        PanelFixture window;
        const auto fake = sourceFolder() / "tests/widgets/jobs/fake_worker";
        window.worker.setCommand(
            QStringLiteral("bash \"%1\" hang").arg(QString::fromStdString(fake.string())));
        QVERIFY(open(window));
        auto *button = window.child<QPushButton>("proof-all");
        QTRY_VERIFY(button->isEnabled());
        QTest::mouseClick(button, Qt::LeftButton);
        auto *stop = window.child<QPushButton>("proof-stop");
        auto *stage = window.child<QLabel>("proof-stage");
        QTRY_COMPARE(stage->text(), QStringLiteral("SimplifyInference"));
        QVERIFY(stop->isVisible());
        QSignalSpy ended(&window.proofs, &ProofRunner::finished);
        QTest::mouseClick(stop, Qt::LeftButton);
        QVERIFY(ended.count() == 1 || ended.wait());
        QTRY_VERIFY(!stop->isVisible());
        QCOMPARE(window.proofs.failure(), QStringLiteral("The run was stopped."));
    }
};

NERVURE_GUI_TEST(TstProofPanel)
#include "tst_proof_panel.moc"
