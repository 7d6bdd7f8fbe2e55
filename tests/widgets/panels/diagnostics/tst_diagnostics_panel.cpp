// SPDX-License-Identifier: Apache-2.0
#include "core/builtins.h"
#include "core/graph/check/graph_check.h"
#include "tests/support/test_class.h"
#include "tests/widgets/panels/panel_fixture.h"
#include "widgets/document/document_edits.h"

#include <QElapsedTimer>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QSignalSpy>
#include <QToolButton>

#include <string>

using namespace nervure;
using nervure::tests::PanelFixture;

namespace {

/// A point of the label where the mouse is over that link; null: there is none.
QPoint linkAt(QLabel &label, const QString &link)
{
    constexpr int step = 3;
    const QSignalSpy hovered(&label, &QLabel::linkHovered);
    for (int y = step; y < label.height(); y += step) {
        for (int x = step; x < label.width(); x += step) {
            QTest::mouseMove(&label, {x, y});
            if (!hovered.isEmpty() && hovered.last().first() == link) {
                return {x, y};
            }
        }
    }
    return {};
}

} // namespace

class TstDiagnosticsPanel : public QObject {
    Q_OBJECT

private:
    /// Three nodes with an operator that nobody knows, by their ids, one more by name, and an error.
    static void openFaulty(PanelFixture &window)
    {
        Graph graph = PanelFixture::net();
        for (const char *name : {"conv0", "flatten0", "fc0"}) {
            graph.edit(*graph.findByName(name)).op = "stranger";
        }
        const Builtins builtins = makeBuiltins();
        DocumentContent content{graph, {}, "nnvm", {}, {}};
        content.diagnostics = checkWithSubgraphs(graph, builtins.ops, Semantics::Exact);
        content.diagnostics.push_back(
            makeWarningAt("relu0", "op-unknown", "node 'relu0': operator 'stranger' is unknown"));
        content.diagnostics.push_back(makeErrorAt("relu0", "argument-count", "relu has 2 inputs"));
        window.document.setContent(std::move(content));
    }

private Q_SLOTS:
    void init() { QTest::failOnWarning(nervure::tests::anyWarning()); }

    void errorsComeFirstAndAClickLeadsToTheNode()
    {
        PanelFixture window;
        window.document.setContent(
            {PanelFixture::net(),
             {},
             "nnvm",
             {},
             {makeWarningAt("data", "unknown-key", "key 'x' means nothing"),
              makeErrorAt("relu0", "argument-count", "relu has 2 inputs, expected 1")}});
        QVERIFY(window.show("diagnostics", {720, 240}));
        auto *view = window.child<QTreeView>("diagnostics-table");
        QCOMPARE(view->model()->index(0, 0).data().toString(), QStringLiteral("error"));
        QCOMPARE(view->model()->index(1, 0).data().toString(), QStringLiteral("warning"));
        QSignalSpy jumps(&window.selection, &Selection::jumpRequested);
        QVERIFY(PanelFixture::clickCell(view, QStringLiteral("relu has 2 inputs, expected 1")));
        QCOMPARE(window.selection.current(), window.node("relu0"));
        QCOMPARE(jumps.count(), 1);
        QCOMPARE(window.child<QLabel>("diagnostics-summary")->text(),
                 QStringLiteral("1 error(s) · 1 warning(s)"));
    }

    void findingsOfOneCauseAreOneRowThatUnfolds()
    {
        PanelFixture window;
        openFaulty(window);
        QVERIFY(window.show("diagnostics", {720, 240}));
        auto *view = window.child<QTreeView>("diagnostics-table");
        const QAbstractItemModel &model = *view->model();
        QCOMPARE(model.rowCount(), 2);
        const QModelIndex cause = model.index(1, 0);
        QCOMPARE(cause.siblingAtColumn(1).data().toString(),
                 QStringLiteral("operator 'stranger' is unknown: 4 nodes"));
        QVERIFY(PanelFixture::clickCell(view,
                                        QStringLiteral("operator 'stranger' is unknown: 4 nodes")));
        QCOMPARE(window.selection.current(), window.node("conv0"));
        QCOMPARE(window.child<QLabel>("diagnostics-summary")->text(),
                 QStringLiteral("1 error(s) · 4 warning(s)"));
        // A click on the sign before the row unfolds it.
        const QRect row = view->visualRect(cause);
        QTest::mouseClick(view->viewport(), Qt::LeftButton, {},
                          {row.left() - view->indentation() / 2, row.center().y()});
        QVERIFY(view->isExpanded(cause));
        QCOMPARE(model.rowCount(cause), 4);
        QSignalSpy jumps(&window.selection, &Selection::jumpRequested);
        for (const char *name : {"fc0", "relu0", "flatten0"}) {
            const QString message = QStringLiteral("node '%1': operator 'stranger' is unknown")
                                        .arg(QLatin1String(name));
            QVERIFY(PanelFixture::clickCell(view, message));
            QCOMPARE(window.selection.current(), window.node(name));
        }
        QCOMPARE(jumps.count(), 3);
        // What was unfolded stays so, and what is chosen elsewhere is found there.
        window.document.addSaveDiagnostic(makeWarning("file", "something else"));
        QTRY_COMPARE(model.rowCount(), 3);
        QVERIFY(view->isExpanded(model.index(1, 0)));
        window.selection.select(window.node("fc0"));
        QCOMPARE(view->currentIndex().parent(), model.index(1, 0));
        QTest::keyClick(view, Qt::Key_Left); // to the cause
        QTest::keyClick(view, Qt::Key_Left); // folds it
        QVERIFY(!view->isExpanded(model.index(1, 0)));
    }

