// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/keras_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstKsReductions : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void alongDimensions();
    void shapes();
};

void TstKsReductions::alongDimensions()
{
    const auto of = [](const char *name, const std::string &config,
                       const std::string &kwargs = {}) {
        return operationValues(kerasOperation({1, 2, 2}, {1, 2}, name, config, "$a", kwargs),
                               {1, 2, 3, 6});
    };
    QCOMPARE(of("Mean", R"("axis": 1, "keepdims": false)"), (Floats{2, 4}));
    QCOMPARE(of("Sum", R"("axis": [1, -1], "keepdims": false)"), (Floats{12}));
    QCOMPARE(of("Max", R"("axis": -1, "keepdims": true, "initial": null)"), (Floats{2, 6}));
    QCOMPARE(of("Average", R"("axis": 1)", R"("weights": null)"), (Floats{2, 4}));
    QCOMPARE(of("Average", R"("axis": 1)", R"("weights": [3.0, 1.0])"), (Floats{1.5, 3}));
    QVERIFY(isNear(of("Normalize", R"("axis": -1, "order": 2, "epsilon": null)")[0], 0.4472136));
}

void TstKsReductions::shapes()
{
    const auto of = [](const std::string &config) {
        return KerasProbe(kerasOperation({1, 2, 3}, {1, 2}, "Mean", config, "$a")).shape();
    };
    QCOMPARE(*of(R"("axis": 1, "keepdims": true)"), (Shape{1, 1, 3}));
    QCOMPARE(*of(R"("axis": -1, "keepdims": false)"), (Shape{1, 2}));
    QVERIFY(of(R"("axis": null)").error().message.find("expected dimensions") != std::string::npos);
}

NERVURE_TEST(TstKsReductions)
#include "tst_ks_reductions.moc"
