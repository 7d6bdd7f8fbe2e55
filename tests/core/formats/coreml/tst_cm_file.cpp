// SPDX-License-Identifier: Apache-2.0
#include "core/builtins.h"
#include "core/formats/project/open_model.h"
#include "core/formats/weights/weight_file.h"
#include "core/formats/weights/weight_tensors.h"
#include "core/graph/analysis/declared_types.h"
#include "core/passes/pass_manager.h"
#include "tests/support/core_ml_model.h"
#include "tests/support/errors.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

namespace {

Result<OpenedModel> openCoreMl(const std::string &bytes)
{
    static const Builtins builtins = makeBuiltins();
    return openModelText(bytes, "net.mlmodel", builtins.formats, builtins.ops);
}

/// "name: op attrs" of one node.
std::string nodeText(const Graph &graph, std::string_view name)
{
    const auto id = graph.findByName(name);
    if (!id) {
        return "none";
    }
    const Node &node = graph.node(*id);
    std::string text = node.op;
    for (const auto &[key, value] : node.attrs) {
        text += ' ' + key + '=' + value;
    }
    return text;
}

std::string valuesText(const std::string &bytes, const std::string &name)
{
    const auto file = WeightFile::ofBytes(std::make_shared<const FileBytes>(bytes), "net.mlmodel");
    const auto tensors = file ? readWeightTensors(*file, {}) : Result<TensorMap>(file.error());
    if (!tensors || !tensors->contains(name)) {
        return tensors ? "none" : tensors.error().message;
    }
    const Tensor &tensor = tensors->at(name);
    std::string text;
    for (std::int64_t i = 0; i < tensor.count(); ++i) {
        text += (i == 0 ? "" : " ") + std::to_string(elementAsDouble(tensor.view(), i));
    }
    return text;
}

const std::string convolution = CoreMl::integer(1, 2) + CoreMl::integer(2, 1)
                                + CoreMl::integer(10, 1) + CoreMl::integers(20, {1, 2})
                                + CoreMl::bytes(51, "") + CoreMl::integer(70, 1)
                                + CoreMl::weights(90, {1, 2, 3, 4}) + CoreMl::weights(91, {5, 6});

} // namespace

