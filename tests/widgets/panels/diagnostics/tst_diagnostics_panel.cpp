// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_class.h"
#include "tests/widgets/panels/panel_fixture.h"
#include "widgets/document/document_edits.h"

#include <QLabel>
#include <QSignalSpy>

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

    void findingsOfOneCauseAreOneRow()
    {
        const auto unknown = [](const char *node) {
            return makeWarningAt(node, "op-unknown", "node '{}': operator 'foo' is unknown", node);
        };
        PanelFixture window;
        window.document.setContent({PanelFixture::net(),
                                    {},
                                    "nnvm",
                                    {},
                                    {unknown("relu0"), unknown("fc0"), unknown("data"),
                                     makeErrorAt("relu0", "argument-count", "relu has 2 inputs")}});
        QVERIFY(window.show("diagnostics", {720, 240}));
        auto *view = window.child<QTreeView>("diagnostics-table");
        QCOMPARE(view->model()->rowCount(), 2);
        QVERIFY(PanelFixture::clickCell(
            view, QStringLiteral("node 'relu0': operator 'foo' is unknown · 3 times, first here")));
        QCOMPARE(window.selection.current(), window.node("relu0"));
        QCOMPARE(window.child<QLabel>("diagnostics-summary")->text(),
                 QStringLiteral("1 error(s) · 3 warning(s)"));
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
