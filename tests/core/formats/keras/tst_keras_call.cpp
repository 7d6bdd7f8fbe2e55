// SPDX-License-Identifier: Apache-2.0
#include "core/builtins.h"
#include "core/formats/keras/keras_container.h"
#include "core/formats/keras/keras_sniff.h"
#include "core/formats/project/open_model.h"
#include "core/support/text.h"
#include "tests/core/ops/keras_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

/// Reads what the file says of calls, of whose class layers are, and of models.
class TstKerasCall : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void argumentsArePartOfTheCall_data();
    void argumentsArePartOfTheCall();
    void trainingReachesModelsInside();
    void modulesSayWhoseLayersAre();
    void modelsOfOnesOwnClass();
    void modelsInTimeDistributed();
    void cellsAndSecondWays();
    void jsonIsRecognized();
    void inputsAreInTheModelsOrder();
    void keras1();

private:
    [[nodiscard]] Result<OpenedModel> opened(const std::string &text) const
    {
        return openModelText(text, "model.json", m_builtins.formats, m_builtins.ops);
    }
    /// "op(inputs) key=value" of the operators; attributes that begin with one of these words.
    [[nodiscard]] std::string printed(const std::string &text,
                                      const std::vector<std::string> &keys = {}) const
    {
        const auto model = opened(text);
        if (!model) {
            return model.error().message;
        }
        std::vector<std::string> nodes;
        for (const NodeId id : model->graph.nodes()) {
            const Node &node = model->graph.node(id);
            if (node.isVariable()) {
                continue;
            }
            std::vector<std::string> inputs;
            for (const Entry &input : node.inputs) {
                inputs.push_back(model->graph.node(input.node).name);
            }
            std::string one = node.op + '(' + join(inputs, " ") + ')';
            for (const std::string &key : keys) {
                const std::string *value = node.attrs.find(key);
                one += value ? ' ' + key + '=' + *value : "";
            }
            nodes.push_back(std::move(one));
        }
        return join(nodes, ", ");
    }

    Builtins m_builtins = makeBuiltins();
};

namespace {

const std::string tensorA =
    R"({"class_name": "__keras_tensor__", "config": {"keras_history": ["a", 0, 0]}})";
const std::string tensorB =
    R"({"class_name": "__keras_tensor__", "config": {"keras_history": ["b", 0, 0]}})";

std::string inputNamed(const std::string &name)
{
    return R"({"class_name": "InputLayer", "name": ")" + name
           + R"(", "inbound_nodes": [], "config": {"name": ")" + name
           + R"(", "batch_input_shape": [null, 4, 6]}})";
}

/// A graph of inputs a and b, and a layer "layer" that is called so.
std::string graphWith(std::string layer, const std::string &calls,
                      const std::string &className = "Functional")
{
    layer.insert(1, R"("name": "layer", "inbound_nodes": [)" + calls + "], ");
    return R"({"class_name": ")" + className + R"(", "config": {"name": "m", "layers": [)"
           + inputNamed("b") + ", " + inputNamed("a") + ", " + layer
           + R"(], "input_layers": [["a", 0, 0], ["b", 0, 0]], "output_layers": [["layer", 0, 0]]}})";
}

} // namespace

void TstKerasCall::argumentsArePartOfTheCall_data()
{
    QTest::addColumn<QString>("className");
    QTest::addColumn<QString>("call");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char *name, const char *layer, const std::string &call,
                        const char *expected) {
        QTest::newRow(name) << QString::fromUtf8(layer) << QString::fromStdString(call)
                            << QString::fromUtf8(expected);
    };
    row("causal, Keras 3", "MultiHeadAttention",
        R"({"args": [)" + tensorA + ", " + tensorB + R"(], "kwargs": {"use_causal_mask": true}})",
        "MultiHeadAttention(a b) use_causal_mask=True");
    row("causal, Keras 2", "MultiHeadAttention",
        R"([["a", 0, 0, {"value": ["b", 0, 0], "use_causal_mask": true}]])",
        "MultiHeadAttention(a b) use_causal_mask=True");
    row("without", "MultiHeadAttention",
        R"([["a", 0, 0, {"value": ["b", 0, 0], "use_causal_mask": false, "key": null}]])",
        "MultiHeadAttention(a b)");
    row("by name in any order", "MultiHeadAttention",
        R"({"args": [], "kwargs": {"value": )" + tensorB + R"(, "query": )" + tensorA + "}}",
        "MultiHeadAttention(a b)");
    row("training", "BatchNormalization", R"([["a", 0, 0, {"training": true}]])",
        "BatchNormalization(a) training=True");
    row("training, Keras 3", "BatchNormalization",
        R"({"args": [)" + tensorA + R"(], "kwargs": {"training": true}})", "BatchNormalization(a)");
    row("no training", "Dropout", R"([["a", 0, 0, {"training": false}]])", "Dropout(a)");
    row("random", "Dropout", R"([["a", 0, 0, {"training": true}]])",
        "Dropout(training)(a) training=True");
    row("mask", "LSTM", R"([["a", 0, 0, {"mask": ["b", 0, 0]}]])", "LSTM(a b) masked=True");
    row("unknown mask", "Attention", R"([["a", 0, 0, {"mask": ["b", 0, 0]}]])",
        "Attention(mask)(a b)");
    row("no mask", "LSTM", R"({"args": [)" + tensorA + R"(], "kwargs": {"mask": null}})",
        "LSTM(a)");
    row("states", "GRU", R"({"args": [)" + tensorA + ", " + tensorB + R"(], "kwargs": {}})",
        "GRU(a b)");
    row("something else", "Dense", R"([["a", 0, 0, {"gain": 2}]])", "Dense(gain)(a)");
    row("each value once", "Add",
        R"([["a", 0, 0, {"mask": ["b", 0, 0]}], ["b", 0, 0, {"mask": ["b", 0, 0]}]])",
        "Add(mask)(a b b)");
}

