// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/keras_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstKsArithmetic : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void constantsAreOperands();
    void functionsOfTensorFlow();
    void choices();
    void constantsDecideShapes();
};

void TstKsArithmetic::constantsAreOperands()
{
    const auto of = [](const char *name, const std::string &args) {
        return operationValues(kerasOperation({1, 3}, {1, 3}, name, "", args), {0, 1, -1},
                               {2, 2, 2});
    };
    QCOMPARE(of("Multiply", "$a, 2.0"), (Floats{0, 2, -2}));
    QCOMPARE(of("Subtract", "1.0, $a"), (Floats{1, 0, 2}));
    QCOMPARE(of("Subtract", "$a, 1"), (Floats{-1, 0, -2}));
    QCOMPARE(of("Maximum", "$a, 0.5"), (Floats{0.5, 1, 0.5}));
    QCOMPARE(of("TrueDivide", "$a, 4"), (Floats{0, 0.25, -0.25}));
    QCOMPARE(of("Power", "2, $a"), (Floats{1, 2, 0.5}));
    QCOMPARE(of("Add", "$a, $b"), (Floats{2, 3, 1}));
    QCOMPARE(of("Add", R"($a, {"class_name": "__numpy__", "config": {"value": [[1.0, 2.0, 3.0]],
                           "dtype": "float32"}})"),
             (Floats{1, 3, 2}));
}

void TstKsArithmetic::functionsOfTensorFlow()
{
    const auto of = [](const char *name, const std::string &call) {
        return operationValues(kerasFunction({1, 3}, {1, 3}, name, call), {0, 1, -1}, {2, 2, 2});
    };
    QCOMPARE(of("math.multiply", R"(["a", 0, 0, {"y": 2, "name": null}])"), (Floats{0, 2, -2}));
    QCOMPARE(of("math.subtract", R"(["_CONSTANT_VALUE", -1, 1.0, {"y": ["a", 0, 0]}])"),
             (Floats{1, 0, 2}));
    QCOMPARE(of("__operators__.add", R"(["a", 0, 0, {"y": ["b", 0, 0]}])"), (Floats{2, 3, 1}));
    QCOMPARE(of("__operators__.add", R"(["a", 0, 0, {"y": [[1.0, 2.0, 3.0]]}])"),
             (Floats{1, 3, 2}));
}

void TstKsArithmetic::choices()
{
    const std::string model = kerasOperation({1, 3}, {1, 3}, "Where", "", "$a, $b, -1.5");
    QCOMPARE(operationValues(model, {0, 1, 2}, {5, 6, 7}), (Floats{-1.5, 6, 7}));
}

void TstKsArithmetic::constantsDecideShapes()
{
    const std::string model = kerasOperation({1, 3}, {1, 3}, "Add", "", "$a, [[[1], [2]]]");
    QCOMPARE(*KerasProbe(model).shape(), (Shape{1, 2, 3}));
    const auto wrong = KerasProbe(kerasOperation({1, 3}, {1, 3}, "Add", "", "$a, [1, 2]")).shape();
    QVERIFY(!wrong && wrong.error().message.find("do not fit") != std::string::npos);
    const auto odd =
        KerasProbe(kerasOperation({1, 3}, {1, 3}, "Add", "", "$a, [[1, 2], [3]]")).shape();
    QVERIFY(!odd && odd.error().message.find("an array of numbers") != std::string::npos);
}

NERVURE_TEST(TstKsArithmetic)
#include "tst_ks_arithmetic.moc"
