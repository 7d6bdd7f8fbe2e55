// SPDX-License-Identifier: Apache-2.0
#include "core/execution/seeded_weights.h"

#include "core/graph/edits/model_builder.h"
#include "core/graph/op/op_builder.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace nervure;

class TstSeededWeights : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void sameNameAndSeedGiveSameValues();
    void theFirstValuesAreFixed();
    void rangesFollowTheRole();
    void integersAreWhole();
    void rolesComeFromInputsThenFromNames();
};

void TstSeededWeights::sameNameAndSeedGiveSameValues()
{
    const auto first = [](std::string_view name, std::uint64_t seed) {
        return seededTensor(name, ValueRole::Data, DType::Float32, {8}, seed)->elements<float>()[0];
    };
    QCOMPARE(first("a", 0), first("a", 0));
    QVERIFY(first("a", 0) != first("b", 0));
    QVERIFY(first("a", 0) != first("a", 1));
}

void TstSeededWeights::theFirstValuesAreFixed()
{
    // Files of results refer to them: they never change.
    const auto tensor = seededTensor("data", ValueRole::Data, DType::Float32, {2}, 0);
    QCOMPARE(QString::number(tensor->elements<float>()[0], 'g', 9), QStringLiteral("0.187576294"));
    QCOMPARE(QString::number(tensor->elements<float>()[1], 'g', 9), QStringLiteral("0.760607958"));
}

void TstSeededWeights::rangesFollowTheRole()
{
    const auto within = [](ValueRole role, const Shape &shape, float low, float high) {
        const auto tensor = seededTensor("x", role, DType::Float32, shape, 3);
        const auto values = tensor->elements<float>();
        const auto [least, most] = std::minmax_element(values.begin(), values.end());
        return *least >= low && *most<high && * most - *least>(high - low) / 2;
    };
    QVERIFY(within(ValueRole::Scale, {100}, 0.9F, 1.1F));
    QVERIFY(within(ValueRole::Variance, {100}, 0.5F, 1.5F));
    const float bound = std::sqrt(6.0F / 36);
    QVERIFY(within(ValueRole::Weight, {8, 4, 3, 3}, -bound, bound));
    QVERIFY(within(ValueRole::Kernel, {3, 3, 4, 8}, -bound, bound));
    QVERIFY(within(ValueRole::ResidualKernel, {3, 3, 4, 8}, -bound / 2, bound / 2));
    QVERIFY(within(ValueRole::ChannelKernel, {6, 6, 4, 8}, -bound, bound));
}

void TstSeededWeights::integersAreWhole()
{
    const auto tensor = seededTensor("x", ValueRole::Data, DType::Int32, {100}, 0);
    for (const std::int32_t value : tensor->elements<std::int32_t>()) {
        QVERIFY(value >= 0 && value <= 9);
    }
}

void TstSeededWeights::rolesComeFromInputsThenFromNames()
{
    OpRegistry ops;
    ops.add(OpBuilder<>(Dialect::Nnvm, "dense")
                .acceptsAnyKey()
                .inputs({"data", "weight", "bias"})
                .build());
    ops.add(OpBuilder<>(Dialect::Nnvm, "elemwise_add").acceptsAnyKey().build());
    ModelBuilder model(ops);
    const Entry data = model.variable("data");
    const Entry first = model.apply("dense", {data, model.variable("kernel")}, {}, "first");
    const Entry branch = model.apply("dense", {first}, {}, "branch");
    const Entry mystery = model.variable("custom_gamma");
    const Entry sum = model.apply("elemwise_add", {first, branch}, {}, "sum");
    const Entry variance = model.variable("layer_rolling_variance"); // Darknet's
    const Graph graph = model
                            .finish({model.apply("elemwise_add", {sum, mystery}, {}, "end"),
                                     model.apply("elemwise_add", {sum, variance}, {}, "other")})
                            .value();
    Diagnostics diagnostics;
    const auto index = IndexedGraph::build(graph, ops, diagnostics).value();
    const std::vector<ValueRole> roles = valueRolesOf(*index);
    const auto of = [&](const std::string &name) {
        return roles[*index->find(*graph.findByName(name))];
    };
    QVERIFY(of("data") == ValueRole::Data);
    QVERIFY(of("kernel") == ValueRole::Weight);
    QVERIFY(of("branch_weight") == ValueRole::Residual);
    QVERIFY(of("branch_bias") == ValueRole::Bias);
    QVERIFY(of("custom_gamma") == ValueRole::Scale);
    QVERIFY(of("layer_rolling_variance") == ValueRole::Variance);
}

NERVURE_TEST(TstSeededWeights)
#include "tst_seeded_weights.moc"
