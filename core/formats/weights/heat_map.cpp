// SPDX-License-Identifier: Apache-2.0
#include "core/formats/weights/heat_map.h"

#include <algorithm>
#include <cmath>

namespace nervure {

namespace {

/// What of two elements of a cell stands out more.
double standsOut(double a, double b)
{
    if (std::isnan(a) || std::isnan(b)) {
        return std::isnan(a) ? a : b;
    }
    return std::fabs(b) > std::fabs(a) ? b : a;
}

/// An empty heat map of the plane, and the number of the plane's first element.
std::uint64_t placePlane(const Weight &weight, const HeatMapRequest &request, HeatMap &map)
{
    const std::size_t rank = weight.shape.size();
    map.columns = rank > 0 ? weight.shape[rank - 1] : 1;
    map.rows = rank > 1 ? weight.shape[rank - 2] : 1;
    std::uint64_t plane = 0;
    for (std::size_t i = 0; i + 2 < rank; ++i) {
        const std::int64_t asked = i < request.at.size() ? request.at[i] : 0;
        map.at.push_back(
            std::clamp(asked, std::int64_t{0}, std::max<std::int64_t>(weight.shape[i] - 1, 0)));
        plane = plane * static_cast<std::uint64_t>(weight.shape[i])
                + static_cast<std::uint64_t>(map.at.back());
    }
    const auto cells = [&request](std::int64_t elements) {
        return std::min(static_cast<std::size_t>(elements), request.mostCells);
    };
    map.height = cells(map.rows);
    map.width = cells(map.columns);
    return plane * static_cast<std::uint64_t>(map.rows) * static_cast<std::uint64_t>(map.columns);
}

} // namespace

Result<HeatMap> heatMapOf(const Weight &weight, const HeatMapRequest &request,
                          const JobControl &control)
{
    ASSIGN_OR_RETURN(const WeightReader reader, WeightReader::open(weight, control));
    HeatMap map;
    const std::uint64_t first = placePlane(weight, request, map);
    const auto columns = static_cast<std::size_t>(map.columns);
    const auto rows = static_cast<std::size_t>(map.rows);
    if (weight.count == 0 || unpackedBytes(weight.type) == 0) {
        map.height = 0;
        map.width = 0;
        return map;
    }
    map.cells.assign(map.height * map.width, 0);
    std::vector<double> values;
    std::size_t i = 0;
    RETURN_IF_FAILED(reader.read(first, rows * columns, [&](std::string_view elements) {
        if (control.cancel.isCanceled()) {
            return Status(makeError("cancelled", "reading was stopped"));
        }
        values.clear();
        addValues(weight.type, elements, values);
        for (const double value : values) {
            const std::size_t row = i / columns * map.height / rows;
            double &cell = map.cells[row * map.width + i % columns * map.width / columns];
            cell = standsOut(cell, value);
            ++i;
        }
        return Status();
    }));
    return map;
}

} // namespace nervure
