// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/mxnet_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstMxNormalization : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void hiddenOutputsHaveShapes()
    {
        QCOMPARE(MXNetProbe("InstanceNorm").outputsFor({{2, 3, 4, 5}, {}, {}}),
                 (Shapes{{2, 3, 4, 5}, {2, 3}, {2, 3}}));
        QCOMPARE(MXNetProbe("LayerNorm").outputsFor({{2, 3, 4}, {}, {}}),
                 (Shapes{{2, 3, 4}, {2, 3, 1}, {2, 3, 1}}));
        QCOMPARE(MXNetProbe("L2Normalization", {{"mode", "channel"}}).outputsFor({{2, 3, 4, 5}}),
                 (Shapes{{2, 3, 4, 5}, {2, 4, 5}}));
        QCOMPARE(MXNetProbe("Dropout", {{"axes", "(1,)"}}).outputsFor({{2, 3}}),
                 (Shapes{{2, 3}, {2, 1}}));
    }

    void layersAreNormalized()
    {
        const MXNetProbe norm("LayerNorm", {{"eps", "0"}, {"axis", "0"}});
        const std::vector<FloatTensor> in{{{2, 1}, {1, 5}}, {{2}, {1, 10}}, {{2}, {0, 1}}};
        const auto result = norm.computed(in);
        QVERIFY(bool(result));
        QCOMPARE(result->data, (std::vector<float>{-1, 11}));
        const auto deviation = norm.computed(in, 2);
        QVERIFY(bool(deviation));
        QCOMPARE(deviation->data, (std::vector<float>{2}));
    }

    void lengthsAreOne()
    {
        const auto result = MXNetProbe("L2Normalization", {{"mode", "spatial"}, {"eps", "0"}})
                                .computed({{{1, 2, 2}, {3, 4, 6, 8}}});
        QVERIFY(bool(result));
        QCOMPARE(result->data, (std::vector<float>{0.6F, 0.8F, 0.6F, 0.8F}));
    }

    void dropsNothing()
    {
        QCOMPARE(MXNetProbe("Dropout").lowersTo({{2, 3}}), std::string("copy"));
        QVERIFY(!MXNetProbe("Dropout", {{"mode", "always"}}).computed({{{2}, {1, 2}}}));
    }

    void sizeIsRequired() { QCOMPARE(MXNetProbe("LRN").diagnostics.size(), std::size_t{1}); }

    void groupsOfChannels()
    {
        const MXNetProbe probe("GroupNorm", {{"num_groups", "2"}, {"eps", "0"}});
        const auto result =
            probe.computed({{{1, 4, 1}, {1, 3, 2, 6}}, {{2}, {1, 2}}, {{2}, {0, 1}}});
        QVERIFY2(bool(result), result ? "" : result.error().message.c_str());
        QCOMPARE(result->data, (std::vector<float>{-1, 1, -1, 3}));
        Shapes in{{2, 4, 3, 3}, {}, {}};
        const auto out = probe.infer(in, {{}, {}, {}});
        QVERIFY(out);
        QCOMPARE(in[1], (Shape{2}));
        QCOMPARE(out->at(2), (Shape{2, 2}));
    }
};

NERVURE_TEST(TstMxNormalization)
#include "tst_mx_normalization.moc"
