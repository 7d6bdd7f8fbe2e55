// SPDX-License-Identifier: Apache-2.0
#include "core/formats/weights/weight_statistics.h"

#include <algorithm>
#include <cmath>

namespace nervure {

namespace {

/// Numbers of finite elements, added block by block so that rounding does not add up.
class Moments {
public:
    void add(const std::vector<double> &values)
    {
        double sum = 0;
        double count = 0;
        for (const double value : values) {
            const bool isFinite = std::isfinite(value);
            sum += isFinite ? value : 0;
            count += isFinite ? 1 : 0;
        }
        if (count == 0) {
            return;
        }
        const double mean = sum / count;
        double squares = 0;
        for (const double value : values) {
            const double apart = std::isfinite(value) ? value - mean : 0;
            squares += apart * apart;
        }
        // Chan's way to join the moments of two parts.
        const double all = m_count + count;
        const double apart = mean - m_mean;
        m_squares += squares + apart * apart * m_count * count / all;
        m_mean += apart * count / all;
        m_count = all;
    }

    [[nodiscard]] double mean() const { return m_mean; }
    [[nodiscard]] double deviation() const
    {
        return m_count > 0 ? std::sqrt(m_squares / m_count) : 0;
    }

private:
    double m_count = 0;
    double m_mean = 0;
    double m_squares = 0;
};

class Counter {
public:
    Counter(const Weight &weight, const WeightReader &reader, const JobControl &control)
        : m_weight(weight),
          m_reader(reader),
          m_control(control)
    {}

    Result<WeightStatistics> run(std::size_t parts)
    {
        WeightStatistics found;
        found.count = m_weight.count;
        if (unpackedBytes(m_weight.type) == 0) {
            return found;
        }
        Moments moments;
        bool isFirst = true;
        RETURN_IF_FAILED(eachBlock(0, [&](const std::vector<double> &values) {
            for (const double value : values) {
                found.nans += std::isnan(value) ? 1 : 0;
                found.infinities += std::isinf(value) ? 1 : 0;
                found.zeros += value == 0 ? 1 : 0;
                if (std::isfinite(value)) {
                    found.least = isFirst ? value : std::min(found.least, value);
                    found.greatest = isFirst ? value : std::max(found.greatest, value);
                    isFirst = false;
                }
            }
            moments.add(values);
        }));
        found.mean = moments.mean();
        found.deviation = moments.deviation();
        if (!isFirst) {
            RETURN_IF_FAILED(fillHistogram(found, parts));
        }
        return found;
    }

private:
    Status fillHistogram(WeightStatistics &found, std::size_t parts)
    {
        found.histogram.assign(parts, 0);
        const double scale = static_cast<double>(parts) / (found.greatest - found.least);
        return eachBlock(1, [&](const std::vector<double> &values) {
            for (const double value : values) {
                if (std::isfinite(value)) {
                    const double part = std::isfinite(scale) ? (value - found.least) * scale : 0;
                    ++found.histogram[std::min(static_cast<std::size_t>(part), parts - 1)];
                }
            }
        });
    }

    /// `pass` of two, for the progress.
    template <typename Take>
    Status eachBlock(int pass, Take take)
    {
        std::vector<double> values;
        std::uint64_t done = 0;
        return m_reader.read(0, m_weight.count, [&](std::string_view elements) {
            if (m_control.cancel.isCanceled()) {
                return Status(makeError("cancelled", "reading was stopped"));
            }
            const double all = static_cast<double>(m_weight.count) * 2;
            m_control.report((static_cast<double>(done) + pass * all / 2) / all, "reading weights");
            values.clear();
            addValues(m_weight.type, elements, values);
            done += values.size();
            take(values);
            return Status();
        });
    }

    const Weight &m_weight;
    const WeightReader &m_reader;
    const JobControl &m_control;
};

} // namespace

Result<WeightStatistics> weightStatistics(const Weight &weight, std::size_t histogramParts,
                                          const JobControl &control)
{
    ASSIGN_OR_RETURN(const WeightReader reader, WeightReader::open(weight, control));
    return Counter(weight, reader, control).run(std::max<std::size_t>(histogramParts, 1));
}

} // namespace nervure
