// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/mxnet_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstMxSort : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void positionsInOrder()
    {
        const auto result = MXNetProbe("argsort", {{"is_ascend", "False"}})
                                .computed({{{2, 3}, {1, 3, 2, 5, 5, 9}}});
        QVERIFY2(bool(result), result ? "" : result.error().message.c_str());
        QCOMPARE(result->data, (std::vector<float>{1, 2, 0, 2, 0, 1}));
    }

    void oneRowWithoutAnAxis()
    {
        QCOMPARE(MXNetProbe("argsort", {{"axis", "None"}}).outputsFor({{2, 3}}), (Shapes{{6}}));
    }

    void elementsInOrder()
    {
        const auto result = MXNetProbe("sort", {{"axis", "0"}}).computed({{{2, 2}, {3, 1, 2, 4}}});
        QVERIFY2(bool(result), result ? "" : result.error().message.c_str());
        QCOMPARE(result->data, (std::vector<float>{2, 1, 3, 4}));
    }

    void otherAxesAreRefused()
    {
        QVERIFY(MXNetProbe("argsort", {{"axis", "2"}}).outputsFor({{2, 3}}).empty());
    }

    void largestElements()
    {
        const FloatTensor data{{2, 3}, {3, 1, 2, 5, 9, 7}};
        const MXNetProbe both("topk", {{"k", "2"}, {"ret_typ", "both"}});
        QCOMPARE(both.outputsFor({{2, 3}}), (Shapes{{2, 2}, {2, 2}}));
        const auto elements = both.computed({data});
        const auto positions = both.computed({data}, 1);
        QVERIFY2(bool(elements), elements ? "" : elements.error().message.c_str());
        QVERIFY(positions);
        QCOMPARE(elements->data, (std::vector<float>{3, 2, 9, 7}));
        QCOMPARE(positions->data, (std::vector<float>{0, 2, 1, 2}));
        const auto mask = MXNetProbe("topk", {{"axis", "0"}, {"ret_typ", "mask"}}).computed({data});
        QVERIFY(mask);
        QCOMPARE(mask->data, (std::vector<float>{0, 0, 0, 1, 1, 1}));
        const auto least = MXNetProbe("topk", {{"axis", "None"}, {"k", "2"}, {"is_ascend", "True"}})
                               .computed({data});
        QVERIFY(least);
        QCOMPARE(least->data, (std::vector<float>{1, 2}));
    }

    void noMoreThanThereAre()
    {
        QVERIFY(MXNetProbe("topk", {{"k", "4"}}).outputsFor({{2, 3}}).empty());
    }
};

NERVURE_TEST(TstMxSort)
#include "tst_mx_sort.moc"
