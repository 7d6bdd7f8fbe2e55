// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/rewrite_probe.h"
#include "tests/support/errors.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

namespace {

/// Class, score and a box of two by two at `left`.
std::vector<float> row(float label, float score, float left)
{
    return {label, score, left, 0, left + 2, 2};
}

FloatTensor image(const std::vector<std::vector<float>> &rows)
{
    FloatTensor tensor{{1, static_cast<std::int64_t>(rows.size()), 6}, {}};
    for (const std::vector<float> &numbers : rows) {
        tensor.data.insert(tensor.data.end(), numbers.begin(), numbers.end());
    }
    return tensor;
}

/// Classes and scores of the result.
std::vector<float> suppressed(OpProbe op, const FloatTensor &data, float valid)
{
    const std::vector<float> all = op.firstOutput({data, {{1}, {valid}}});
    std::vector<float> result;
    for (std::size_t i = 0; i + 5 < all.size(); i += 6) {
        result.insert(result.end(), {all[i], all[i + 1]});
    }
    return result;
}

} // namespace

class TstNms : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void shapesMustFit()
    {
        OpProbe op("nms");
        QCOMPARE(op.outputsFor({{2, 5, 6}, {2}})[0], (Shape{2, 5, 6}));
        QVERIFY(op.outputsFor({{2, 5, 6}, {3}}).empty());
        QVERIFY(op.outputsFor({{2, 5, 7}, {2}}).empty());
        QVERIFY(op.outputsFor({{2, 5, 6}, {}}).empty());
        QCOMPARE(OpProbe::fixed("nms").outputsFor({{2, 5, 6}, {}}), Shapes{{}});
    }

    void betterBoxesOfTheSameClassWin()
    {
        const FloatTensor data =
            image({row(0, 0.5F, 0), row(0, 0.9F, 0.5F), row(1, 0.7F, 0), row(0, 0.6F, 9)});
        QCOMPARE(suppressed(OpProbe("nms"), data, 4),
                 (std::vector<float>{0, 0.9F, 1, 0.7F, 0, 0.6F, -1, 0.5F}));
        QCOMPARE(suppressed(OpProbe("nms", {{"force_suppress", "True"}}), data, 4),
                 (std::vector<float>{0, 0.9F, -1, 0.7F, 0, 0.6F, -1, 0.5F}));
        QCOMPARE(suppressed(OpProbe("nms", {{"nms_threshold", "0.9"}}), data, 4),
                 (std::vector<float>{0, 0.9F, 1, 0.7F, 0, 0.6F, 0, 0.5F}));
    }

    void rowsBeyondTheCountAreDropped()
    {
        const FloatTensor data = image({row(0, 0.5F, 0), row(0, 0.9F, 9), row(1, 0.7F, 0)});
        QCOMPARE(suppressed(OpProbe("nms"), data, 2),
                 (std::vector<float>{0, 0.9F, 0, 0.5F, -1, -1}));
        QCOMPARE(suppressed(OpProbe("nms"), data, -3), (std::vector<float>(6, -1)));
        QCOMPARE(suppressed(OpProbe("nms"), data, 99).size(), std::size_t(6));
    }

    void aThresholdOutsideZeroToOneChangesNothing()
    {
        const FloatTensor data = image({row(0, 0.5F, 0), row(0, 0.9F, 0)});
        QCOMPARE(suppressed(OpProbe("nms", {{"nms_threshold", "1.5"}}), data, 2),
                 (std::vector<float>{0, 0.5F, 0, 0.9F}));
    }

    void theBestFewCount()
    {
        const AttrDict attrs{{"nms_topk", "1"}};
        const FloatTensor data = image({row(0, 0.5F, 0), row(1, 0.9F, 9), row(2, 0.7F, 20)});
        QCOMPARE(suppressed(OpProbe("nms", attrs), data, 3),
                 (std::vector<float>{1, 0.9F, -1, 0.9F, 2, 0.7F}));
        QCOMPARE(suppressed(OpProbe::fixed("nms", attrs), data, 3),
                 (std::vector<float>{1, 0.9F, -1, -1, -1, -1}));
    }

    void bothInputsAreCalledNchw()
    {
        QCOMPARE(askLayout(OpProbe("nms"), {"-", "-"}),
                 (LayoutAnswer{{"NCHW", "NCHW"}, {"-"}, {}}));
    }

    void theOutputHasTheTypeOfTheData()
    {
        DTypes in{DType::Float32, DType::Int32};
        QCOMPARE((*OpProbe("nms").inferTypes(in))[0], DType::Float32);
        DTypes open{DType::Unknown, DType::Int32};
        NERVURE_VERIFY_ERROR(OpProbe("nms").inferTypes(open, DTypes{DType::Float32}), "infer-type",
                             "output 0 is float32");
    }
};

NERVURE_TEST(TstNms)
#include "tst_nms.moc"
