// SPDX-License-Identifier: Apache-2.0
#include "core/graph/analysis/declared_types.h"
#include "tests/app/editing_fixture.h"
#include "tests/core/formats/onnx/model_bytes.h"
#include "tests/support/test_class.h"
#include "widgets/canvas/view/spoken_text.h"
#include "widgets/document/document_edits.h"
#include "widgets/models/input_model.h"
#include "widgets/models/output_model.h"

#include <QLabel>
#include <QTreeView>

using namespace nervure;
using namespace nervure::tests;

/// The outputs of a model in the whole window: seen, selected, renamed, moved, made and unmade.
class TstModelOutputs : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QVERIFY(m_folder.isValid()); }
    void eachHasAPill();
    void aPillIsSelectedAndRenamed();
    void keysGoToAPillAndBack();
    void outputsAreMadeAndUnmade();
    void theTableTellsAndMovesThem();
    void anOutputIsDeclaredOtherwise();
    void aValueIsDroppedOnAFreeInput();
    void aValueIsDroppedOnAnOutput();
    void theStatusBarFollowsANewName();
    void aScalarInputReadsAsOne();

private:
    /// x → Split → scores, boxes; x is an output, too. low is a scalar for Clip, whose value is c.
    [[nodiscard]] QString model() const
    {
        const std::string bytes =
            modelOf(bytesField(98, "unknown") + valueField(graph::input, "x", {"4", "3"})
                    + valueField(graph::input, "low", {})
                    + nodeField("Split", {"x"}, {"scores", "boxes"}, "cut", intAttribute("axis", 0))
                    + nodeField("Clip", {"x"}, {"c"}, "clip")
                    + valueField(graph::output, "scores", {"2", "3"})
                    + valueField(graph::output, "boxes", {"2", "3"})
                    + valueField(graph::output, "x", {"4", "3"})
                    + valueField(graph::output, "c", {"4", "3"}));
        const QString path = m_folder.filePath(QStringLiteral("net.onnx"));
        QFile file(path);
        return file.open(QIODevice::WriteOnly) && file.write(QByteArray::fromStdString(bytes)) > 0
                   ? path
                   : QString();
    }

    static std::uint32_t pill(const EditingFixture &at, std::size_t head)
    {
        return at.view().scene()->graph().outputs.at(head);
    }
    static QPoint placeOf(const EditingFixture &at, std::uint32_t box)
    {
        at.view().centerOnBox(box);
        return at.view().transform().toView(at.view().scene()->nodeRect(box)).center().toPoint();
    }
    static void click(const EditingFixture &at, std::size_t head)
    {
        QTest::mouseClick(at.view().viewport(), Qt::LeftButton, {}, placeOf(at, pill(at, head)));
    }
    static std::string nameOf(const EditingFixture &at, std::size_t head)
    {
        const Entry value = at.graph().heads().at(head);
        const Node &node = at.graph().node(value.node);
        return node.outputPorts.empty() ? node.name : node.outputPorts[value.index].tensor;
    }

    QTemporaryDir m_folder;
};

void TstModelOutputs::eachHasAPill()
{
    EditingFixture at(model());
    QVERIFY(at.isReady);
    const CanvasScene &scene = *at.view().scene();
    QCOMPARE(scene.graph().outputs.size(), std::size_t(4));
    QCOMPARE(spokenName(scene, pill(at, 0)), QStringLiteral("output scores, float32 2×3"));
    QCOMPARE(spokenName(scene, pill(at, 2)), QStringLiteral("output x, float32 4×3"));
    QCOMPARE(spokenDetails(scene, {}, pill(at, 2)),
             QStringLiteral("an output of the model, made by x"));
    QAction *shown = at.window->actions().find(QLatin1StringView("show-outputs"));
    QVERIFY(shown != nullptr && shown->isChecked());
    shown->trigger();
    QTRY_VERIFY(at.view().scene()->graph().outputs.empty());
    shown->trigger();
    QTRY_COMPARE(at.view().scene()->graph().outputs.size(), std::size_t(4));
}

