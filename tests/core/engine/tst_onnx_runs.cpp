// SPDX-License-Identifier: Apache-2.0
#include "core/engine/onnx_values.h"
#include "core/engine/run_model.h"
#include "core/formats/project/open_model.h"
#include "tests/core/formats/onnx/model_bytes.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <cmath>

using namespace nervure;
using namespace nervure::tests;

namespace {

constexpr std::int64_t floatType = 1;
constexpr std::int64_t wholeType = 7;
constexpr std::int64_t truthType = 9;
constexpr std::int64_t bfloatType = 16;

/// A ValueInfoProto without dimensions, or with one of that size.
std::string typedField(std::uint32_t number, std::string_view name, std::int64_t element,
                       std::optional<std::int64_t> size = {})
{
    const std::string dim =
        size ? bytesField(shape::dim, integerField(shape::dimValue, *size)) : std::string();
    const std::string tensor =
        integerField(type_of::element, element) + bytesField(type_of::shape, dim);
    return bytesField(number, bytesField(value::name, name)
                                  + bytesField(value::type, bytesField(type::tensor, tensor)));
}

std::string graphAttribute(std::string_view name, const std::string &body)
{
    constexpr int graphType = 5;
    return bytesField(node::attribute, bytesField(attribute::name, name)
                                           + bytesField(attribute::g, body)
                                           + integerField(attribute::type, graphType));
}

/// (i, c, v) -> c, v + x, v: x is a value from around.
std::string addingBody()
{
    return typedField(graph::input, "i", wholeType) + typedField(graph::input, "c", truthType)
           + typedField(graph::input, "v", floatType, 2) + nodeField("Identity", {"c"}, {"c2"})
           + nodeField("Add", {"v", "x"}, {"v2"}) + nodeField("Identity", {"v"}, {"row"})
           + typedField(graph::output, "c2", truthType)
           + typedField(graph::output, "v2", floatType, 2)
           + typedField(graph::output, "row", floatType, 2);
}

std::string branchOf(std::string_view op)
{
    return nodeField(op, {"x"}, {"r"}) + typedField(graph::output, "r", floatType, 2);
}

/// A ModelProto of that opset.
std::string olderModelOf(const std::string &graphFields, std::int64_t opset)
{
    return integerField(model::irVersion, 3) + bytesField(model::graph, graphFields)
           + bytesField(model::opsetImport, bytesField(opset_import::domain, "")
                                                + integerField(opset_import::version, opset));
}

} // namespace

/// ONNX models through the whole engine, by the references.
class TstOnnxRuns : public QObject {
    Q_OBJECT

private:
    const Builtins m_builtins = makeBuiltins();
    std::string m_device = "reference";

    [[nodiscard]] std::string run(const std::string &graphFields,
                                  const std::map<std::string, Tensor> &values,
                                  InputFacts facts = {}, const std::string &pipeline = "device",
                                  const std::map<std::string, double> &constants = {}) const
    {
        return runText(modelOf(graphFields), values, std::move(facts), pipeline, constants);
    }

    [[nodiscard]] std::string runText(const std::string &bytes,
                                      const std::map<std::string, Tensor> &values,
                                      InputFacts facts = {}, const std::string &pipeline = "device",
                                      const std::map<std::string, double> &constants = {}) const
    {
        auto opened = openModelText(bytes, "m.onnx", m_builtins.formats, m_builtins.ops);
        if (!opened) {
            return opened.error().message;
        }
        DeviceCatalog devices;
        ExecutionContext context{m_builtins, devices, {}};
        ExecutionRequest request;
        request.graph = opened->graph;
        request.facts = std::move(facts);
        request.semantics = Semantics::Fixed;
        request.device = m_device;
        request.pipeline = pipeline;
        request.values = values;
        request.constants = constants;
        auto weights = readOnnxValues(*opened, m_builtins.ops);
        if (!weights) {
            return weights.error().message;
        }
        request.weights = std::move(weights).value();
        const auto report = runModel(request, context);
        if (!report) {
            return report.error().message;
        }
        std::string text;
        for (const NamedTensor &output : report->outputs) {
            text += output.name + ' ' + shapeText(output.tensor.shape()) + ':';
            for (std::int64_t i = 0; i < output.tensor.count(); ++i) {
                text += ' ' + formatNumber(elementAsDouble(output.tensor.view(), i));
            }
            text += '\n';
        }
        return text;
    }

