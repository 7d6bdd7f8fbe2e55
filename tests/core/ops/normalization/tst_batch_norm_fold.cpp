// SPDX-License-Identifier: Apache-2.0
#include "core/execution/tensor.h"
#include "core_ops_builtins.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <cmath>

using namespace nervure;

namespace {

/// One of the two operators with its attributes.
class Operator {
public:
    Operator(const std::string &name, const AttrDict &attrs)
    {
        registerBuiltinOperators(m_ops);
        m_node.op = name;
        m_node.name = name;
        m_node.dialect = Dialect::Nervure;
        m_node.attrs = attrs;
        m_spec = m_ops.find(m_node);
        Diagnostics diagnostics;
        m_attrs = parseAttrs(m_spec->attrs, attrs, name, name, diagnostics);
    }

    [[nodiscard]] const OpSpec &spec() const { return *m_spec; }
    [[nodiscard]] RuleContext rule() const { return {m_node, m_attrs, Semantics::Exact}; }

    [[nodiscard]] std::vector<float> run(const std::vector<Tensor> &inputs,
                                         const Shape &shape) const
    {
        std::vector<ConstTensorView> in;
        for (const Tensor &input : inputs) {
            in.push_back(input.view());
        }
        Tensor out = Tensor::zeros(DType::Float32, shape).value();
        const std::vector<TensorView> outs{out.view()};
        const RuleContext context = rule();
        if (!m_spec->reference({context, in, outs, {}})) {
            return {};
        }
        const auto values = out.elements<float>();
        return {values.begin(), values.end()};
    }

private:
    OpRegistry m_ops;
    Node m_node;
    const OpSpec *m_spec = nullptr;
    ParsedAttrs m_attrs;
};

Tensor floats(const Shape &shape, const std::vector<float> &values)
{
    return Tensor::ofFloats(shape, values);
}

} // namespace

class TstBatchNormFold : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void weightsAreScaledByChannel();
    void biasMovesWithTheMean();
    void switchedOffPartsAreLeftOut();
    void shapesFollowFromTheResult();
    void shapesThatContradictFail();
};

void TstBatchNormFold::weightsAreScaledByChannel()
{
    const Operator op("batch_norm_weight", {{"epsilon", "0"}});
    const auto weight =
        op.run({floats({2, 2}, {1, 2, 3, 4}), floats({2}, {2, 10}), floats({2}, {4, 25})}, {2, 2});
    QCOMPARE(weight, (std::vector<float>{1, 2, 6, 8}));
}

void TstBatchNormFold::biasMovesWithTheMean()
{
    const Operator op("batch_norm_bias", {{"epsilon", "0"}, {"use_bias", "True"}});
    const auto bias = op.run(
        {floats({1}, {2}), floats({1}, {7}), floats({1}, {1}), floats({1}, {4}), floats({1}, {5})},
        {1});
    QCOMPARE(bias, std::vector<float>{11});
}

void TstBatchNormFold::switchedOffPartsAreLeftOut()
{
    const Operator op("batch_norm_bias",
                      {{"epsilon", "0"}, {"scale", "False"}, {"center", "False"}});
    const auto bias =
        op.run({floats({1}, {2}), floats({1}, {7}), floats({1}, {6}), floats({1}, {4})}, {1});
    QCOMPARE(bias, std::vector<float>{-3});
}

void TstBatchNormFold::shapesFollowFromTheResult()
{
    const Operator weight("batch_norm_weight", {});
    Shapes in(3);
    Shapes out{{8, 4, 3, 3}};
    QVERIFY(weight.spec().inferShape(weight.rule(), in, out).ok());
    QCOMPARE(in, (Shapes{{8, 4, 3, 3}, {8}, {8}}));
    const Operator bias("batch_norm_bias", {});
    Shapes biasIn(4);
    Shapes biasOut{{8}};
    QVERIFY(bias.spec().inferShape(bias.rule(), biasIn, biasOut).ok());
    QCOMPARE(biasIn, Shapes(4, {8}));
}

void TstBatchNormFold::shapesThatContradictFail()
{
    const Operator op("batch_norm_weight", {});
    Shapes in{{8, 4}, {7}, {}};
    Shapes out(1);
    const Status status = op.spec().inferShape(op.rule(), in, out);
    QVERIFY(!status.ok());
    QCOMPARE(status.error().message, std::string("gamma has the shape [7], expected [8]"));
}

NERVURE_TEST(TstBatchNormFold)
#include "tst_batch_norm_fold.moc"
