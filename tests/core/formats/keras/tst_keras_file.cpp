// SPDX-License-Identifier: Apache-2.0
#include "core/builtins.h"
#include "core/formats/keras/keras_values.h"
#include "core/formats/project/open_model.h"
#include "core/formats/zip_archive.h"
#include "core/graph/op/attr_field.h"
#include "core/support/text.h"
#include "tests/core/ops/keras_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstKerasFile : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void sequencesSayWhatTheyRead();
    void sharedLayersHaveOneSetOfArrays();
    void modelsInsideAreGroups();
    void laterVersionsSayTheSame();
    void archives();
    void attributesAreTexts();
    void masksReachWhoLooksAtThem();
    void faultsAreTold();
    void arraysOfModelsInsideAreOneList();
    void groupsOfKeras3();
    void groupsHaveOtherNames();
    void missingArraysHideNoOthers();

private:
    [[nodiscard]] Result<OpenedModel> opened(const std::string &text) const
    {
        return openModelText(text, "model", m_builtins.formats, m_builtins.ops);
    }
    [[nodiscard]] std::string fault(const std::string &text) const
    {
        const auto model = opened(text);
        return model ? std::string() : model.error().message;
    }
    /// "op name(inputs)", one behind the other; variables by their names.
    [[nodiscard]] static std::string printed(const Graph &graph)
    {
        std::vector<std::string> nodes;
        for (const NodeId id : graph.nodes()) {
            const Node &node = graph.node(id);
            std::vector<std::string> inputs;
            for (const Entry &input : node.inputs) {
                inputs.push_back(graph.node(input.node).name);
            }
            nodes.push_back(node.isVariable()
                                ? node.name
                                : node.op + ' ' + node.name + '(' + join(inputs, " ") + ')');
        }
        return join(nodes, ", ");
    }
    [[nodiscard]] std::string printedOf(const std::string &text) const
    {
        const auto model = opened(text);
        return model ? printed(model->graph) : model.error().message;
    }

    Builtins m_builtins = makeBuiltins();
};

namespace {

/// A layer of a graph, which reads `calls`, as JSON.
std::string callOf(const std::string &className, const std::string &name, const std::string &config,
                   const std::string &calls)
{
    std::string layer = kerasLayer(className, config, name);
    layer.insert(1, "\"name\": \"" + name + "\", \"inbound_nodes\": " + calls + ", ");
    return layer;
}

std::string graphOf(const std::vector<std::string> &layers, const std::string &outputs)
{
    const std::string input = callOf("InputLayer", "x", R"("batch_input_shape": [null, 2])", "[]");
    return R"({"class_name": "Model", "config": {"name": "m", "layers": [)" + input + ", "
           + join(layers, ", ") + R"(], "input_layers": [["x", 0, 0]], "output_layers": )" + outputs
           + "}}";
}

const std::string onX = R"([[["x", 0, 0, {}]]])";

} // namespace

void TstKerasFile::sequencesSayWhatTheyRead()
{
    const std::string dense = R"("units": 1, "use_bias": false)";
    QCOMPARE(printedOf(kerasSequence({1, 2}, kerasLayer("Dense", dense, "d"))),
             std::string("x, d/kernel, Dense d(x d/kernel)"));
    // Without an input layer the first one says it.
    const std::string first =
        R"({"class_name": "Sequential", "config": [)"
        + kerasLayer("Dense", dense + R"(, "batch_input_shape": [null, 2])", "d") + "]}";
    const auto model = opened(first);
    QVERIFY(model);
    QCOMPARE(printed(model->graph), std::string("d_input, d/kernel, Dense d(d_input d/kernel)"));
    const Node &input = model->graph.node(model->graph.nodes()[0]);
    QCOMPARE(*leadingTuple(*input.attrs.find("shape")), (IntTuple{1, 2}));
}

void TstKerasFile::sharedLayersHaveOneSetOfArrays()
{
    const std::string model = graphOf({callOf("Dense", "d", R"("units": 2, "use_bias": false)",
                                              R"([[["x", 0, 0, {}]], [["d", 0, 0, {}]]])")},
                                      R"([["d", 1, 0]])");
    QCOMPARE(printedOf(model),
             std::string("x, d/kernel, Dense d(x d/kernel), Dense d_1(d d/kernel)"));
}

void TstKerasFile::modelsInsideAreGroups()
{
    std::string inner = R"({"class_name": "Sequential", "name": "inner", "inbound_nodes": )" + onX
                        + R"(, "config": {"name": "inner", "layers": [)"
                        + kerasLayer("Dense", R"("units": 2, "use_bias": false)", "d") + "]}}";
    // The first call of a model was its own making, in some versions.
    for (const char *call : {"0", "1"}) {
        const std::string outputs = R"([["inner", )" + std::string(call) + ", 0]]";
        QCOMPARE(printedOf(graphOf({inner}, outputs)),
                 std::string("x, inner/d/kernel, Dense inner/d(x inner/d/kernel)"));
    }
}

