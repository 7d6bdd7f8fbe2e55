// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/missing_sizes.h"

#include <QWidget>

#include <utility>
#include <vector>

class QHBoxLayout;
class QPushButton;

namespace nervure {

/// Asks, in place, for the sizes that a run lacks: a number for each dimension by its name, and the shape of an input
/// whose dimensions have none. Hidden where nothing is lacking.
class MissingSizesRow : public QWidget {
    Q_OBJECT

public:
    explicit MissingSizesRow(QWidget *parent);

    void setMissing(const std::vector<MissingSize> &missing);

Q_SIGNALS:
    /// Dimensions have a shape of one number. Everything that was asked for is there.
    void given(const std::vector<std::pair<QString, nervure::Shape>> &sizes);

private:
    void addField(const MissingSize &size);
    void give();

    struct Field {
        MissingSize size;
        QWidget *edit = nullptr; ///< a spin box for a dimension, else a line
    };

    QHBoxLayout *m_row;
    QWidget *m_fields = nullptr;
    QPushButton *m_run;
    std::vector<Field> m_asked;
};

} // namespace nervure
