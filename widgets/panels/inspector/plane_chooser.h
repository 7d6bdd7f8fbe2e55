// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/formats/weights/heat_map.h"

#include <QWidget>

#include <cstdint>
#include <optional>
#include <vector>

class QComboBox;
class QSpinBox;

namespace nervure {

class Form;

/// Which plane of a tensor is drawn: the dimensions that it lies in, the last two unless others are chosen, and a
/// slider and a field for each other one that has more than one index. Hidden where there is nothing to choose.
class PlaneChooser : public QWidget {
    Q_OBJECT

public:
    /// `name` begins the object names of its parts.
    PlaneChooser(const QString &name, QWidget *parent);

    void setShape(const std::vector<std::int64_t> &shape);
    /// An index for each dimension but those of the plane.
    [[nodiscard]] std::vector<std::int64_t> indices() const;
    /// Nothing where there are not two.
    [[nodiscard]] std::optional<PlaneAxes> axes() const;

Q_SIGNALS:
    /// The person wants another plane.
    void changed();

private:
    void addLines();
    void addAxes();
    QComboBox *addAxisBox(const QString &title, const QString &hint, const QString &part,
                          std::size_t axis);
    void chooseAxis(bool isDown, int dimension);
    void addLine(std::size_t dimension, std::int64_t size);

    QString m_name;
    std::vector<std::int64_t> m_shape;
    Form *m_form;
    PlaneAxes m_axes;
    QComboBox *m_down = nullptr;
    QComboBox *m_across = nullptr;
    std::vector<QSpinBox *> m_fields; ///< of the other dimensions; null: nothing to choose
};

} // namespace nervure