void TstKerasFile::laterVersionsSayTheSame()
{
    const std::string tensor =
        R"({"class_name": "__keras_tensor__", "config": {"keras_history": ["x", 0, 0]}})";
    const std::string model = graphOf(
        {callOf("MultiHeadAttention", "a", R"("num_heads": 1, "key_dim": 1, "use_bias": false)",
                R"([{"args": [], "kwargs": {"query": )" + tensor + R"(, "value": )" + tensor
                    + "}}]")},
        R"(["a", 0, 0])");
    QVERIFY(printedOf(model).starts_with("x, a/query_kernel, "));
    QVERIFY(printedOf(model).ends_with(
        "MultiHeadAttention a(x x a/query_kernel a/key_kernel a/value_kernel a/output_kernel)"));
}

void TstKerasFile::archives()
{
    for (const bool isPacked : {false, true}) {
        ZipWriter archive;
        QVERIFY(archive.add("metadata.json", R"({"keras_version": "3.1.0"})", isPacked));
        QVERIFY(archive.add("config.json", kerasSequence({1, 2}, kerasLayer("Activation", "", "a")),
                            isPacked));
        const auto model = opened(archive.finish());
        QVERIFY(model);
        QCOMPARE(printed(model->graph), std::string("x, Activation a(x)"));
        QCOMPARE(formatTitle(*model->format, model->graph), std::string("Keras model, 3.1.0"));
    }
}

void TstKerasFile::attributesAreTexts()
{
    const auto model = opened(kerasSequence(
        {1, 2},
        kerasLayer("Mine", R"("trainable": true, "kernel_initializer": {"class_name": "Zeros"},
            "size": [3, 3], "one": [1], "none": null, "on": true, "alpha": 1e-05,
            "activation": {"class_name": "function", "config": "relu"}, "act": {"class_name": "LeakyReLU",
            "config": {}})",
                   "m")));
    QVERIFY(model);
    std::vector<std::string> attrs;
    for (const auto &[key, value] : model->graph.node(*model->graph.findByName("m")).attrs) {
        attrs.push_back(key + '=' + value);
    }
    QCOMPARE(join(attrs, " "),
             std::string("size=(3, 3) one=(1,) none=None on=True alpha=1e-05 activation=relu "
                         "act=LeakyReLU"));
}

void TstKerasFile::masksReachWhoLooksAtThem()
{
    const auto isMasked = [this](const std::string &between) {
        const std::string embedding =
            kerasLayer("Embedding", R"("input_dim": 4, "output_dim": 2, "mask_zero": true)", "e");
        const auto model = opened(kerasSequence(
            {1, 3}, embedding + ", " + between + kerasLayer("GRU", R"("units": 2)", "g")));
        return model
               && model->graph.node(*model->graph.findByName("g")).attrs.find("masked") != nullptr;
    };
    QVERIFY(isMasked(""));
    QVERIFY(isMasked(kerasLayer("Dropout", "", "d") + ", "));
    QVERIFY(!isMasked(kerasLayer("Conv1D", R"("filters": 2, "kernel_size": [1])", "c") + ", "));
    // Ours of these do not read any: they are unknown.
    const auto model = opened(kerasSequence({1, 3, 2}, kerasLayer("Masking", "", "m") + ", "
                                                           + kerasLayer("Softmax", "", "s")));
    QVERIFY(model);
    QCOMPARE(model->graph.node(*model->graph.findByName("s")).op, std::string("Softmax(mask)"));
}

void TstKerasFile::faultsAreTold()
{
    const auto has = [](const std::string &text, const char *part) {
        return text.find(part) != std::string::npos;
    };
    QVERIFY(has(fault(R"({"class_name": "Model", "config": {"name": "m"}})"),
                "found no list of layers"));
    QVERIFY(
        has(fault(graphOf({callOf("Add", "a", "", R"([[["y", 0, 0, {}]]])")}, R"([["a", 0, 0]])")),
            "there is no layer 'y'"));
    QVERIFY(has(fault(graphOf({callOf("Add", "a", "", R"([[["b", 0, 0, {}]]])"),
                               callOf("Add", "b", "", R"([[["a", 0, 0, {}]]])")},
                              R"([["a", 0, 0]])")),
                "in a circle"));
    QVERIFY(
        has(fault(graphOf({callOf("Add", "a", "", onX)}, R"([["a", 3, 0]])")), "has no call 3"));
    QVERIFY(has(fault(R"({"class_name": "Model", "config": {"layers": [{"name": 1}]}})"),
                "without class_name and config"));
    QVERIFY(!fault(R"({"class_name": "Model", "config": )").empty());
    QVERIFY(has(fault(R"({"modelTopology": {"class_name": "Model", "config": {}}})"),
                "a TensorFlow.js model"));
}

