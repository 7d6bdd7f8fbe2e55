// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/execution/tensor.h"
#include "core/formats/weights/heat_map.h"
#include "core/formats/weights/weight_file.h"
#include "core/formats/weights/weight_slice.h"
#include "core/formats/weights/weight_statistics.h"

#include <optional>
#include <string>
#include <vector>

namespace nervure {

/// What is asked of a weight.
struct WeightRequest {
    std::string slice; ///< parseSlice()
    std::size_t histogramParts = 32;
    std::uint64_t mostValues = 64;
    HeatMapRequest heatMap{};
    bool countsAll = true; ///< the statistics are wanted, for which all of it is read
};

/// What there is to say of a weight, for window and command line.
struct WeightReport {
    std::string name;
    std::string typeName;
    std::vector<std::int64_t> shape;
    std::uint64_t count = 0;
    std::uint64_t storedBytes = 0;
    std::string file; ///< the other file that it is in; else empty
    std::string note;
    WeightStatistics statistics; ///< of all of it
    WeightSlice slice;
    std::vector<std::string> values; ///< the first ones of the slice
    std::optional<HeatMap> heatMap{};
};

/// A tensor in memory as a weight, which does not outlive it.
[[nodiscard]] Weight weightOf(std::string name, const Tensor &tensor);

/// Reads one weight. Fails with code "weight", "slice" or "cancelled".
Result<WeightReport> reportWeight(const Weight &weight, const WeightRequest &request,
                                  const JobControl &control);

/// The same of a file, of which nothing else is read. Also fails with "no-such-weight" and "file-changed"
/// (another program writes to the file).
Result<WeightReport> reportWeight(const WeightFile &file, std::string_view name,
                                  const WeightRequest &request, const JobControl &control);

/// Writes a slice of a weight as a NumPy file (weight_npy.h), likewise.
Status exportWeight(const WeightFile &file, std::string_view name, std::string_view slice,
                    const std::filesystem::path &to, const JobControl &control);

} // namespace nervure
