// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QGridLayout>

#include <vector>

class QLabel;

namespace nervure {

/// Rows of a title and a field, or of a field over the whole width. It stands for QFormLayout, which nothing here
/// uses: Qt 6.4's writes outside of its memory when a row is hidden and the height of another depends on its width.
class Form : public QGridLayout {
    Q_OBJECT

public:
    explicit Form(QWidget *parent = nullptr);

    /// The title becomes a label with the field as its buddy; an empty one leaves its place free.
    void addRow(const QString &title, QWidget *field);
    void addRow(QLabel *title, QWidget *field);
    /// The title stands beside the first line of the layout.
    void addRow(QLabel *title, QLayout *field);
    void addRow(QWidget *whole);

    [[nodiscard]] int rows() const { return static_cast<int>(m_rows.size()); }
    /// Null where the row has none.
    [[nodiscard]] QLabel *titleAt(int row) const;
    /// Null where the field is a layout.
    [[nodiscard]] QWidget *fieldAt(int row) const;

    /// With its title.
    void setRowVisible(const QWidget *field, bool isVisible);
    /// Removes all rows but the first `rows`. Their widgets are no children of the form's any more, and are deleted
    /// from the event loop: one of them may be what asked for it.
    void shrinkTo(int rows);

private:
    struct Row {
        QLabel *title = nullptr;
        QWidget *field = nullptr;
    };

    int place(QLabel *title, bool isTall);

    std::vector<Row> m_rows; ///< each in the row of the grid with its index
};

} // namespace nervure
