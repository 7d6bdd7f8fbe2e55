// SPDX-License-Identifier: Apache-2.0
#include "core/ops/rules/strided_copy.h"
#include "tests/core/ops/op_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

namespace {

/// The elements of `tensor`, of layout `from`, in layout `to`; none when it cannot be done.
std::vector<float> inLayout(FloatTensor tensor, const char *from, const char *to)
{
    const auto shape = Layout::parse(from)->convert(tensor.shape, *Layout::parse(to));
    if (!shape) {
        return {};
    }
    FloatTensor result = counted(*shape, -1);
    const Status status =
        copyToLayout(tensor.view(), *Layout::parse(from), result.view(), *Layout::parse(to));
    return status ? result.data : std::vector<float>{};
}

} // namespace

class TstStridedCopy : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void elementsFollowTheStrides()
    {
        FloatTensor in = counted({2, 3});
        FloatTensor out = counted({3, 2}, 0);
        copyStrided({{3, 2}, {1, 3}, 0}, in.view().data, sizeof(float), out.view().data);
        QCOMPARE(out.data, (std::vector<float>{1, 4, 2, 5, 3, 6}));
        copyStrided({{3, 2}, {-1, 0}, 2}, in.view().data, sizeof(float), out.view().data);
        QCOMPARE(out.data, (std::vector<float>{3, 3, 2, 2, 1, 1}));
    }

    void dimensionsChangePlaces()
    {
        QCOMPARE(inLayout(counted({1, 2, 1, 3}), "NCHW", "NHWC"),
                 (std::vector<float>{1, 4, 2, 5, 3, 6}));
        QCOMPARE(inLayout(counted({1, 1, 3, 2}), "NHWC", "NCHW"),
                 (std::vector<float>{1, 3, 5, 2, 4, 6}));
    }

    void dimensionsAreSplitIntoBlocks()
    {
        QCOMPARE(inLayout(counted({1, 4, 1, 2}), "NCHW", "NCHW2c"),
                 (std::vector<float>{1, 3, 2, 4, 5, 7, 6, 8}));
        QCOMPARE(inLayout(counted({1, 4, 1, 2}), "NCHW", "N2cHWC"),
                 (std::vector<float>{1, 5, 2, 6, 3, 7, 4, 8}));
    }

    void blocksAreJoined()
    {
        const std::vector<float> plain = counted({1, 4, 1, 2}).data;
        const FloatTensor blocked{{1, 2, 1, 2, 2}, {1, 3, 2, 4, 5, 7, 6, 8}};
        QCOMPARE(inLayout(blocked, "NCHW2c", "NCHW"), plain);
        const FloatTensor four{{1, 1, 1, 2, 4}, {1, 3, 5, 7, 2, 4, 6, 8}};
        QCOMPARE(inLayout(blocked, "NCHW2c", "NCHW4c"), four.data);
        QCOMPARE(inLayout(four, "NCHW4c", "NCHW2c"), blocked.data);
    }

    void aWeightInBlocksOfBothChannels()
    {
        const FloatTensor plain = counted({4, 2, 1, 3});
        const std::vector<float> blocked = inLayout(plain, "OIHW", "OIHW2i2o");
        QCOMPARE(blocked[1], 7.0F); // output channel 1 of input channel 0
        QCOMPARE(blocked[2], 4.0F); // input channel 1 of output channel 0
        QCOMPARE(inLayout({{2, 1, 1, 3, 2, 2}, blocked}, "OIHW2i2o", "OIHW"), plain.data);
    }

    void channelsBeyondTheLastWholeBlockAreLeftOut()
    {
        QCOMPARE(inLayout(counted({1, 3, 1, 1}), "NCHW", "NCHW2c"), (std::vector<float>{1, 2}));
    }

    void shapesThatDoNotFitAreRefused()
    {
        FloatTensor in = counted({1, 2, 1, 3});
        FloatTensor out = counted({1, 2, 1, 3});
        QVERIFY(
            !copyToLayout(in.view(), *Layout::parse("NCHW"), out.view(), *Layout::parse("NHWC")));
        QVERIFY(
            !copyToLayout(in.view(), *Layout::parse("NCHW2c"), out.view(), *Layout::parse("NCHW")));
    }
};

NERVURE_TEST(TstStridedCopy)
#include "tst_strided_copy.moc"