void TstKerasCall::argumentsArePartOfTheCall()
{
    QFETCH(QString, className);
    QFETCH(QString, call);
    QFETCH(QString, expected);
    const auto model =
        opened(graphWith(kerasLayer(className.toStdString(), ""), call.toStdString()));
    QVERIFY2(model, model ? "" : model.error().message.c_str());
    const Node &node = model->graph.node(*model->graph.findByName("layer"));
    std::vector<std::string> inputs;
    for (const Entry &input : node.inputs) {
        const Node &source = model->graph.node(input.node);
        if (!source.attrs.find("data")) { // arrays have it
            inputs.push_back(source.name);
        }
    }
    std::string found = node.op + '(' + join(inputs, " ") + ')';
    for (const char *key : {"use_causal_mask", "training", "masked"}) {
        const std::string *value = node.attrs.find(key);
        found += value ? std::string(" ") + key + '=' + *value : "";
    }
    QCOMPARE(QString::fromStdString(found), expected);
}

void TstKerasCall::trainingReachesModelsInside()
{
    const std::string inner =
        R"({"class_name": "Sequential", "config": {"name": "inner", "layers": [)"
        + kerasLayer("BatchNormalization", R"("scale": false, "center": false)", "n") + "]}}";
    const std::string trained = graphWith(inner, R"([["a", 0, 0, {"training": true}]])");
    QVERIFY(printed(trained, {"training"}).ends_with(" training=True"));
    QVERIFY(!printed(graphWith(inner, R"([["a", 0, 0, {}]])"), {"training"})
                 .ends_with(" training=True"));
}

void TstKerasCall::modulesSayWhoseLayersAre()
{
    const auto of = [this](const std::string &module, const std::string &registered = "null") {
        std::string layer = kerasLayer("Average", "");
        layer.insert(1, R"("module": )" + module + R"(, "registered_name": )" + registered + ", ");
        return printed(graphWith(layer, R"([["a", 0, 0, {}], ["b", 0, 0, {}]])"));
    };
    QCOMPARE(of(R"("keras.layers")"), std::string("Average(a b)"));
    QCOMPARE(of(R"("keras.src.ops.numpy")"), std::string("ops.Average(a b)"));
    QCOMPARE(of(R"("mine.layers")", R"("mine>Average")"), std::string("mine>Average(a b)"));
    QCOMPARE(of("null", R"("Average")"), std::string("Custom>Average(a b)"));
    const std::string function =
        R"({"class_name": "TFOpLambda", "config": {"name": "f", "dtype": "float32", "function": "math.multiply"}})";
    QCOMPARE(
        printed(graphWith(function, R"(["a", 0, 0, {"y": 2.0, "name": null}])"), {"y", "dtype"}),
        std::string("tf.math.multiply(a) y=2.0"));
}

void TstKerasCall::modelsOfOnesOwnClass()
{
    const std::string call = R"([["a", 0, 0, {}]])";
    QCOMPARE(printed(graphWith(kerasLayer("Activation", ""), call, "Trainer")),
             std::string("Activation(a)"));
    QCOMPARE(printed(R"({"class_name": "Stack", "config": {"name": "m", "layers": [)"
                     + inputNamed("a") + ", " + kerasLayer("Activation", "") + "]}}"),
             std::string("Activation(a)"));
    const auto none = readKerasConfig(R"({"class_name": "Mine", "config": {"name": "m"}})");
    QVERIFY(!none && none.error().message.find("in its program alone") != std::string::npos);
}

