// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_class.h"
#include "tests/widgets/panels/cell_typing.h"
#include "tests/widgets/panels/panel_fixture.h"

#include "widgets/models/attribute_model.h"

#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QToolButton>

using namespace nervure;
using nervure::tests::PanelFixture;

namespace {

/// An inspector on the net, and hands that act as a person does.
struct Section : PanelFixture {
    explicit Section(Graph graph = net())
    {
        document.setContent({std::move(graph), {}, "nnvm", {}, {}});
        isShown = show("inspector", {640, 720}) != nullptr;
        if (isShown) {
            QApplication::setActiveWindow(panel.get());
        }
    }

    [[nodiscard]] QTreeView *view() const { return child<QTreeView>("inspector-attributes"); }
    [[nodiscard]] QModelIndex cell(const char *attribute, int column) const
    {
        return findCell(view(), QString::fromLatin1(attribute)).siblingAtColumn(column);
    }
    [[nodiscard]] QString valueText(const char *attribute) const
    {
        return cell(attribute, AttributeModel::Value).data().toString();
    }
    void click(const QModelIndex &index) const
    {
        QTest::mouseClick(view()->viewport(), Qt::LeftButton, {},
                          view()->visualRect(index).center());
    }
    /// Opens the editor of a value by double click.
    [[nodiscard]] QLineEdit *openEditor(const char *attribute) const
    {
        return nervure::tests::openCellEditor(view(), cell(attribute, AttributeModel::Value));
    }
    [[nodiscard]] std::string inGraph(const char *name, const char *attribute) const
    {
        const std::string *value = document.graph().node(node(name)).attrs.find(attribute);
        return value == nullptr ? "(none)" : *value;
    }

    bool isShown = false;
};

/// Two convolutions that differ in one attribute, and an operator that nobody declares.
Graph twoConvolutions()
{
    Graph graph;
    Node data;
    data.name = "data";
    const NodeId input = graph.add(data);
    const auto add = [&](const char *name, const char *op, AttrDict attrs) {
        Node made;
        made.name = name;
        made.op = op;
        made.attrs = std::move(attrs);
        made.inputs.push_back(Entry{input});
        return graph.add(made);
    };
    add("a", "conv2d", {{"channels", "8"}, {"kernel_size", "(3, 3)"}});
    add("b", "conv2d", {{"channels", "16"}, {"kernel_size", "(3, 3)"}});
    const NodeId last = add("own", "my_op", {{"level", "3"}});
    graph.setHeads({Entry{last}});
    return graph;
}

} // namespace

