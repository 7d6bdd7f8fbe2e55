// SPDX-License-Identifier: Apache-2.0
#include "core/support/file.h"
#include "tests/core/ops/ln_probe.h"
#include "tests/support/oracles.h"

#include <QTest>
#include <nlohmann/json.hpp>

#include <cmath>

using namespace nervure;
using namespace nervure::tests;

class TstLnDetection : public QObject {
    Q_OBJECT

private:
    Builtins m_builtins = makeBuiltins();

private Q_SLOTS:
    void boxesOfAGridEqualTheKernels();
    void boxesOfAnchorsEqualTheKernels();
    void wrongShapesAreErrors();
};

namespace {

/// LightNet's CUDA kernels, run elsewhere.
nlohmann::json kernelRecord(const char *name)
{
    const auto file =
        oraclesFolder() / "lightnet" / "extra" / "tensorlight_cuda_kernels_on_host.json";
    return nlohmann::json::parse(nervure::readFile(file).value()).at(name);
}

double largestDifference(const std::vector<double> &actual, const nlohmann::json &expected)
{
    if (actual.size() != expected.size()) {
        return HUGE_VAL;
    }
    double largest = 0;
    for (std::size_t i = 0; i < actual.size(); ++i) {
        const double wanted = expected[i].get<double>();
        const double difference = std::fabs(actual[i] - wanted);
        largest = std::max(largest, difference / std::max(1.0, std::fabs(wanted)));
    }
    return largest;
}

} // namespace

void TstLnDetection::boxesOfAGridEqualTheKernels()
{
    NERVURE_NEED_ORACLES();
    const auto record = kernelRecord("detect_yolov3");
    const std::vector<std::string> outputs{"box_centers", "box_sizes", "boxes", "confs", "probs"};
    const auto run = runLightNet(
        oneOp("detect_yolov3",
              {{"feature", record["feature_dims"].dump(), record["feature"].dump()},
               {"anchors", "[" + record["anchor_num"].dump() + ",2]", record["anchors"].dump()}},
              {{"img_width", record["img_width"].dump()},
               {"img_height", record["img_height"].dump()}},
              outputs),
        m_builtins);
    QVERIFY2(run.error.empty(), run.error.c_str());
    for (const std::string &output : outputs) {
        QVERIFY2(largestDifference(resultOf(run, output), record[output]) < 1e-5, output.c_str());
    }
}

void TstLnDetection::boxesOfAnchorsEqualTheKernels()
{
    NERVURE_NEED_ORACLES();
    const auto record = kernelRecord("transform_bboxSQD");
    std::vector<std::pair<std::string, std::string>> params;
    for (const char *name : {"width", "height", "img_width", "img_height", "x_shift", "y_shift"}) {
        params.emplace_back(name, record[name].dump());
    }
    const std::string dims = record["dims"].dump();
    const auto run = runLightNet(oneOp("transform_bboxSQD",
                                       {{"src_delta", dims, record["src_delta"].dump()},
                                        {"src_anchor", dims, record["src_anchor"].dump()}},
                                       params),
                                 m_builtins);
    QVERIFY2(run.error.empty(), run.error.c_str());
    QVERIFY(largestDifference(resultOf(run), record["dst"]) < 1e-5);
}

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

QTEST_APPLESS_MAIN(TstLnDetection)
#include "tst_ln_detection.moc"
