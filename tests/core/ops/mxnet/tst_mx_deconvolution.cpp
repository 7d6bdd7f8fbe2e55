// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/mxnet_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstMxDeconvolution : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void targetDecidesTheSize()
    {
        const MXNetProbe deconv("Deconvolution", {{"kernel", "(4, 4)"},
                                                  {"stride", "(2, 2)"},
                                                  {"num_filter", "6"},
                                                  {"num_group", "3"},
                                                  {"target_shape", "(9, 10)"}});
        Shapes in{{1, 3, 5, 5}, {}};
        QCOMPARE(*deconv.infer(in, {{}}), (Shapes{{1, 6, 9, 10}}));
        QCOMPARE(in[1], (Shape{3, 2, 4, 4}));
    }

    /// Rows of adj hold what pad would have cut off; the bias is on them as well.
    void adjKeepsWhatIsThere()
    {
        const MXNetProbe deconv("Deconvolution", {{"kernel", "(3,)"},
                                                  {"stride", "(2,)"},
                                                  {"pad", "(1,)"},
                                                  {"adj", "(1,)"},
                                                  {"num_filter", "1"},
                                                  {"no_bias", "False"}});
        const auto result =
            deconv.computed({{{1, 1, 2}, {1, 10}}, {{1, 1, 3}, {1, 2, 3}}, {{1}, {0.5}}});
        QVERIFY(bool(result));
        QCOMPARE(result->data, (std::vector<float>{2.5, 13.5, 20.5, 30.5}));
    }

    void whatDoesNotFitIsRefused()
    {
        Shapes in{{1, 3, 5, 5}, {}};
        const auto out =
            MXNetProbe("Deconvolution",
                       {{"kernel", "(2, 2)"}, {"num_filter", "2"}, {"adj", "(1, 1, 1)"}})
                .infer(in, {{}});
        QVERIFY(!out);
        QCOMPARE(out.error().code, std::string("attr-invalid"));
    }
};

NERVURE_TEST(TstMxDeconvolution)
#include "tst_mx_deconvolution.moc"
