// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/keras_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstKsCopies : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void severalTimes();
    void mistakesAreTold();
};

void TstKsCopies::severalTimes()
{
    const auto of = [](const char *name, const std::string &config,
                       const std::string &args = "$a") {
        return operationValues(kerasOperation({1, 2, 2}, {1, 2}, name, config, args), {1, 2, 3, 4});
    };
    QCOMPARE(of("Repeat", R"("repeats": 2, "axis": 2)"), (Floats{1, 1, 2, 2, 3, 3, 4, 4}));
    QCOMPARE(of("Tile", R"("repeats": [2, 1])"), (Floats{1, 2, 3, 4, 1, 2, 3, 4}));
    QCOMPARE(of("Take", R"("axis": 1)", "$a, [1, 1, 0]"), (Floats{3, 4, 3, 4, 1, 2}));
    QCOMPARE(of("Pad", R"("pad_width": [[0, 0], [1, 0], [0, 0]], "mode": "constant")"),
             (Floats{0, 0, 1, 2, 3, 4}));
    QCOMPARE(of("OneHot", R"("num_classes": 3, "axis": -1, "dtype": "float32", "sparse": false)"),
             (Floats{0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0}));
}

void TstKsCopies::mistakesAreTold()
{
    const auto of = [](const char *name, const std::string &config,
                       const std::string &args = "$a") {
        const auto shape =
            KerasProbe(kerasOperation({1, 2, 2}, {1, 2}, name, config, args)).shape();
        return shape ? std::string() : shape.error().message;
    };
    QVERIFY(of("Take", R"("axis": 1)", "$a, [2]").find("takes [2") == std::string::npos);
    QVERIFY(of("Take", R"("axis": 1)", "$a, [2]").find("of 2 elements") != std::string::npos);
    QVERIFY(of("Pad", R"("pad_width": [[0, 0]], "mode": "constant")").find("two for each")
            != std::string::npos);
}

NERVURE_TEST(TstKsCopies)
#include "tst_ks_copies.moc"