void TstKerasCall::modelsInTimeDistributed()
{
    const std::string inner =
        R"({"class_name": "Sequential", "config": {"name": "inner", "layers": [)"
        + kerasLayer("Dense", R"("units": 2, "use_bias": false)", "d") + ", "
        + kerasLayer("Activation", R"("activation": "relu")", "r") + "]}}";
    const std::string model =
        graphWith(kerasLayer("TimeDistributed", R"("layer": )" + inner), R"([["a", 0, 0, {}]])");
    QCOMPARE(printed(model, {"layer"}),
             std::string("TimeDistributed(a layer/d/kernel) layer=Dense, "
                         "TimeDistributed(layer/d) layer=Activation"));
    QCOMPARE(*KerasProbe(model).shape(), (Shape{1, 4, 2}));
}

void TstKerasCall::cellsAndSecondWays()
{
    const std::string call = R"([["a", 0, 0, {}]])";
    const auto cell = [](const std::string &name) {
        return R"("cell": )" + kerasLayer(name, R"("units": 3)", "c");
    };
    QCOMPARE(*KerasProbe(graphWith(kerasLayer("RNN", cell("LSTMCell")), call)).shape(),
             (Shape{1, 3}));
    QVERIFY(printed(graphWith(kerasLayer("RNN", cell("Mine")), call)).starts_with("RNN(Mine)(a"));
    const auto ways = [&](const std::string &activation) {
        return printed(graphWith(
            kerasLayer(
                "Bidirectional",
                R"("layer": )"
                    + kerasLayer("GRU",
                                 R"("units": 3, "activation": "tanh", "go_backwards": false)")
                    + R"(, "backward_layer": )"
                    + kerasLayer("GRU", R"("units": 3, "go_backwards": true, "activation": ")"
                                            + activation + '"')),
            call));
    };
    QVERIFY(ways("tanh").starts_with("Bidirectional(a"));
    QVERIFY(ways("relu").starts_with("Bidirectional(backward_layer)(a"));
}

void TstKerasCall::jsonIsRecognized()
{
    const std::string blanks(5000, ' ');
    QVERIFY(isKerasJson(blanks + R"({"class_name": "Functional", "config": {}})"));
    QVERIFY(isKerasJson(R"({"config": {"name": ")" + blanks
                        + R"(", "layers": []}, "class_name": "Mine"})"));
    QVERIFY(isKerasJson(R"({"class_name": "Sequential", "config": []})"));
    QVERIFY(isKerasJson(R"({"config": [{"a": "}"}], "class_name": "Mine"})"));
    QVERIFY(!isKerasJson(R"({"class_name": "Dense", "config": {"units": 2}})"));
    QVERIFY(!isKerasJson(R"({"config": {"layers": []}, "name": {"class_name": 1}})"));
    QVERIFY(!isKerasJson(R"({"nodes": [], "config": {"layers": []}, "class_name": "Mine"})"));
    QVERIFY(!isKerasJson("{\"config\": \"\\"));
}

void TstKerasCall::inputsAreInTheModelsOrder()
{
    const auto model =
        opened(graphWith(kerasLayer("Add", ""), R"([["b", 0, 0, {}], ["a", 0, 0, {}]])"));
    QVERIFY(model);
    QCOMPARE(model->graph.node(model->graph.nodes()[0]).name, std::string("a"));
    QCOMPARE(model->graph.node(model->graph.nodes()[1]).name, std::string("b"));
}

void TstKerasCall::keras1()
{
    const std::string text =
        R"({"class_name": "Sequential", "keras_version": "1.2.2", "config": [)"
        R"({"class_name": "Dense", "config": {"name": "d", "batch_input_shape": [null, 3],)"
        R"( "output_dim": 2, "activation": "relu", "bias": true, "init": "uniform"}},)"
        R"({"class_name": "MaxoutDense", "config": {"name": "m", "output_dim": 2}}]})";
    QCOMPARE(printed(text, {"units"}),
             std::string("Dense(d_input d/kernel d/bias) units=2, MaxoutDense(Keras 1)(d)"));
    const auto model = opened(text);
    QVERIFY(model && !model->diagnostics.empty());
    QVERIFY(model->diagnostics[0].message.find("a model of Keras 1.2.2") != std::string::npos);
    // Kernels with channels in front were other arrays.
    const std::string convolution =
        R"({"class_name": "Sequential", "keras_version": "1.2.2", "config": [)"
        R"({"class_name": "Convolution2D", "config": {"name": "c", "nb_filter": 2, "nb_row": 3,)"
        R"( "nb_col": 3, "border_mode": "same", "dim_ordering": "ORDER", "bias": false,)"
        R"( "batch_input_shape": [null, 8, 8, 1]}}]})";
    const auto with = [&](const std::string &order) {
        std::string one = convolution;
        return printed(one.replace(one.find("ORDER"), 5, order), {"kernel_size", "padding"});
    };
    QCOMPARE(with("tf"), std::string("Conv2D(c_input c/kernel) kernel_size=(3, 3) padding=same"));
    QCOMPARE(with("th"), std::string("Convolution2D(Keras 1)(c_input)"));
}

NERVURE_TEST(TstKerasCall)
#include "tst_keras_call.moc"