/// Editing attributes by mouse and keyboard, each as one step of the history.
class TstAttributeSection : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(nervure::tests::anyWarning()); }

    void whatIsWrongIsMarkedWhileTypingAndNeverTaken()
    {
        Section window;
        QVERIFY(window.isShown);
        window.selection.select(window.node("conv0"));
        const Graph before = window.document.graph();
        QLineEdit *line = window.openEditor("channels");
        QVERIFY(line != nullptr);
        QTest::keyClicks(line, QStringLiteral("x"));
        auto *problem = window.child<QLabel>("inspector-problem");
        QVERIFY(problem->isVisible());
        QVERIFY(line->property("isFaulty").toBool());
        QTest::keyClick(line, Qt::Key_Return);
        QVERIFY(line->isVisible()); // still open
        QVERIFY(window.document.graph() == before);
        QTest::keyClick(line, Qt::Key_Backspace);
        QTest::keyClicks(line, QStringLiteral("24"));
        QVERIFY(!problem->isVisible());
        QTest::keyClick(line, Qt::Key_Return);
        QTRY_COMPARE(window.inGraph("conv0", "channels"), std::string("24"));
        QCOMPARE(window.document.undoStack().count(), 1);
        window.document.undoStack().undo();
        QVERIFY(window.document.graph() == before);
        window.document.undoStack().redo();
        QCOMPARE(window.inGraph("conv0", "channels"), std::string("24"));
    }

    void leavingTheCellGivesABadTextUp()
    {
        Section window;
        QVERIFY(window.isShown);
        window.selection.select(window.node("conv0"));
        QLineEdit *line = window.openEditor("kernel_size");
        QVERIFY(line != nullptr);
        QTest::keyClicks(line, QStringLiteral("(3"));
        QTest::keyClick(line, Qt::Key_Escape);
        QTRY_VERIFY(!window.child<QLabel>("inspector-problem")->isVisible());
        QCOMPARE(window.inGraph("conv0", "kernel_size"), std::string("(3, 3)"));
        QCOMPARE(window.document.undoStack().count(), 0);
    }

    void wholeNumbersStepWithinTheirLimits()
    {
        Section window;
        QVERIFY(window.isShown);
        window.selection.select(window.node("fc0"));
        QLineEdit *line = window.openEditor("units");
        QVERIFY(line != nullptr);
        QTest::keyClicks(line, QStringLiteral("1"));
        QTest::keyClick(line, Qt::Key_Down);
        QCOMPARE(line->text(), QStringLiteral("1")); // at its limit
        QTest::keyClick(line, Qt::Key_Up);
        QTest::keyClick(line, Qt::Key_Return);
        QTRY_COMPARE(window.inGraph("fc0", "units"), std::string("2"));
    }

    void theDefaultComesBackByButtonAndByKey()
    {
        Section window;
        QVERIFY(window.isShown);
        window.selection.select(window.node("conv0"));
        window.click(window.cell("padding", AttributeModel::Reset));
        QCOMPARE(window.inGraph("conv0", "padding"), std::string("(none)"));
        QTRY_VERIFY(window.valueText("padding") != QStringLiteral("(1, 1)"));
        window.document.undoStack().undo();
        QTRY_COMPARE(window.valueText("padding"), QStringLiteral("(1, 1)"));
        window.click(window.cell("padding", AttributeModel::Name));
        QTest::keyClick(window.view(), Qt::Key_Delete);
        QCOMPARE(window.inGraph("conv0", "padding"), std::string("(none)"));
        QVERIFY(window.document.graph().contains(window.node("conv0")));
        // A required one has no default to go back to.
        window.click(window.cell("channels", AttributeModel::Reset));
        QCOMPARE(window.inGraph("conv0", "channels"), std::string("8"));
    }

    void tuplesAreTypedInAnyWay_data()
    {
        QTest::addColumn<QString>("typed");
        for (const char *typed : {"5,7", "(5, 7)", "[5,7]", " ( 5 ,7 ) "}) {
            QTest::newRow(typed) << QString::fromLatin1(typed);
        }
    }
    void tuplesAreTypedInAnyWay()
    {
        QFETCH(QString, typed);
        Section window(twoConvolutions());
        QVERIFY(window.isShown);
        window.selection.setNodes({window.node("a")});
        QLineEdit *line = window.openEditor("kernel_size");
        QVERIFY(line != nullptr);
        line->clear();
        QTest::keyClicks(line, typed);
        QTest::keyClick(line, Qt::Key_Return);
        QTRY_COMPARE(window.inGraph("a", "kernel_size"), std::string("(5, 7)"));
        QCOMPARE(window.valueText("kernel_size"), QStringLiteral("(5, 7)"));
        QCOMPARE(window.document.undoStack().undoText(),
                 QStringLiteral("Set kernel_size of a: (3, 3) → (5, 7)"));
    }

    void severalNodesAreEditedAsOneStep()
    {
        Section window(twoConvolutions());
        QVERIFY(window.isShown);
        const Graph before = window.document.graph();
        window.selection.setNodes({window.node("a"), window.node("b")});
        QCOMPARE(window.valueText("kernel_size"), QStringLiteral("(3, 3)"));
        QCOMPARE(window.valueText("channels"), QStringLiteral("different values"));
        QLineEdit *line = window.openEditor("channels");
        QVERIFY(line != nullptr);
        QVERIFY(line->text().isEmpty());
        QTest::keyClicks(line, QStringLiteral("32"));
        QTest::keyClick(line, Qt::Key_Return);
        QTRY_COMPARE(window.inGraph("a", "channels"), std::string("32"));
        QCOMPARE(window.inGraph("b", "channels"), std::string("32"));
        QCOMPARE(window.document.undoStack().count(), 1);
        QCOMPARE(window.document.undoStack().undoText(),
                 QStringLiteral("Set channels of 2 node(s) to 32"));
        window.document.undoStack().undo();
        QVERIFY(window.document.graph() == before);
    }

    void anUnknownOperatorTakesNewAttributes()
    {
        Section window(twoConvolutions());
        QVERIFY(window.isShown);
        window.selection.select(window.node("own"));
        QTest::mouseClick(window.child<QToolButton>("inspector-add-attribute"), Qt::LeftButton);
        auto *name = window.child<QLineEdit>("inspector-new-attribute-name");
        auto *value = window.child<QLineEdit>("inspector-new-attribute-value");
        QTRY_VERIFY(name->isVisible());
        QTest::keyClicks(name, QStringLiteral("level"));
        QVERIFY(window.child<QLabel>("inspector-problem")->isVisible()); // it has that one
        QTest::keyClicks(name, QStringLiteral("s"));
        QTest::keyClicks(value, QStringLiteral("5"));
        QTest::keyClick(value, Qt::Key_Return);
        QCOMPARE(window.inGraph("own", "levels"), std::string("5"));
        QVERIFY(!name->isVisible());
        QTRY_VERIFY(window.cell("levels", AttributeModel::Reset).isValid());
        window.click(window.cell("levels", AttributeModel::Reset));
        QCOMPARE(window.inGraph("own", "levels"), std::string("(none)"));
        window.document.undoStack().undo();
        QCOMPARE(window.inGraph("own", "levels"), std::string("5"));
    }

    void theMenuOffersTheWayBack()
    {
        Section window;
        QVERIFY(window.isShown);
        window.selection.select(window.node("conv0"));
        const QPoint at =
            window.view()->visualRect(window.cell("padding", AttributeModel::Value)).center();
        QContextMenuEvent event(QContextMenuEvent::Mouse, at,
                                window.view()->viewport()->mapToGlobal(at));
        QApplication::sendEvent(window.view()->viewport(), &event);
        auto *menu = window.panel->findChild<QMenu *>(QStringLiteral("inspector-attribute-menu"));
        QTRY_VERIFY(menu != nullptr && menu->isVisible());
        QAction *back = nullptr;
        for (QAction *action : menu->actions()) {
            if (action->text().startsWith(QStringLiteral("Back to"))) {
                back = action;
            }
        }
        QVERIFY(back != nullptr);
        QTest::mouseClick(menu, Qt::LeftButton, {}, menu->actionGeometry(back).center());
        QTRY_COMPARE(window.inGraph("conv0", "padding"), std::string("(none)"));
    }

    void limitsStandBesideTheType()
    {
        Section window;
        QVERIFY(window.isShown);
        window.selection.select(window.node("fc0"));
        QCOMPARE(window.cell("units", AttributeModel::Type).data().toString(),
                 QStringLiteral("integer ≥ 1"));
    }
};

NERVURE_GUI_TEST(TstAttributeSection)
#include "tst_attribute_section.moc"
