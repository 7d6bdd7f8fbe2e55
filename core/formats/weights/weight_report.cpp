// SPDX-License-Identifier: Apache-2.0
#include "core/formats/weights/weight_report.h"

#include "core/formats/weights/weight_npy.h"

#include <algorithm>

namespace nervure {

namespace {

Status readValues(const Weight &weight, const WeightRequest &request, const JobControl &control,
                  WeightReport &report)
{
    ASSIGN_OR_RETURN(const WeightReader reader, WeightReader::open(weight, control));
    const auto take = [&](std::uint64_t first, std::uint64_t count) -> Status {
        const std::uint64_t left = request.mostValues - report.values.size();
        for (std::uint64_t i = first; i < first + std::min(count, left); ++i) {
            report.values.push_back(reader.text(i));
        }
        // Enough: no fault, but nothing else ends the walk.
        return report.values.size() < request.mostValues ? Status()
                                                         : Status(makeError("enough", ""));
    };
    const Status status = eachRun(report.slice, weight.shape, take);
    return status || status.error().code == "enough" ? Status() : status;
}

} // namespace

Weight weightOf(std::string name, const Tensor &tensor)
{
    Weight weight;
    weight.name = std::move(name);
    weight.type = storedTypeOf(tensor.type());
    weight.typeName = dtypeName(tensor.type());
    weight.shape = tensor.shape();
    weight.count = static_cast<std::uint64_t>(tensor.count());
    weight.storedBytes = tensor.byteSize();
    weight.packed = {reinterpret_cast<const char *>(tensor.data()), tensor.byteSize()};
    return weight;
}

Result<WeightReport> reportWeight(const Weight &weight, const WeightRequest &request,
                                  const JobControl &control)
{
    WeightReport report;
    report.name = weight.name;
    report.typeName = weight.typeName;
    report.shape = weight.shape;
    report.count = weight.count;
    report.storedBytes = weight.storedBytes;
    report.file = weight.file;
    report.note = weight.note;
    ASSIGN_OR_RETURN(report.slice, parseSlice(request.slice, weight.shape));
    if (request.mostValues > 0) {
        RETURN_IF_FAILED(readValues(weight, request, control, report));
    }
    if (request.heatMap.mostCells > 0) {
        ASSIGN_OR_RETURN(report.heatMap, heatMapOf(weight, request.heatMap, control));
    }
    if (request.countsAll) {
        ASSIGN_OR_RETURN(report.statistics,
                         weightStatistics(weight, request.histogramParts, control));
    }
    return report;
}

Result<WeightReport> reportWeight(const WeightFile &file, std::string_view name,
                                  const WeightRequest &request, const JobControl &control)
{
    ASSIGN_OR_RETURN(const Weight *weight, file.find(name));
    ASSIGN_OR_RETURN(WeightReport report, reportWeight(*weight, request, control));
    RETURN_IF_FAILED(file.checkUnchanged());
    return report;
}

Status exportWeight(const WeightFile &file, std::string_view name, std::string_view slice,
                    const std::filesystem::path &to, const JobControl &control)
{
    ASSIGN_OR_RETURN(const Weight *weight, file.find(name));
    ASSIGN_OR_RETURN(const WeightSlice part, parseSlice(slice, weight->shape));
    RETURN_IF_FAILED(writeWeightNpy(*weight, part, to, control));
    return file.checkUnchanged();
}

} // namespace nervure
