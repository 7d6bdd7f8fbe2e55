// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_class.h"
#include "tests/widgets/panels/cell_typing.h"
#include "tests/widgets/panels/panel_fixture.h"
#include "widgets/document/document_edits.h"

#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>

using namespace nervure;
using nervure::tests::PanelFixture;
using nervure::tests::typeIntoCell;

class TstInspectorPanel : public QObject {
    Q_OBJECT

private:
    /// Types a value into the attribute's cell and ends with Enter.
    static bool typeAttribute(PanelFixture &window, const QString &name, const QString &value)
    {
        auto *view = window.child<QTreeView>("inspector-attributes");
        return typeIntoCell(view, PanelFixture::findCell(view, name).siblingAtColumn(1), value);
    }

private Q_SLOTS:
    void whatIsWrongWithANodeIsSaid()
    {
        PanelFixture window;
        DocumentContent content{PanelFixture::net(), {}, "nnvm", {}, {}};
        content.diagnostics = {makeWarningAt("relu0", "attr-unknown", "something odd"),
                               makeErrorAt("relu0", "attr-invalid", "something worse")};
        window.document.setContent(std::move(content));
        QVERIFY(window.show("inspector"));
        window.selection.select(window.node("relu0"));
        const auto *label = window.child<QLabel>("inspector-findings");
        QTRY_VERIFY(label->isVisible());
        QVERIFY(label->text().indexOf(QStringLiteral("something worse"))
                < label->text().indexOf(QStringLiteral("something odd")));
        window.selection.select(window.node("conv0"));
        QTRY_VERIFY(!label->isVisible());
    }

    void aNodeThatNoOutputNeedsSaysSo()
    {
        PanelFixture window;
        window.openNet();
        QVERIFY(window.show("inspector"));
        QVERIFY(performEdit(window.document, EditKind::Add,
                            {.added = {.op = "relu", .inputs = {Entry{window.node("conv0")}}}})
                    .ok());
        window.selection.select(window.document.graph().nodes().back());
        const auto *label = window.child<QLabel>("inspector-findings");
        QTRY_VERIFY(label->isVisible());
        QVERIFY(label->text().contains(QStringLiteral("No output of the model needs this node.")));
        window.selection.select(window.node("conv0"));
        QTRY_VERIFY(!label->isVisible());
    }

    void init() { QTest::failOnWarning(nervure::tests::anyWarning()); }

    void aNodeShowsAttributesFromItsDeclaration()
    {
        PanelFixture window;
        window.openNet();
        QVERIFY(window.show("inspector", {640, 720}));
        window.selection.select(window.node("conv0"));
        QCOMPARE(window.child<QLabel>("inspector-operator")->text(), QStringLiteral("conv2d"));
        QVERIFY(!window.child<QLabel>("inspector-summary")->text().isEmpty());
        auto *view = window.child<QTreeView>("inspector-attributes");
        const QModelIndex set = PanelFixture::findCell(view, QStringLiteral("kernel_size"));
        QCOMPARE(set.siblingAtColumn(1).data().toString(), QStringLiteral("(3, 3)"));
        const QModelIndex unset = PanelFixture::findCell(view, QStringLiteral("groups"));
        QCOMPARE(unset.siblingAtColumn(1).data().toString(), QStringLiteral("1"));
        QCOMPARE(unset.siblingAtColumn(2).data().toString(), QStringLiteral("integer"));
        QVERIFY(!unset.siblingAtColumn(4).data().toString().isEmpty());
    }

    void valuesAreShownOfOneNodeOnly()
    {
        PanelFixture window;
        window.openNet();
        QVERIFY(window.show("inspector", {640, 720}));
        window.selection.select(window.node("conv0"));
        auto *inputs = window.child<QTreeView>("inspector-inputs");
        auto *outputs = window.child<QTreeView>("inspector-outputs");
        QVERIFY(inputs->isVisible() && outputs->isVisible());
        window.selection.setNodes({window.node("conv0"), window.node("fc0")});
        QVERIFY(!inputs->isVisible() && !outputs->isVisible());
        QVERIFY(window.child<QTreeView>("inspector-attributes")->isVisible());
        window.selection.setNodes({window.node("conv0_weight"), window.node("data")});
        QVERIFY(!window.child<QLineEdit>("inspector-input-shape")->isVisible());
        window.selection.select(window.node("data"));
        QVERIFY(window.child<QLineEdit>("inspector-input-shape")->isVisible());
        QVERIFY(outputs->isVisible());
    }

