// SPDX-License-Identifier: Apache-2.0
#include "tests/core/passes/operator_rows.h"
#include "tests/core/passes/raising_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

namespace {

/// An operator on inputs of these shapes, all of one type, that has no counterpart.
struct Refusal {
    const char *op;
    const char *attrs;
    const char *shapes;
    const char *reason;
    DType type = DType::Float32;
};

constexpr Refusal refused[]{
    {"floor", "", "(2,3)", "rounds no elements"},
    {"log", "", "(2,3)", "no logarithm"},
    {"log_softmax", "", "(2,3)", "no logarithm"},
    {"broadcast_greater", "", "(2,3) (2,3)", "compares no elements"},
    {"where", "", "(2,3) (2,3) (2,3)", "compares no elements"},
    {"broadcast_mod", "", "(2,3) (2,3)", "no remainders"},
    {"prod", "", "(2,3)", "no product"},
    {"lrn", "size=3;axis=1;alpha=1;beta=1;bias=1", "(1,4,2,2)", "no operators for it"},
    {"gather_nd", "", "(2,3) (1,2)", "no operators for it"},
    {"cast", "dtype=int32", "(2,3)", "converts no types, here float32 to int32"},
    {"argmax", "dtype=float32", "(2,3)", "as int32"},
    {"conv2d",
     "channels=4;kernel_size=(1, 1);layout=NCHW2c;kernel_layout=OIHW2i2o;"
     "out_layout=NCHW2c;use_bias=False",
     "(1,2,3,3,2) (2,2,1,1,2,2)", "layout is 'NCHW2c'"},
    {"avg_pool2d", "pool_size=(1, 1);padding=(0, 0, 2, 0)", "(1,2,5,6)", "are all padding"},
    {"flip", "", "(2000000)", "single positions"},
    {"batch_norm", "epsilon=0", "(2,3,4,5) (3) (3) (3) (3)", "epsilon is 0"},
    {"upsampling", "scale=2;method=BILINEAR", "(1,2,3,2)", "method is 'BILINEAR'"},
    {"resize", "size=(3, 3);method=NEAREST_NEIGHBOR", "(1,2,2,2)", "no whole multiples"},
    {"elemwise_div", "", "(2,3) (2,3)", "divisions by 0", DType::Int32},
    {"dense", "units=3;use_bias=False", "(2,5) (3,5)",
     "the data is int32, LightNet computes this like NNVM for floats only", DType::Int32},
    {"sigmoid", "", "(2,3)", "the data is int32, LightNet computes this like", DType::Int32},
    {"sum", "axis=(1, 1)", "(2,3,4)", "axis is [1,1], which names dimension 1 twice"},
    {"argmax", "axis=(0, 1, 2);exclude=True", "(2,3,4)", "nothing is left to search"},
    {"softmax", "axis=-4", "(3,4,2)", "axis is -4, expected one of 3 dimensions"},
    {"conv2d", "channels=4;kernel_size=(1, 1);padding=(-1, 0);use_bias=False",
     "(1,2,5,5) (4,2,1,1)", "padding is [-1,0], LightNet's is not negative"},
    {"expand_like", "axis=(0,)", "(2,4) (2,3,4)", "does not fit"},
    {"__add_scalar__", "scalar=inf", "(2,3)", "scalar is inf"},
    {"pad", "pad_width=((0, 0), (1, 2));pad_value=-inf", "(2,3)", "pad_value is -inf"},
    {"leaky_relu", "alpha=inf", "(2,3)", "alpha is inf"},
    {"batch_norm", "epsilon=inf", "(2,3,4,5) (3) (3) (3) (3)", "epsilon is inf"},
    {"l2_normalize", "eps=nan;axis=(1,)", "(2,3,4)", "eps is nan"},
    {"clip", "a_min=0;a_max=nan", "(2,3)", "a_max is nan"},
    {"__mul_scalar__", "scalar=1e300", "(2,3)", "scalar is 1e+300, which float32 cannot hold"},
    {"__add_scalar__", "scalar=-1", "(2,3)", "scalar is -1, which uint8 cannot hold", DType::UInt8},
    {"__mul_scalar__", "scalar=300", "(2,3)", "scalar is 300, which int8 cannot hold", DType::Int8},
    {"__rsub_scalar__", "scalar=3e9", "(2,3)", "which int32 cannot hold", DType::Int32},
    {"__add_scalar__", "scalar=1e19", "(2,3)", "which int64 cannot hold", DType::Int64},
    {"clip", "a_min=-1;a_max=5", "(2,3)", "a_min is -1, which uint8", DType::UInt8},
    {"full_like", "fill_value=256", "(2,3)", "fill_value is 256, which uint8", DType::UInt8},
    {"pad", "pad_width=((0, 0), (1, 2));pad_value=128", "(2,3)", "pad_value is 128, which int8",
     DType::Int8},
    {"relu", "", "(2,3)", "no type float16", DType::Float16},
    {"relu", "", "(1,1,1,1,1,1,1,1,2)", "9 dimensions"},
    {"relu", "", "()", "0 dimensions, LightNet's have 1 to 8"},
    {"relu", "", "(2,0)", "shape [2,0] has no elements"},
    {"relu", "", "(65536,65536)", "2147483647 elements"},
};

/// Another operator that reads the graph's result, and variables behind it.
void append(OneOperator &one, const std::string &op, AttrDict attrs, const Shapes &more)
{
    Node node;
    node.op = op;
    node.name = "next";
    node.attrs = std::move(attrs);
    node.inputs.push_back(one.graph.heads()[0]);
    for (const Shape &shape : more) {
        Node variable;
        variable.name = "w" + std::to_string(node.inputs.size());
        one.facts.shapes[variable.name] = shape;
        node.inputs.push_back({one.graph.add(std::move(variable)), 0, 0});
    }
    one.graph.setHeads({{one.graph.add(std::move(node)), 0, 0}});
}

/// What the graph is made of but for variables, in order.
std::string operatorsOf(const Graph &graph)
{
    std::string text;
    for (const NodeId id : graph.nodes()) {
        const std::string &op = graph.node(id).op;
        text += op == "create" ? std::string() : op + " ";
    }
    return text;
}

} // namespace

