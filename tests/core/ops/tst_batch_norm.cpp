// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/op_probe.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstBatchNorm : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void channelsAreNormalised()
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

    void parametersFollowFromTheAxis()
    {
        Shapes in(5);
        in[0] = {2, 5, 7};
        const auto out = OpProbe("batch_norm", {{"axis", "2"}}).infer(in);
        QVERIFY(out.ok());
        QCOMPARE(in[3], (Shape{7}));
        QCOMPARE((*out)[0], (Shape{2, 5, 7}));
    }

    void anAxisBeyondTheDataIsRefused()
    {
        QVERIFY(
            OpProbe("batch_norm", {{"axis", "3"}}).outputsFor({{4, 4}, {}, {}, {}, {}}).empty());
    }
};

QTEST_APPLESS_MAIN(TstBatchNorm)
#include "tst_batch_norm.moc"
