// SPDX-License-Identifier: Apache-2.0
#include "core/graph/onnx_variable.h"
#include "core/graph/opset.h"
#include "core/support/file.h"
#include "tests/core/passes/exporting_probe.h"
#include "tests/core/passes/operator_rows.h"
#include "tests/core/passes/oracle_values.h"
#include "tests/support/errors.h"
#include "tests/support/oracles.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

namespace {

/// What ONNX has a counterpart of and LightNet none.
const OperatorRow onnxOperators[]{
    {"conv2d", "channels=4;kernel_size=(3, 3);out_layout=NHWC;padding=(1, 1)",
     "(1,2,5,6) (4,2,3,3) (4)"},
    {"conv2d",
     "channels=4;kernel_size=(3, 3)",
     "(1,2,5,6) (4,2,3,3) (4)",
     {DType::Float64, DType::Float64, DType::Float64}},
    {"conv2d_transpose", "channels=2;kernel_size=(3, 3);dilation=(2, 1);layout=NHWC;use_bias=False",
     "(1,5,4,3) (3,2,3,3)"},
    {"dense", "units=3", "(2,4,5) (3,5) (3)"},
    {"max_pool2d", "pool_size=(3, 3);strides=(2, 2);padding=(0, 1, 1, 0)", "(1,2,8,7)"},
    {"avg_pool2d", "pool_size=(3, 3);padding=(1,);strides=(2, 2);ceil_mode=True", "(1,2,6,6)"},
    {"batch_norm", "axis=3;scale=False", "(2,3,4,5) (5) (5) (5) (5)"},
    {"batch_norm", "axis=0", "(3,4) (3) (3) (3) (3)"},
    {"batch_matmul", "transpose_b=True", "(2,3,4) (2,5,4)"},
    {"recurrence", "mode=lstm;reverse=True", "(3,2,20) (20,5) (20) (2,5) (2,5)"},
    {"recurrence",
     "mode=lstm;reverse=True;use_lengths=True",
     "(3,2,20) (20,5) (20) (2,5) (2,5) (2)",
     {DType::Float32, DType::Float32, DType::Float32, DType::Float32, DType::Float32,
      DType::Int32}},
    {"recurrence", "mode=gru", "(2,2,15) (15,5) (15) (2,5)"},
    {"recurrence", "mode=gru;reset_before=True", "(2,2,15) (15,5) (15) (2,5)"},
    {"recurrence", "mode=rnn_tanh", "(1,2,5) (5,5) (5) (2,5)"},
    {"recurrence", "mode=rnn_relu", "(3,1,5) (5,5) (5) (1,5)"},
    {"lrn", "size=3;axis=1;alpha=0.5;beta=0.75;bias=2", "(1,4,2,3)"},
    {"lrn", "size=5;axis=3;alpha=0.5;beta=0.75;bias=1", "(1,2,3,6)"},
    {"log_softmax", "axis=0", "(3,4)"},
    {"log", "", "(2,3)"},
    {"floor", "", "(2,3)"},
    {"ceil", "", "(2,3)"},
    {"trunc", "", "(2,3)"},
    {"round", "", "(2,30)"},
    {"round", "", "(2,30)", {DType::Float64}},
    {"erf", "", "(2,3)"},
    {"rint", "", "(2,3)"},
    {"sinh", "", "(2,3)"},
    {"broadcast_greater", "", "(2,3) (1,3)"},
    {"broadcast_less_equal", "", "(2,3) (1,3)", {DType::Int32, DType::Int32}},
    {"broadcast_greater_equal", "", "(2,3) (2,3)", {DType::Int32, DType::Int32}},
    {"broadcast_not_equal", "", "(2,3) (2,1)", {DType::Int32, DType::Int32}},
    {"broadcast_equal", "", "(2,3) (2,1)", {DType::Int32, DType::Int32}},
    {"greater", "", "(2,3) (2,3)"},
    {"less", "", "(2,3) (2,3)"},
    {"broadcast_mod", "", "(2,3) (2,1)"},
    {"elemwise_div", "", "(2,3) (2,3)", {DType::Int32, DType::Int32}},
    {"broadcast_left_shift", "", "(2,3) (2,3)", {DType::UInt32, DType::UInt32}},
    {"__rshift_scalar__", "scalar=1", "(2,3)", {DType::UInt8}},
    {"elemwise_sum", "num_args=3", "(2,3) (2,3) (2,3)", {DType::Int32, DType::Int32, DType::Int32}},
    {"where", "", "(2,3) (2,3) (2,3)"},
    {"where", "", "(2) (2,3) (2,3)", {DType::Int32, DType::Float32, DType::Float32}},
    {"cast", "dtype=int32", "(2,3)"},
    {"cast", "dtype=float64", "(2,3)"},
    {"prod", "axis=(1,)", "(2,3,4)"},
    {"mean", "axis=(0, 1, 2);keepdims=True", "(2,3,4)"},
    {"sum", "axis=(0, 1, 2);exclude=True", "(2,3,4)"},
    {"sum", "axis=(1,)", "(2,3,4)", {DType::Int32}},
    {"argmax", "axis=(1,);dtype=float32", "(2,3,4)"},
    {"argmax", "axis=(0, 2);keepdims=True", "(2,3,4)"},
    {"l2_normalize", "eps=0.001;axis=()", "(2,3,4)"},
    {"gather_nd", "", "(3,4,2) (2,5)", {DType::Float32, DType::Int32}},
    {"gather_elements", "axis=1", "(3,4) (3,2)", {DType::Float32, DType::Int32}},
    {"squeeze", "axis=(1,)", "(1,1,3)"},
    {"squeeze", "", "(1,1)"},
    {"expand_dims", "axis=-1", "(2,3)"},
    {"flip", "axis=-1", "(3,4,2)", {DType::Int32}},
    {"upsampling", "scale=2;method=BILINEAR", "(1,2,3,2)"},
    {"resize", "size=(5, 7);layout=NHWC", "(1,2,3,2)"},
    {"resize", "size=(5, 7);align_corners=True", "(1,2,3,3)"},
    {"resize", "size=(5, 2);method=NEAREST_NEIGHBOR", "(1,2,3,3)"},
    {"__add_scalar__", "scalar=inf", "(2,3)"},
    {"leaky_relu", "alpha=0.1", "(2,3)", {DType::Float16}},
    {"relu", "", "(1,1,1,1,1,1,1,1,2)"},
    {"arange", "start=2;step=0.5;count=4", ""},
    {"constant", "shape=(2, 2);elements=[1, 2, 3, -4];dtype=int64", ""},
};

/// What ONNX has no counterpart of.
struct Refusal {
    const char *op;
    const char *attrs;
    const char *shapes;
    const char *reason;
    DType type = DType::Float32;
};

constexpr Refusal refusedByOnnx[]{
    {"yolo_region", "", "(1,30,4,4)", "ONNX has no operators for it"},
    {"yolo_reorg", "stride=2", "(1,4,4,4)", "ONNX has no operators for it"},
    {"conv2d",
     "channels=4;kernel_size=(1, 1);layout=NCHW2c;kernel_layout=OIHW2i2o;"
     "out_layout=NCHW2c;use_bias=False",
     "(1,2,3,3,2) (2,2,1,1,2,2)", "layout is 'NCHW2c'"},
    {"conv2d", "channels=4;kernel_size=(1, 1);padding=(-1, 0);use_bias=False",
     "(1,2,5,5) (4,2,1,1)", "padding is [-1,0], ONNX's is not negative"},
    {"conv2d", "channels=4;kernel_size=(1, 1);use_bias=False", "(1,2,5,5) (4,2,1,1)",
     "ONNX's Conv does not fit", DType::Int32},
    {"conv2d", "channels=4;kernel_size=(1, 1);use_bias=False;out_dtype=float32",
     "(1,2,5,5) (4,2,1,1)", "input 0 is float16 and the output float32, in ONNX they have one type",
     DType::Float16},
    {"avg_pool2d", "pool_size=(1, 1);padding=(0, 0, 2, 0)", "(1,2,5,6)", "a window is all padding"},
    {"elemwise_pow", "", "(2,3) (2,3)", "powers of whole numbers", DType::Int32},
    {"__lshift_scalar__", "scalar=1", "(2,3)", "ONNX's BitShift does not fit", DType::Int32},
    {"softmax", "axis=-4", "(3,4,2)", "axis is -4, expected one of 3 dimensions"},
    {"sum", "axis=(1, 1)", "(2,3,4)", "names dimension 1 twice"},
    {"argmax", "axis=(0, 1, 2);exclude=True", "(2,3,4)", "nothing is left to search"},
    {"__add_scalar__", "scalar=-1", "(2,3)", "scalar is -1, which uint8 cannot hold", DType::UInt8},
    {"lrn", "size=2;axis=1;alpha=1;beta=1;bias=1", "(1,4,2,2)", "expected an odd size"},
};

/// What the graph is made of but for variables, in order.
std::string operatorsIn(const Graph &graph)
{
    std::string text;
    for (const NodeId id : graph.nodes()) {
        text += graph.node(id).isVariable() ? std::string() : graph.node(id).op + " ";
    }
    return text;
}

std::vector<std::string> variablesIn(const Graph &graph)
{
    std::vector<std::string> names;
    for (const NodeId id : graph.nodes()) {
        if (graph.node(id).isVariable()) {
            names.push_back(graph.node(id).name);
        }
    }
    return names;
}

} // namespace