    void typingFiltersByMessageAndNode()
    {
        PanelFixture window;
        openFaulty(window);
        QVERIFY(window.show("diagnostics", {720, 240}));
        auto *view = window.child<QTreeView>("diagnostics-table");
        auto *text = window.child<QLineEdit>("diagnostics-filter");
        const auto message = [view](int row) {
            return view->model()->index(row, 1).data().toString();
        };
        const auto type = [text](const char *words) {
            text->selectAll();
            QTest::keyClicks(text, QLatin1String(words));
        };
        type("INPUTS");
        QCOMPARE(view->model()->rowCount(), 1);
        QCOMPARE(message(0), QStringLiteral("relu has 2 inputs"));
        type("f"); // flatten0, fc0
        QCOMPARE(view->model()->rowCount(), 1);
        QCOMPARE(message(0), QStringLiteral("operator 'stranger' is unknown: 2 nodes"));
        type("fc");
        QCOMPARE(message(0), QStringLiteral("node 'fc0': operator 'stranger' is unknown"));
        QVERIFY(PanelFixture::clickCell(view, message(0)));
        QCOMPARE(window.selection.current(), window.node("fc0"));
        type("nothing of the kind");
        QCOMPARE(view->model()->rowCount(), 0);
        QVERIFY(text->isVisible());
        QTest::keyClick(text, Qt::Key_A, Qt::ControlModifier);
        QTest::keyClick(text, Qt::Key_Backspace);
        QCOMPARE(view->model()->rowCount(), 2);
    }

    void switchesSayWhichSeveritiesAreShown()
    {
        PanelFixture window;
        openFaulty(window);
        QVERIFY(window.show("diagnostics", {720, 240}));
        auto *view = window.child<QTreeView>("diagnostics-table");
        QTest::mouseClick(window.child<QToolButton>("diagnostics-errors"), Qt::LeftButton);
        QCOMPARE(view->model()->rowCount(), 1);
        QCOMPARE(view->model()->index(0, 0).data().toString(), QStringLiteral("warning"));
        QTest::mouseClick(window.child<QToolButton>("diagnostics-warnings"), Qt::LeftButton);
        QCOMPARE(view->model()->rowCount(), 0);
        QTest::mouseClick(window.child<QToolButton>("diagnostics-errors"), Qt::LeftButton);
        QCOMPARE(view->model()->index(0, 0).data().toString(), QStringLiteral("error"));
        // The counts are of all that was found.
        QCOMPARE(window.child<QLabel>("diagnostics-summary")->text(),
                 QStringLiteral("1 error(s) · 4 warning(s)"));
    }

    void headersSort()
    {
        PanelFixture window;
        openFaulty(window);
        QVERIFY(window.show("diagnostics", {720, 240}));
        auto *view = window.child<QTreeView>("diagnostics-table");
        const auto clickHeader = [view](int column) {
            QTest::mouseClick(view->header()->viewport(), Qt::LeftButton, {},
                              {view->header()->sectionViewportPosition(column) + 20, 8});
        };
        QCOMPARE(view->model()->index(0, 0).data().toString(), QStringLiteral("error"));
        clickHeader(0);
        QCOMPARE(view->model()->index(0, 0).data().toString(), QStringLiteral("warning"));
        clickHeader(1);
        QVERIFY(
            view->model()->index(0, 1).data().toString().startsWith(QStringLiteral("operator")));
        clickHeader(1);
        QVERIFY(view->model()->index(0, 1).data().toString().startsWith(QStringLiteral("relu")));
    }

