// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/keras_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstKsMoves : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void otherShapes();
    void values();
    void functionsOfTensorFlow();
};

void TstKsMoves::otherShapes()
{
    const auto of = [](const char *name, const std::string &config,
                       const std::string &args = "$a") {
        const auto shape =
            KerasProbe(kerasOperation({1, 2, 3}, {1, 2, 3}, name, config, args)).shape();
        return shape ? *shape : Shape();
    };
    QCOMPARE(of("Reshape", R"("newshape": [-1, 3, 2])"), (Shape{1, 3, 2}));
    QCOMPARE(of("Transpose", R"("axes": [0, 2, 1])"), (Shape{1, 3, 2}));
    QCOMPARE(of("Swapaxes", R"("axis1": 1, "axis2": -1)"), (Shape{1, 3, 2}));
    QCOMPARE(of("ExpandDims", R"("axis": -1)"), (Shape{1, 2, 3, 1}));
    QCOMPARE(of("Squeeze", R"("axis": 0)"), (Shape{2, 3}));
    QCOMPARE(of("Concatenate", R"("axis": 1)", "[$a, $b]"), (Shape{1, 4, 3}));
    QCOMPARE(of("Stack", R"("axis": 1)", "[$a, $b]"), (Shape{1, 2, 2, 3}));
    QCOMPARE(of("Reshape", R"("newshape": [-1, 4])"), Shape());
    QCOMPARE(of("Squeeze", R"("axis": 1)"), Shape());
}

void TstKsMoves::values()
{
    const auto of = [](const char *name, const std::string &config,
                       const std::string &args = "$a") {
        return operationValues(kerasOperation({1, 2, 2}, {1, 2, 2}, name, config, args),
                               {1, 2, 3, 4}, {5, 6, 7, 8});
    };
    QCOMPARE(of("Transpose", R"("axes": [0, 2, 1])"), (Floats{1, 3, 2, 4}));
    QCOMPARE(of("Flip", R"("axis": 1)"), (Floats{3, 4, 1, 2}));
    QCOMPARE(of("Stack", R"("axis": -1)", "[$a, $b]"), (Floats{1, 5, 2, 6, 3, 7, 4, 8}));
    QCOMPARE(of("Concatenate", R"("axis": 2)", "[$a, $b]"), (Floats{1, 2, 5, 6, 3, 4, 7, 8}));
}

void TstKsMoves::functionsOfTensorFlow()
{
    const std::string perm =
        R"(["a", 0, 0, {"perm": [0, 2, 1], "name": "transpose", "conjugate": false}])";
    QCOMPARE(operationValues(kerasFunction({1, 2, 2}, {1, 2}, "compat.v1.transpose", perm),
                             {1, 2, 3, 4}),
             (Floats{1, 3, 2, 4}));
    const std::string both = R"([["a", 0, 0, {"axis": 1}], ["b", 0, 0, {"axis": 1}]])";
    QCOMPARE(operationValues(kerasFunction({1, 1, 2}, {1, 1, 2}, "concat", both), {1, 2}, {3, 4}),
             (Floats{1, 2, 3, 4}));
}

NERVURE_TEST(TstKsMoves)
#include "tst_ks_moves.moc"
