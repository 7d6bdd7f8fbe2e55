// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

#include <cstdint>
#include <vector>

class QFormLayout;
class QSpinBox;

namespace nervure {

/// Which plane of a tensor is drawn: a slider and a field for each dimension but the last two that has more
/// than one index. Hidden where there is nothing to choose.
class PlaneChooser : public QWidget {
    Q_OBJECT

public:
    /// `name` begins the object names of its parts.
    PlaneChooser(const QString &name, QWidget *parent);

    void setShape(const std::vector<std::int64_t> &shape);
    /// An index for each dimension but the last two.
    [[nodiscard]] std::vector<std::int64_t> indices() const;

Q_SIGNALS:
    /// The person wants another plane.
    void changed();

private:
    void addLine(std::size_t dimension, std::int64_t size);

    QString m_name;
    std::vector<std::int64_t> m_shape;
    QFormLayout *m_form;
    std::vector<QSpinBox *> m_fields; ///< by dimension; null: nothing to choose
};

} // namespace nervure