void TstKerasFile::arraysOfModelsInsideAreOneList()
{
    KerasGraph model;
    model.layers = {
        {{"inner", "b"},
         {"Sequential", "BatchNormalization"},
         {{"inner/b/gamma", "vars/0", true}, {"inner/b/moving_mean", "vars/1", false}}},
        {{"inner", "d"}, {"Sequential", "Dense"}, {{"inner/d/kernel", "vars/0", true}}}};
    Hdf5Index index;
    index.texts["@layer_names"] = {"inner"};
    index.texts["inner@weight_names0"] = {"b/gamma:0", "d/kernel:0"};
    index.texts["inner@weight_names1"] = {"b/mean:0"};
    for (const char *path : {"inner/b/gamma:0", "inner/d/kernel:0", "inner/b/mean:0"}) {
        index.datasets[path].path = path;
    }
    const auto paths = findKerasValues(model, index);
    QVERIFY(paths.missing.empty());
    // All that is trained, then the rest.
    QCOMPARE(paths.found.at("inner/d/kernel"), std::string("inner/d/kernel:0"));
    QCOMPARE(paths.found.at("inner/b/moving_mean"), std::string("inner/b/mean:0"));
}

void TstKerasFile::groupsOfKeras3()
{
    KerasGraph model;
    model.layers = {{{"stem"}, {"Conv2D"}, {{"stem/kernel", "vars/0", true}}},
                    {{"a"}, {"BatchNormalization"}, {{"a/gamma", "vars/0", true}}},
                    {{"b"}, {"BatchNormalization"}, {{"b/gamma", "vars/0", true}}}};
    Hdf5Index index;
    index.texts["layers/conv2d/vars@name"] = {"stem"};
    for (const char *path : {"layers/conv2d/vars/0", "layers/batch_normalization/vars/0",
                             "layers/batch_normalization_1/vars/0"}) {
        index.datasets[path].path = path;
    }
    const auto paths = findKerasValues(model, index);
    QVERIFY(paths.missing.empty());
    QCOMPARE(paths.found.at("stem/kernel"), std::string("layers/conv2d/vars/0"));
    QCOMPARE(paths.found.at("b/gamma"), std::string("layers/batch_normalization_1/vars/0"));
}

void TstKerasFile::groupsHaveOtherNames()
{
    KerasGraph model;
    model.layers = {
        {{"a"}, {"Attention"}, {}}, // without arrays it counts, too
        {{"td", "d"}, {"TimeDistributed", "Dense"}, {{"td/d/kernel", "vars/0", true}}},
        {{"m"}, {"MultiHeadAttention"}, {{"m/query_kernel", "query_dense/vars/0", true}}},
        {{"b"}, {"Attention"}, {{"b/scale", "vars/0", true}}}};
    for (const std::string &list :
         {std::string("layers"), std::string("_layer_checkpoint_dependencies")}) {
        Hdf5Index index;
        for (const std::string &path :
             {list + "/time_distributed/layer/" + list + "/dense/vars/0",
              list + "/multi_head_attention/_query_dense/vars/0", list + "/attention_1/vars/0"}) {
            index.datasets[path].path = path;
        }
        const auto paths = findKerasValues(model, index);
        QVERIFY2(paths.missing.empty(),
                 paths.missing.empty() ? "" : paths.missing.begin()->second.c_str());
        QCOMPARE(paths.found.at("b/scale"), list + "/attention_1/vars/0");
    }
}

void TstKerasFile::missingArraysHideNoOthers()
{
    KerasGraph model;
    model.layers = {{{"a"}, {"Dense"}, {{"a/kernel", "vars/0", true}}},
                    {{"b"}, {"Conv1D"}, {{"b/kernel", "vars/0", true}}}};
    Hdf5Index index;
    index.datasets["layers/conv1d/vars/0"].path = "layers/conv1d/vars/0";
    const auto paths = findKerasValues(model, index);
    QCOMPARE(paths.found.size(), std::size_t{1});
    QCOMPARE(paths.missing.at("a/kernel"),
             std::string("there is no array 'layers/dense/vars/0' in the file"));
}

NERVURE_TEST(TstKerasFile)
#include "tst_keras_file.moc"
