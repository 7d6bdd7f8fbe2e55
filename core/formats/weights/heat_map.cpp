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

/// The axes that were asked for, or the last two; nothing where there are not two.
std::optional<PlaneAxes> axesOf(const Weight &weight, const HeatMapRequest &request)
{
    const std::size_t rank = weight.shape.size();
    if (rank < 2) {
        return std::nullopt;
    }
    const auto &asked = request.axes;
    const bool isThere =
        asked && asked->down < rank && asked->across < rank && asked->down != asked->across;
    return isThere ? *asked : PlaneAxes{rank - 2, rank - 1};
}

/// A dimension of the plane in the order of memory.
struct Stride {
    std::uint64_t size = 1;
    std::uint64_t step = 1; ///< from one of its indices to the next, in elements
    bool isDown = false;    ///< its indices are rows
};

/// Where the elements of a plane lie.
struct Plane {
    std::uint64_t first = 0;
    Stride outer; ///< of greater steps
    Stride inner;
};

/// An empty heat map of the plane, and where its elements are.
Plane placePlane(const Weight &weight, const HeatMapRequest &request, HeatMap &map)
{
    const std::size_t rank = weight.shape.size();
    map.axes = axesOf(weight, request);
    Plane plane;
    std::uint64_t step = 1;
    std::size_t other = map.axes ? rank - 2 : 0;
    map.at.assign(other, 0);
    for (std::size_t i = rank; i-- > 0;) {
        const auto size = static_cast<std::uint64_t>(weight.shape[i]);
        if (!map.axes || i == std::max(map.axes->down, map.axes->across)) {
            plane.inner = {size, step, map.axes && i == map.axes->down};
        } else if (i == std::min(map.axes->down, map.axes->across)) {
            plane.outer = {size, step, i == map.axes->down};
        } else {
            --other;
            const std::int64_t asked = other < request.at.size() ? request.at[other] : 0;
            map.at[other] =
                std::clamp(asked, std::int64_t{0}, std::max<std::int64_t>(weight.shape[i] - 1, 0));
            plane.first += step * static_cast<std::uint64_t>(map.at[other]);
        }
        step *= size;
    }
    const Stride &down = plane.inner.isDown ? plane.inner : plane.outer;
    const Stride &across = plane.inner.isDown ? plane.outer : plane.inner;
    map.rows = static_cast<std::int64_t>(down.size);
    map.columns = static_cast<std::int64_t>(across.size);
    const auto cells = [&request](std::uint64_t elements) {
        return std::min(static_cast<std::size_t>(elements), request.mostCells);
    };
    map.height = cells(down.size);
    map.width = cells(across.size);
    return plane;
}

/// Puts elements of a plane into their cells, from one end to the other.
class CellFiller {
public:
    CellFiller(const WeightReader &reader, const Weight &weight, const Plane &plane, HeatMap &map,
               const JobControl &control)
        : m_reader(reader),
          m_weight(weight),
          m_plane(plane),
          m_map(map),
          m_control(control)
    {}

    Status run()
    {
        const Stride &outer = m_plane.outer;
        const Stride &inner = m_plane.inner;
        if (inner.step == 1 && outer.step == inner.size) { // one piece
            return fill(m_plane.first, outer.size * inner.size, 0);
        }
        for (std::uint64_t i = 0; i < outer.size; ++i) {
            RETURN_IF_FAILED(fill(m_plane.first + i * outer.step, (inner.size - 1) * inner.step + 1,
                                  i * inner.size));
        }
        return {};
    }

private:
    /// Elements from `first` on, each `inner.step`th of which is one of the plane: number `next` and those behind it.
    Status fill(std::uint64_t first, std::uint64_t count, std::uint64_t next)
    {
        std::uint64_t skipped = 0; // until the next one of the plane
        return m_reader.read(first, count, [&](std::string_view elements) {
            if (m_control.cancel.isCanceled()) {
                return Status(makeError("cancelled", "reading was stopped"));
            }
            m_values.clear();
            addValues(m_weight.type, elements, m_values);
            for (const double value : m_values) {
                if (skipped == 0) {
                    put(next++, value);
                    skipped = m_plane.inner.step;
                }
                --skipped;
            }
            return Status();
        });
    }

    void put(std::uint64_t number, double value)
    {
        const std::uint64_t outer = number / m_plane.inner.size;
        const std::uint64_t inner = number % m_plane.inner.size;
        const std::uint64_t down = m_plane.inner.isDown ? inner : outer;
        const std::uint64_t across = m_plane.inner.isDown ? outer : inner;
        const std::uint64_t row = down * m_map.height / static_cast<std::uint64_t>(m_map.rows);
        const std::uint64_t column =
            across * m_map.width / static_cast<std::uint64_t>(m_map.columns);
        double &cell = m_map.cells[row * m_map.width + column];
        cell = standsOut(cell, value);
    }

    const WeightReader &m_reader;
    const Weight &m_weight;
    const Plane &m_plane;
    HeatMap &m_map;
    const JobControl &m_control;
    std::vector<double> m_values;
};

} // namespace

Result<HeatMap> heatMapOf(const Weight &weight, const HeatMapRequest &request,
                          const JobControl &control)
{
    ASSIGN_OR_RETURN(const WeightReader reader, WeightReader::open(weight, control));
    HeatMap map;
    const Plane plane = placePlane(weight, request, map);
    if (weight.count == 0 || unpackedBytes(weight.type) == 0) {
        map.height = 0;
        map.width = 0;
        return map;
    }
    map.cells.assign(map.height * map.width, 0);
    RETURN_IF_FAILED(CellFiller(reader, weight, plane, map, control).run());
    return map;
}

} // namespace nervure
