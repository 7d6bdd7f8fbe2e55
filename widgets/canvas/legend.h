// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/op_spec.h"

#include <QBrush>
#include <QString>
#include <QWidget>

#include <vector>

namespace nervure {

class GraphView;

/// Says what the colours mean: the categories that occur, the kinds that were asked for, or the scale
/// of amounts; and why there is nothing to colour by.
class Legend : public QWidget {
    Q_OBJECT

public:
    Legend(GraphView &view, QWidget *parent);

    [[nodiscard]] QSize sizeHint() const override;

Q_SIGNALS:
    void resized();

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    void takeScene();
    void takeMarks();
    void makeRows();
    void paintRows(QPainter &painter);
    void paintScale(QPainter &painter);
    [[nodiscard]] QString spokenText() const;
    [[nodiscard]] static QString categoryText(OpCategory category);

    /// A line of the legend; without a brush it is text alone.
    struct Row {
        QString text;
        QBrush brush{};
        QString sign{};
    };

    GraphView &m_view;
    std::vector<Row> m_rows;
    std::vector<OpCategory> m_categories;
    bool m_hasUnknown = false;
};

} // namespace nervure