void TstModelOutputs::aPillIsSelectedAndRenamed()
{
    EditingFixture at(model());
    QVERIFY(at.isReady);
    click(at, 1);
    QCOMPARE(at.window->session().selection.value(), std::optional(at.graph().heads()[1]));
    QCOMPARE(at.view().currentBox(), std::optional(pill(at, 1)));
    auto *title = find<QLabel>(at.window, "inspector-value");
    QTRY_COMPARE(title->text().remove(QChar(0x200B)), QStringLiteral("Output boxes"));
    auto *name = find<QLineEdit>(at.window, "inspector-value-name");
    QCOMPARE(name->text(), QStringLiteral("boxes"));
    name->selectAll();
    QTest::keyClicks(name, QStringLiteral("scores"));
    auto *problem = find<QLabel>(at.window, "inspector-value-problem");
    QVERIFY(problem->isVisibleTo(problem->parentWidget()));
    name->selectAll();
    QTest::keyClicks(name, QStringLiteral("regions"));
    QTest::keyClick(name, Qt::Key_Return);
    QCOMPARE(nameOf(at, 1), std::string("regions"));
    QVERIFY(at.waitUntilDrawn());
    QCOMPARE(at.view().scene()->graph().nodes[pill(at, 1)].title, std::string("regions"));
    // It is still the one that is selected.
    QCOMPARE(at.view().currentBox(), std::optional(pill(at, 1)));
    at.undo();
    QVERIFY(at.graph() == at.opened);
    QCOMPARE(at.save(), at.bytes);
}

void TstModelOutputs::keysGoToAPillAndBack()
{
    EditingFixture at(model());
    QVERIFY(at.isReady);
    at.click("clip");
    at.key(Qt::Key_Down);
    QCOMPARE(at.view().currentBox(), std::optional(pill(at, 3)));
    QVERIFY(at.window->session().selection.value().has_value());
    at.key(Qt::Key_Down); // there is nothing below
    QCOMPARE(at.view().currentBox(), std::optional(pill(at, 3)));
    at.key(Qt::Key_Up);
    QCOMPARE(at.window->session().selection.current(), at.node("clip"));
}

void TstModelOutputs::outputsAreMadeAndUnmade()
{
    EditingFixture at(model());
    QVERIFY(at.isReady);
    click(at, 3);
    at.key(Qt::Key_O);
    QCOMPARE(at.graph().heads().size(), std::size_t(3));
    QVERIFY(at.waitUntilDrawn());
    QCOMPARE(at.view().scene()->graph().outputs.size(), std::size_t(3));
    at.click("clip");
    at.key(Qt::Key_O);
    QVERIFY(at.waitUntilDrawn());
    QCOMPARE(at.view().scene()->graph().outputs.size(), std::size_t(4));
    at.undo();
    at.undo();
    QVERIFY(at.graph() == at.opened);
    QVERIFY(at.chooseInMenu("edge-menu", placeOf(at, pill(at, 0)),
                            QStringLiteral("action-toggle-output")));
    QCOMPARE(nameOf(at, 0), std::string("boxes"));
}

void TstModelOutputs::theTableTellsAndMovesThem()
{
    EditingFixture at(model());
    QVERIFY(at.isReady);
    at.key(Qt::Key_Escape);
    auto *table = find<QTreeView>(at.window, "inspector-graph-outputs");
    QVERIFY(table != nullptr && table->isVisible());
    const auto text = [table](int row, int column) {
        return table->model()->index(row, column).data().toString();
    };
    QCOMPARE(table->model()->rowCount(), 4);
    QCOMPARE(text(1, OutputModel::Name), QStringLiteral("boxes"));
    QCOMPARE(text(1, OutputModel::ShapeColumn), QStringLiteral("2×3"));
    QCOMPARE(text(1, OutputModel::Type), QStringLiteral("float32"));
    QCOMPARE(text(1, OutputModel::Producer), QStringLiteral("cut[1]"));
    QVERIFY(
        performEdit(at.document(), EditKind::MoveOutput, {.ends = {{NodeId(), 1}}, .place = 0}));
    QTRY_COMPARE(text(0, OutputModel::Name), QStringLiteral("boxes"));
    // Renamed in its cell.
    QVERIFY(table->model()->setData(table->model()->index(0, OutputModel::Name),
                                    QStringLiteral("regions"), Qt::EditRole));
    QTRY_COMPARE(text(0, OutputModel::Name), QStringLiteral("regions"));
    QCOMPARE(at.document().undoStack().count(), 2);
    at.undo();
    at.undo();
    QVERIFY(at.graph() == at.opened);
}

