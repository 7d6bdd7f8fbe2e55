// SPDX-License-Identifier: Apache-2.0
#include "widgets/document/graph_document.h"

#include "core/builtins.h"
#include "core/formats/project/open_model.h"
#include "core/graph/edits/edit.h"
#include "tests/support/environment.h"
#include "tests/support/errors.h"
#include "tests/support/test_class.h"
#include "widgets/document/document_edits.h"

#include <QFile>
#include <QFileInfo>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <optional>

using namespace nervure;

class TstGraphDocument : public QObject {
    Q_OBJECT

private:
    Builtins m_builtins = makeBuiltins();

    [[nodiscard]] DocumentContent sample(const char *name) const
    {
        const auto path = tests::sourceFolder() / "resources/samples" / name;
        auto model = openModel(path, m_builtins.formats, m_builtins.ops);
        if (!model) {
            return {};
        }
        return {std::move(model->graph), std::move(model->text), model->format->name,
                QString::fromStdString(path.string()), std::move(model->diagnostics)};
    }
    static NodeId named(const GraphDocument &document, const char *name)
    {
        return document.graph().findByName(name).value_or(NodeId{});
    }
    /// Saves as a job would.
    bool save(GraphDocument &document, const QString &path, const std::string &format) const
    {
        const SaveTarget target{QFileInfo(path).filesystemAbsoluteFilePath(), format, {}};
        const auto saved = saveToFile(document.startSave(), m_builtins, target);
        document.endSave(saved ? std::optional(*saved) : std::nullopt);
        return saved.ok();
    }
    /// A pass that found this shape for every value.
    static PassStep shapesOf(const GraphDocument &document, const Shape &shape)
    {
        PassStep step;
        step.name = QStringLiteral("InferShape");
        Diagnostics ignored;
        step.index =
            IndexedGraph::build(document.graph(), document.builtins().ops, ignored).value();
        step.analyses.set(keys::shape, Shapes(step.index->entryCount(), shape), *step.index);
        return step;
    }

private Q_SLOTS:
    void contentTellsEverybody()
    {
        GraphDocument document(m_builtins);
        QVERIFY(document.isEmpty());
        QSignalSpy replaced(&document, &GraphDocument::contentReplaced);
        QSignalSpy changed(&document, &GraphDocument::graphChanged);
        document.setContent(sample("mlp.json"));
        QCOMPARE(replaced.count(), 1);
        QCOMPARE(changed.count(), 1);
        QCOMPARE(document.title(), QStringLiteral("mlp.json"));
        QVERIFY(document.isExamined());
        QVERIFY(!document.isDirty());
    }

