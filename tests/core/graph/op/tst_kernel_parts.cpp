// SPDX-License-Identifier: Apache-2.0
#include "core/builtins.h"
#include "core/graph/op/kernel_parts.h"
#include "core/support/text.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;

class TstKernelParts : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void namesReadAsOperators_data();
    void namesReadAsOperators();
    void everyOperatorIsKnown();
    void heaviestPartDecides();
    void nodesWithoutKernelsAreTheirOperators();
};

void TstKernelParts::namesReadAsOperators_data()
{
    QTest::addColumn<QString>("function");
    QTest::addColumn<QString>("title");
    const auto row = [](const char *function, const char *title) {
        QTest::newRow(function) << QString::fromUtf8(function) << QString::fromUtf8(title);
    };
    // NNVM, and what our own compiler makes.
    row("fuse_conv2d_relu", "conv2d + relu");
    row("fuse_conv2d_broadcast_mul_broadcast_add_clip_3",
        "conv2d + broadcast_mul + broadcast_add + clip");
    row("fuse__contrib_conv2d_NCHWc_elemwise_add_relu", "conv2d_NCHWc + elemwise_add + relu");
    row("fuse___sub_scalar_____mul_scalar_____layout_transform__",
        "sub_scalar + mul_scalar + layout_transform");
    row("fuse___layout_transform___prelu_12", "layout_transform + prelu");
    row("fuse_max_pool2d", "max_pool2d");
    // Relay of TVM 0.6 and 0.7.
    row("fused_nn_conv2d_add_nn_relu_12", "conv2d + add + relu");
    row("fused_nn_contrib_conv2d_NCHWc_add_nn_relu", "conv2d_NCHWc + add + relu");
    row("fused_nn_contrib_conv2d_winograd_without_weight_transform_add",
        "conv2d_winograd_without_weight_transform + add");
    row("fused_vision_non_max_suppression", "non_max_suppression");
    row("fused_nn_contrib_conv2d_NCHWc_multiply_add_nn_relu_add_11403432393541870397_",
        "conv2d_NCHWc + multiply + add + relu + add + …");
    // Without the module's name, and with one.
    row("tvmgen_fused_reshape_cast_subtract_1", "reshape + cast + subtract");
    row("tvmgen_default_fused_nn_conv2d_add_nn_relu_12", "conv2d + add + relu");
    row("tvmgen_my_model_fused_nn_dense_nn_bias_add", "dense + bias_add");
    row("tvmgen_default_fused_nn_conv2d_add_fixed_point_multiply_per_axis_add_clip_cast_1_compute_",
        "conv2d + add + fixed_point_multiply_per_axis + add + clip + cast");
    row("tvmgen_default_fused_nn_contrib_dense_pack_expand_dims_add_nn_relu_1",
        "dense_pack + expand_dims + add + relu");
    row("tvmgen_default_fused_nn_conv2d_add_nn_relu_nn_max_po_a7e8b96f394601f9__2",
        "conv2d + add + relu + …");
    row("tvmgen_default_fused_image_resize2d", "resize2d");
    // What no operator is known of stays one.
    row("tvmgen_default_fused_my_own_thing_add_2", "my_own_thing + add");
    row("tvmgen_default_dnnl_main_0", "dnnl_main");
    row("fused_nn_my_op", "my_op");
    row("myadd", "myadd");
    row("add_one", "add_one");
    row("__nop", "nop");
    row("", "");
    row("fuse_", "fuse_");
    row("tvmgen_", "tvmgen_");
    row("tvmgen_default_fused__", "tvmgen_default_fused__");
    row("123", "123");
}

void TstKernelParts::namesReadAsOperators()
{
    QFETCH(QString, function);
    QFETCH(QString, title);
    QCOMPARE(QString::fromStdString(kernelTitle(function.toStdString())), title);
}

/// Whatever NNVM fuses can be read again, in the color of the operator.
void TstKernelParts::everyOperatorIsKnown()
{
    const Builtins builtins = makeBuiltins();
    for (const OpSpec &spec : builtins.ops.all()) {
        if (spec.dialect != Dialect::Nnvm || spec.name == "tvm_op" || spec.name == "__undef__") {
            continue;
        }
        const KernelParts parts = kernelParts("fuse_" + spec.name + "_elemwise_add_7");
        const std::string all = spec.name + ": " + join(parts.operators, ", ");
        QVERIFY2(parts.operators.size() == 2, all.c_str());
        QVERIFY2(spec.name.find(parts.operators.front()) != std::string::npos, all.c_str());
        QCOMPARE(parts.operators.back(), "elemwise_add");
        const KernelParts alone = kernelParts("fuse_" + spec.name);
        QVERIFY2(alone.category == spec.category, all.c_str());
    }
}

void TstKernelParts::heaviestPartDecides()
{
    const auto category = [](const char *function) { return kernelParts(function).category; };
    QCOMPARE(category("fused_add_nn_conv2d"), OpCategory::Convolution);
    QCOMPARE(category("fused_mean_subtract_power"), OpCategory::Reduction);
    QCOMPARE(category("fused_reshape_nn_softmax"), OpCategory::Reduction);
    QCOMPARE(category("fused_add_add"), OpCategory::Elementwise);
    QCOMPARE(category("fused_transpose_add"), OpCategory::Layout);
    QCOMPARE(category("fused_my_op"), OpCategory::Other);
    QCOMPARE(category("myadd"), OpCategory::Other);
}

void TstKernelParts::nodesWithoutKernelsAreTheirOperators()
{
    Node node;
    node.op = "conv2d";
    node.attrs.set("func_name", "fuse_relu");
    QCOMPARE(nodeTitle(node), "conv2d");
    QCOMPARE(nodeCategory(node, nullptr), OpCategory::Other);
    node.op = "tvm_op";
    QCOMPARE(nodeTitle(node), "relu");
    QCOMPARE(nodeCategory(node, nullptr), OpCategory::Activation);
}

NERVURE_TEST(TstKernelParts)
#include "tst_kernel_parts.moc"
