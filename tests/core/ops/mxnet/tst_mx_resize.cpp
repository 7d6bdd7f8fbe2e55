// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/mxnet_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstMxResize : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void inputsOfSeveralSizesMeet()
    {
        const MXNetProbe larger("UpSampling",
                                {{"scale", "2"}, {"sample_type", "nearest"}, {"num_args", "2"}});
        QCOMPARE(larger.outputsFor({{1, 2, 4, 4}, {1, 3, 8, 8}}), (Shapes{{1, 5, 8, 8}}));
        QCOMPARE(larger.outputsFor({{1, 2, 4, 4}, {1, 3, 3, 8}}), Shapes{});
        QCOMPARE(larger.lowersTo({{1, 2, 4, 4}, {1, 3, 8, 8}}),
                 std::string("upsampling concatenate"));
    }

    void unknownSizesDivideAll()
    {
        const MXNetProbe larger("UpSampling",
                                {{"scale", "2"}, {"sample_type", "nearest"}, {"num_args", "2"}});
        QCOMPARE(larger.outputsFor({{1, 2, unknownSize, 4}, {1, 3, 8, 8}}),
                 (Shapes{{1, 5, unknownSize, 8}}));
        QCOMPARE(larger.outputsFor({{1, 2, 4, 4}, {1, 3, 0, 8}}), Shapes{});
    }

    void weightsInterpolate()
    {
        const MXNetProbe larger(
            "UpSampling",
            {{"scale", "2"}, {"sample_type", "bilinear"}, {"num_filter", "3"}, {"num_args", "2"}});
        Shapes in{{1, 3, 4, 4}, {}};
        QCOMPARE(*larger.infer(in, {{}}), (Shapes{{1, 3, 8, 8}}));
        QCOMPARE(in[1], (Shape{3, 1, 4, 4}));
    }

    void cornersKeepTheirValues()
    {
        const auto result =
            MXNetProbe("_contrib_BilinearResize2D", {{"height", "1"}, {"width", "3"}})
                .computed({{{1, 1, 1, 2}, {1, 3}}});
        QVERIFY(bool(result));
        QCOMPARE(result->data, (std::vector<float>{1, 2, 3}));
    }

    void sizesFollowTheMode()
    {
        const auto sizes = [](const char *mode) {
            return MXNetProbe("_contrib_BilinearResize2D",
                              {{"mode", mode}, {"scale_height", "2.0"}, {"scale_width", "0.5"}})
                .outputsFor({{1, 1, 5, 8}});
        };
        QCOMPARE(sizes("size"), (Shapes{{1, 1, 10, 4}}));
        QCOMPARE(sizes("odd_scale"), (Shapes{{1, 1, 9, 4}}));
        QCOMPARE(sizes("to_even_down"), (Shapes{{1, 1, 4, 8}}));
        QCOMPARE(sizes("to_odd_up"), (Shapes{{1, 1, 5, 9}}));
    }

    void partsAreCut()
    {
        const auto result =
            MXNetProbe("Crop", {{"num_args", "1"}, {"offset", "(1, 0)"}, {"h_w", "(1, 2)"}})
                .computed({counted({1, 1, 2, 3})});
        QVERIFY(bool(result));
        QCOMPARE(result->data, (std::vector<float>{4, 5}));
        const MXNetProbe outside("Crop",
                                 {{"num_args", "1"}, {"offset", "(2, 0)"}, {"h_w", "(1, 2)"}});
        QCOMPARE(outside.outputsFor({{1, 1, 2, 3}}), Shapes{});
    }
};

NERVURE_TEST(TstMxResize)
#include "tst_mx_resize.moc"