/// Of a value whose shape follows from the inputs it contradicts or names what is known.
void TstModelOutputs::anOutputIsDeclaredOtherwise()
{
    EditingFixture at(model());
    QVERIFY(at.isReady);
    click(at, 0);
    auto *shape = find<QLineEdit>(at.window, "inspector-declared-shape");
    QVERIFY(shape != nullptr);
    QTRY_COMPARE(shape->text(), QStringLiteral("2×3"));
    shape->selectAll();
    QTest::keyClicks(shape, QStringLiteral("N,3"));
    QTest::keyClick(shape, Qt::Key_Return);
    const Entry head = at.graph().heads()[0];
    QCOMPARE(declaredTypeOf(at.graph(), head).text(), std::string("float32[N, 3]"));
    auto *table = find<QTreeView>(at.window, "inspector-graph-outputs");
    QVERIFY(table->model()->setData(table->model()->index(0, OutputModel::ShapeColumn),
                                    QStringLiteral("2,M"), Qt::EditRole));
    QTRY_COMPARE(declaredTypeOf(at.graph(), head).text(), std::string("float32[2, M]"));
    at.undo();
    at.undo();
    QVERIFY(at.graph() == at.opened);
    QCOMPARE(at.save(), at.bytes);
}

/// A constant that is to be the least value of Clip does not cut off what Clip reads.
void TstModelOutputs::aValueIsDroppedOnAFreeInput()
{
    EditingFixture at(model());
    QVERIFY(at.isReady);
    at.view().setZoom(1, {});
    at.view().centerOn(at.node("low"));
    QTest::mouseMove(at.view().viewport(),
                     at.view().nodeRectInView(at.node("low")).center().toPoint());
    const auto start = at.gestures().outputHandle(at.node("low"));
    QVERIFY(start.has_value());
    at.drag(start->toPoint(), at.view().nodeRectInView(at.node("clip")).center().toPoint());
    QVERIFY(at.graph() == at.opened);
    const auto *menu = at.window->findChild<QMenu *>(QStringLiteral("input-menu"));
    QVERIFY(menu != nullptr);
    QStringList words;
    for (const QAction *action : menu->actions()) {
        words.append(action->text());
    }
    QVERIFY2(words.contains(QStringLiteral("input, now x"))
                 && words.contains(QStringLiteral("min, empty"))
                 && words.contains(QStringLiteral("max, empty")),
             qPrintable(words.join(u'|')));
    QVERIFY(at.clickInMenu("input-menu", QStringLiteral("input-1")));
    const Node &clip = at.graph().node(at.node("clip"));
    QCOMPARE(clip.inputs.size(), std::size_t(2));
    QCOMPARE(clip.inputs[0].node, at.node("x"));
    QCOMPARE(clip.inputs[1].node, at.node("low"));
    at.undo();
    QVERIFY(at.graph() == at.opened);
}

void TstModelOutputs::aValueIsDroppedOnAnOutput()
{
    EditingFixture at(model());
    QVERIFY(at.isReady);
    at.view().setZoom(1, {});
    at.view().centerOn(at.node("clip"));
    QTest::mouseMove(at.view().viewport(),
                     at.view().nodeRectInView(at.node("clip")).center().toPoint());
    const auto start = at.gestures().outputHandle(at.node("clip"));
    QVERIFY(start.has_value());
    const QRectF target = at.view().transform().toView(at.view().scene()->nodeRect(pill(at, 0)));
    at.drag(start->toPoint(), target.center().toPoint());
    QVERIFY(at.graph() == at.opened);
    QVERIFY(at.clickInMenu("output-menu", QStringLiteral("scores")));
    QCOMPARE(at.graph().heads()[0].node, at.node("clip"));
    at.undo();
    QVERIFY(at.graph() == at.opened);
}

void TstModelOutputs::theStatusBarFollowsANewName()
{
    EditingFixture at(model());
    QVERIFY(at.isReady);
    at.click("clip");
    auto *told = find<QLabel>(at.window, "status-selection");
    QCOMPARE(told->text(), QStringLiteral("clip"));
    QVERIFY(performEdit(at.document(), EditKind::Rename,
                        {.nodes = {at.node("clip")}, .text = "bounded"}));
    QTRY_COMPARE(told->text(), QStringLiteral("bounded"));
}

void TstModelOutputs::aScalarInputReadsAsOne()
{
    EditingFixture at(model());
    QVERIFY(at.isReady);
    // What no output needs is not inferred.
    QVERIFY(performEdit(at.document(), EditKind::Connect,
                        {.nodes = {at.node("clip")}, .value = {at.node("low")}, .key = "min"}));
    auto *table = find<QTreeView>(at.window, "inspector-graph-inputs");
    QVERIFY(table != nullptr);
    const auto shapes = [table] {
        QStringList texts;
        for (int row = 0; row < table->model()->rowCount(); ++row) {
            texts.append(table->model()->index(row, InputModel::ShapeColumn).data().toString());
        }
        return texts;
    };
    QTRY_COMPARE(shapes(), (QStringList{QStringLiteral("4×3"), QStringLiteral("scalar")}));
}

NERVURE_GUI_TEST(TstModelOutputs)
#include "tst_model_outputs.moc"