    void severalAreToldByTheirOperators()
    {
        PanelFixture window;
        window.openNet();
        QVERIFY(window.show("inspector", {640, 720}));
        const auto *title = window.child<QLabel>("inspector-operator");
        const auto *summary = window.child<QLabel>("inspector-summary");
        const auto *name = window.child<QLineEdit>("inspector-name");
        window.selection.select(window.node("conv0"));
        QCOMPARE(title->text(), QStringLiteral("conv2d"));
        const QString purpose = summary->text();
        QVERIFY(name->isVisible());
        window.selection.setNodes({window.node("conv0"), window.node("fc0"), window.node("data"),
                                   window.node("conv0_weight")});
        QCOMPARE(title->text(), QStringLiteral("4 nodes"));
        QCOMPARE(summary->text(), QStringLiteral("Variable 2, conv2d 1, dense 1"));
        QVERIFY(!name->isVisible());
        window.selection.setNodes({window.node("data"), window.node("conv0_weight")});
        QCOMPARE(title->text(), QStringLiteral("Variable, 2 nodes"));
        window.selection.select(window.node("conv0"));
        QCOMPARE(summary->text(), purpose);
        QVERIFY(name->isVisible());
    }

    void editingAnAttributeCanBeUndone()
    {
        PanelFixture window;
        window.openNet();
        QVERIFY(window.show("inspector", {640, 720}));
        window.selection.select(window.node("conv0"));
        QVERIFY(typeAttribute(window, QStringLiteral("channels"), QStringLiteral("16")));
        const auto channels = [&window] {
            return *window.document.graph().node(window.node("conv0")).attrs.find("channels");
        };
        QTRY_COMPARE(channels(), std::string("16"));
        QVERIFY(window.document.isDirty());
        window.document.undoStack().undo();
        QCOMPARE(channels(), std::string("8"));
        QVERIFY(!window.document.isDirty());
    }

    void aBadValueIsRefusedWithTheReason()
    {
        PanelFixture window;
        window.openNet();
        QVERIFY(window.show("inspector", {640, 720}));
        window.selection.select(window.node("conv0"));
        const Graph before = window.document.graph();
        QVERIFY(typeAttribute(window, QStringLiteral("channels"), QStringLiteral("many")));
        auto *problem = window.child<QLabel>("inspector-problem");
        QTRY_VERIFY(problem->isVisible());
        QVERIFY2(problem->text().contains(QStringLiteral("integer")), qPrintable(problem->text()));
        QVERIFY(window.document.graph() == before);
    }

    void choicesAreOfferedAsAList()
    {
        PanelFixture window;
        window.openNet();
        QVERIFY(window.show("inspector", {640, 720}));
        window.selection.select(window.node("conv0"));
        auto *view = window.child<QTreeView>("inspector-attributes");
        const QModelIndex cell =
            PanelFixture::findCell(view, QStringLiteral("use_bias")).siblingAtColumn(1);
        view->edit(cell);
        auto *editor = view->findChild<QComboBox *>(QStringLiteral("cell-editor"));
        QVERIFY(editor != nullptr);
        QCOMPARE(editor->currentText(), QStringLiteral("True"));
        QCOMPARE(editor->count(), 2);
    }

    void inputsAndOutputsSayWhatIsKnownAndLead()
    {
        PanelFixture window;
        window.openNet();
        window.giveFacts();
        QVERIFY(window.show("inspector", {640, 720}));
        window.selection.select(window.node("relu0"));
        auto *inputs = window.child<QTreeView>("inspector-inputs");
        const QModelIndex conv = PanelFixture::findCell(inputs, QStringLiteral("conv0"));
        QCOMPARE(conv.siblingAtColumn(2).data().toString(), QStringLiteral("1×8×8×8"));
        QCOMPARE(conv.siblingAtColumn(3).data().toString(), QStringLiteral("float32"));
        QCOMPARE(conv.siblingAtColumn(4).data().toString(), QStringLiteral("0"));
        QSignalSpy jumps(&window.selection, &Selection::jumpRequested);
        QVERIFY(PanelFixture::clickCell(inputs, QStringLiteral("conv0"), true));
        QCOMPARE(window.selection.current(), window.node("conv0"));
        QCOMPARE(jumps.count(), 1);
    }

