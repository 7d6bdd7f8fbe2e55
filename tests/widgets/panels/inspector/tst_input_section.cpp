// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_class.h"
#include "tests/widgets/panels/panel_fixture.h"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>

using namespace nervure;
using nervure::tests::PanelFixture;

/// The shape and type of an input, as the file has them.
class TstInputSection : public QObject {
    Q_OBJECT

private:
    static std::string attribute(const PanelFixture &window, const char *key)
    {
        const std::string *value =
            window.document.graph().node(window.node("data")).attrs.find(key);
        return value == nullptr ? "(none)" : *value;
    }

    /// x → Relu y, whose type is declared.
    static Graph onnxGraph()
    {
        Graph graph;
        graph.setDialect(Dialect::Onnx);
        Node x;
        x.dialect = Dialect::Onnx;
        x.name = "data";
        x.attrs = {{"elem_type", "float32"}, {"shape", "[1, 2]"}};
        const NodeId in = graph.add(std::move(x));
        Node relu;
        relu.dialect = Dialect::Onnx;
        relu.op = "Relu";
        relu.opset = 17;
        relu.name = "y";
        relu.inputs = {{in}};
        relu.outputPorts = {{{}, "y", 0}};
        relu.declaredTypes = {ValueType::fromText("float32[1, 2]")};
        graph.setHeads({{graph.add(std::move(relu))}});
        return graph;
    }

    static void type(QLineEdit *line, const char *text)
    {
        line->selectAll();
        QTest::keyClicks(line, QString::fromUtf8(text));
        QTest::keyClick(line, Qt::Key_Return);
    }

private Q_SLOTS:
    void init() { QTest::failOnWarning(nervure::tests::anyWarning()); }

    void aShapeIsTypedAndSaved()
    {
        PanelFixture window;
        window.openNet();
        QVERIFY(window.show("inspector", {480, 900}));
        window.selection.select(window.node("data"));
        auto *shape = window.child<QLineEdit>("inspector-input-shape");
        QVERIFY(shape->isVisible());
        shape->selectAll();
        QTest::keyClicks(shape, QStringLiteral("1x3xz"));
        QVERIFY(window.child<QLabel>("inspector-input-problem")->isVisible());
        QTest::keyClick(shape, Qt::Key_Return);
        QCOMPARE(window.document.undoStack().count(), 0);
        QTest::keyClick(shape, Qt::Key_Backspace);
        QTest::keyClicks(shape, QStringLiteral("8x8"));
        QTest::keyClick(shape, Qt::Key_Return);
        QCOMPARE(window.document.undoStack().count(), 1);
        QVERIFY2(attribute(window, "shape").find("3") != std::string::npos,
                 attribute(window, "shape").c_str());
        window.document.undoStack().undo();
        QCOMPARE(attribute(window, "shape"), std::string("(none)"));
    }

    /// Where dimensions have names, with what the file declares of the values behind.
    void namesAreTyped()
    {
        PanelFixture window;
        window.document.setContent({onnxGraph(), {}, "onnx", {}, {}});
        QVERIFY(window.show("inspector", {480, 900}));
        window.selection.select(window.node("data"));
        type(window.child<QLineEdit>("inspector-input-shape"), "batch,?");
        QVERIFY(!window.child<QLabel>("inspector-input-problem")->isVisible());
        QCOMPARE(attribute(window, "shape"), std::string("[batch, ?]"));
        const auto declared = [&window] {
            return window.document.graph().node(window.node("y")).declaredTypes[0].text();
        };
        QCOMPARE(declared(), std::string("float32[batch, ?]"));
        bool isReported = false;
        for (const Diagnostic &finding : window.document.diagnostics()) {
            isReported = isReported || finding.code == "declared-type";
        }
        QVERIFY(isReported);
        window.document.undoStack().undo();
        QCOMPARE(declared(), std::string("float32[1, 2]"));
        QCOMPARE(attribute(window, "shape"), std::string("[1, 2]"));
    }

    void namesAreRefusedWhereThereAreNone()
    {
        PanelFixture window;
        window.openNet();
        QVERIFY(window.show("inspector", {480, 900}));
        window.selection.select(window.node("data"));
        type(window.child<QLineEdit>("inspector-input-shape"), "batch,3");
        QVERIFY(window.child<QLabel>("inspector-input-problem")->isVisible());
        QCOMPARE(window.document.undoStack().count(), 0);
    }

    void aTypeIsChosen()
    {
        PanelFixture window;
        window.openNet();
        QVERIFY(window.show("inspector", {480, 900}));
        window.selection.select(window.node("data"));
        auto *type = window.child<QComboBox>("inspector-input-type");
        type->setFocus();
        QTest::keyClicks(type, QStringLiteral("float16"));
        QTRY_VERIFY(attribute(window, "dtype") != "(none)");
        window.document.goToHistory(0); // every letter chose one
        QCOMPARE(attribute(window, "dtype"), std::string("(none)"));
    }

    void operatorsHaveNoneToGive()
    {
        PanelFixture window;
        window.openNet();
        QVERIFY(window.show("inspector", {480, 900}));
        window.selection.select(window.node("conv0"));
        QVERIFY(!window.child<QLineEdit>("inspector-input-shape")->isVisible());
    }
};

NERVURE_GUI_TEST(TstInputSection)
#include "tst_input_section.moc"
