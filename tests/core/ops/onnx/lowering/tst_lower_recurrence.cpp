// SPDX-License-Identifier: Apache-2.0
#include "core/graph/tensor_type.h"
#include "tests/core/ops/onnx_run_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <cmath>
#include <fmt/format.h>

using namespace nervure;
using namespace nervure::tests;

namespace {

/// "float32[2, 3] = …": numbers between -1 and 1 that differ from place to place.
std::string waves(const Shape &shape, double phase)
{
    std::string sizes;
    std::int64_t count = 1;
    for (const std::int64_t size : shape) {
        sizes += (sizes.empty() ? "" : ", ") + std::to_string(size);
        count *= size;
    }
    std::string numbers;
    for (std::int64_t i = 0; i < count; ++i) {
        numbers += fmt::format("{}{:.3f}", i == 0 ? "" : ", ",
                               std::sin(phase + 1.7 * static_cast<double>(i)));
    }
    return "float32[" + sizes + "] = " + numbers;
}

} // namespace

class TstLowerRecurrence : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void usualLayersEqualThoseStepByStep_data();
    void usualLayersEqualThoseStepByStep();
};

void TstLowerRecurrence::usualLayersEqualThoseStepByStep_data()
{
    QTest::addColumn<QByteArray>("op");
    QTest::addColumn<int>("gates");
    QTest::addColumn<AttrDict>("attrs");
    QTest::addColumn<QByteArray>("lengths");
    const auto add = [](const char *name, const char *op, int gates, AttrDict attrs,
                        const char *lengths = "") {
        attrs.set("direction", "bidirectional");
        QTest::newRow(name) << QByteArray(op) << gates << attrs << QByteArray(lengths);
    };
    add("lstm", "LSTM", 4, {});
    add("lstm of some length", "LSTM", 4, {}, "int32[2] = 2, 3");
    add("gru", "GRU", 3, {});
    add("gru, reset behind", "GRU", 3, {{"linear_before_reset", "1"}});
    add("gru of some length", "GRU", 3, {}, "int32[2] = 0, 2");
    add("rnn", "RNN", 1, {});
    add("rnn of relu", "RNN", 1, {{"activations", R"(["Relu", "Relu"])"}});
}

/// A bound that nothing reaches has the steps written out, which compute by ONNX's formulas.
void TstLowerRecurrence::usualLayersEqualThoseStepByStep()
{
    QFETCH(QByteArray, op);
    QFETCH(int, gates);
    QFETCH(AttrDict, attrs);
    QFETCH(QByteArray, lengths);
    const std::int64_t rows = 2 * gates;
    std::vector<std::string> inputs{waves({3, 2, 2}, 0.1),    waves({2, rows, 2}, 0.2),
                                    waves({2, rows, 2}, 0.3), waves({2, 2 * rows}, 0.4),
                                    lengths.toStdString(),    waves({2, 2, 2}, 0.5)};
    if (gates == 4) {
        inputs.push_back(waves({2, 2, 2}, 0.6));
    }
    const std::size_t count = gates == 4 ? 3 : 2;
    const std::string whole = OnnxRunProbe(op.toStdString(), 14, attrs).outputs(inputs, count);
    attrs.set("clip", "1000");
    const std::string steps = OnnxRunProbe(op.toStdString(), 14, attrs).outputs(inputs, count);
    QVERIFY2(whole.rfind("float32[3,2,2,2] ", 0) == 0, whole.c_str());
    QCOMPARE(whole, steps);
}

NERVURE_TEST(TstLowerRecurrence)
#include "tst_lower_recurrence.moc"
