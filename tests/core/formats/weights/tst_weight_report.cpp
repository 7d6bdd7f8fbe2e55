// SPDX-License-Identifier: Apache-2.0
#include "core/formats/weights/weight_report.h"

#include "core/formats/tensors/npy.h"
#include "core/support/file.h"
#include "tests/core/formats/onnx/model_bytes.h"
#include "tests/support/errors.h"
#include "tests/support/test_class.h"

#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <filesystem>

using namespace nervure;
using namespace nervure::tests;

class TstWeightReport : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_folder;

    [[nodiscard]] std::filesystem::path path(const char *name) const
    {
        return std::filesystem::path(m_folder.path().toStdString()) / name;
    }

    /// A file with one weight `w` of that type and shape.
    [[nodiscard]] WeightFile file(std::int64_t type, std::initializer_list<std::int64_t> shape,
                                  const std::string &bytes) const
    {
        std::string dims;
        for (const std::int64_t size : shape) {
            dims += integerField(tensor::dims, size);
        }
        [[maybe_unused]] const Status status = writeFile(
            path("m.onnx"),
            modelOf(bytesField(graph::initializer, dims + integerField(tensor::dataType, type)
                                                       + bytesField(tensor::name, "w")
                                                       + bytesField(tensor::rawData, bytes))));
        return WeightFile::open(path("m.onnx")).value();
    }

    static std::string floats(const std::vector<float> &values)
    {
        return {reinterpret_cast<const char *>(values.data()), values.size() * sizeof(float)};
    }

    [[nodiscard]] Tensor exported(const WeightFile &weights, std::string_view slice) const
    {
        const Status status = exportWeight(weights, "w", slice, path("w.npy"), {});
        const auto tensor = status ? readNpy(nervure::readFile(path("w.npy")).value())
                                   : Result<Tensor>(status.error());
        return tensor ? *tensor : Tensor();
    }