class TstNnvmToOnnx : public QObject {
    Q_OBJECT

private:
    Raising m_raising;
    Exporting m_exporting{m_raising.builtins()};

private Q_SLOTS:
    void operatorsComputeTheSame_data();
    void operatorsComputeTheSame();
    void plainOperatorsBecomeOne();
    void valuesKeepTheirNames();
    void resultsAreValuesOfOperatorsEachOnce();
    void parametersThatNobodyReadsGo();
    void theModelSaysItsSetOfOperators();
    void nodesAreExplained();
    void refusalsNameNodeOperatorAndReason_data();
    void refusalsNameNodeOperatorAndReason();
    void unknownShapesAreTold();
    void scalarsStayScalars();
    void sizesOf0AreReshapedTo();
    void otherDialectsAreRefused();
    void sampleNetworksComputeTheSame_data();
    void sampleNetworksComputeTheSame();
    void corpusGraphsComputeTheSame();
};

void TstNnvmToOnnx::operatorsComputeTheSame_data()
{
    QTest::addColumn<OperatorRow>("row");
    for (const OperatorRow &row : commonOperators) {
        QTest::addRow("%s %s %s", row.op, row.attrs, row.shapes) << row;
    }
    for (const OperatorRow &row : onnxOperators) {
        QTest::addRow("%s %s %s", row.op, row.attrs, row.shapes) << row;
    }
}

