// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/mxnet_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstMxAdaptivePooling : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void oneNumberIsForBoth()
    {
        const MXNetProbe pool("_contrib_AdaptiveAvgPooling2D", {{"output_size", "3"}});
        QCOMPARE(pool.outputsFor({{1, 2, 7, 5}}), (Shapes{{1, 2, 3, 3}}));
    }

    /// Two windows of three numbers share the middle one.
    void windowsOverlap()
    {
        const MXNetProbe pool("_contrib_AdaptiveAvgPooling2D", {{"output_size", "(1, 2)"}});
        const auto result = pool.computed({{{1, 1, 1, 3}, {1, 2, 4}}});
        QVERIFY(bool(result));
        QCOMPARE(result->data, (std::vector<float>{1.5, 3}));
        QCOMPARE(pool.lowersTo({{1, 1, 3, 4}}), std::string("avg_pool2d"));
    }

    void threeNumbersAreRefused()
    {
        Shapes in{{1, 2, 6, 6}};
        const auto out = MXNetProbe("_contrib_AdaptiveAvgPooling2D", {{"output_size", "(1, 2, 3)"}})
                             .infer(in, {{}});
        QVERIFY(!out);
        QCOMPARE(out.error().code, std::string("attr-invalid"));
    }
};

NERVURE_TEST(TstMxAdaptivePooling)
#include "tst_mx_adaptive_pooling.moc"
