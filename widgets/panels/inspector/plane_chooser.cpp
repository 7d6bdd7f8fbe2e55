// SPDX-License-Identifier: Apache-2.0
#include "widgets/panels/inspector/plane_chooser.h"

#include "widgets/style/form.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QSlider>
#include <QSpinBox>

#include <algorithm>
#include <limits>

namespace nervure {

PlaneChooser::PlaneChooser(const QString &name, QWidget *parent)
    : QWidget(parent),
      m_name(name),
      m_form(new Form(this))
{
    m_form->setContentsMargins(0, 0, 0, 0);
    m_form->setHorizontalSpacing(16);
    m_form->setVerticalSpacing(4);
    hide();
}

void PlaneChooser::setShape(const std::vector<std::int64_t> &shape)
{
    if (shape == m_shape) {
        return; // keeps what was chosen
    }
    m_shape = shape;
    m_axes = shape.size() < 2 ? PlaneAxes() : PlaneAxes{shape.size() - 2, shape.size() - 1};
    addLines();
}

void PlaneChooser::addLines()
{
    m_form->shrinkTo(0);
    m_fields.clear();
    if (m_shape.size() > 2) {
        addAxes();
    }
    for (std::size_t i = 0; m_shape.size() > 2 && i < m_shape.size(); ++i) {
        if (i == m_axes.down || i == m_axes.across) {
            continue;
        }
        m_fields.push_back(nullptr);
        if (m_shape[i] > 1) {
            addLine(i, m_shape[i]);
        }
    }
    setVisible(m_form->rows() > 0);
}

void PlaneChooser::addAxes()
{
    m_down = addAxisBox(tr("Down"), tr("The dimension whose indices are the rows of the picture"),
                        QStringLiteral("down"), m_axes.down);
    m_across =
        addAxisBox(tr("Across"), tr("The dimension whose indices are the columns of the picture"),
                   QStringLiteral("across"), m_axes.across);
    connect(m_down, &QComboBox::activated, this, [this](int axis) { chooseAxis(true, axis); });
    connect(m_across, &QComboBox::activated, this, [this](int axis) { chooseAxis(false, axis); });
}

QComboBox *PlaneChooser::addAxisBox(const QString &title, const QString &hint, const QString &part,
                                    std::size_t axis)
{
    auto *box = new QComboBox(this);
    box->setObjectName(m_name + u'-' + part);
    box->setAccessibleName(title);
    box->setToolTip(hint);
    for (std::size_t i = 0; i < m_shape.size(); ++i) {
        box->addItem(tr("Dimension %1, of %2").arg(i).arg(m_shape[i]));
    }
    box->setCurrentIndex(static_cast<int>(axis));
    m_form->addRow(title, box);
    return box;
}

/// The other takes its place where both would be the same.
void PlaneChooser::chooseAxis(bool isDown, int dimension)
{
    const auto chosen = static_cast<std::size_t>(dimension);
    std::size_t &axis = isDown ? m_axes.down : m_axes.across;
    std::size_t &other = isDown ? m_axes.across : m_axes.down;
    if (axis == chosen) {
        return;
    }
    if (other == chosen) {
        other = axis;
    }
    axis = chosen;
    // The boxes go, and one of them is about to say what was chosen.
    QMetaObject::invokeMethod(
        this,
        [this, isDown] {
            addLines();
            (isDown ? m_down : m_across)->setFocus();
            Q_EMIT changed();
        },
        Qt::QueuedConnection);
}

std::optional<PlaneAxes> PlaneChooser::axes() const
{
    return m_shape.size() < 2 ? std::nullopt : std::optional(m_axes);
}

void PlaneChooser::addLine(std::size_t dimension, std::int64_t size)
{
    const int last =
        static_cast<int>(std::min<std::int64_t>(size - 1, std::numeric_limits<int>::max()));
    auto *line = new QWidget(this);
    auto *slider = new QSlider(Qt::Horizontal, line);
    auto *field = new QSpinBox(line);
    const QString title = tr("Dimension %1").arg(dimension);
    slider->setObjectName(m_name + QStringLiteral("-slider-%1").arg(dimension));
    slider->setAccessibleName(tr("Index in dimension %1").arg(dimension));
    slider->setRange(0, last);
    field->setObjectName(m_name + QStringLiteral("-index-%1").arg(dimension));
    field->setAccessibleName(slider->accessibleName());
    field->setRange(0, last);
    field->setToolTip(tr("0 to %1").arg(last));
    connect(slider, &QSlider::valueChanged, field, &QSpinBox::setValue);
    connect(field, &QSpinBox::valueChanged, slider, &QSlider::setValue);
    connect(field, &QSpinBox::valueChanged, this, &PlaneChooser::changed);
    auto *row = new QHBoxLayout(line);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(slider, 1);
    row->addWidget(field);
    m_form->addRow(title, line);
    m_fields.back() = field;
}

std::vector<std::int64_t> PlaneChooser::indices() const
{
    std::vector<std::int64_t> indices;
    for (const QSpinBox *field : m_fields) {
        indices.push_back(field == nullptr ? 0 : field->value());
    }
    return indices;
}

} // namespace nervure
