// SPDX-License-Identifier: Apache-2.0
#include "core/graph/op/attr_field.h"
#include "tests/core/passes/raising_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <cmath>
#include <sstream>

using namespace nervure;
using namespace nervure::tests;

namespace {

/// The parts of a text between separators; none of an empty one.
std::vector<std::string> partsOf(const std::string &text, char separator)
{
    std::vector<std::string> parts;
    std::istringstream stream(text);
    for (std::string part; std::getline(stream, part, separator);) {
        parts.push_back(part);
    }
    return parts;
}

/// "key=value;key=value".
AttrDict attrsOf(const std::string &text)
{
    AttrDict attrs;
    for (const std::string &item : partsOf(text, ';')) {
        const std::size_t equals = item.find('=');
        attrs.set(item.substr(0, equals), item.substr(equals + 1));
    }
    return attrs;
}

/// "(1,2) (3)".
Shapes shapesOf(const std::string &text)
{
    Shapes shapes;
    for (const std::string &shape : partsOf(text, ' ')) {
        shapes.push_back(*leadingTuple(shape));
    }
    return shapes;
}

/// An operator on inputs of these shapes.
struct Row {
    const char *op;
    const char *attrs;
    const char *shapes;
    DTypes types{}; ///< of the inputs; not given: float32
};

const Row computedAlike[]{
    {"conv2d", "channels=4;kernel_size=(3, 2);padding=(1, 2);strides=(2, 1)",
     "(2,4,7,6) (4,4,3,2) (4)"},
    {"conv2d", "channels=4;kernel_size=(3, 3);groups=2;use_bias=False;dilation=(2, 1)",
     "(1,4,7,6) (4,2,3,3)"},
    {"conv2d", "channels=4;kernel_size=(3, 3);layout=NHWC;kernel_layout=HWIO;use_bias=False",
     "(1,7,6,4) (3,3,4,4)"},
    {"conv2d_transpose", "channels=6;kernel_size=(3, 3);strides=(2, 2);padding=(1, 1);groups=2",
     "(1,4,5,4) (4,3,3,3) (6)"},
    {"conv2d_transpose", "channels=2;kernel_size=(3, 3);strides=(2, 2);output_padding=(1, 1)",
     "(1,4,5,4) (4,2,3,3) (2)"},
    {"dense", "units=3", "(2,5) (3,5) (3)"},
    {"dense", "units=3;use_bias=False", "(2,5) (3,5)"},
    {"matmul", "", "(2,5) (5,3)"},
    {"matmul", "transpose_a=True;transpose_b=True", "(5,2) (3,5)"},
    {"matmul", "", "(2,3,4) (4,5,2)"},
    {"matmul", "transpose_b=True", "(4) (3,4)"},
    {"max_pool2d", "pool_size=(3, 3);strides=(2, 2);padding=(1, 1);ceil_mode=True", "(1,2,8,7)"},
    {"max_pool2d", "pool_size=(2, 2);layout=NHWC", "(1,5,6,2)"},
    {"avg_pool2d", "pool_size=(3, 3);padding=(1, 1)", "(1,2,5,6)"},
    {"avg_pool2d", "pool_size=(3, 3);padding=(1, 1);count_include_pad=True", "(1,2,5,6)"},
    {"avg_pool2d", "pool_size=(3, 3);padding=(1, 0, 0, 1);count_include_pad=True", "(1,2,5,6)"},
    {"avg_pool2d", "pool_size=(2, 2);strides=(2, 2);ceil_mode=True;count_include_pad=True",
     "(1,2,5,6)"},
    {"avg_pool2d", "pool_size=(2, 2);strides=(2, 2);ceil_mode=True", "(1,2,5,5)"},
    {"avg_pool2d", "pool_size=(3, 2);padding=(2, 1, 0, 0)", "(2,2,5,6)"},
    {"global_avg_pool2d", "", "(2,3,4,5)"},
    {"global_max_pool2d", "layout=NHWC", "(2,3,4,5)"},
    {"batch_norm", "epsilon=0.01", "(2,3,4,5) (3) (3) (3) (3)"},
    {"batch_norm", "axis=2;scale=False;center=False", "(2,3,4) (4) (4) (4) (4)"},
    {"elemwise_sub", "", "(2,3) (2,3)"},
    {"elemwise_pow", "", "(2,3) (2,3)"},
    {"broadcast_div", "", "(2,1,3) (4,1)"},
    {"broadcast_max", "", "(2,3) (1)"},
    {"elemwise_sum", "num_args=3", "(2,3) (2,3) (2,3)"},
    {"__add_scalar__", "scalar=2.5", "(2,3)"},
    {"__sub_scalar__", "scalar=2.5", "(2,3)"},
    {"__rsub_scalar__", "scalar=2.5", "(2,3)"},
    {"__mul_scalar__", "scalar=2.5", "(2,3)"},
    {"__div_scalar__", "scalar=2.5", "(2,3)"},
    {"__rdiv_scalar__", "scalar=2.5", "(2,3)"},
    {"__pow_scalar__", "scalar=2.5", "(2,3)"},
    {"__rpow_scalar__", "scalar=2.5", "(2,3)"},
    {"relu", "", "(2,3,2)"},
    {"sigmoid", "", "(2,3,2)"},
    {"exp", "", "(2,3,2)"},
    {"tanh", "", "(2,3,2)"},
    {"sqrt", "", "(2,3,2)"},
    {"negative", "", "(2,3,2)"},
    {"abs", "", "(2,3,2)"},
    {"copy", "", "(2,3,2)"},
    {"block_grad", "", "(2,3,2)"},
    {"ones_like", "", "(2,3,2)"},
    {"zeros_like", "", "(2,3,2)"},
    {"flatten", "", "(2,3,2)"},
    {"softmax", "", "(2,3,2)"},
    {"clip", "a_min=-0.25;a_max=0.5", "(2,3)"},
    {"clip", "a_min=1;a_max=-1", "(2,3)"},
    {"leaky_relu", "alpha=0.1", "(2,3)"},
    {"leaky_relu", "alpha=0", "(2,3)"},
    {"prelu", "axis=1", "(2,3,2,2) (3)"},
    {"prelu", "axis=3", "(2,3,2,4) (4)"},
    {"dropout", "", "(2,3)"},
    {"full_like", "fill_value=-2.5", "(2,3)"},
    {"full", "fill_value=1.5;shape=(2, 3)", ""},
    {"zeros", "shape=(2, 3);dtype=float64", ""},
    {"softmax", "axis=1", "(2,3,4)"},
    {"reshape", "shape=(0, -1)", "(2,3,4)"},
    {"reshape_like", "", "(2,6) (3,4)"},
    {"expand_dims", "axis=1;num_newaxis=2", "(2,3)"},
    {"squeeze", "", "(2,1,3)"},
    {"transpose", "", "(2,3,4)"},
    {"transpose", "axes=(1, 2, 0)", "(2,3,4)"},
    {"concatenate", "axis=-1", "(2,3) (2,1) (2,2)"},
    {"strided_slice", "begin=(0, -3);end=(2, 4)", "(3,4)"},
    {"strided_slice", "begin=(2, 3);end=(0, 0);stride=(-1, -2)", "(3,4)"},
    {"slice_like", "", "(3,4) (2,2)"},
    {"slice_like", "axis=(1,)", "(3,4) (2,2)"},
    {"flip", "axis=1", "(3,4,2)"},
    {"pad", "pad_width=((0, 0), (1, 2));pad_value=2.5", "(2,3)"},
    {"pad", "pad_width=((1, -1), (-1, 2))", "(2,3)"},
    {"broadcast_to", "shape=(2, 3, 4)", "(1,3,1)"},
    {"expand_like", "axis=(1,)", "(2,4) (2,3,4)"},
    {"expand_like", "axis=(0, 2);exclude=True", "(2,4) (2,3,4)"},
    {"upsampling", "scale=3", "(1,2,3,2)"},
    {"upsampling", "scale=2;layout=NHWC", "(1,2,3,2)"},
    {"resize", "size=(4, 6);method=NEAREST_NEIGHBOR", "(1,2,2,3)"},
    {"__layout_transform__", "src_layout=NCHW;dst_layout=NHWC", "(1,2,3,4)"},
    {"sum", "axis=(0, 2)", "(2,3,4)"},
    {"sum", "axis=(1,);exclude=True;keepdims=True", "(2,3,4)"},
    {"sum", "", "(2,3,4)"},
    {"mean", "", "(2,3,4)"},
    {"max", "axis=(0, 2);keepdims=True", "(2,3,4)"},
    {"min", "axis=(1,)", "(2,3,4)"},
    {"argmax", "axis=(1,)", "(2,3,4)"},
    {"argmax", "", "(2,3,4)"},
    {"argmin", "axis=(2, 0)", "(2,3,4)"},
    {"collapse_sum", "", "(2,3,4) (3,1)"},
    {"l2_normalize", "eps=0.001;axis=(1,)", "(2,3,4)"},
    {"split", "indices_or_sections=2;axis=-1", "(2,4)"},
    {"take", "axis=-1", "(3,4) (2,2)", {DType::Float32, DType::Int32}},
    {"take", "", "(3,4) (5)", {DType::Float64, DType::Int32}},
    {"__div_scalar__", "scalar=-2.5", "(2,3)", {DType::Int32}},
    {"__add_scalar__", "scalar=200", "(2,3)", {DType::UInt8}},
    {"__rsub_scalar__", "scalar=-7", "(2,3)", {DType::Int64}},
    {"pad", "pad_width=((0, 0), (1, 2));pad_value=-3", "(2,3)", {DType::Int8}},
};

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
    for (const Row &row : computedAlike) {
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
    OneOperator one(op, attrsOf(attrs), shapesOf(shapes));
    for (std::size_t i = 0; i < types.size(); ++i) {
        one.facts.dtypes["v" + std::to_string(i)] = types[i];
    }
    if (op == "split") {
        const NodeId split = one.graph.heads()[0].node;
        one.graph.setHeads({{split, 0, 0}, {split, 1, 0}});
    }
    TensorMap values = m_raising.seeded(one.graph, one.facts);
    for (std::size_t i = 0; i < types.size(); ++i) {
        const TensorView view = values.at("v" + std::to_string(i)).view();
        for (std::int64_t k = 0; k < view.count() && !isFloat(types[i]); ++k) {
            storeElement(view, k, static_cast<double>(k % 3)); // places, for take
        }
    }
    if (op == "sqrt" || op.find("pow") != std::string::npos
        || op.find("div") != std::string::npos) {
        for (auto &[name, tensor] : values) {
            for (std::int64_t i = 0; i < tensor.count(); ++i) {
                storeElement(tensor.view(), i, std::fabs(elementAsDouble(tensor.view(), i)) + 0.1);
            }
        }
    }
    if (op == "batch_norm") {
        for (float &variance : values.at("v4").elements<float>()) {
            variance = std::fabs(variance) + 0.5F;
        }
    }
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