void TstNnvmToOnnx::operatorsComputeTheSame()
{
    QFETCH(OperatorRow, row);
    OperatorSample sample = sampleOf(row, m_raising);
    const std::string difference =
        m_exporting.compare(sample.one.graph, sample.one.facts, sample.values);
    QVERIFY2(difference.empty(), difference.c_str());
}

void TstNnvmToOnnx::plainOperatorsBecomeOne()
{
    for (const OperatorRow &row : {
             OperatorRow{"conv2d", "channels=4;kernel_size=(3, 3)", "(1,4,5,5) (4,4,3,3) (4)"},
             OperatorRow{"dense", "units=3", "(2,5) (3,5) (3)"},
             OperatorRow{"batch_norm", "", "(1,2,3,3) (2) (2) (2) (2)"},
             OperatorRow{"avg_pool2d", "pool_size=(2, 2);strides=(2, 2)", "(1,2,4,4)"},
             OperatorRow{"leaky_relu", "", "(2,3)"},
             OperatorRow{"prelu", "", "(2,3,2,2) (3)"},
             OperatorRow{"concatenate", "", "(2,3) (2,3)"},
             OperatorRow{"sum", "axis=(1,)", "(2,3)"},
             OperatorRow{"dropout", "", "(2,3)"},
         }) {
        const OneOperator one(row.op, attrsOf(row.attrs), shapesOf(row.shapes));
        const PassRun run = m_exporting.exported(one.graph, one.facts);
        QVERIFY2(run.ok, firstError(run.diagnostics).c_str());
        const std::string made = operatorsIn(run.graph);
        const std::size_t expected = std::string(row.op) == "prelu" ? 2 : 1; // Reshape before it
        QVERIFY2(partsOf(made, ' ').size() == expected, made.c_str());
    }
}

void TstNnvmToOnnx::valuesKeepTheirNames()
{
    OneOperator one("dense", attrsOf("units=3"), shapesOf("(2,4,5) (3,5) (3)"));
    const PassRun run = m_exporting.exported(one.graph, one.facts);
    QVERIFY(run.ok);
    QCOMPARE(operatorsIn(run.graph), std::string("Transpose MatMul Add "));
    const Node &last = run.graph.node(run.graph.heads()[0].node);
    QCOMPARE(last.name, std::string("n"));
    QCOMPARE(last.outputPorts.at(0).tensor, std::string("n"));
    QCOMPARE(variablesIn(run.graph), (std::vector<std::string>{"v0", "v1", "v2"}));
    for (const NodeId id : one.graph.nodes()) {
        if (one.graph.node(id).isVariable()) {
            QCOMPARE(run.graph.node(id).name, one.graph.node(id).name);
        }
    }
}

