// SPDX-License-Identifier: Apache-2.0
#include "core/builtins.h"
#include "core/formats/project/open_model.h"
#include "core/graph/analysis/onnx_inference.h"
#include "tests/support/graph_def.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstTfTensorArrays : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void typesAndShapesFollow();
};

/// A sequence that is put in row by row, and comes out as one tensor.
void TstTfTensorArrays::typesAndShapesFollow()
{
    const std::pair<std::string, std::string> ofFloats{"dtype", GraphDef::type(1)};
    GraphDef file;
    file.placeholder("rows", {7, 3});
    file.node("which", "Placeholder", {},
              {{"dtype", GraphDef::type(3)}, {"shape", GraphDef::shape({7})}});
    file.node("one", "Placeholder", {},
              {{"dtype", GraphDef::type(3)}, {"shape", GraphDef::shape({})}});
    file.node("array", "TensorArrayV3", {"one"}, {ofFloats});
    file.node("put", "TensorArrayScatterV3", {"array", "which", "rows", "array:1"});
    file.node("read", "TensorArrayReadV3", {"array", "one", "put"}, {ofFloats});
    file.node("write", "TensorArrayWriteV3", {"array", "one", "read", "put"});
    file.node("size", "TensorArraySizeV3", {"array", "write"});
    file.node("all", "TensorArrayGatherV3", {"array", "which", "write"},
              {ofFloats, {"element_shape", GraphDef::shape({3})}});
    const Builtins builtins = makeBuiltins();
    const auto model = openModelText(file.bytes(), {}, builtins.formats, builtins.ops);
    QVERIFY(model);
    Diagnostics problems;
    const auto index = IndexedGraph::build(model->graph, builtins.ops, problems);
    QVERIFY2(index && problems.empty(), problems.empty() ? "" : problems[0].message.c_str());
    const OnnxValues found = inferOnnxValues(**index, builtins.ops, {}, {});
    QVERIFY2(found.faults.empty(), found.faults.empty() ? "" : found.faults[0].message.c_str());
    const std::pair<const char *, const char *> expected[] = {{"put", "float32[]"},
                                                              {"read", "float32"},
                                                              {"write", "float32[]"},
                                                              {"size", "int32[]"},
                                                              {"all", "float32[7, 3]"}};
    for (const auto &[name, type] : expected) {
        const auto id = (*index)->find(*model->graph.findByName(name));
        QCOMPARE(found.values[(*index)->entryId(*id, 0)].text(), std::string(type));
    }
}

NERVURE_TEST(TstTfTensorArrays)
#include "tst_tf_tensor_arrays.moc"
