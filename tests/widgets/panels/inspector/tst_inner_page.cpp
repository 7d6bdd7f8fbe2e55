// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_class.h"
#include "tests/widgets/panels/panel_fixture.h"
#include "widgets/models/value_model.h"

#include <QLabel>
#include <QPushButton>

using namespace nervure;
using nervure::tests::PanelFixture;

class TstInnerPage : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(nervure::tests::anyWarning()); }

    void aNodeOfABodyShowsItsTypes();
    void theWayLeadsToItsHolder();
    void aNodeThatIsGoneShowsItsHolder();

private:
    static Node onnxNode(const char *op, const char *name, AttrDict attrs, Entries inputs)
    {
        Node node;
        node.op = op;
        node.name = name;
        node.dialect = Dialect::Onnx;
        node.opset = 17;
        node.attrs = std::move(attrs);
        node.inputs = std::move(inputs);
        if (!node.isVariable()) {
            node.outputPorts = {{{}, name, 0}};
        }
        return node;
    }

    /// x → outer → op → result
    static std::shared_ptr<const Graph> branch(const char *op)
    {
        Graph body;
        body.setDialect(Dialect::Onnx);
        const NodeId outer = body.add(onnxNode("null", "x", {{"outer", "true"}}, {}));
        body.setHeads({{body.add(onnxNode(op, "result", {{"alpha", "0.5"}}, {{outer}}))}});
        return std::make_shared<const Graph>(std::move(body));
    }

    static void open(PanelFixture &window)
    {
        Graph graph;
        graph.setDialect(Dialect::Onnx);
        const NodeId x =
            graph.add(onnxNode("null", "x", {{"elem_type", "float32"}, {"shape", "[n, 2]"}}, {}));
        const NodeId c =
            graph.add(onnxNode("null", "c", {{"elem_type", "bool"}, {"shape", "[]"}}, {}));
        Node choice =
            onnxNode("If", "pick", {{"else_branch", "graph e"}, {"then_branch", "graph t"}}, {{c}});
        choice.subgraphs = {branch("Exp"), branch("LeakyRelu")};
        const NodeId end = graph.add(std::move(choice));
        graph.setHeads({{end}, {graph.add(onnxNode("Neg", "y", {}, {{x}}))}});
        window.document.setContent({std::move(graph), {}, "onnx", {}, {}});
    }

    static InnerNode inner(const PanelFixture &window, const char *name)
    {
        const NodeId pick = window.node("pick");
        const Graph &body = *window.document.graph().node(pick).subgraphs[1];
        return {{{pick, 1}}, *body.findByName(name)};
    }
};

void TstInnerPage::aNodeOfABodyShowsItsTypes()
{
    PanelFixture window;
    open(window);
    QVERIFY(window.show("inspector", {380, 720}));
    window.selection.setNodes({window.node("pick")}, inner(window, "result"));
    QCOMPARE(window.child<QLabel>("inspector-inner-operator")->text(), QStringLiteral("LeakyRelu"));
    QCOMPARE(window.child<QLabel>("inspector-inner-attribute-alpha")->text(),
             QStringLiteral("0.5"));
    auto *outputs = window.child<QTreeView>("inspector-inner-outputs");
    const auto cell = [outputs](int column) {
        return outputs->model()->index(0, column).data().toString();
    };
    QVERIFY(outputs->isVisible());
    QTRY_COMPARE(cell(ValueModel::ShapeColumn), QString::fromUtf8("n×2"));
    QCOMPARE(cell(ValueModel::Type), QStringLiteral("float32"));
    // The same page goes on to the value that it reads.
    auto *inputs = window.child<QTreeView>("inspector-inner-inputs");
    QVERIFY(PanelFixture::clickCell(inputs, QStringLiteral("x"), true));
    QVERIFY(window.selection.inner() == inner(window, "x"));
    QCOMPARE(window.child<QLabel>("inspector-inner-operator")->text(), QStringLiteral("Variable"));
    QTRY_COMPARE(cell(ValueModel::ShapeColumn), QString::fromUtf8("n×2"));
}

void TstInnerPage::theWayLeadsToItsHolder()
{
    PanelFixture window;
    open(window);
    QVERIFY(window.show("inspector", {380, 720}));
    window.selection.setNodes({window.node("pick")}, inner(window, "result"));
    auto *owner = window.child<QPushButton>("inspector-inner-owner");
    QCOMPARE(owner->text(), QStringLiteral("In pick/then_branch"));
    QTest::mouseClick(owner, Qt::LeftButton);
    QVERIFY(!window.selection.inner());
    QVERIFY(!owner->isVisible());
    QCOMPARE(window.child<QLabel>("inspector-operator")->text(), QStringLiteral("If"));
}

void TstInnerPage::aNodeThatIsGoneShowsItsHolder()
{
    PanelFixture window;
    open(window);
    QVERIFY(window.show("inspector", {380, 720}));
    InnerNode gone = inner(window, "result");
    gone.path.front().second = 7;
    window.selection.setNodes({window.node("pick")}, gone);
    QVERIFY(window.child<QLabel>("inspector-operator")->isVisible());
    QCOMPARE(window.child<QLabel>("inspector-operator")->text(), QStringLiteral("If"));
}

NERVURE_GUI_TEST(TstInnerPage)
#include "tst_inner_page.moc"