    void renamingKeepsTheNode()
    {
        PanelFixture window;
        window.openNet();
        QVERIFY(window.show("inspector", {640, 720}));
        const NodeId relu = window.node("relu0");
        window.selection.select(relu);
        auto *name = window.child<QLineEdit>("inspector-name");
        name->selectAll();
        QTest::keyClicks(name, QStringLiteral("act0"));
        QTest::keyClick(name, Qt::Key_Return);
        QCOMPARE(window.node("act0"), relu);
        name->selectAll();
        QTest::keyClicks(name, QStringLiteral("conv0"));
        QTest::keyClick(name, Qt::Key_Return);
        QCOMPARE(window.node("act0"), relu);
        QVERIFY(window.child<QLabel>("inspector-failure")->isVisible());
    }

    void nothingSelectedShowsTheModelAndTakesShapes()
    {
        PanelFixture window;
        window.openNet();
        QVERIFY(window.show("inspector", {640, 720}));
        QVERIFY(window.child<QLabel>("inspector-nodes")->text().startsWith(QStringLiteral("9")));
        auto *view = window.child<QTreeView>("inspector-graph-inputs");
        QCOMPARE(view->model()->rowCount(), 1);
        QVERIFY(typeIntoCell(view, view->model()->index(0, 1), QStringLiteral("1x3x8x8")));
        const std::map<std::string, Shape> given{{"data", {1, 3, 8, 8}}};
        QTRY_VERIFY(window.document.inputFacts().shapes == given);
    }

    void titlesOfColumnsAreWhole()
    {
        PanelFixture window;
        window.openNet();
        window.giveFacts();
        QVERIFY(window.show("inspector"));
        for (const char *name : {"inspector-graph-inputs", "inspector-graph-outputs"}) {
            const auto *header = window.child<QTreeView>(name)->header();
            constexpr int paddings = 16; // of the style sheet
            for (int at = 0; at < header->count(); ++at) {
                const QString title = header->model()->headerData(at, Qt::Horizontal).toString();
                QVERIFY2(header->sectionSize(at) - paddings
                             > header->fontMetrics().horizontalAdvance(title) + 1,
                         qPrintable(title));
            }
        }
    }

    void parametersAndMacsAreCounted()
    {
        PanelFixture window;
        window.openNet();
        window.giveFacts();
        QVERIFY(window.show("inspector", {640, 720}));
        const QString parameters = window.child<QLabel>("inspector-parameters")->text();
        QVERIFY2(parameters.contains(QStringLiteral("5,354")), qPrintable(parameters));
        // conv: 8·8·8 outputs of 3·3·3, dense: 10 of 512.
        QCOMPARE(window.child<QLabel>("inspector-macs")->text(), QString::fromUtf8("18.9\u00a0k"));
    }

    void aValueShowsItsMakerAndItsReaders()
    {
        PanelFixture window;
        window.openNet();
        window.giveFacts();
        QVERIFY(window.show("inspector", {380, 720}));
        window.selection.selectValue({window.node("conv0"), 0});
        QVERIFY(window.child<QLabel>("inspector-value")->text().contains(QStringLiteral("conv0")));
        QCOMPARE(window.child<QLabel>("inspector-value-shape")->text(),
                 QString::fromUtf8("1×8×8×8"));
        QCOMPARE(window.child<QLabel>("inspector-value-type")->text(), QStringLiteral("float32"));
        QCOMPARE(window.child<QLabel>("inspector-value-elements")->text(), QStringLiteral("512"));
        QCOMPARE(window.child<QLabel>("inspector-value-storage")->text(), QStringLiteral("0"));
        auto *readers = window.child<QTreeView>("inspector-readers");
        QCOMPARE(readers->model()->rowCount(), 1);
        QVERIFY(PanelFixture::clickCell(readers, QStringLiteral("relu0"), true));
        QCOMPARE(window.selection.current(), window.node("relu0"));
        window.selection.selectValue({window.node("conv0"), 0});
        QTest::mouseClick(window.child<QPushButton>("inspector-producer"), Qt::LeftButton);
        QCOMPARE(window.selection.current(), window.node("conv0"));
    }

    void theChosenAttributeIsExplained()
    {
        PanelFixture window;
        window.openNet();
        QVERIFY(window.show("inspector", {380, 720}));
        window.selection.select(window.node("conv0"));
        auto *view = window.child<QTreeView>("inspector-attributes");
        QVERIFY(PanelFixture::clickCell(view, QStringLiteral("strides")));
        const QString help = window.child<QLabel>("inspector-help")->text();
        QVERIFY2(help.startsWith(QStringLiteral("strides: ")), qPrintable(help));
        QVERIFY(view->columnViewportPosition(3) + view->columnWidth(3)
                <= view->viewport()->width());
    }
};

NERVURE_GUI_TEST(TstInspectorPanel)
#include "tst_inspector_panel.moc"
