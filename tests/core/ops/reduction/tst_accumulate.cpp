// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/op_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstAccumulate : public QObject {
    Q_OBJECT

private:
    [[nodiscard]] static std::vector<float> accumulated(
        std::vector<std::pair<std::string, std::string>> attrs)
    {
        AttrDict all;
        for (auto &[key, value] : attrs) {
            all.set(key, value);
        }
        OpProbe probe("accumulate", all, Dialect::Nervure);
        return probe.firstOutput({{{2, 3}, {1, 2, 3, 4, 5, 6}}});
    }

private Q_SLOTS:
    void sumsAlongADimension()
    {
        QCOMPARE(accumulated({{"axis", "1"}}), (std::vector<float>{1, 3, 6, 4, 9, 15}));
        QCOMPARE(accumulated({{"axis", "0"}}), (std::vector<float>{1, 2, 3, 5, 7, 9}));
    }

    void withoutTheElementItself()
    {
        QCOMPARE(accumulated({{"axis", "1"}, {"exclusive", "1"}}),
                 (std::vector<float>{0, 1, 3, 0, 4, 9}));
    }

    void fromTheLastOneOn()
    {
        QCOMPARE(accumulated({{"axis", "-1"}, {"reverse", "1"}}),
                 (std::vector<float>{6, 5, 3, 15, 11, 6}));
    }

    void multiplies()
    {
        QCOMPARE(accumulated({{"axis", "1"}, {"mode", "prod"}}),
                 (std::vector<float>{1, 2, 6, 4, 20, 120}));
    }
};

NERVURE_TEST(TstAccumulate)
#include "tst_accumulate.moc"
