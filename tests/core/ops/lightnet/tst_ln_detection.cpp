// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/ln_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstLnDetection : public QObject {
    Q_OBJECT

private:
    Builtins m_builtins = makeBuiltins();

private Q_SLOTS:
    void wrongShapesAreErrors();
    void typesOfAnyNumberOfInputs();
};

void TstLnDetection::wrongShapesAreErrors()
{
    const auto grid = [this](const char *feature, const char *anchors) {
        return runLightNet(oneOp("detect_yolov3",
                                 {{"feature", feature, "[0]"}, {"anchors", anchors, "[0]"}},
                                 {{"img_width", "8"}, {"img_height", "8"}},
                                 {"box_centers", "box_sizes", "boxes", "confs", "probs"}),
                           m_builtins)
            .error;
    };
    QVERIFY(grid("[1,6,1,1]", "[1,2]").empty());
    QVERIFY(grid("[2,6,1,1]", "[1,2]").find("expected one image") != std::string::npos);
    QVERIFY(grid("[1,5,1,1]", "[1,2]").find("more than 5 channels") != std::string::npos);
    QVERIFY(grid("[1,13,1,1]", "[2,2]").find("more than 5 channels") != std::string::npos);
    const auto boxes = runLightNet(
        oneOp("transform_bboxSQD",
              {{"src_delta", "[1,1,1,1,3]", "[0]"}, {"src_anchor", "[1,1,1,1,3]", "[0]"}},
              {{"width", "1"},
               {"height", "1"},
               {"img_width", "1"},
               {"img_height", "1"},
               {"x_shift", "0"},
               {"y_shift", "0"}}),
        m_builtins);
    QVERIFY(boxes.error.find("last dimension of 4") != std::string::npos);
}

/// A node that the reader finds fault with is inferred all the same.
void TstLnDetection::typesOfAnyNumberOfInputs()
{
    struct Counts {
        const char *op;
        std::size_t inputs;
        std::size_t outputs;
    };
    for (const Counts &right :
         {Counts{"detect_yolov3", 2, 5}, {"transform_bboxSQD", 2, 1}, {"bn2scale_wts_cpu", 4, 3}}) {
        const OpSpec *spec = m_builtins.ops.find(Dialect::LightNet, right.op);
        QVERIFY2(spec, right.op);
        const Node node;
        const ParsedAttrs attrs;
        for (std::size_t count = 0; count < 9; ++count) {
            DTypes in(count, DType::Float32);
            DTypes out(right.outputs, DType::Unknown);
            const Status status = spec->inferType({node, attrs}, in, out);
            QVERIFY2(status.ok() == (count == right.inputs), right.op);
            QVERIFY(status.ok() || status.error().code == "input-count");
        }
    }
}

NERVURE_TEST(TstLnDetection)
#include "tst_ln_detection.moc"
