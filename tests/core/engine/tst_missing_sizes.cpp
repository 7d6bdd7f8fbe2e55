// SPDX-License-Identifier: Apache-2.0
#include "core/engine/missing_sizes.h"

#include "core/engine/run_model.h"
#include "core/formats/project/open_model.h"
#include "tests/core/formats/onnx/model_bytes.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

namespace {

const std::string nnvmModel = R"({"nodes": [
    {"op": "null", "name": "x", "inputs": []},
    {"op": "null", "name": "w", "inputs": []},
    {"op": "dense", "name": "fc", "attrs": {"units": "5", "use_bias": "False"},
     "inputs": [[0, 0, 0], [1, 0, 0]]}],
    "arg_nodes": [0, 1], "node_row_ptr": [0, 1, 2, 3], "heads": [[2, 0, 0]]})";

const std::string mxnetModel = R"({"nodes": [
    {"op": "null", "name": "data", "inputs": []},
    {"op": "null", "name": "fc_weight", "inputs": []},
    {"op": "null", "name": "fc_bias", "inputs": []},
    {"op": "FullyConnected", "name": "fc", "attrs": {"num_hidden": "5"},
     "inputs": [[0, 0, 0], [1, 0, 0], [2, 0, 0]]},
    {"op": "null", "name": "softmax_label", "inputs": []},
    {"op": "SoftmaxOutput", "name": "softmax", "inputs": [[3, 0, 0], [4, 0, 0]]}],
    "arg_nodes": [0, 1, 2, 4], "node_row_ptr": [0, 1, 2, 3, 4, 5, 6], "heads": [[5, 0, 0]],
    "attrs": {"mxnet_version": ["int", 10500]}})";

/// A float input whose dimensions are numbers, names, or not known ("").
std::string inputField(std::string_view name, const std::vector<std::string> &dims)
{
    std::string fields;
    for (const std::string &dim : dims) {
        const bool isNumber = !dim.empty() && dim.find_first_not_of("0123456789") == dim.npos;
        std::string one;
        if (isNumber) {
            one = integerField(shape::dimValue, std::stoll(dim));
        } else if (!dim.empty()) {
            one = bytesField(shape::dimParam, dim);
        }
        fields += bytesField(shape::dim, one);
    }
    const std::string tensor =
        integerField(type_of::element, 1) + bytesField(type_of::shape, fields);
    return bytesField(graph::input,
                      bytesField(value::name, name)
                          + bytesField(value::type, bytesField(type::tensor, tensor)));
}

std::string outputField(std::string_view name)
{
    const std::string tensor = integerField(type_of::element, 1);
    return bytesField(graph::output,
                      bytesField(value::name, name)
                          + bytesField(value::type, bytesField(type::tensor, tensor)));
}

} // namespace

/// The line that asks for sizes: of dimensions by their names, and of inputs.
class TstMissingSizes : public QObject {
    Q_OBJECT

    const Builtins m_builtins = makeBuiltins();

    /// What running says of a model; empty where it runs.
    std::string said(const std::string &text, const std::map<std::string, Shape> &shapes = {}) const
    {
        const auto opened = openModelText(text, {}, m_builtins.formats, m_builtins.ops);
        if (!opened) {
            return opened.error().message;
        }
        ExecutionRequest request;
        request.graph = opened->graph;
        request.semantics = opened->semantics;
        request.device = "reference";
        request.facts.shapes = {shapes.begin(), shapes.end()};
        DeviceCatalog devices;
        ExecutionContext context{m_builtins, devices, {}};
        const Result<RunReport> report = runModel(request, context);
        return report ? std::string() : report.error().message;
    }

private Q_SLOTS:
    void inputsWithoutAShapeAreAskedFor()
    {
        QCOMPARE(said(nnvmModel), std::string("give the shape of x: --shape x=DIMS"));
        QCOMPARE(said(nnvmModel, {{"x", {2, 3}}}), std::string());
        QCOMPARE(said(nnvmModel, {{"x", {0, 3}}}),
                 std::string("give the shape of x: --shape x=1,3"));
    }

    void labelsFollowFromTheData()
    {
        QCOMPARE(said(mxnetModel), std::string("give the shape of data: --shape data=DIMS"));
        QCOMPARE(said(mxnetModel, {{"data", {2, 3}}}), std::string());
    }

    void namedDimensionsAreAskedForByName()
    {
        const std::string one = modelOf(inputField("x", {"batch", "3"})
                                        + nodeField("Relu", {"x"}, {"y"}) + outputField("y"));
        QCOMPARE(said(one), std::string("give the size of batch: --shape batch=1"));
        QCOMPARE(said(one, {{"batch", {2}}}), std::string());
        QCOMPARE(said(one, {{"x", {2, 3}}}), std::string());
        const std::string two =
            modelOf(inputField("x", {"batch", "seq"}) + inputField("z", {"batch", "seq"})
                    + nodeField("Add", {"x", "z"}, {"y"}) + outputField("y"));
        QCOMPARE(said(two),
                 std::string("give the sizes of batch and seq: --shape batch=1 --shape seq=1"));
        QCOMPARE(said(two, {{"seq", {4}}}), std::string("give the size of batch: --shape batch=1"));
    }

    void dimensionsWithoutANameAreOfTheirInput()
    {
        const std::string model =
            modelOf(inputField("x", {"", "3", "8"}) + inputField("z", {"n"})
                    + nodeField("Relu", {"x"}, {"y"}) + nodeField("Relu", {"z"}, {"v"})
                    + outputField("y") + outputField("v"));
        QCOMPARE(said(model), std::string("give the size of n and the shape of x: "
                                          "--shape x=1,3,8 --shape n=1"));
    }

    void otherFaultsStay()
    {
        const Builtins &builtins = m_builtins;
        ExecutionRequest request;
        request.graph = openModelText(nnvmModel, {}, builtins.formats, builtins.ops)->graph;
        const Diagnostic usage = makeError("usage", "there is no pipeline");
        QCOMPARE(explainedBySizes(usage, request, builtins).message, usage.message);
        request.facts.shapes["x"] = {2, 3};
        const Diagnostic fault = makeError("not-supported", "no such thing");
        QCOMPARE(explainedBySizes(fault, request, builtins).message, fault.message);
    }
};

NERVURE_TEST(TstMissingSizes)
#include "tst_missing_sizes.moc"
