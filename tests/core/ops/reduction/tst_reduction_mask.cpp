// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/rewrite_probe.h"
#include "tests/core/ops/typed_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstReductionMask : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void extremesAreMarked()
    {
        const Elements<float> data{{2, 3}, {1, 5, 5, 4, 2, 0}};
        const AttrDict rows{{"axis", "-1"}};
        QCOMPARE(computed<float>(OpProbe("_max_mask", rows), data),
                 (std::vector<float>{0, 1, 1, 1, 0, 0}));
        QCOMPARE(computed<float>(OpProbe("_min_mask", rows), data),
                 (std::vector<float>{1, 0, 0, 0, 0, 1}));
        QCOMPARE(computed<float>(OpProbe("_min_mask"), data),
                 (std::vector<float>{0, 0, 0, 0, 0, 1}));
        QCOMPARE(computed<float>(OpProbe("_max_mask", {{"axis", "1"}, {"exclude", "1"}}), data),
                 (std::vector<float>{0, 1, 1, 1, 0, 0}));
    }

    void theMaskIsFloatWhateverIsCompared()
    {
        QCOMPARE(outputTypesFor(OpProbe("_max_mask"), {DType::Int32}), (DTypes{DType::Float32}));
        QCOMPARE(computed<float>(OpProbe("_max_mask"), Elements<std::int64_t>{{2}, {3, 4}}),
                 (std::vector<float>{0, 1}));
    }

    void axesAreCheckedWhenItRuns()
    {
        const OpProbe op("_max_mask", {{"axis", "7"}});
        QCOMPARE(op.outputsFor({{2, 3}})[0], (Shape{2, 3}));
        QVERIFY(computed<float>(op, Elements<float>{{2}, {1, 2}}).empty());
    }

    void axesStayAsTheyAreWritten()
    {
        const OpProbe op("_max_mask", {{"axis", "(2,0)"}});
        QCOMPARE(op.spec()->attrs.find("axis")->print(op.rule().attrs.data()),
                 std::string("[2,0]"));
    }

    void passesHaveTheirRules()
    {
        const OpProbe op("_min_mask");
        QCOMPARE(RewriteProbe(op, 1).gradient(),
                 std::string("n_zero_grad = zeros_like(x0)\n-> n_zero_grad"));
        QCOMPARE(askLayout(op, {"NC"}), (LayoutAnswer{{"NC"}, {"-"}, {}}));
        QVERIFY(!op.spec()->pattern && !op.spec()->inplace);
    }
};

NERVURE_TEST(TstReductionMask)
#include "tst_reduction_mask.moc"
