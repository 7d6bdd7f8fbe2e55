// SPDX-License-Identifier: Apache-2.0
#include "core/builtins.h"
#include "core/formats/project/open_model.h"
#include "core/passes/pass_manager.h"
#include "tests/support/graph_def.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <algorithm>

using namespace nervure;
using namespace nervure::tests;

class TstTensorflowToNnvm : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void operatorsBecomeNnvms();
    void otherDialectsAreRefused();
    void unknownOperatorsAreRefusedByName();
    void functionsAreLowered();
    void theImportersGraphKeepsItsNames();
    void theImporterTellsWhatItLacks();

private:
    [[nodiscard]] PassRun ran(const std::string &bytes,
                              Semantics semantics = Semantics::Fixed) const
    {
        const auto opened = openModelText(bytes, {}, m_builtins.formats, m_builtins.ops);
        return runPasses(
            opened->graph, *parsePipeline("InferShape,InferType,TensorFlowToNNVM"),
            {.passes = m_builtins.passes, .ops = m_builtins.ops, .semantics = semantics});
    }
    [[nodiscard]] static std::string firstError(const PassRun &run)
    {
        for (const Diagnostic &found : run.diagnostics) {
            if (found.severity == Severity::Error) {
                return found.message;
            }
        }
        return {};
    }
    [[nodiscard]] static std::string operatorsOf(const Graph &graph)
    {
        std::string ops;
        for (const NodeId id : graph.nodes()) {
            const Node &node = graph.node(id);
            ops += node.isVariable() ? std::string() : node.op + ' ';
        }
        return ops;
    }

    Builtins m_builtins = makeBuiltins();
};

void TstTensorflowToNnvm::operatorsBecomeNnvms()
{
    GraphDef file;
    file.placeholder("x", {1, 2}).constant("w", {2, 3}, {1, 2, 3, 4, 5, 6});
    file.node("product", "MatMul", {"x", "w"}).node("y", "Relu", {"product"});
    const PassRun run = ran(file.bytes());
    QVERIFY2(run.ok, firstError(run).c_str());
    QCOMPARE(run.graph.dialect(), Dialect::Nnvm);
    QCOMPARE(operatorsOf(run.graph), std::string("transpose dense relu "));
    QVERIFY(run.graph.findByName("y").has_value());
    QCOMPARE(*run.graph.node(*run.graph.findByName("w")).attrs.find("shape"), std::string("[2,3]"));
}

void TstTensorflowToNnvm::otherDialectsAreRefused()
{
    const PassRun run = ran("{\"nodes\": [{\"op\": \"null\", \"name\": \"x\", "
                            "\"attrs\": {\"shape\": \"(1, 2)\"}, \"inputs\": []}], "
                            "\"arg_nodes\": [0], \"heads\": [[0, 0, 0]]}");
    QVERIFY(!run.ok);
    QVERIFY(firstError(run).find("lowers TensorFlow's graphs, found one of nnvm")
            != std::string::npos);
}

void TstTensorflowToNnvm::unknownOperatorsAreRefusedByName()
{
    GraphDef file;
    file.placeholder("x", {2}).node("y", "Bucketize", {"x"});
    const PassRun run = ran(file.bytes());
    QVERIFY(!run.ok);
    QVERIFY2(firstError(run).find("Bucketize") != std::string::npos, firstError(run).c_str());
}

void TstTensorflowToNnvm::functionsAreLowered()
{
    const GraphDef::Attrs types{{"Tin", GraphDef::types({1})}, {"Tout", GraphDef::types({1})}};
    GraphDef::Attrs choice = types;
    choice.emplace_back("then_branch", GraphDef::func("twice"));
    choice.emplace_back("else_branch", GraphDef::func("root"));
    GraphDef::Attrs loop{{"T", GraphDef::types({1})},
                         {"cond", GraphDef::func("small")},
                         {"body", GraphDef::func("twice")}};
    GraphDef file;
    file.placeholder("x", {});
    file.node("p", "Placeholder", {},
              {{"dtype", GraphDef::type(10)}, {"shape", GraphDef::shape({})}});
    file.node("y", "twice", {"x"});
    file.node("z", "If", {"p", "y"}, choice);
    file.node("out", "While", {"z"}, loop);
    file.function("twice", {"a"}, {GraphDef::nodeDef("sum", "AddV2", {"a", "a"})},
                  {{"out", "sum:z:0"}});
    file.function("root", {"a"}, {GraphDef::nodeDef("r", "Sqrt", {"a"})}, {{"out", "r:y:0"}});
    file.function("small", {"a"},
                  {GraphDef::nodeDef("two", "OnesLike", {"a"}),
                   GraphDef::nodeDef("less", "Less", {"a", "two:y:0"})},
                  {{"goes_on", "less:z:0"}});
    const PassRun run = ran(file.bytes());
    QVERIFY2(run.ok, firstError(run).c_str());
    QCOMPARE(operatorsOf(run.graph), std::string("elemwise_add cond while_loop "));
}

void TstTensorflowToNnvm::theImportersGraphKeepsItsNames()
{
    GraphDef file;
    file.placeholder("x", {-1, 2}).constant("w", {2, 3}, {1, 2, 3, 4, 5, 6});
    file.node(
        "product", "MatMul", {"x", "w"},
        {{"transpose_a", GraphDef::boolean(false)}, {"transpose_b", GraphDef::boolean(false)}});
    file.node("y", "Square", {"product", "^x"});
    const PassRun run = ran(file.bytes(), Semantics::Exact);
    QVERIFY2(run.ok, firstError(run).c_str());
    for (const char *name : {"transpose0", "product", "elemwise_mul0"}) {
        QVERIFY2(run.graph.findByName(name).has_value(), name);
    }
    QCOMPARE(*run.graph.node(*run.graph.findByName("x")).attrs.find("shape"),
             std::string("[1, 2]"));
    const auto warning =
        std::find_if(run.diagnostics.begin(), run.diagnostics.end(),
                     [](const auto &found) { return found.code == "UserWarning"; });
    QVERIFY(warning != run.diagnostics.end());
    QCOMPARE(warning->message, std::string("Use 1 instead of -1 in shape of operator x."));
}

void TstTensorflowToNnvm::theImporterTellsWhatItLacks()
{
    GraphDef file;
    file.placeholder("x", {2}).node("y", "Exp", {"x"});
    const PassRun run = ran(file.bytes(), Semantics::Exact);
    QVERIFY(!run.ok);
    QCOMPARE(firstError(run), std::string("The following operators are not implemented: {'Exp'}"));
}

NERVURE_TEST(TstTensorflowToNnvm)
#include "tst_tensorflow_to_nnvm.moc"
