// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/op_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

namespace {

OpProbe probe(const std::string &axis, const std::string &epsilon = "0")
{
    return OpProbe("standardize", {{"epsilon", epsilon}, {"axis", axis}}, Dialect::Nervure);
}

} // namespace

class TstStandardize : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void groupsGetMeanZeroAndDeviationOne()
    {
        QCOMPARE(probe("(1,)").firstOutput({{{2, 2}, {1, 3, -10, -30}}}),
                 (std::vector<float>{-1, 1, 1, -1}));
        QCOMPARE(probe("(0,)").firstOutput({{{2, 2}, {1, 3, -1, 7}}}),
                 (std::vector<float>{1, -1, -1, 1}));
    }

    void withoutAxesAllIsOneGroup()
    {
        QCOMPARE(probe("()").firstOutput({{{2, 2}, {0, 0, 2, 2}}}),
                 (std::vector<float>{-1, -1, 1, 1}));
    }

    void epsilonIsAddedToTheVariance()
    {
        QCOMPARE(probe("(1,)", "3").firstOutput({{{1, 2}, {4, 6}}}),
                 (std::vector<float>{-0.5F, 0.5F}));
    }

    void theMeanCanCountAsZero()
    {
        OpProbe op("standardize", {{"epsilon", "0"}, {"axis", "(1,)"}, {"center", "False"}},
                   Dialect::Nervure);
        QCOMPARE(op.firstOutput({{{1, 2}, {1, 7}}}), (std::vector<float>{0.2F, 1.4F}));
    }

    void axesMustExist() { QVERIFY(probe("(2,)").firstOutput({{{1, 2}, {4, 6}}}).empty()); }
};

NERVURE_TEST(TstStandardize)
#include "tst_standardize.moc"