class TstCmFile : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void layersAreOperatorsWithWeights()
    {
        const auto model = openCoreMl(
            CoreMl::model({CoreMl::array("data", {1, 4, 4})}, {"out"},
                          CoreMl::layer("conv", {"data"}, {"mid"}, 100, convolution)
                              + CoreMl::layer("act", {"mid"}, {"out"}, 130,
                                              CoreMl::bytes(15, CoreMl::number(1, 0.1F)))));
        QVERIFY2(model, model ? "" : model.error().message.c_str());
        QCOMPARE(model->format->name, std::string("coreml"));
        QVERIFY(model->diagnostics.empty());
        const Graph &graph = model->graph;
        QCOMPARE(nodeText(graph, "data"), std::string("null elem_type=float32 shape=[1, 1, 4, 4] "
                                                      "feature=multiArray float32 [1, 4, 4]"));
        QCOMPARE(nodeText(graph, "conv"),
                 std::string("convolution outputChannels=2 kernelChannels=1 nGroups=1 "
                             "kernelSize=[1, 2] padding=same hasBias=true"));
        QCOMPARE(nodeText(graph, "conv_weights"),
                 std::string("null elem_type=float32 shape=[2, 1, 1, 2] data=inside value=1, 2, 3, "
                             "4"));
        QCOMPARE(nodeText(graph, "act"), std::string("activation function=leakyReLU alpha=0.1"));
        QCOMPARE(graph.heads().size(), std::size_t{1});
        const Node &last = graph.node(graph.heads()[0].node);
        QCOMPARE(last.outputPorts[0].tensor, std::string("out"));
        QCOMPARE(graph.node(last.inputs[0].node).name, std::string("conv"));
    }

    void imagesSayTheirSizeAndColors()
    {
        const std::string network =
            CoreMl::layer("act", {"photo"}, {"out"}, 130, CoreMl::bytes(10, ""))
            + CoreMl::bytes(
                2, CoreMl::bytes(1, "photo")
                       + CoreMl::bytes(10, CoreMl::number(10, 0.5F) + CoreMl::number(22, 2)));
        const auto model =
            openCoreMl(CoreMl::model({CoreMl::image("photo", 6, 4, 20)}, {"out"}, network));
        QVERIFY2(model, model ? "" : model.error().message.c_str());
        QCOMPARE(nodeText(model->graph, "photo"),
                 std::string("null elem_type=float32 shape=[1, 3, 4, 6] feature=image RGB 6×4"));
        QCOMPARE(nodeText(model->graph, "photo_scaler"),
                 std::string("scaler channelScale=0.5 redBias=2 colorSpace=RGB"));
        const Node &act = model->graph.node(*model->graph.findByName("act"));
        QCOMPARE(model->graph.node(act.inputs[0].node).name, std::string("photo_scaler"));
    }

    /// Core ML's converters write [1] for what they do not know.
    void outputsAreDeclared()
    {
        const auto declared = [](const std::string &output, bool hasExactShapes) {
            const std::string network =
                CoreMl::layer("act", {"x"}, {"out"}, 130, CoreMl::bytes(10, ""))
                + (hasExactShapes ? CoreMl::integer(5, 1) : std::string());
            const auto model =
                openCoreMl(CoreMl::integer(1, 4)
                           + CoreMl::bytes(2, CoreMl::bytes(1, CoreMl::array("x", {3, 4, 6}))
                                                  + CoreMl::bytes(10, output))
                           + CoreMl::bytes(500, network));
            return model ? declaredTypeOf(model->graph, model->graph.heads()[0]).text()
                         : model.error().message;
        };
        QCOMPARE(declared(CoreMl::array("out", {3, 4, 6}), false),
                 std::string("float32[1, 3, 4, 6]"));
        QCOMPARE(declared(CoreMl::array("out", {3, 4, 6}), true), std::string("float32[3, 4, 6]"));
        QCOMPARE(declared(CoreMl::array("out", {10}), true), std::string("float32[10]"));
        QCOMPARE(declared(CoreMl::array("out", {1}), true), std::string("float32"));
        QCOMPARE(declared(CoreMl::array("out", {10}), false), std::string("float32"));
        QCOMPARE(declared(CoreMl::image("out", 6, 4, 20), false),
                 std::string("float32[1, 3, 4, 6]"));
    }

    void wrongDeclarationsAreFindings()
    {
        const Builtins builtins = makeBuiltins();
        const auto model = openCoreMl(
            CoreMl::integer(1, 1)
            + CoreMl::bytes(2, CoreMl::bytes(1, CoreMl::array("x", {3, 4, 6}))
                                   + CoreMl::bytes(10, CoreMl::array("out", {3, 4, 7})))
            + CoreMl::bytes(500, CoreMl::layer("act", {"x"}, {"out"}, 130, CoreMl::bytes(10, ""))));
        QVERIFY2(model, model ? "" : model.error().message.c_str());
        const JobControl control;
        const PassRun run =
            runPasses(model->graph, *parsePipeline("InferShape"),
                      {builtins.passes, builtins.ops, {}, Semantics::Fixed, control, false});
        QVERIFY(hasFinding(run.diagnostics, "declared-type",
                           "activation 'act': the file declares 'out' as float32[1, 3, 4, 7], "
                           "expected float32[1, 3, 4, 6], which follows from the inputs"));
    }

    void weightsOfAllKindsAreRead()
    {
        const auto constant = [](const std::string &params, std::int64_t count) {
            return CoreMl::model(
                {CoreMl::array("x", {1})}, {"c"},
                CoreMl::layer("k", {}, {"c"}, 290,
                              CoreMl::integers(1, {count, 1, 1}) + CoreMl::bytes(2, params)));
        };
        QCOMPARE(valuesText(constant(CoreMl::floats(1, {1, 2.5F}), 2), "k_data"),
                 std::string("1.000000 2.500000"));
        QCOMPARE(valuesText(constant(CoreMl::number(1, 1) + CoreMl::number(1, -2), 2), "k_data"),
                 std::string("1.000000 -2.000000"));
        const std::string half("\x00\x3c\x00\xc0", 4); // 1 and -2
        QCOMPARE(valuesText(constant(CoreMl::bytes(2, half), 2), "k_data"),
                 std::string("1.000000 -2.000000"));
        // 2 bits each, the first in the highest bits: 0, 1, 2 and bits that fill up the byte.
        const std::string linear =
            CoreMl::bytes(30, "\x18")
            + CoreMl::bytes(
                40, CoreMl::integer(1, 2)
                        + CoreMl::bytes(101, CoreMl::floats(1, {0.5F}) + CoreMl::floats(2, {1})));
        QCOMPARE(valuesText(constant(linear, 3), "k_data"),
                 std::string("1.000000 1.500000 2.000000"));
        const std::string table =
            CoreMl::bytes(30, "\x18")
            + CoreMl::bytes(40, CoreMl::integer(1, 2)
                                    + CoreMl::bytes(102, CoreMl::floats(1, {7, 8, 9, 10})));
        QCOMPARE(valuesText(constant(table, 3), "k_data"),
                 std::string("7.000000 8.000000 9.000000"));
    }

    void weightsBehindInputsThatAreLeftOutKeepTheirPlace()
    {
        const auto model = openCoreMl(CoreMl::model(
            {CoreMl::array("x", {1})}, {"y"},
            CoreMl::layer("r", {"x"}, {"y"}, 400,
                          CoreMl::integer(1, 1) + CoreMl::integer(2, 1)
                              + CoreMl::bytes(10, CoreMl::bytes(30, "")) + CoreMl::weights(30, {2})
                              + CoreMl::weights(31, {3}))));
        QVERIFY2(model, model ? "" : model.error().message.c_str());
        const Node &node = model->graph.node(*model->graph.findByName("r"));
        QCOMPARE(nodeText(model->graph, "r"),
                 std::string("simpleRecurrent inputVectorSize=1 outputVectorSize=1 "
                             "activations=[\"tanh\"]"));
        QCOMPARE(node.inputPorts.size(), std::size_t{3});
        QCOMPARE(node.inputPorts[0].listed, 0U);
        QCOMPARE(node.inputPorts[1].listed, 2U);
        QCOMPARE(node.inputPorts[2].listed, 3U);
    }

    void whatIsWrongIsSaidWhereItIs()
    {
        const auto model =
            openCoreMl(CoreMl::model({CoreMl::array("data", {1, 4, 4})}, {"out"},
                                     CoreMl::layer("conv", {"nothing"}, {"out"}, 100,
                                                   CoreMl::integer(1, 2) + CoreMl::integer(2, 1)
                                                       + CoreMl::weights(90, {1, 2, 3}))));
        QVERIFY(model);
        QCOMPARE(model->diagnostics.size(), std::size_t{2});
        QCOMPARE(model->diagnostics[0].message,
                 std::string("convolution: reads the value 'nothing', which nobody defines"));
        QCOMPARE(model->diagnostics[1].message,
                 std::string("convolution: weights has 3 elements, expected the shape [2, 1, 3, "
                             "3]"));
        QCOMPARE(model->diagnostics[1].where.node, std::string("conv"));
    }

    void otherKindsAreRefusedByName()
    {
        const std::vector<std::string> inputs{CoreMl::array("x", {1})};
        NERVURE_VERIFY_ERROR(openCoreMl(CoreMl::model(inputs, {"y"}, "", 202)), "format-foreign",
                             "found a Core ML pipeline: each model in it can be saved");
        NERVURE_VERIFY_ERROR(openCoreMl(CoreMl::model(inputs, {"y"}, "", 502)), "format-foreign",
                             "found an ML program: converted with");
        NERVURE_VERIFY_ERROR(openCoreMl(CoreMl::model(inputs, {"y"}, "", 402)), "format-foreign",
                             "found a tree ensemble of Core ML, which has no layers");
    }

    void aFileThatBreaksOffIsRefused()
    {
        const std::string whole =
            CoreMl::model({CoreMl::array("data", {1, 4, 4})}, {"out"},
                          CoreMl::layer("conv", {"data"}, {"out"}, 100, convolution));
        NERVURE_VERIFY_ERROR(openCoreMl(whole.substr(0, whole.size() - 5)), "protobuf", "byte");
    }
};

NERVURE_TEST(TstCmFile)
#include "tst_cm_file.moc"
