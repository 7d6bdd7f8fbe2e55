// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/finite_difference.h"
#include "tests/core/ops/rewrite_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <algorithm>

using namespace nervure;
using namespace nervure::tests;

namespace {

/// Numbers far enough apart that a small step changes no maximum.
FloatTensor shuffled(const Shape &shape)
{
    FloatTensor tensor = counted(shape);
    std::shuffle(tensor.data.begin(), tensor.data.end(), std::mt19937(5));
    return tensor;
}

} // namespace

class TstPool2dGrad : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theResultHasTheShapeOfTheData()
    {
        const OpProbe op("_max_pool2d_grad", {{"pool_size", "(3, 3)"}});
        QCOMPARE(op.outputsFor({{}, {1, 2, 7, 7}, {}})[0], (Shape{1, 2, 7, 7}));
        QVERIFY(!op.spec()->rewrites->layout);
        QVERIFY(!op.spec()->pattern);
    }

    void everyWindowGivesToItsLargestElement()
    {
        OpProbe op("_max_pool2d_grad", {{"pool_size", "(1, 2)"}});
        QCOMPARE(op.firstOutput({{{1, 1, 1, 3}, {10, 20, 30}},
                                 {{1, 1, 1, 4}, {1, 5, 5, 2}},
                                 {{1, 1, 1, 3}, {5, 5, 5}}}),
                 (std::vector<float>{0, 30, 30, 0}));
    }

    void slopesOfMaxPool2dAgree_data()
    {
        QTest::addColumn<QString>("padding");
        QTest::addColumn<QString>("ceilMode");
        QTest::addColumn<QString>("layout");
        QTest::newRow("plain") << "(0, 0)"
                               << "False"
                               << "NCHW";
        QTest::newRow("padded") << "(1, 0)"
                                << "False"
                                << "NCHW";
        QTest::newRow("one padding") << "(1,)"
                                     << "False"
                                     << "NCHW";
        QTest::newRow("four paddings") << "(1, 0, 2, 1)"
                                       << "False"
                                       << "NCHW";
        QTest::newRow("rounded up") << "(0, 0)"
                                    << "True"
                                    << "NCHW";
        QTest::newRow("channels last") << "(1, 1)"
                                       << "False"
                                       << "NHWC";
    }
    void slopesOfMaxPool2dAgree()
    {
        QFETCH(QString, padding);
        QFETCH(QString, ceilMode);
        QFETCH(QString, layout);
        const AttrDict attrs{{"pool_size", "(3, 2)"},
                             {"strides", "(2, 2)"},
                             {"padding", padding.toStdString()},
                             {"ceil_mode", ceilMode.toStdString()},
                             {"layout", layout.toStdString()}};
        OpProbe pool("max_pool2d", attrs);
        std::vector<FloatTensor> data{shuffled({2, 5, 6, 5})};
        const auto pooled = pool.run(data);
        QVERIFY(pooled.ok());
        const FloatTensor outGrad = randomFloats((*pooled)[0].shape, 6);
        const auto f = [&pool](const std::vector<FloatTensor> &x) { return pool.firstOutput(x); };
        const std::vector<float> slopes = measuredGradient(f, data, 0, outGrad.data, 0.25F);
        OpProbe op("_max_pool2d_grad", attrs);
        const double distance =
            largestDistance(op.firstOutput({outGrad, data[0], (*pooled)[0]}), slopes);
        QVERIFY2(distance < 1e-4, std::to_string(distance).c_str());
    }

    void aGradientOfAnotherShapeIsRefused()
    {
        OpProbe op("_max_pool2d_grad", {{"pool_size", "(2, 2)"}});
        QVERIFY(op.firstOutput({counted({2, 3, 3}), counted({1, 2, 4, 4}), counted({2, 3, 3})})
                    .empty());
        QVERIFY(
            op.firstOutput({counted({1, 3, 3, 3}), counted({1, 2, 4, 4}), counted({1, 3, 3, 3})})
                .empty());
    }
};

NERVURE_TEST(TstPool2dGrad)
#include "tst_pool2d_grad.moc"