    static Tensor truth(bool value)
    {
        Tensor tensor = Tensor::zeros(DType::UInt8, Shape::scalar()).value();
        storeElement(tensor.view(), 0, value ? 1 : 0);
        return tensor;
    }

    static Tensor whole(std::int64_t value)
    {
        Tensor tensor = Tensor::zeros(DType::Int64, Shape::scalar()).value();
        storeElement(tensor.view(), 0, static_cast<double>(value));
        return tensor;
    }

    /// The model on a device by its number.
    [[nodiscard]] std::string runOn(const std::string &device, const std::string &graphFields,
                                    const std::map<std::string, Tensor> &values)
    {
        m_device = device;
        std::string text = run(graphFields, values);
        m_device = "reference";
        return text;
    }

private Q_SLOTS:
    void nanComesOutWhereItGoesIn_data()
    {
        QTest::addColumn<QString>("device");
        for (const char *device : {"reference", "0.0"}) {
            QTest::addRow("%s", device) << QString::fromLatin1(device);
        }
    }

    /// As ONNX's own implementation and its runtime have it; comparisons are false.
    void nanComesOutWhereItGoesIn()
    {
        QFETCH(QString, device);
        if (device != QStringLiteral("reference")) {
            DeviceCatalog devices;
            NERVURE_NEED_OPENCL(devices.open("0.0").ok());
        }
        const std::string model =
            typedField(graph::input, "x", floatType, 2)
            + typedField(graph::input, "y", floatType, 2) + nodeField("Relu", {"x"}, {"relu"})
            + nodeField("Sign", {"x"}, {"sign"}) + nodeField("Max", {"x", "y"}, {"max"})
            + nodeField("Min", {"y", "x"}, {"min"}) + nodeField("ReduceMax", {"x"}, {"rmax"})
            + nodeField("ReduceMin", {"x"}, {"rmin"}) + nodeField("Greater", {"x", "y"}, {"gt"})
            + typedField(graph::output, "relu", floatType, 2)
            + typedField(graph::output, "sign", floatType, 2)
            + typedField(graph::output, "max", floatType, 2)
            + typedField(graph::output, "min", floatType, 2)
            + typedField(graph::output, "rmax", floatType, 1)
            + typedField(graph::output, "rmin", floatType, 1)
            + typedField(graph::output, "gt", truthType, 2);
        const std::vector<float> x{NAN, -2};
        const std::vector<float> y{1, 1};
        QCOMPARE(runOn(device.toStdString(), model,
                       {{"x", Tensor::ofFloats({2}, x)}, {"y", Tensor::ofFloats({2}, y)}}),
                 std::string("relu [2]: nan 0\nsign [2]: nan -1\nmax [2]: nan 1\n"
                             "min [2]: nan -2\nrmax [1]: nan\nrmin [1]: nan\n"
                             "gt [2]: 0 0\n"));
    }

    /// No rule of inference follows ReduceMin of floats: the reference computes what it gives.
    void sizesFollowFromWhatTheReferenceComputes()
    {
        const std::string model =
            typedField(graph::input, "x", floatType, 6) + nodeField("Shape", {"x"}, {"size"})
            + nodeField("Cast", {"size"}, {"real"}, "", intAttribute("to", floatType))
            + nodeField("ReduceMin", {"real"}, {"least"})
            + nodeField("Cast", {"least"}, {"rows"}, "", intAttribute("to", wholeType))
            + nodeField("ConstantOfShape", {"rows"}, {"zeros"})
            + typedField(graph::output, "zeros", floatType, 6);
        QCOMPARE(run(model, {{"x", Tensor::zeros(DType::Float32, {6}).value()}}),
                 std::string("zeros [6]: 0 0 0 0 0 0\n"));
    }

    /// Given as an input, the number of steps decides the size of the rows.
    void aLoopGivesItsLastStateAndItsRows()
    {
        const std::string model = typedField(graph::input, "n", wholeType)
                                  + typedField(graph::input, "x", floatType, 2)
                                  + nodeField("Loop", {"n", "", "x"}, {"last", "rows"}, "loop",
                                              graphAttribute("body", addingBody()))
                                  + typedField(graph::output, "last", floatType, 2)
                                  + valueField(graph::output, "rows", {"3", "2"});
        QCOMPARE(
            QString::fromStdString(run(
                model, {{"n", whole(3)}, {"x", Tensor::ofFloats({2}, std::vector{1.F, 10.F})}})),
            QStringLiteral("last [2]: 4 40\nrows [3,2]: 1 10 2 20 3 30\n"));
    }

