// SPDX-License-Identifier: Apache-2.0
#include "core/execution/tensor.h"
#include "core/formats/onnx/onnx_array.h"
#include "core/formats/tensors/npy.h"
#include "core/graph/onnx_variable.h"
#include "tests/core/formats/onnx/initializer_probe.h"
#include "tests/support/errors.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

/// Edits of what is no node: the values of initializers, and whether there are any.
class TstOnnxInitializers : public QObject, private InitializerProbe {
    Q_OBJECT

private Q_SLOTS:
    void replacedByAnArray()
    {
        const std::vector<float> values{7, 8, 9};
        QVERIFY(writeFile(path("w.npy"), writeNpy(Tensor::ofFloats({3}, values).view())));
        OpenedModel model = opened(this->model(bytesField(tensor::rawData, raw({1, 2}))));
        attrs(model).set(onnx_variable::array, readNewValues(path("w.npy"))->array);
        QCOMPARE(saved(model), std::string("float32 3: 7 8 9"));
        // What is not known of the old message stays.
        QVERIFY(nervure::readFile(path("saved.onnx")).value().find(unknown()) != std::string::npos);
        QVERIFY(writeFile(path("w.npy"), "another"));
        QCOMPARE(saved(model), "w: the array '" + path("w.npy").string()
                                   + "': not a NumPy file: it does not begin with \\x93NUMPY");
        QVERIFY(writeFile(path("w.npy"), writeNpy(Tensor::ofFloats({1}, {{7}}).view())));
        QCOMPARE(saved(model),
                 "w: the array '" + path("w.npy").string() + "' has changed since it was chosen");
        std::filesystem::remove(path("w.npy"));
        QCOMPARE(saved(model), "w: the array '" + path("w.npy").string()
                                   + "': cannot open: No such file or directory");
    }

    void arraysThatOnnxCannotHold()
    {
        QVERIFY(writeFile(path("o.npy"), npyHead("|O", "2,")));
        NERVURE_VERIFY_ERROR(readNewValues(path("o.npy")), "onnx-values",
                             "found an array of |O, expected little-endian numbers in C order");
        QVERIFY(writeFile(path("short.npy"), npyHead("<f4", "2,") + "1234"));
        NERVURE_VERIFY_ERROR(readNewValues(path("short.npy")), "onnx-values",
                             "found 4 bytes of elements, expected 8");
    }

    /// Without data it is an input, and with them an initializer again.
    void madeAnInputAndBack()
    {
        const std::string whole = this->model(bytesField(tensor::rawData, raw({1, 2})));
        OpenedModel model = opened(whole);
        const AttrDict before = attrs(model);
        attrs(model).erase(onnx_variable::data);
        QCOMPARE(saved(model), std::string("there is no weight 'w'"));
        const auto again = openModel(path("saved.onnx"), m_builtins.formats, m_builtins.ops);
        QVERIFY(again.ok());
        const Node &input = again->graph.node(*again->graph.findByName("w"));
        QVERIFY(!input.attrs.find(onnx_variable::data));
        QCOMPARE(*input.attrs.find(onnx_variable::shape), std::string("[2]"));
        attrs(model) = before;
        QVERIFY(save(model));
        QCOMPARE(nervure::readFile(path("saved.onnx")).value(), whole);
    }

    void anInputGetsValues()
    {
        const std::vector<float> values{7, 8};
        QVERIFY(writeFile(path("w.npy"), writeNpy(Tensor::ofFloats({2}, values).view())));
        OpenedModel model =
            opened(modelOf(valueField(graph::input, "w", {"2"}) + nodeField("Relu", {"w"}, {"y"})
                           + valueField(graph::output, "y", {"2"})));
        attrs(model).set(onnx_variable::data, "inside");
        QCOMPARE(saved(model), std::string("w: the file has no values for it"));
        attrs(model).set(onnx_variable::array, readNewValues(path("w.npy"))->array);
        QCOMPARE(saved(model), std::string("float32 2: 7 8"));
    }

    /// As the copy of one is.
    void aNewInitializerMayBeAnInputToo()
    {
        OpenedModel model = opened(this->model(bytesField(tensor::rawData, raw({1, 2}))));
        Node copy = model.graph.node(*model.graph.findByName("w"));
        copy.name = "v";
        copy.attrs.set(onnx_variable::copyOf,
                       "w#" + std::to_string(model.graph.findByName("w")->value));
        copy.attrs.set(onnx_variable::input, "true");
        const NodeId add = model.graph.heads()[0].node;
        model.graph.edit(add).inputs[1] = {model.graph.add(copy), 0, 0};
        QVERIFY(save(model));
        QCOMPARE(valuesIn("saved.onnx", "v"), std::string("float32 2: 1 2"));
        const auto again = openModel(path("saved.onnx"), m_builtins.formats, m_builtins.ops);
        const Node &read = again->graph.node(*again->graph.findByName("v"));
        QVERIFY(read.attrs.find(onnx_variable::input) && read.attrs.find(onnx_variable::data));
    }

    void takenInside()
    {
        QVERIFY(writeFile(path("data.bin"), "xxxx" + raw({3, 4})));
        OpenedModel model = opened(this->model(externalFields("data.bin", 4)));
        QCOMPARE(*attrs(model).find(onnx_variable::data), std::string("data.bin"));
        attrs(model).set(onnx_variable::data, "inside");
        QCOMPARE(saved(model), std::string("float32 2: 3 4"));
        std::filesystem::resize_file(path("data.bin"), 8);
        QCOMPARE(saved(model), std::string("w: 'data.bin' has 8 bytes, expected 8 from byte 4 on"));
    }

    /// A file may be called as what stands for the model itself.
    void takenOutOfAFileCalledInside()
    {
        QVERIFY(writeFile(path("inside"), raw({3, 4})));
        OpenedModel model = opened(this->model(externalFields("inside", 0)));
        QCOMPARE(*attrs(model).find(onnx_variable::data), std::string("./inside"));
        attrs(model).set(onnx_variable::data, "inside");
        QCOMPARE(saved(model), std::string("float32 2: 3 4"));
        std::filesystem::remove(path("inside"));
        QCOMPARE(valuesIn("saved.onnx"), std::string("float32 2: 3 4"));
    }

    /// Where a model is saved in another folder, data go along; without them it is not written.
    void dataGoAlong()
    {
        QVERIFY(writeFile(path("data.bin"), raw({3, 4})));
        const OpenedModel model = opened(this->model(externalFields("data.bin", 0)));
        const auto piecesFor = [&](const std::filesystem::path &to, Diagnostics &told) {
            const FormatContext context{m_builtins.ops, model.semantics, to.string()};
            return modelPieces({model.graph, *model.format, context, model.text, model.format},
                               told);
        };
        Diagnostics told;
        const auto beside = piecesFor(path("m2.onnx"), told);
        QVERIFY(beside.ok() && beside->beside().empty());
        const auto elsewhere = piecesFor(path("other") / "m.onnx", told);
        QVERIFY(elsewhere.ok() && told.empty());
        QCOMPARE(elsewhere->beside().at("data.bin")->text(), raw({3, 4}));
        std::filesystem::remove(path("data.bin"));
        const auto lacking = piecesFor(path("other") / "m.onnx", told);
        QCOMPARE(lacking.ok() ? "none" : lacking.error().code, std::string("not-carried"));
    }
};

NERVURE_TEST(TstOnnxInitializers)
#include "tst_onnx_initializers.moc"