    void anUntouchedModelSavesToTheSameBytes()
    {
        GraphDocument document(m_builtins);
        document.setContent(sample("mlp.json"));
        QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("copy.json"));
        QVERIFY(save(document, path, "nnvm"));
        QCOMPARE(tests::readFile(path.toStdString()),
                 tests::readFile(tests::sourceFolder() / "resources/samples/mlp.json"));
        QCOMPARE(document.title(), QStringLiteral("copy.json"));
    }

    void undoingTheEditMakesItCleanAgain()
    {
        GraphDocument document(m_builtins);
        document.setContent(sample("mlp.json"));
        const Graph before = document.graph();
        const NodeId fc = named(document, "fc1");
        QVERIFY(fc.isValid());
        QVERIFY(performEdit(document, EditKind::Set, {.nodes = {fc}, .key = "units", .text = "64"})
                    .ok());
        QCOMPARE(*document.graph().node(fc).attrs.find("units"), std::string("64"));
        QVERIFY(document.isDirty());
        document.undoStack().undo();
        QVERIFY(document.graph() == before);
        QVERIFY(!document.isDirty());
        document.undoStack().redo();
        QVERIFY(document.isDirty());
    }

    void editsThatCannotBeAreRefused()
    {
        GraphDocument document(m_builtins);
        document.setContent(sample("mlp.json"));
        const Graph before = document.graph();
        const NodeId fc = named(document, "fc1");
        const auto bad =
            performEdit(document, EditKind::Set, {.nodes = {fc}, .key = "units", .text = "plenty"});
        QVERIFY(!bad.ok());
        QCOMPARE(bad.error().where.attribute, std::string("units"));
        NERVURE_VERIFY_ERROR(
            performEdit(document, EditKind::Rename, {.nodes = {fc}, .text = "fc2"}), "name-taken",
            "in 'fc1': the name 'fc2' is taken, 'fc2_1' is free");
        NERVURE_VERIFY_ERROR(
            performEdit(document, EditKind::Set, {.nodes = {{9999}}, .key = "units", .text = "1"}),
            "no-such-node", "the graph has no node with id 9999");
        QVERIFY(document.graph() == before);
        QCOMPARE(document.undoStack().count(), 0);
    }

    void resultsOfAnOlderGraphAreDropped()
    {
        GraphDocument document(m_builtins);
        document.setContent(sample("mlp.json"));
        PassOutcome outcome;
        outcome.revision = document.revision();
        outcome.steps.emplace_back();
        const std::uint64_t measured = document.revision();
        QVERIFY(performEdit(document, EditKind::Set,
                            {.nodes = {named(document, "fc1")}, .key = "units", .text = "64"})
                    .ok());
        document.setPassOutcome(outcome);
        document.setProfile(std::make_shared<const ProfileReport>(), measured);
        QVERIFY(document.passSteps().empty());
        QVERIFY(!document.profile());
    }

    void anEditForgetsResults()
    {
        GraphDocument document(m_builtins);
        document.setContent(sample("mlp.json"));
        document.setPassOutcome({document.revision(), {shapesOf(document, Shape{7})}});
        QVERIFY(document.factsOf({named(document, "fc1")}).shape == Shape{7});
        QSignalSpy analyses(&document, &GraphDocument::analysesChanged);
        QVERIFY(performEdit(document, EditKind::Rename,
                            {.nodes = {named(document, "fc1")}, .text = "first"})
                    .ok());
        QCOMPARE(analyses.count(), 1);
        QVERIFY(!document.factsOf({named(document, "first")}).shape.hasRank());
    }

    void everyStepCanBeShownAgain()
    {
        GraphDocument document(m_builtins);
        document.setContent(sample("mlp.json"));
        const Entry fc{named(document, "fc1")};
        PassStep first = shapesOf(document, Shape{7});
        first.provided = QStringList{QStringLiteral("shape")};
        PassStep second = shapesOf(document, Shape{8});
        Graph changed = document.graph();
        Node node;
        node.op = "relu";
        node.name = "made";
        const NodeId made = changed.add(std::move(node));
        second.changedGraph = true;
        second.graph = std::make_shared<const Graph>(std::move(changed));
        document.setPassOutcome({document.revision(), {first, second}});
        QCOMPARE(document.shownStep(), 2);
        QVERIFY(document.stage().isOfPass());
        QVERIFY(document.stage().graph->contains(made));
        QVERIFY(document.factsOf(fc).shape == Shape{8});
        QSignalSpy shown(&document, &GraphDocument::analysesChanged);
        document.setShownStep(1);
        QVERIFY(!document.stage().isOfPass());
        QVERIFY(!document.stage().graph->contains(made));
        QVERIFY(document.factsOf(fc).shape == Shape{7});
        document.setShownStep(-5);
        QCOMPARE(document.shownStep(), 0);
        QVERIFY(!document.factsOf(fc).shape.hasRank());
        document.setShownStep(99);
        QCOMPARE(document.shownStep(), 2);
        document.setShownStep(2);
        QCOMPARE(shown.count(), 3);
        QVERIFY(document.apply({RenameNode{fc.node, "first"}}, QString()).ok());
        QCOMPARE(document.shownStep(), 0);
        QVERIFY(!document.stage().isOfPass());
        QCOMPARE(document.stage().graph->node(fc.node).name, std::string("first"));
    }

    void theStepThatWasSavedIsTheCleanOne()
    {
        GraphDocument document(m_builtins);
        document.setContent(sample("mlp.json"));
        const QTemporaryDir folder;
        const NodeId fc = named(document, "fc1");
        const auto units = [&](const char *value) {
            return performEdit(document, EditKind::Set,
                               {.nodes = {fc}, .key = "units", .text = value})
                .ok();
        };
        QVERIFY(units("1") && units("2"));
        const SaveTarget target{
            folder.filePath(QStringLiteral("m.json")).toStdString(), "nnvm", {}};
        const auto saved = saveToFile(document.startSave(), m_builtins, target);
        QVERIFY(saved.ok());
        QVERIFY(units("3") && units("4"));
        const Graph present = document.graph();
        document.endSave(*saved);
        QVERIFY(document.graph() == present);
        QCOMPARE(document.undoStack().index(), 4);
        QCOMPARE(document.savedStep(), 2);
        document.undoStack().setIndex(2);
        QVERIFY(!document.isDirty());
        QCOMPARE(*document.graph().node(fc).attrs.find("units"), std::string("2"));
        // What is shown by then is another model: nothing is said of it.
        (void)document.startSave();
        document.setContent(sample("mlp.json"));
        QVERIFY(units("5"));
        document.endSave(*saved);
        QVERIFY(document.isDirty());
        QCOMPARE(document.title(), QStringLiteral("mlp.json"));
    }

    void aReferenceIntoNothingIsToldOnce()
    {
        GraphDocument document(m_builtins);
        document.setContent(sample("mlp.json"));
        QVERIFY(document.apply({RemoveNode{named(document, "relu1")}}, QStringLiteral("x")).ok());
        const Diagnostics all = document.diagnostics();
        const auto count = std::count_if(all.begin(), all.end(), [](const Diagnostic &one) {
            return one.severity == Severity::Error;
        });
        QCOMPARE(count, 1);
        QCOMPARE(all.front().code, std::string("entry-node"));
    }

    void inputFactsDoNotDirtyTheFile()
    {
        GraphDocument document(m_builtins);
        document.setContent(sample("mlp.json"));
        InputFacts facts;
        facts.shapes["data"] = {1, 784};
        document.setInputFacts(facts);
        QVERIFY(!document.isDirty());
        QVERIFY(document.inputFacts().shapes == facts.shapes);
    }

    void savingNowhereFailsAndStaysDirty()
    {
        GraphDocument document(m_builtins);
        document.setContent(sample("mlp.json"));
        QVERIFY(performEdit(document, EditKind::Set,
                            {.nodes = {named(document, "fc1")}, .key = "units", .text = "64"})
                    .ok());
        QVERIFY(!save(document, QStringLiteral("/no/such/folder/x.json"), "nnvm"));
        const QTemporaryDir folder;
        QVERIFY(!save(document, folder.filePath(QStringLiteral("x.json")), "no-such-format"));
        QVERIFY(!document.isSaving());
        QVERIFY(document.isDirty());
    }
};

NERVURE_TEST(TstGraphDocument)
#include "tst_graph_document.moc"
