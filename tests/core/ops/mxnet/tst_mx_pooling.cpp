// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/mxnet_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstMxPooling : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void sizesFollowTheConvention()
    {
        const auto sizes = [](const char *convention) {
            return MXNetProbe("Pooling", {{"kernel", "(3, 3)"},
                                          {"stride", "(2, 2)"},
                                          {"pool_type", "avg"},
                                          {"pooling_convention", convention}})
                .outputsFor({{1, 2, 6, 7}});
        };
        QCOMPARE(sizes("valid"), (Shapes{{1, 2, 2, 3}}));
        QCOMPARE(sizes("full"), (Shapes{{1, 2, 3, 3}}));
    }

    void theMaximumHasAWorkspace()
    {
        QCOMPARE(MXNetProbe("Pooling", {{"kernel", "(2, 2)"}}).outputCount(), std::size_t{2});
        QCOMPARE(MXNetProbe("Pooling", {{"global_pool", "True"}}).outputCount(), std::size_t{1});
    }

    /// A window that hangs over is divided by its part of the padded input.
    void averagesAtTheEnd()
    {
        const auto averages = [](const AttrDict &more) {
            AttrDict attrs{{"kernel", "(3,)"},
                           {"stride", "(2,)"},
                           {"pad", "(1,)"},
                           {"pool_type", "avg"},
                           {"pooling_convention", "full"}};
            for (const auto &[key, value] : more) {
                attrs.set(key, value);
            }
            const auto result = MXNetProbe("Pooling", attrs).computed({{{1, 1, 4}, {3, 6, 9, 12}}});
            return result ? result->data : std::vector<float>{};
        };
        QCOMPARE(averages({}), (std::vector<float>{3, 9, 6}));
        QCOMPARE(averages({{"count_include_pad", "False"}}), (std::vector<float>{4.5, 9, 12}));
    }

    void volumesArePooled()
    {
        const auto pooled = [](const AttrDict &attrs) {
            const auto result = MXNetProbe("Pooling", attrs).computed({counted({1, 1, 2, 2, 2})});
            return result ? result->data : std::vector<float>{};
        };
        QCOMPARE(pooled({{"kernel", "(2, 2, 2)"}}), (std::vector<float>{8}));
        QCOMPARE(pooled({{"kernel", "(2, 2, 1)"}, {"pool_type", "sum"}}),
                 (std::vector<float>{16, 20}));
        QCOMPARE(pooled({{"global_pool", "True"}, {"pool_type", "avg"}}),
                 (std::vector<float>{4.5}));
    }

    void powersArePooled()
    {
        const auto result =
            MXNetProbe("Pooling", {{"kernel", "(1, 2)"}, {"pool_type", "lp"}, {"p_value", "2"}})
                .computed({{{1, 1, 1, 2}, {3, -4}}});
        QVERIFY(bool(result));
        QCOMPARE(result->data, (std::vector<float>{5}));
    }

    /// The older operator pads with zeros that count, for the maximum too.
    void paddingOfTheOlderOneCounts()
    {
        const auto pooled = [](const char *type) {
            const auto result = MXNetProbe("Pooling_v1", {{"kernel", "(1, 2)"},
                                                          {"pad", "(0, 1)"},
                                                          {"stride", "(1, 2)"},
                                                          {"pool_type", type}})
                                    .computed({{{1, 1, 1, 2}, {-3, -4}}});
            return result ? result->data : std::vector<float>{};
        };
        QCOMPARE(pooled("max"), (std::vector<float>{0, 0}));
        QCOMPARE(pooled("avg"), (std::vector<float>{-1.5, -2}));
    }

    void sameIsRefused()
    {
        Shapes in{{1, 2, 6}};
        const auto out = MXNetProbe("Pooling", {{"kernel", "(3,)"}, {"pooling_convention", "same"}})
                             .infer(in, {{}, {}});
        QVERIFY(!out);
        QCOMPARE(out.error().code, std::string("attr-invalid"));
    }
};

NERVURE_TEST(TstMxPooling)
#include "tst_mx_pooling.moc"
