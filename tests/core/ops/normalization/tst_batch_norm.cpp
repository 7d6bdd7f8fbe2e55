// SPDX-License-Identifier: Apache-2.0
#include "core/ops/normalization/batch_norm.h"
#include "tests/core/ops/rewrite_probe.h"
#include "tests/support/errors.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <cmath>
#include <limits>

using namespace nervure;
using namespace nervure::tests;

class TstBatchNorm : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void channelsAreNormalized()
    {
        OpProbe op("batch_norm", {{"epsilon", "0"}});
        std::vector<FloatTensor> in{
            {{1, 2, 2}, {1, 3, 5, 7}}, {{2}, {2, 1}}, {{2}, {0, 10}}, {{2}, {1, 5}}, {{2}, {4, 1}}};
        const auto out = op.run(in);
        QVERIFY(out.ok());
        QCOMPARE((*out)[0].data, (std::vector<float>{0, 2, 10, 12}));
        QCOMPARE((*out)[1].data, (std::vector<float>{1, 5}));
        QCOMPARE((*out)[2].data, (std::vector<float>{4, 1}));
    }

    /// NNVM computes batch_norm simplified, which leaves six decimals of epsilon.
    void epsilonCountsAsItIsWrittenSimplified()
    {
        const std::vector<FloatTensor> in{
            {{2, 1}, {1, 1}}, {{1}, {1}}, {{1}, {0}}, {{1}, {0}}, {{1}, {1e-6F}}};
        OpProbe op("batch_norm", {{"epsilon", "1e-07"}});
        QCOMPARE(op.firstOutput(in).at(0), static_cast<float>(1 / std::sqrt(double{1e-6F})));
        op.semantics = Semantics::Fixed;
        QCOMPARE(op.firstOutput(in).at(0), static_cast<float>(1 / std::sqrt(double{1e-6F} + 1e-7)));
        for (const double usual : {1e-3, 1e-5, 2e-5}) {
            QCOMPARE(countedEpsilon(usual, Semantics::Exact), usual);
        }
        QCOMPARE(countedEpsilon(1.00006e-2, Semantics::Exact), 0.010001);
        QCOMPARE(countedEpsilon(1e300, Semantics::Exact), 1e300);
        QVERIFY(
            std::isinf(countedEpsilon(std::numeric_limits<double>::infinity(), Semantics::Exact)));
    }

    void parametersFollowFromTheAxis()
    {
        Shapes in(5);
        in[0] = {2, 5, 7};
        const auto out = OpProbe("batch_norm", {{"axis", "2"}}).infer(in);
        QVERIFY(out.ok());
        QCOMPARE(in[3], (Shape{7}));
        QCOMPARE((*out)[0], (Shape{2, 5, 7}));
    }

    void parametersThatAreGivenAreSeenInFixedSemanticsAlone()
    {
        const OpProbe op("batch_norm");
        Shapes in{{2, 3, 4}, {3}, {3}, {5}, {3}};
        Shapes out(3);
        QVERIFY(op.spec()->inferShape(op.rule(), in, out).ok());
        QCOMPARE(out[1], (Shape{5}));
        NERVURE_VERIFY_ERROR(op.spec()->inferShape(op.rule(Semantics::Fixed), in, out),
                             "infer-shape", "input 3 (moving_mean) has shape [5], expected [3]");
        Shapes blocked{{2, 3, 5, 4}, {3, 4}, {3, 4}, {3, 4}, {3, 4}};
        Shapes results(3);
        QVERIFY(op.spec()->inferShape(op.rule(Semantics::Fixed), blocked, results).ok());
        QCOMPARE(results[2], (Shape{3, 4}));
    }

    void channelsInBlocksAreNormalizedEach()
    {
        OpProbe op("batch_norm", {{"epsilon", "0"}, {"scale", "False"}, {"center", "False"}});
        std::vector<FloatTensor> in{counted({1, 2, 1, 2, 2}),
                                    {{2, 2}, {}},
                                    {{2, 2}, {}},
                                    {{2, 2}, {1, 2, 3, 4}},
                                    {{2, 2}, {1, 1, 1, 4}}};
        in[1].data.resize(4);
        in[2].data.resize(4);
        QCOMPARE(op.firstOutput(in), (std::vector<float>{0, 0, 2, 2, 2, 1, 4, 2}));
    }

    void layoutsWithTheChannelsInPlaceStay()
    {
        using Texts = std::vector<std::string>;
        const OpProbe op("batch_norm");
        const auto answer = [](const std::string &data, const std::string &channels) {
            return LayoutAnswer{Texts{data, channels, channels, channels, channels},
                                Texts{data, channels, channels},
                                {}};
        };
        const auto asked = [&op](const std::string &data, const std::string &last = "-") {
            return askLayout(op, {data, "-", "-", "-", "-"}, 3, {last});
        };
        QCOMPARE(asked("-"), answer("-", "C"));
        QCOMPARE(asked("NCHW"), answer("NCHW", "C"));
        QCOMPARE(asked("NCHW8c"), answer("NCHW8c", "C8c"));
        QCOMPARE(asked("NHWC", "NCHW"), answer("NCHW", "C"));
        QCOMPARE(asked("NC4cHW", "NCHW"), answer("NCHW", "C"));
        QCOMPARE(asked("NCHW2w", "NCHW"), answer("NCHW", "C"));
        for (const char *data : {"NHWC", "NC4cHW", "NCHW2w"}) {
            QVERIFY2(!asked(data).error.empty(), data);
        }
    }

    void inferenceScalesAndShifts()
    {
        const OpProbe op("batch_norm");
        const Shapes shapes{{2, 3, 4, 4}, {3}, {3}, {3}, {3}};
        QCOMPARE(RewriteProbe(op, 5).simplified(shapes),
                 std::string("n_add_eps = __add_scalar__(x4) {scalar=0.000010}\n"
                             "n_sqrt = sqrt(n_add_eps)\n"
                             "n_div = __rdiv_scalar__(n_sqrt) {scalar=1}\n"
                             "n_gamma_mul_div = elemwise_mul(n_div, x1)\n"
                             "n_neg_mean = negative(x3)\n"
                             "n_neg_mean_mul_a = elemwise_mul(n_neg_mean, n_gamma_mul_div)\n"
                             "n_add_beta = elemwise_add(n_neg_mean_mul_a, x2)\n"
                             "n_gamma_mul_div_expand = expand_dims(n_gamma_mul_div) "
                             "{axis=1, num_newaxis=2}\n"
                             "n_add_beta_expand = expand_dims(n_add_beta) "
                             "{axis=1, num_newaxis=2}\n"
                             "n_a_mul_data = broadcast_mul(x0, n_gamma_mul_div_expand)\n"
                             "n_out = broadcast_add(n_a_mul_data, n_add_beta_expand)\n"
                             "-> n_out"));
    }

    void whatIsNotScaledOrCenteredNeedsNoNodes()
    {
        const OpProbe op(
            "batch_norm",
            {{"axis", "3"}, {"scale", "False"}, {"center", "False"}, {"epsilon", "1e-7"}});
        const Shapes shapes{{2, 4, 4, 3}, {3}, {3}, {3}, {3}};
        QCOMPARE(RewriteProbe(op, 5).simplified(shapes),
                 std::string("n_add_eps = __add_scalar__(x4) {scalar=0.000000}\n"
                             "n_sqrt = sqrt(n_add_eps)\n"
                             "n_div = __rdiv_scalar__(n_sqrt) {scalar=1}\n"
                             "n_neg_mean = negative(x3)\n"
                             "n_neg_mean_mul_a = elemwise_mul(n_neg_mean, n_div)\n"
                             "n_a_mul_data = broadcast_mul(x0, n_div)\n"
                             "n_out = broadcast_add(n_a_mul_data, n_neg_mean_mul_a)\n"
                             "-> n_out"));
        QVERIFY(RewriteProbe(op, 5).simplified().starts_with("error: "));
    }

    void channelsInBlocksBringADimension()
    {
        const OpProbe op("batch_norm");
        const Shapes shapes{{2, 3, 4, 4, 8}, {3, 8}, {3, 8}, {3, 8}, {3, 8}};
        QVERIFY(RewriteProbe(op, 5).simplified(shapes).find("num_newaxis=2") != std::string::npos);
    }

    void anAxisBeyondTheDataIsRefused()
    {
        QVERIFY(
            OpProbe("batch_norm", {{"axis", "3"}}).outputsFor({{4, 4}, {}, {}, {}, {}}).empty());
    }
};

NERVURE_TEST(TstBatchNorm)
#include "tst_batch_norm.moc"