    /// A cause may have as many nodes as the graph.
    void aHundredThousandNodesUnfoldAtOnce()
    {
        PanelFixture window;
        Graph graph;
        for (int i = 0; i < 100000; ++i) {
            Node node;
            node.op = "stranger";
            node.name = "node" + std::to_string(i);
            graph.add(std::move(node));
        }
        const Builtins builtins = makeBuiltins();
        DocumentContent content{graph, {}, "nnvm", {}, {}};
        content.diagnostics = checkWithSubgraphs(graph, builtins.ops, Semantics::Exact);
        QCOMPARE(content.diagnostics.size(), std::size_t{1});
        window.document.setContent(std::move(content));
        QVERIFY(window.show("diagnostics", {720, 240}));
        auto *view = window.child<QTreeView>("diagnostics-table");
        view->setCurrentIndex(view->model()->index(0, 0));
        QElapsedTimer timer;
        timer.start();
        QTest::keyClick(view, Qt::Key_Right);
        QVERIFY(view->isExpanded(view->model()->index(0, 0)));
        QTest::keyClick(view, Qt::Key_End);
        QCOMPARE(window.selection.current(), window.node("node99999"));
        QTest::keyClicks(window.child<QLineEdit>("diagnostics-filter"), QStringLiteral("777"));
        QCOMPARE(view->model()->rowCount(view->model()->index(0, 0)), 280);
        QVERIFY2(timer.elapsed() < 10000, qPrintable(QString::number(timer.elapsed())));
    }

    void whatIsInsideASubgraphLeadsToItsHolder()
    {
        Diagnostic inside = makeErrorAt("fc0", "op-unknown", "operator 'nobody' is unknown");
        inside.where.owners = {"relu0", "loop"};
        PanelFixture window;
        window.document.setContent({PanelFixture::net(), {}, "nnvm", {}, {inside}});
        QVERIFY(window.show("diagnostics", {720, 240}));
        auto *view = window.child<QTreeView>("diagnostics-table");
        QVERIFY(PanelFixture::clickCell(view, QStringLiteral("relu0 › loop › fc0")));
        QCOMPARE(window.selection.current(), window.node("relu0"));
    }

    void anEditThatBreaksAnAttributeShowsAtOnce()
    {
        PanelFixture window;
        window.openNet();
        QVERIFY(window.show("diagnostics", {720, 240}));
        QVERIFY(performEdit(window.document, EditKind::Unset,
                            {.nodes = {window.node("fc0")}, .key = "units"})
                    .ok());
        auto *view = window.child<QTreeView>("diagnostics-table");
        QTRY_COMPARE(view->model()->rowCount(), 1);
        QVERIFY(view->model()->index(0, 2).data().toString().startsWith(QStringLiteral("fc0")));
        window.document.undoStack().undo();
        QTRY_COMPARE(view->model()->rowCount(), 0);
        QVERIFY(window.child<QLabel>("empty-state-sentence")->isVisible());
    }

