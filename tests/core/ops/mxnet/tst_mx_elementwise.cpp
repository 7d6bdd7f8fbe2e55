// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/mxnet_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstMxElementwise : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void oneOperandBecomesNnvms()
    {
        QCOMPARE(MXNetProbe("relu").lowersTo({{2, 3}}), std::string("relu"));
        QCOMPARE(MXNetProbe("BlockGrad").lowersTo({{2, 3}}), std::string("copy"));
    }

    void squareMultiplies()
    {
        const auto result = MXNetProbe("square").computed({{{3}, {-2, 0, 3}}});
        QVERIFY(bool(result));
        QCOMPARE(result->data, (std::vector<float>{4, 0, 9}));
    }

    void shapesFlowBothWays()
    {
        Shapes in{{}};
        QVERIFY(bool(MXNetProbe("exp").infer(in, {{2, 3}})));
        QCOMPARE(in[0], (Shape{2, 3}));
    }
};

NERVURE_TEST(TstMxElementwise)
#include "tst_mx_elementwise.moc"
