// SPDX-License-Identifier: Apache-2.0
#include "widgets/panels/inspector/plane_chooser.h"

#include <QFormLayout>
#include <QHBoxLayout>
#include <QSlider>
#include <QSpinBox>

#include <algorithm>
#include <limits>

namespace nervure {

PlaneChooser::PlaneChooser(const QString &name, QWidget *parent)
    : QWidget(parent),
      m_name(name),
      m_form(new QFormLayout(this))
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
    while (m_form->rowCount() > 0) {
        m_form->removeRow(0);
    }
    m_fields.clear();
    for (std::size_t i = 0; i + 2 < shape.size(); ++i) {
        m_fields.push_back(nullptr);
        if (shape[i] > 1) {
            addLine(i, shape[i]);
        }
    }
    setVisible(m_form->rowCount() > 0);
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
