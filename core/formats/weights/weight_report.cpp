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

Result<WeightReport> reportWeight(const WeightFile &file, std::string_view name,
                                  const WeightRequest &request, const JobControl &control)
{
    ASSIGN_OR_RETURN(const Weight *weight, file.find(name));
    WeightReport report{weight->name,
                        weight->typeName,
                        weight->shape,
                        weight->count,
                        weight->storedBytes,
                        weight->file,
                        weight->note,
                        {},
                        {},
                        {}};
    ASSIGN_OR_RETURN(report.slice, parseSlice(request.slice, weight->shape));
    if (request.mostValues > 0) {
        RETURN_IF_FAILED(readValues(*weight, request, control, report));
    }
    ASSIGN_OR_RETURN(report.statistics, weightStatistics(*weight, request.histogramParts, control));
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
