// SPDX-License-Identifier: Apache-2.0
#include "core/graph/model_facts.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;

class TstModelFacts : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void listsByNodeStay()
    {
        Graph from;
        from.setAttrs({{"mxnet_version", "int", "10700"}, {"shape", "list_shape", "[[1]]"}});
        Graph to;
        takeModelFacts(from, to);
        QCOMPARE(to.attrs().size(), std::size_t{1});
        QCOMPARE(numberOf(to, "mxnet_version"), std::int64_t{10700});
        QCOMPARE(numberOf(to, "shape"), std::int64_t{0});
        QVERIFY(!findGraphAttr(to, "shape"));
    }

    void versionsAndFunctionsAreReadAsTheyAreWritten()
    {
        Graph graph;
        const OpsetVersions versions{{"acme", 2}, {"ai.onnx", 17}};
        const ModelFunctions functions{{"acme:\"F\"", "#1234"}};
        graph.setAttrs(
            withGraphAttr({opsetImportAttr({{"ai.onnx", 1}})}, opsetImportAttr(versions)));
        graph.setAttrs(withGraphAttr(graph.attrs(), functionsAttr(functions)));
        QCOMPARE(graph.attrs().size(), std::size_t{2});
        QVERIFY(opsetImports(graph) == versions);
        QVERIFY(modelFunctions(graph) == functions);
        QVERIFY(opsetImports(Graph()).empty());
        graph.setAttrs({{"opset_import", "dict", "not JSON"}});
        QVERIFY(opsetImports(graph).empty());
    }

    void undefinedOutputsAreOfTheModelAlone()
    {
        Graph from;
        const UndefinedOutputs outputs{{"", 2}, {"nope", 0}};
        from.setAttrs({undefinedOutputsAttr(outputs), opsetImportAttr({{"ai.onnx", 8}})});
        QVERIFY(undefinedOutputs(from) == outputs);
        Graph piece;
        takeModelFacts(from, piece);
        QVERIFY(undefinedOutputs(piece).empty());
        QCOMPARE(piece.attrs().size(), std::size_t{1});
    }

    void newNamesOfOperatorsStandBeforeAFunctionsBytes()
    {
        const FunctionPlace renamed{{{"a:\"} F", "a:\"} F_1"}, {"b", "b_1"}},
                                    "at /a} b/net.onnx#16+4#12"};
        const std::string text = functionText(renamed);
        const FunctionPlace read = functionPlace(text);
        QVERIFY(read.renamed == renamed.renamed);
        QCOMPARE(read.place, renamed.place);
        QCOMPARE(functionText({{}, "hex 00#12"}), std::string("hex 00#12"));
        QCOMPARE(functionPlace("hex 00#12").place, std::string("hex 00#12"));
        QVERIFY(functionPlace("renamed {").renamed.empty());
    }

    void callsOfFunctionsHoldABodyThatNoAttributeSays()
    {
        Node node;
        node.dialect = Dialect::Onnx;
        QVERIFY(!callsFunction(node));
        node.subgraphs = {std::make_shared<const Graph>()};
        QVERIFY(callsFunction(node));
        node.attrs = {{"body", "graph b"}};
        QVERIFY(!callsFunction(node));
    }
};

NERVURE_TEST(TstModelFacts)
#include "tst_model_facts.moc"
