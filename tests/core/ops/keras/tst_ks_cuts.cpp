// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/keras_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstKsCuts : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void partsOfTensors();
    void slicesOfTensorFlow();
    void severalParts();
    void products();
};

void TstKsCuts::partsOfTensors()
{
    const std::string all =
        R"({"class_name": "__slice__", "config": {"start": null, "stop": null, "step": null}})";
    const std::string two =
        R"({"class_name": "__slice__", "config": {"start": 1, "stop": null, "step": 2}})";
    const auto of = [](const std::string &key) {
        return operationValues(kerasOperation({1, 2, 4}, {1, 2}, "GetItem", "", "$a, " + key),
                               countedFrom1(8));
    };
    QCOMPARE(of('[' + all + ", 1]"), (Floats{5, 6, 7, 8}));
    QCOMPARE(of('[' + all + ", " + all + ", -1]"), (Floats{4, 8}));
    QCOMPARE(of(R"([{"class_name": "__ellipsis__", "config": {}}, )" + two + ']'),
             (Floats{2, 4, 6, 8}));
    QCOMPARE(of("0"), countedFrom1(8));
}

void TstKsCuts::slicesOfTensorFlow()
{
    const std::string call =
        R"(["a", 0, 0, {"slice_spec": [{"start": null, "stop": null, "step": null}, {"start": 0, "stop": 1, "step": null}]}])";
    QCOMPARE(operationValues(kerasFunction({1, 2, 2}, {1, 2}, "__operators__.getitem", call),
                             {1, 2, 3, 4}),
             (Floats{1, 2}));
}

void TstKsCuts::severalParts()
{
    const std::string model =
        kerasOperation({1, 4}, {1, 2}, "Split", R"("indices_or_sections": 2, "axis": 1)", "$a");
    QCOMPARE(operationValues(model, {1, 2, 3, 4}), (Floats{1, 2}));
    const std::string odd =
        kerasOperation({1, 4}, {1, 2}, "Split", R"("indices_or_sections": 3, "axis": 1)", "$a");
    QVERIFY(KerasProbe(odd).shape().error().message.find("do not make 3 parts")
            != std::string::npos);
}

void TstKsCuts::products()
{
    const std::string model = kerasOperation({1, 1, 2}, {1, 2, 1}, "Matmul", "", "$a, $b");
    QCOMPARE(operationValues(model, {1, 2}, {3, 4}), (Floats{11}));
    const std::string turned = R"(["a", 0, 0, {"b": ["b", 0, 0], "transpose_b": true}])";
    QCOMPARE(operationValues(kerasFunction({1, 1, 2}, {1, 1, 2}, "linalg.matmul", turned), {1, 2},
                             {3, 4}),
             (Floats{11}));
}

NERVURE_TEST(TstKsCuts)
#include "tst_ks_cuts.moc"