    void aClickMendsAsOneStep()
    {
        PanelFixture window;
        window.openNet();
        QVERIFY(window.show("diagnostics", {900, 240}));
        const NodeId fc = window.node("fc0");
        QVERIFY(performEdit(window.document, EditKind::Set,
                            {.nodes = {fc}, .key = "unit", .text = "12"})
                    .ok());
        const Graph broken = window.document.graph();
        auto *view = window.child<QTreeView>("diagnostics-table");
        QTRY_COMPARE(view->model()->rowCount(), 1);
        const QModelIndex fix = view->model()->index(0, 3);
        QCOMPARE(fix.data().toString(), QStringLiteral("Remove unit"));
        QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, view->visualRect(fix).center());
        QVERIFY(window.document.graph().node(fc).attrs.find("unit") == nullptr);
        QCOMPARE(window.document.undoStack().undoText(), QStringLiteral("Remove unit"));
        QTRY_COMPARE(view->model()->rowCount(), 0);
        window.document.undoStack().undo();
        QVERIFY(window.document.graph() == broken);
    }

    void bothSidesOfAContradictionAreNamedAndLead()
    {
        PanelFixture window;
        window.document.setContent(
            {PanelFixture::net(), {}, "nnvm", {}, {makeErrorAt("conv0", "shape", "does not fit")}});
        window.giveFacts();
        QVERIFY(window.show("diagnostics", {900, 240}));
        QVERIFY(PanelFixture::clickCell(window.child<QTreeView>("diagnostics-table"),
                                        QStringLiteral("does not fit")));
        auto *sources = window.child<QLabel>("diagnostics-sources");
        QVERIFY(sources->isVisible());
        QVERIFY2(sources->text().contains(QString::fromUtf8("conv0_weight</a> 8×3×3×3")),
                 qPrintable(sources->text()));
        const QPoint link = linkAt(*sources, QString::number(window.node("conv0_weight").value));
        QVERIFY(!link.isNull());
        QTest::mouseClick(sources, Qt::LeftButton, {}, link);
        QCOMPARE(window.selection.current(), window.node("conv0_weight"));
    }

    void thePathOfRulesIsShownAndSelected()
    {
        PanelFixture window;
        Diagnostic finding = makeErrorAt("fc0", "shape", "does not fit");
        const Graph net = PanelFixture::net();
        const auto step = [&net](const char *name, const char *value) {
            return ValueTrail::Step{*net.findByName(name), name, value};
        };
        finding.trails = std::make_shared<const std::vector<ValueTrail>>(std::vector<ValueTrail>{
            {"data is 1×8", {step("data", "1×3×8×8"), step("conv0", "1×8×8×8")}},
            {"weight is 8×3", {step("fc0_weight", "8×3")}}});
        window.document.setContent({net, {}, "nnvm", {}, {finding}});
        QVERIFY(window.show("diagnostics", {900, 240}));
        QVERIFY(PanelFixture::clickCell(window.child<QTreeView>("diagnostics-table"),
                                        QStringLiteral("does not fit")));
        auto *sources = window.child<QLabel>("diagnostics-sources");
        QVERIFY2(sources->text().contains(QStringLiteral("data is 1×8: <a href=")),
                 qPrintable(sources->text()));
        QVERIFY(sources->text().contains(QStringLiteral("</a> 1×3×8×8 → <a href=")));
        QVERIFY(!sources->text().contains(QStringLiteral("weight is 8×3")));
        const QPoint link = linkAt(*sources, QStringLiteral("path:0"));
        QVERIFY(!link.isNull());
        QTest::mouseClick(sources, Qt::LeftButton, {}, link);
        QCOMPARE(
            window.selection.nodes(),
            (std::vector<NodeId>{window.node("data"), window.node("conv0"), window.node("fc0")}));
    }

    void whoElseReadsAVariableIsASourceToo()
    {
        PanelFixture window;
        Graph graph = PanelFixture::net();
        const NodeId weight = *graph.findByName("fc0_weight");
        Node other = graph.node(*graph.findByName("fc0"));
        other.name = "fc1";
        graph.setHeads({Entry{graph.add(other)}, graph.heads().front()});
        window.document.setContent({std::move(graph),
                                    {},
                                    "nnvm",
                                    {},
                                    {makeErrorAt("fc0", "type", "types differ"),
                                     makeErrorAt("fc0_weight", "attr", "shape given")}});
        QVERIFY(window.show("diagnostics", {900, 240}));
        auto *view = window.child<QTreeView>("diagnostics-table");
        auto *sources = window.child<QLabel>("diagnostics-sources");
        QVERIFY(PanelFixture::clickCell(view, QStringLiteral("types differ")));
        QVERIFY2(sources->text().contains(QStringLiteral("also read by <a href=")),
                 qPrintable(sources->text()));
        // By the keyboard: from the table to the links, past three inputs, to the other reader.
        window.panel->activateWindow();
        sources->setFocus(Qt::TabFocusReason);
        for (int i = 0; i < 4; ++i) {
            QTest::keyClick(sources, Qt::Key_Tab);
        }
        QTest::keyClick(sources, Qt::Key_Return);
        QCOMPARE(window.selection.current(), window.node("fc1"));
        QVERIFY(PanelFixture::clickCell(view, QStringLiteral("shape given")));
        QVERIFY2(sources->text().startsWith(QStringLiteral("read by")),
                 qPrintable(sources->text()));
        QVERIFY(sources->text().contains(QStringLiteral(">fc0</a>")));
        QVERIFY(sources->text().contains(QStringLiteral(">fc1</a>")));
        QVERIFY(window.document.graph().contains(weight));
    }

    void typesAreNamedWhereTheyDiffer()
    {
        PanelFixture window;
        window.document.setContent(
            {PanelFixture::net(), {}, "nnvm", {}, {makeErrorAt("fc0", "type", "types differ")}});
        PassStep step;
        step.index = window.snapshot();
        DTypes types(step.index->entryCount(), DType::Float32);
        types[step.index->entryId(*step.index->find(window.node("fc0_bias")), 0)] = DType::Int8;
        step.analyses.set(keys::dtype, std::move(types), *step.index);
        window.document.setPassOutcome({window.document.revision(), {std::move(step)}});
        QVERIFY(window.show("diagnostics", {900, 240}));
        QVERIFY(PanelFixture::clickCell(window.child<QTreeView>("diagnostics-table"),
                                        QStringLiteral("types differ")));
        const QString text = window.child<QLabel>("diagnostics-sources")->text();
        QVERIFY2(text.contains(QStringLiteral("fc0_bias</a> int8")), qPrintable(text));
        QVERIFY2(text.contains(QStringLiteral("flatten0</a> float32")), qPrintable(text));
    }
};

NERVURE_GUI_TEST(TstDiagnosticsPanel)
#include "tst_diagnostics_panel.moc"
