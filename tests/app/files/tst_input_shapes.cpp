// SPDX-License-Identifier: Apache-2.0
#include "app/files/input_shapes.h"

#include "core/builtins.h"
#include "tests/support/test_class.h"
#include "widgets/document/graph_document.h"

#include <QTest>

using namespace nervure;

class TstInputShapes : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void anEmptyDocumentHasNone();
    void aShapeOfTheVariableCounts();
    void aShapeThePersonGaveCounts();
    void weightsNeedNone();
    void aLightNetModelKnowsItsSizes();
    void shapesThatTheFileBringsAreEnough();
};

namespace {

/// data, weight → dense; the variables have these attributes.
DocumentContent denseNet(AttrDict dataAttrs)
{
    DocumentContent content;
    Graph &graph = content.graph;
    Node data;
    data.name = "data";
    data.attrs = std::move(dataAttrs);
    const NodeId dataId = graph.add(data);
    Node weight;
    weight.name = "fc_weight";
    const NodeId weightId = graph.add(weight);
    Node dense;
    dense.op = "dense";
    dense.name = "fc";
    dense.attrs = {{"units", "10"}, {"use_bias", "False"}};
    dense.inputs = {{dataId, 0, 0}, {weightId, 0, 0}};
    graph.setHeads({{graph.add(dense), 0, 0}});
    return content;
}

} // namespace

void TstInputShapes::anEmptyDocumentHasNone()
{
    const Builtins builtins = makeBuiltins();
    const GraphDocument document(builtins);
    QVERIFY(!areInputShapesKnown(document));
}

void TstInputShapes::aShapeOfTheVariableCounts()
{
    const Builtins builtins = makeBuiltins();
    GraphDocument document(builtins);
    document.setContent(denseNet({{"shape", "(1, 8)"}}));
    QVERIFY(areInputShapesKnown(document));
}

void TstInputShapes::aShapeThePersonGaveCounts()
{
    const Builtins builtins = makeBuiltins();
    GraphDocument document(builtins);
    document.setContent(denseNet({}));
    QVERIFY(!areInputShapesKnown(document));
    InputFacts facts;
    facts.shapes["data"] = {1, 8};
    document.setInputFacts(facts);
    QVERIFY(areInputShapesKnown(document));
}

void TstInputShapes::weightsNeedNone()
{
    const Builtins builtins = makeBuiltins();
    GraphDocument document(builtins);
    document.setContent(denseNet({{"shape", "(1, 8)"}}));
    QVERIFY(document.graph().findByName("fc_weight").has_value());
    QVERIFY(areInputShapesKnown(document));
}

void TstInputShapes::aLightNetModelKnowsItsSizes()
{
    const Builtins builtins = makeBuiltins();
    GraphDocument document(builtins);
    DocumentContent content;
    content.graph.setDialect(Dialect::LightNet);
    Node create;
    create.op = "create";
    create.name = "create1";
    create.dialect = Dialect::LightNet;
    content.graph.add(create);
    document.setContent(std::move(content));
    QVERIFY(areInputShapesKnown(document));
}

void TstInputShapes::shapesThatTheFileBringsAreEnough()
{
    const Builtins builtins = makeBuiltins();
    GraphDocument document(builtins);
    DocumentContent content = denseNet({});
    content.graph.setAttrs({{"shape", "list_shape", "[[1,8],[10,8],[1,10]]"}});
    document.setContent(std::move(content));
    QVERIFY(areInputShapesKnown(document));
}

NERVURE_TEST(TstInputShapes)
#include "tst_input_shapes.moc"
