// SPDX-License-Identifier: Apache-2.0
#include "widgets/style/form.h"

#include <QLabel>
#include <QStyle>

namespace nervure {

namespace {

/// A title beside a tall field stands in the middle of the field's first line.
int firstLine(const QLabel &title)
{
    return title.sizeHint().height() * 7 / 4;
}

bool isTall(const QWidget &field)
{
    return field.hasHeightForWidth()
           || (field.sizePolicy().expandingDirections() & Qt::Vertical) != 0;
}

void letGo(QWidget *widget)
{
    if (widget != nullptr) {
        widget->hide();
        widget->setParent(nullptr);
        widget->deleteLater();
    }
}

} // namespace

Form::Form(QWidget *parent) : QGridLayout(parent)
{
    setColumnStretch(1, 1);
    setRowStretch(0, 1);
}

/// Makes a row and puts its title there; its number.
int Form::place(QLabel *title, bool isTall)
{
    const int row = rows();
    m_rows.push_back({title, nullptr});
    // Room that nobody needs stays below the rows.
    setRowStretch(row, 0);
    setRowStretch(row + 1, 1);
    if (title != nullptr) {
        if (isTall) {
            title->setMinimumHeight(firstLine(*title));
        }
        addWidget(title, row, 0, isTall ? Qt::AlignTop : Qt::Alignment());
    }
    return row;
}

void Form::addRow(const QString &title, QWidget *field)
{
    addRow(title.isEmpty() ? nullptr : new QLabel(title), field);
}

void Form::addRow(QLabel *title, QWidget *field)
{
    if (title != nullptr) {
        title->setBuddy(field);
    }
    const bool isText = qobject_cast<QLabel *>(field) != nullptr;
    const int row = place(title, !isText && isTall(*field));
    if (title != nullptr && isText) {
        title->setAlignment(Qt::AlignTop | Qt::AlignLeft); // a text of many lines, as the title's
    }
    m_rows.back().field = field;
    const bool isFixed = field->sizePolicy().horizontalPolicy() == QSizePolicy::Fixed;
    addWidget(field, row, 1, isFixed ? Qt::AlignLeft : Qt::Alignment());
}

void Form::addRow(QLabel *title, QLayout *field)
{
    addLayout(field, place(title, true), 1);
}

void Form::addRow(QWidget *whole)
{
    const int row = place(nullptr, false);
    m_rows.back().field = whole;
    addWidget(whole, row, 0, 1, 2);
}

QLabel *Form::titleAt(int row) const
{
    return m_rows[static_cast<std::size_t>(row)].title;
}

QWidget *Form::fieldAt(int row) const
{
    return m_rows[static_cast<std::size_t>(row)].field;
}

void Form::setRowVisible(const QWidget *field, bool isVisible)
{
    for (const Row &row : m_rows) {
        if (row.field == field && field != nullptr) {
            row.field->setVisible(isVisible);
            if (row.title != nullptr) {
                row.title->setVisible(isVisible);
            }
        }
    }
}

void Form::shrinkTo(int rows)
{
    while (this->rows() > rows) {
        const Row last = m_rows.back();
        m_rows.pop_back();
        setRowStretch(this->rows() + 1, 0);
        setRowStretch(this->rows(), 1);
        for (QWidget *widget : {static_cast<QWidget *>(last.title), last.field}) {
            if (widget != nullptr) {
                removeWidget(widget);
                letGo(widget);
            }
        }
    }
}

} // namespace nervure
