// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/mxnet_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstMxConvolution : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void sizesFlowBothWays()
    {
        const MXNetProbe conv("Convolution", {{"kernel", "(3, 3)"}, {"num_filter", "8"}});
        Shapes in{{unknownSize, 3, unknownSize, unknownSize}, {}, {}};
        const auto out = conv.infer(in, {{2, unknownSize, 5, 6}});
        QVERIFY(bool(out));
        QCOMPARE(in, (Shapes{{2, 3, 7, 8}, {8, 3, 3, 3}, {8}}));
        QCOMPARE(*out, (Shapes{{2, 8, 5, 6}}));
    }

    void unknownChannelsAreNoFault()
    {
        const MXNetProbe conv("Convolution",
                              {{"kernel", "(3, 3)"}, {"num_filter", "8"}, {"num_group", "2"}});
        Shapes in{{1, unknownSize, unknownSize, 7}, {}, {}};
        QCOMPARE(*conv.infer(in, {{}}), (Shapes{{1, 8, unknownSize, 5}}));
        QCOMPARE(in[1], (Shape{8, unknownSize, 3, 3}));
    }

    void weightsFollowTheLayout()
    {
        const MXNetProbe conv("Convolution", {{"kernel", "(3, 2)"},
                                              {"num_filter", "4"},
                                              {"num_group", "2"},
                                              {"no_bias", "True"},
                                              {"layout", "NHWC"}});
        Shapes in{{1, 5, 5, 6}, {}};
        QCOMPARE(*conv.infer(in, {{}}), (Shapes{{1, 3, 4, 4}}));
        QCOMPARE(in[1], (Shape{4, 3, 2, 3}));
        QCOMPARE(conv.lowersTo(in), std::string("conv2d"));
    }

    void rowsAreConvolvedAsImages()
    {
        const MXNetProbe conv("Convolution",
                              {{"kernel", "(2,)"}, {"num_filter", "1"}, {"pad", "(1,)"}});
        const auto result =
            conv.computed({{{1, 1, 3}, {1, 2, 3}}, {{1, 1, 2}, {10, 1}}, {{1}, {0.5}}});
        QVERIFY(bool(result));
        QCOMPARE(result->data, (std::vector<float>{1.5, 12.5, 23.5, 30.5}));
    }

    /// One window of eight ones, by groups, with a step along the depth.
    void volumesAreConvolved()
    {
        const MXNetProbe conv("Convolution", {{"kernel", "(2, 2, 2)"},
                                              {"num_filter", "2"},
                                              {"num_group", "2"},
                                              {"stride", "(2, 1, 1)"},
                                              {"no_bias", "True"}});
        const auto result =
            conv.computed({counted({1, 2, 4, 2, 2}), {{2, 1, 2, 2, 2}, std::vector<float>(16, 1)}});
        QVERIFY(bool(result));
        QCOMPARE(result->shape, (Shape{1, 2, 2, 1, 1}));
        QCOMPARE(result->data, (std::vector<float>{36, 100, 164, 228}));
    }

    void unknownShapesAreNotLowered()
    {
        const MXNetProbe conv("Convolution",
                              {{"kernel", "(3, 3)"}, {"num_filter", "8"}, {"layout", "NHWC"}});
        QVERIFY(conv.lowersTo({{}, {}, {}}).find("expected known ones") != std::string::npos);
        QVERIFY(conv.lowersTo({{unknownSize, 8, 8, 3}, {}, {}}).find("expected known ones")
                != std::string::npos);
    }

    void badAttributesAreRefused()
    {
        const MXNetProbe conv("Convolution", {{"kernel", "(3, 3)"}, {"num_filter", "0"}});
        QCOMPARE(conv.diagnostics.size(), std::size_t{1});
        QCOMPARE(conv.diagnostics[0].code, std::string("attr-invalid"));
        Shapes in{{1, 3, 5, 5}, {}, {}};
        const auto uneven =
            MXNetProbe("Convolution",
                       {{"kernel", "(3, 3)"}, {"num_filter", "4"}, {"stride", "(1, 1, 1)"}})
                .infer(in, {{}});
        QVERIFY(!uneven);
        QCOMPARE(uneven.error().code, std::string("attr-invalid"));
        const auto large =
            MXNetProbe("Convolution", {{"kernel", "(7, 3)"}, {"num_filter", "4"}}).infer(in, {{}});
        QVERIFY(!large);
        QCOMPARE(large.error().code, std::string("infer-shape"));
    }
};

NERVURE_TEST(TstMxConvolution)
#include "tst_mx_convolution.moc"