void TstNnvmToOnnx::resultsAreValuesOfOperatorsEachOnce()
{
    OneOperator one("relu", {}, {{2, 3}});
    const Entry result = one.graph.heads()[0];
    const Entry input = one.graph.node(result.node).inputs[0];
    one.graph.setHeads({result, input, result});
    const PassRun run = m_exporting.exported(one.graph, one.facts);
    QVERIFY(run.ok);
    QCOMPARE(operatorsIn(run.graph), std::string("Relu Identity Identity "));
    TensorMap values = m_raising.seeded(one.graph, one.facts);
    const std::string difference = m_exporting.compare(one.graph, one.facts, values);
    QVERIFY2(difference.empty(), difference.c_str());
}

/// What is no parameter stays: who runs the model gives it.
void TstNnvmToOnnx::parametersThatNobodyReadsGo()
{
    OneOperator norm("batch_norm", attrsOf("scale=False"), shapesOf("(2,3) (3) (3) (3) (3)"));
    const PassRun run = m_exporting.exported(norm.graph, norm.facts);
    QCOMPARE(variablesIn(run.graph), (std::vector<std::string>{"v0", "v2", "v3", "v4", "n_value"}));
    OneOperator ones("ones_like", {}, {{2, 3}});
    const PassRun filled = m_exporting.exported(ones.graph, ones.facts);
    QVERIFY(filled.ok);
    QCOMPARE(variablesIn(filled.graph).front(), std::string("v0"));
}

void TstNnvmToOnnx::theModelSaysItsSetOfOperators()
{
    OneOperator one("relu", {}, {{2, 3}});
    const PassRun run = m_exporting.exported(one.graph, one.facts);
    QVERIFY(run.graph.attrs() == newOnnxAttrs());
    QCOMPARE(opsetOf(run.graph), newOnnxOpset);
    QVERIFY(run.graph.dialect() == Dialect::Onnx);
    const Node &variable = run.graph.node(run.graph.nodes()[0]);
    QCOMPARE(*variable.attrs.find(onnx_variable::shape), std::string("[2, 3]"));
    QCOMPARE(*variable.attrs.find(onnx_variable::elemType), std::string("float32"));
}

void TstNnvmToOnnx::nodesAreExplained()
{
    OneOperator one("dense", attrsOf("units=3"), shapesOf("(2,4,5) (3,5) (3)"));
    const PassRun run = m_exporting.exported(one.graph, one.facts);
    const auto &origins = run.steps.back().provenance.origins;
    QCOMPARE(origins.size(), std::size_t{3});
    for (const Provenance::Origin &origin : origins) {
        QVERIFY(run.graph.contains(origin.node));
        QCOMPARE(origin.from, std::vector<NodeId>{one.graph.heads()[0].node});
        QCOMPARE(origin.reason, std::string("exported dense"));
    }
}

void TstNnvmToOnnx::refusalsNameNodeOperatorAndReason_data()
{
    QTest::addColumn<std::size_t>("row");
    for (const Refusal &row : refusedByOnnx) {
        QTest::addRow("%s %s %s", row.op, row.attrs, row.shapes)
            << static_cast<std::size_t>(&row - refusedByOnnx);
    }
}

void TstNnvmToOnnx::refusalsNameNodeOperatorAndReason()
{
    QFETCH(std::size_t, row);
    const Refusal &refusal = refusedByOnnx[row];
    const OneOperator one(refusal.op, attrsOf(refusal.attrs), shapesOf(refusal.shapes),
                          refusal.type);
    const PassRun run = m_exporting.exported(one.graph, one.facts);
    QVERIFY(!run.ok);
    const auto told = std::find_if(
        run.diagnostics.begin(), run.diagnostics.end(), [](const Diagnostic &diagnostic) {
            return diagnostic.code == "not-exported" && diagnostic.where.node == "n";
        });
    QVERIFY2(told != run.diagnostics.end(), firstError(run.diagnostics).c_str());
    const std::string start =
        "operator " + std::string(refusal.op) + " of 'n' has no counterpart in ONNX: ";
    QVERIFY2(told->message.starts_with(start), told->message.c_str());
    QVERIFY2(told->message.find(refusal.reason) != std::string::npos, told->message.c_str());
    QVERIFY(run.graph == one.graph);
}