    void aLoopOfNoStepHasNoRows_data()
    {
        QTest::addColumn<bool>("isCounted");
        QTest::newRow("less than no steps") << true;
        QTest::newRow("a condition that is false before the first") << false;
    }
    void aLoopOfNoStepHasNoRows()
    {
        QFETCH(bool, isCounted);
        const auto scalar = [](std::string_view name, std::int64_t type, const std::string &bytes) {
            return bytesField(graph::initializer, integerField(tensor::dataType, type)
                                                      + bytesField(tensor::name, name)
                                                      + bytesField(tensor::rawData, bytes));
        };
        const std::string minusTwo = "\xfe" + std::string(7, '\xff');
        const std::string_view steps = isCounted ? "n" : "";
        const std::string_view condition = isCounted ? "" : "c";
        const std::string model = typedField(graph::input, "x", floatType, 2)
                                  + (isCounted ? scalar("n", wholeType, minusTwo)
                                               : scalar("c", truthType, std::string(1, '\0')))
                                  + nodeField("Loop", {steps, condition, "x"}, {"last", "rows"},
                                              "loop", graphAttribute("body", addingBody()))
                                  + typedField(graph::output, "last", floatType, 2)
                                  + valueField(graph::output, "rows", {"rows", "2"});
        QCOMPARE(QString::fromStdString(
                     run(model, {{"x", Tensor::ofFloats({2}, std::vector{1.F, 10.F})}})),
                 QStringLiteral("last [2]: 1 10\nrows [0,2]:\n"));
    }

    void anIfTakesOneBranch_data()
    {
        QTest::addColumn<bool>("condition");
        QTest::addColumn<QString>("expected");
        QTest::newRow("then") << true << QStringLiteral("y [2]: -1 2\n");
        QTest::newRow("else") << false << QStringLiteral("y [2]: 1 2\n");
    }
    void anIfTakesOneBranch()
    {
        QFETCH(bool, condition);
        const std::string model = typedField(graph::input, "c", truthType)
                                  + typedField(graph::input, "x", floatType, 2)
                                  + nodeField("If", {"c"}, {"y"}, "if",
                                              graphAttribute("then_branch", branchOf("Identity"))
                                                  + graphAttribute("else_branch", branchOf("Abs")))
                                  + typedField(graph::output, "y", floatType, 2);
        QTEST(QString::fromStdString(
                  run(model, {{"c", truth(condition)},
                              {"x", Tensor::ofFloats({2}, std::vector{-1.F, 2.F})}})),
              "expected");
    }

    void namedDimensionsAreBound()
    {
        const std::string model = valueField(graph::input, "x", {"batch", "2"})
                                  + nodeField("Relu", {"x"}, {"y"})
                                  + valueField(graph::output, "y", {"batch", "2"});
        QCOMPARE(run(model, {}), std::string("give the size of batch: --shape batch=1"));
        InputFacts facts;
        facts.shapes["batch"] = {1};
        QVERIFY(run(model, {}, facts).find("y [1,2]: ") == 0);
    }

    /// The file's number, which is 0, is not what runs.
    void aGivenValueReplacesAnInitializers()
    {
        const std::string model = typedField(graph::input, "x", floatType, 1)
                                  + initializerField("w", 1) + nodeField("Add", {"x", "w"}, {"y"})
                                  + typedField(graph::output, "y", floatType, 1);
        QCOMPARE(
            QString::fromStdString(run(model, {{"x", Tensor::ofFloats({1}, std::vector{1.F})},
                                               {"w", Tensor::ofFloats({1}, std::vector{2.F})}})),
            QStringLiteral("y [1]: 3\n"));
    }

    /// A number of the command line does so, too.
    void aNumberReplacesAnInitializers()
    {
        const std::string model = typedField(graph::input, "x", floatType, 1)
                                  + initializerField("w", 1) + nodeField("Add", {"x", "w"}, {"y"})
                                  + typedField(graph::output, "y", floatType, 1);
        QCOMPARE(QString::fromStdString(run(model, {{"x", Tensor::ofFloats({1}, std::vector{1.F})}},
                                            {}, "none", {{"w", 2}})),
                 QStringLiteral("y [1]: 3\n"));
    }