class TstNnvmRaising : public QObject {
    Q_OBJECT

private:
    Raising m_raising;

private Q_SLOTS:
    void operatorsComputeTheSame_data();
    void operatorsComputeTheSame();
    void padsBecomePaddingOfTheConvolution();
    void sumsOfProductsBecomeDotProducts();
    void refusalsNameNodeOperatorAndReason_data();
    void refusalsNameNodeOperatorAndReason();
};

void TstNnvmRaising::operatorsComputeTheSame_data()
{
    QTest::addColumn<std::string>("op");
    QTest::addColumn<std::string>("attrs");
    QTest::addColumn<std::string>("shapes");
    QTest::addColumn<DTypes>("types");
    for (const OperatorRow &row : commonOperators) {
        QTest::addRow("%s %s %s", row.op, row.attrs, row.shapes)
            << std::string(row.op) << std::string(row.attrs) << std::string(row.shapes)
            << row.types;
    }
}

void TstNnvmRaising::operatorsComputeTheSame()
{
    QFETCH(std::string, op);
    QFETCH(std::string, attrs);
    QFETCH(std::string, shapes);
    QFETCH(DTypes, types);
    const auto [one, values] =
        sampleOf({op.c_str(), attrs.c_str(), shapes.c_str(), types}, m_raising);
    QCOMPARE(m_raising.compare(one.graph, one.facts, values), std::string());
    const PassRun made = m_raising.raised(one.graph, one.facts);
    QCOMPARE(m_raising.checkDocument(made.graph), std::string());
}

void TstNnvmRaising::padsBecomePaddingOfTheConvolution()
{
    const AttrDict convolution = attrsOf("channels=2;kernel_size=(3, 3);padding=(1, 0)");
    for (const auto &[attrs, operators] :
         {std::pair{"pad_width=((0, 0), (0, 0), (1, 2), (0, 3))", "conv2d "},
          std::pair{"pad_width=((0, 0), (0, 0), (1, 2), (0, 3));pad_value=2",
                    "concat concat concat conv2d "},
          std::pair{"pad_width=((0, 0), (1, 0), (1, 2), (0, 3))",
                    "concat concat concat concat conv2d "}}) {
        OneOperator one("pad", attrsOf(attrs), {{1, 2, 5, 6}});
        const std::int64_t channels =
            std::string(attrs).find("(1, 0)") == std::string::npos ? 2 : 3;
        append(one, "conv2d", convolution, {{2, channels, 3, 3}, {2}});
        const PassRun run = m_raising.raised(one.graph, one.facts);
        QVERIFY2(run.ok, firstError(run.diagnostics).c_str());
        QCOMPARE(operatorsOf(run.graph), std::string(operators));
        QCOMPARE(m_raising.compare(one.graph, one.facts, m_raising.seeded(one.graph, one.facts)),
                 std::string());
    }
}

void TstNnvmRaising::sumsOfProductsBecomeDotProducts()
{
    OneOperator one("elemwise_mul", {}, {{2, 3}, {2, 3}});
    append(one, "sum", {}, {});
    const PassRun run = m_raising.raised(one.graph, one.facts);
    QVERIFY2(run.ok, firstError(run.diagnostics).c_str());
    QCOMPARE(operatorsOf(run.graph), std::string("dot_product "));
    QCOMPARE(m_raising.compare(one.graph, one.facts, m_raising.seeded(one.graph, one.facts)),
             std::string());
}

void TstNnvmRaising::refusalsNameNodeOperatorAndReason_data()
{
    QTest::addColumn<std::string>("op");
    QTest::addColumn<std::string>("attrs");
    QTest::addColumn<std::string>("shapes");
    QTest::addColumn<int>("type");
    QTest::addColumn<std::string>("reason");
    for (const Refusal &row : refused) {
        QTest::addRow("%s %s %s", row.op, row.attrs, row.shapes)
            << std::string(row.op) << std::string(row.attrs) << std::string(row.shapes)
            << static_cast<int>(row.type) << std::string(row.reason);
    }
}

void TstNnvmRaising::refusalsNameNodeOperatorAndReason()
{
    QFETCH(std::string, op);
    QFETCH(std::string, attrs);
    QFETCH(std::string, shapes);
    QFETCH(int, type);
    QFETCH(std::string, reason);
    const OneOperator one(op, attrsOf(attrs), shapesOf(shapes), static_cast<DType>(type));
    const PassRun run = m_raising.raised(one.graph, one.facts);
    QVERIFY(!run.ok);
    const auto told = std::find_if(
        run.diagnostics.begin(), run.diagnostics.end(), [](const Diagnostic &diagnostic) {
            return diagnostic.code == "not-raised" && diagnostic.where.node == "n";
        });
    QVERIFY2(told != run.diagnostics.end(), firstError(run.diagnostics).c_str());
    const std::string start = "operator " + op + " of 'n' has no counterpart in LightNet: ";
    QVERIFY2(told->message.starts_with(start), told->message.c_str());
    QVERIFY2(told->message.find(reason) != std::string::npos, told->message.c_str());
    QVERIFY(run.graph == one.graph);
}

NERVURE_TEST(TstNnvmRaising)
#include "tst_nnvm_raising.moc"