void TstNnvmToOnnx::unknownShapesAreTold()
{
    const OneOperator one("relu", {}, {{2, 3}});
    const PassRun run = m_exporting.exported(one.graph);
    QVERIFY(!run.ok);
    QCOMPARE(firstError(run.diagnostics),
             std::string("the shape of 'v0' is unknown, expected one, as ONNX's operators are told "
                         "it (--shape v0=…)"));
}

void TstNnvmToOnnx::scalarsStayScalars()
{
    const OneOperator one("elemwise_add", {}, {Shape::scalar(), Shape::scalar()});
    const PassRun run = m_exporting.exported(one.graph, one.facts);
    QVERIFY2(run.ok, firstError(run.diagnostics).c_str());
    const Node &variable = run.graph.node(run.graph.nodes()[0]);
    QCOMPARE(*variable.attrs.find(onnx_variable::shape), std::string("[]"));
}

void TstNnvmToOnnx::sizesOf0AreReshapedTo()
{
    const OneOperator one("reshape_like", {}, {{2, 0}, {0, 3}});
    const PassRun run = m_exporting.exported(one.graph, one.facts);
    QVERIFY2(run.ok, firstError(run.diagnostics).c_str());
    const Node &reshape = run.graph.node(run.graph.heads()[0].node);
    QCOMPARE(reshape.op, std::string("Reshape"));
    QCOMPARE(*reshape.attrs.find("allowzero"), std::string("1"));
}

void TstNnvmToOnnx::otherDialectsAreRefused()
{
    Graph graph;
    graph.setDialect(Dialect::Onnx);
    const PassRun run = m_exporting.exported(graph);
    QVERIFY(!run.ok);
    QCOMPARE(firstError(run.diagnostics),
             std::string("pass NNVMToONNX takes NNVM's graphs, found one of onnx"));
}

void TstNnvmToOnnx::sampleNetworksComputeTheSame_data()
{
    QTest::addColumn<int>("size"); // of the image
    constexpr int small = 32;
    constexpr int least = 48; // windows of squeezenet's last pool
    QTest::newRow("mlp") << small;
    QTest::newRow("mobilenet") << small;
    QTest::newRow("resnet18") << small;
    QTest::newRow("resnet18_v1") << small;
    QTest::newRow("resnet50") << small;
    QTest::newRow("resnet50_v1") << small;
    QTest::newRow("squeezenet1.1") << least;
    QTest::newRow("vgg16") << small;
}

void TstNnvmToOnnx::sampleNetworksComputeTheSame()
{
    QFETCH(int, size);
    const auto file =
        sourceFolder() / "resources/samples" / (std::string(QTest::currentDataTag()) + ".json");
    const auto graph = m_raising.opened(nervure::readFile(file).value(), Semantics::Exact);
    QVERIFY(graph.has_value());
    QVERIFY(m_exporting.exported(*graph).ok); // as it stands in the file
    InputFacts facts;
    facts.shapes["data"] = {1, 3, size, size};
    const std::string difference =
        m_exporting.compare(*graph, facts, m_raising.seeded(*graph, facts));
    QVERIFY2(difference.empty(), difference.c_str());
}

void TstNnvmToOnnx::corpusGraphsComputeTheSame()
{
    NERVURE_NEED_ORACLES();
    int exported = 0;
    int refused = 0;
    int compared = 0;
    const auto folder = oraclesFolder() / "nnvm";
    for (const auto &item : std::filesystem::directory_iterator(folder / "corpus")) {
        const std::string name = item.path().stem().string();
        const auto graph =
            m_raising.opened(nervure::readFile(item.path()).value(), Semantics::Exact);
        const OracleValues recorded = oracleValues(folder, name);
        if (!graph || !recorded.isThere) {
            continue;
        }
        const PassRun run = m_exporting.exported(*graph, recorded.facts);
        if (!run.ok) {
            qInfo("%s: %s", name.c_str(), firstError(run.diagnostics).c_str());
            ++refused;
            continue;
        }
        ++exported;
        if (recorded.hasValues) {
            const std::string difference =
                m_exporting.compare(*graph, recorded.facts, recorded.values);
            QVERIFY2(difference.empty(), (name + ": " + difference).c_str());
            ++compared;
        }
    }
    qInfo("%d exported, %d refused, %d compared", exported, refused, compared);
    QVERIFY(exported >= 159); // may not fall
    QVERIFY(compared >= 134);
}

NERVURE_TEST(TstNnvmToOnnx)
#include "tst_nnvm_to_onnx.moc"