    /// 257 and 1.0078125 have as many digits as bfloat16 has, or one more: 256 goes in. 1.0078125 is a bfloat16.
    void bfloat16IsFloatsThatAreRounded()
    {
        const std::string weight =
            bytesField(graph::initializer,
                       integerField(tensor::dims, 2) + integerField(tensor::dataType, bfloatType)
                           + bytesField(tensor::name, "w")
                           + bytesField(tensor::rawData, std::string("\x81\x3f\x00\x40", 4)));
        const std::string model = typedField(graph::input, "x", bfloatType, 2) + weight
                                  + nodeField("Mul", {"x", "w"}, {"y"})
                                  + typedField(graph::output, "y", bfloatType, 2);
        QCOMPARE(QString::fromStdString(
                     run(model, {{"x", Tensor::ofFloats({2}, std::vector{257.F, 1.0078125F})}})),
                 QStringLiteral("y [2]: 258 2.015625\n"));
    }

    void valuesOfBfloat16AreGivenAsFloats()
    {
        const std::string model = typedField(graph::input, "x", bfloatType, 1)
                                  + nodeField("Relu", {"x"}, {"y"})
                                  + typedField(graph::output, "y", bfloatType, 1);
        Tensor wrong = Tensor::zeros(DType::Int32, {1}).value();
        QCOMPARE(run(model, {{"x", std::move(wrong)}}),
                 std::string("found int32 [1] for 'x', expected float32 [1], as the model has it"));
    }

    /// One of them is computed all the same.
    void resultsWithoutElementsAreEmpty_data()
    {
        QTest::addColumn<QString>("pipeline");
        QTest::newRow("as it stands") << QStringLiteral("none");
        QTest::newRow("compiled") << QStringLiteral("device");
    }
    void resultsWithoutElementsAreEmpty()
    {
        QFETCH(QString, pipeline);
        const std::string model =
            typedField(graph::input, "x", floatType, 2)
            + typedField(graph::input, "none", floatType, 0)
            + nodeField("Abs", {"none"}, {"nothing"}) + nodeField("Relu", {"x"}, {"y"})
            + nodeField("Relu", {"nothing"}, {"z"}) + typedField(graph::output, "y", floatType, 2)
            + typedField(graph::output, "z", floatType, 0);
        QCOMPARE(QString::fromStdString(run(model,
                                            {{"x", Tensor::ofFloats({2}, std::vector{-1.F, 2.F})},
                                             {"none", Tensor::zeros(DType::Float32, {0}).value()}},
                                            {}, pipeline.toStdString())),
                 QStringLiteral("y [2]: 0 2\nz [0]:\n"));
    }

    /// Sums of two sequences of three, from 0 and 10; (v, s) -> v + s, v.
    void aScanOfBatchesGoesThroughEach()
    {
        const std::string body =
            typedField(graph::input, "v", floatType, 1)
            + typedField(graph::input, "s", floatType, 1) + nodeField("Add", {"v", "s"}, {"v2"})
            + nodeField("Identity", {"v2"}, {"row"}) + typedField(graph::output, "v2", floatType, 1)
            + typedField(graph::output, "row", floatType, 1);
        const std::string model =
            valueField(graph::input, "start", {"2", "1"})
            + valueField(graph::input, "x", {"2", "3", "1"})
            + nodeField("Scan", {"", "start", "x"}, {"last", "rows"}, "scan",
                        graphAttribute("body", body) + intAttribute("num_scan_inputs", 1))
            + valueField(graph::output, "last", {"2", "1"})
            + valueField(graph::output, "rows", {"2", "3", "1"});
        QCOMPARE(
            QString::fromStdString(runText(
                olderModelOf(model, 8),
                {{"start", Tensor::ofFloats({2, 1}, std::vector{0.F, 10.F})},
                 {"x", Tensor::ofFloats({2, 3, 1}, std::vector{1.F, 2.F, 3.F, 4.F, 5.F, 6.F})}})),
            QStringLiteral("last [2,1]: 6 25\nrows [2,3,1]: 1 3 6 14 19 25\n"));
    }

    void whatHasNoCounterpartIsNamed()
    {
        const std::string model = valueField(graph::input, "x", {"2"})
                                  + nodeField("Bernoulli", {"x"}, {"y"}, "coin")
                                  + valueField(graph::output, "y", {"2"});
        QCOMPARE(run(model, {}),
                 std::string("Bernoulli 'coin': has no counterpart in NNVM's operators or ours"));
    }
};

NERVURE_TEST(TstOnnxRuns)
#include "tst_onnx_runs.moc"