private Q_SLOTS:
    /// A cell is the element of its block that stands out most: nothing is lost between the cells.
    void heatMaps()
    {
        std::vector<float> values(2 * 4 * 6);
        for (std::size_t i = 0; i < values.size(); ++i) {
            values[i] = static_cast<float>(i);
        }
        values[24 + 7] = -1000;
        values[24 + 10] = std::nanf("");
        values[24 + 23] = -INFINITY;
        const WeightFile weights = file(1, {2, 4, 6}, floats(values));
        WeightRequest request;
        QVERIFY(!reportWeight(weights, "w", request, {})->heatMap);
        request.heatMap = {{1}, 3};
        const auto report = reportWeight(weights, "w", request, {});
        QVERIFY(report.ok());
        const HeatMap &map = *report->heatMap;
        QCOMPARE(map.at, (std::vector<std::int64_t>{1}));
        QCOMPARE(map.rows, 4);
        QCOMPARE(map.columns, 6);
        QCOMPARE(map.height, std::size_t{3});
        QCOMPARE(map.width, std::size_t{3});
        QCOMPARE(map.cell(0, 0), -1000.0); // rows 0 and 1
        QCOMPARE(map.cell(0, 1), 24.0 + 9);
        QVERIFY(std::isnan(map.cell(0, 2)));
        QCOMPARE(map.cell(1, 0), 24.0 + 13);
        QCOMPARE(map.cell(2, 2), -std::numeric_limits<double>::infinity());
        request.heatMap = {{7}, 64}; // the nearest that there is, no finer than it is
        QCOMPARE(reportWeight(weights, "w", request, {})->heatMap->at,
                 (std::vector<std::int64_t>{1}));
        QCOMPARE(reportWeight(weights, "w", request, {})->heatMap->cells.size(), std::size_t{24});
        const WeightFile scalar = file(1, {}, floats({3}));
        QCOMPARE(reportWeight(scalar, "w", request, {})->heatMap->cells, std::vector<double>{3});
        const WeightFile nothing = file(1, {0, 4}, {});
        QVERIFY(reportWeight(nothing, "w", request, {})->heatMap->cells.empty());
    }
    /// Any two dimensions, either way round, as if the tensor had been transposed.
    void heatMapsOfAnyTwoDimensions()
    {
        std::vector<float> values(2 * 3 * 4 * 5);
        for (std::size_t i = 0; i < values.size(); ++i) {
            values[i] = static_cast<float>(i + 1);
        }
        const std::vector<std::int64_t> shape{2, 3, 4, 5};
        const WeightFile weights = file(1, {2, 3, 4, 5}, floats(values));
        for (std::size_t down = 0; down < 4; ++down) {
            for (std::size_t across = 0; across < 4; ++across) {
                if (down == across) {
                    continue;
                }
                WeightRequest request;
                request.heatMap = {{1, 2}, 64, PlaneAxes{down, across}};
                const auto report = reportWeight(weights, "w", request, {});
                QVERIFY(report.ok());
                const HeatMap &map = *report->heatMap;
                QCOMPARE(map.axes, std::optional(PlaneAxes{down, across}));
                QCOMPARE(map.rows, shape[down]);
                QCOMPARE(map.columns, shape[across]);
                std::vector<std::int64_t> place;
                for (std::size_t i = 0, other = 0; i < 4; ++i) {
                    place.push_back(i == down || i == across ? 0 : map.at[other++]);
                }
                for (place[down] = 0; place[down] < shape[down]; ++place[down]) {
                    for (place[across] = 0; place[across] < shape[across]; ++place[across]) {
                        const auto number =
                            ((place[0] * 3 + place[1]) * 4 + place[2]) * 5 + place[3];
                        QCOMPARE(map.cell(static_cast<std::size_t>(place[down]),
                                          static_cast<std::size_t>(place[across])),
                                 static_cast<double>(number + 1));
                    }
                }
            }
        }
        WeightRequest none;
        none.heatMap = {{}, 64, PlaneAxes{1, 7}}; // the last two
        QCOMPARE(reportWeight(weights, "w", none, {})->heatMap->rows, 4);
    }
    void statistics()
    {
        const auto report = reportWeight(
            file(1, {8}, floats({1, 2, 3, 4, 0, NAN, INFINITY, -INFINITY})), "w", {{}, 4}, {});
        QVERIFY(report.ok());
        const WeightStatistics &numbers = report->statistics;
        QCOMPARE(numbers.count, std::uint64_t(8));
        QCOMPARE(numbers.nans, std::uint64_t(1));
        QCOMPARE(numbers.infinities, std::uint64_t(2));
        QCOMPARE(numbers.zeros, std::uint64_t(1));
        QCOMPARE(numbers.least, 0.0);
        QCOMPARE(numbers.greatest, 4.0);
        QCOMPARE(numbers.mean, 2.0);
        QCOMPARE(numbers.deviation, std::sqrt(2.0));
        QCOMPARE(numbers.histogram, (std::vector<std::uint64_t>{1, 1, 1, 2}));
    }

    /// Many blocks: rounding does not add up.
    void statisticsOfManyElements()
    {
        std::vector<float> values(3000000, 1e6F);
        for (std::size_t i = 0; i < values.size(); i += 2) {
            values[i] += 1;
        }
        const auto report = reportWeight(file(1, {3000000}, floats(values)), "w", {{}, 2}, {});
        QCOMPARE(report->statistics.mean, 1000000.5);
        QVERIFY(std::abs(report->statistics.deviation - 0.5) < 1e-9);
        QCOMPARE(report->statistics.histogram, (std::vector<std::uint64_t>{1500000, 1500000}));
        QCOMPARE(report->values.size(), std::size_t(64));
    }

    void statisticsOfOneValue()
    {
        const auto report = reportWeight(file(1, {2}, floats({3, 3})), "w", {{}, 4}, {});
        QCOMPARE(report->statistics.deviation, 0.0);
        QCOMPARE(report->statistics.histogram, (std::vector<std::uint64_t>{2, 0, 0, 0}));
        const auto none = reportWeight(file(1, {0}, {}), "w", {}, {});
        QVERIFY(none.ok() && none->statistics.histogram.empty() && none->values.empty());
    }

    void slices()
    {
        const WeightFile weights = file(1, {2, 3}, floats({1, 2, 3, 4, 5, 6}));
        QCOMPARE(reportWeight(weights, "w", {":,1"}, {})->values,
                 (std::vector<std::string>{"2", "5"}));
        QCOMPARE(reportWeight(weights, "w", {"1", 4, 2}, {})->values,
                 (std::vector<std::string>{"4", "5"}));
        NERVURE_VERIFY_ERROR(reportWeight(weights, "w", {"2"}, {}), "slice", "found '2'");
        NERVURE_VERIFY_ERROR(reportWeight(weights, "v", {}, {}), "no-such-weight", "'v'");
    }

    void numPyFiles()
    {
        const WeightFile weights = file(1, {2, 3}, floats({1, 2, 3, 4, 5, 6}));
        const Tensor whole = exported(weights, "");
        QCOMPARE(whole.shape(), (Shape{2, 3}));
        QCOMPARE(whole.elements<float>()[5], 6.0F);
        const Tensor part = exported(weights, ":,1:");
        QCOMPARE(part.shape(), (Shape{2, 2}));
        QCOMPARE(part.elements<float>()[2], 5.0F);
        // What NumPy has no type for.
        const Tensor wide = exported(file(16, {2}, std::string("\x80\x3f\x00\xc0", 4)), "");
        QCOMPARE(wide.type(), DType::Float32);
        QCOMPARE(wide.elements<float>()[1], -2.0F);
        const Tensor narrow = exported(file(22, {3}, "\x91\x07"), "1:");
        QCOMPARE(narrow.type(), DType::Int8);
        QCOMPARE(int(narrow.elements<std::int8_t>()[0]), -7);
    }

    void canBeStopped()
    {
        const WeightFile weights = file(1, {1000000}, std::string(4000000, '\0'));
        JobControl control;
        control.progress = [token = control.cancel](double fraction, std::string_view) {
            if (fraction > 0.2) {
                token.cancel();
            }
        };
        NERVURE_VERIFY_ERROR(reportWeight(weights, "w", {}, control), "cancelled", "stopped");
        NERVURE_VERIFY_ERROR(exportWeight(weights, "w", "", path("never.npy"), control),
                             "cancelled", "stopped");
        QVERIFY(!std::filesystem::exists(path("never.npy")));
    }

    /// Another program cuts the file short while it is open: no crash, and it is said.
    void theFileIsCutShort()
    {
        const WeightFile weights = file(1, {1000000}, std::string(4000000, '\0'));
        std::filesystem::resize_file(path("m.onnx"), 100);
        NERVURE_VERIFY_ERROR(reportWeight(weights, "w", {}, {}), "file-changed",
                             "another program changed the file since it was opened");
    }
};

NERVURE_TEST(TstWeightReport)
#include "tst_weight_report.moc"
