// SPDX-License-Identifier: Apache-2.0
#include "widgets/panels/run/missing_sizes_row.h"

#include "widgets/text/format.h"
#include "widgets/text/mnemonics.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>

#include <algorithm>

namespace nervure {

namespace {

constexpr int greatestSize = 1 << 20;
constexpr int shapeWidth = 140;

bool isSameSize(const MissingSize &a, const MissingSize &b)
{
    return a.name == b.name && a.isInput == b.isInput;
}

} // namespace

MissingSizesRow::MissingSizesRow(QWidget *parent)
    : QWidget(parent),
      m_row(new QHBoxLayout(this)),
      m_run(new QPushButton(tr("Run"), this))
{
    setObjectName(QStringLiteral("run-missing"));
    m_row->setContentsMargins(8, 4, 8, 4);
    m_row->setSpacing(6);
    m_row->addWidget(new QLabel(tr("Sizes that the model leaves open:"), this));
    m_run->setObjectName(QStringLiteral("run-with-sizes"));
    m_row->addWidget(m_run);
    m_row->addStretch();
    connect(m_run, &QPushButton::clicked, this, &MissingSizesRow::give);
    hide();
}

void MissingSizesRow::setMissing(const std::vector<MissingSize> &missing)
{
    const bool isSame =
        std::equal(missing.begin(), missing.end(), m_asked.begin(), m_asked.end(),
                   [](const MissingSize &a, const Field &b) { return isSameSize(a, b.size); });
    if (!isSame) {
        delete m_fields;
        m_asked.clear();
        m_fields = new QWidget(this);
        m_fields->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Preferred);
        auto *fields = new QHBoxLayout(m_fields);
        fields->setContentsMargins(0, 0, 0, 0);
        m_row->insertWidget(1, m_fields);
        for (const MissingSize &size : missing) {
            addField(size);
        }
    }
    setVisible(!missing.empty());
}

void MissingSizesRow::addField(const MissingSize &size)
{
    const QString name = toQString(size.name);
    QWidget *edit = nullptr;
    if (size.isInput) {
        auto *line = new QLineEdit(m_fields);
        const QString option = toQString(size.option());
        line->setText(size.shape.hasRank() ? option.mid(name.size() + 1) : QString());
        line->setPlaceholderText(QStringLiteral("1,3,224,224"));
        line->setFixedWidth(shapeWidth);
        line->setAccessibleName(tr("Shape of %1").arg(name));
        connect(line, &QLineEdit::returnPressed, this, &MissingSizesRow::give);
        edit = line;
    } else {
        auto *number = new QSpinBox(m_fields);
        number->setRange(1, greatestSize);
        number->setAccessibleName(tr("Size of %1").arg(name));
        edit = number;
    }
    edit->setObjectName(QStringLiteral("size-") + name);
    auto *label = new QLabel(withoutMnemonics(name) + QStringLiteral(" ="), m_fields);
    label->setBuddy(edit);
    m_fields->layout()->addWidget(label);
    m_fields->layout()->addWidget(edit);
    m_asked.push_back({size, edit});
}

void MissingSizesRow::give()
{
    std::vector<std::pair<QString, Shape>> sizes;
    for (const Field &field : m_asked) {
        const QString name = toQString(field.size.name);
        if (const auto *number = qobject_cast<QSpinBox *>(field.edit)) {
            sizes.emplace_back(name, Shape{number->value()});
            continue;
        }
        const auto shape = parseShape(static_cast<QLineEdit *>(field.edit)->text());
        if (!shape) {
            field.edit->setFocus(Qt::OtherFocusReason);
            return;
        }
        sizes.emplace_back(name, *shape);
    }
    Q_EMIT given(sizes);
}

} // namespace nervure
