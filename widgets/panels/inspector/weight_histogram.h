// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

#include <cstdint>
#include <vector>

namespace nervure {

/// How often elements of a weight lie where between the least and the greatest. Hover tells one part.
class WeightHistogram : public QWidget {
    Q_OBJECT

public:
    explicit WeightHistogram(QWidget *parent);

    /// From `least` to `greatest`; empty counts show nothing.
    void setCounts(std::vector<std::uint64_t> counts, double least, double greatest);
    [[nodiscard]] QSize sizeHint() const override;

protected:
    bool event(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    [[nodiscard]] QString tipAt(int x) const;

    std::vector<std::uint64_t> m_counts;
    double m_least = 0;
    double m_greatest = 0;
};

} // namespace nervure
