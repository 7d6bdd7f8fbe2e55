// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/op_spec.h"

#include <QWidget>

#include <vector>

namespace nervure {

class GraphView;

/// Says what the colours mean: the categories that occur, or the scale of amounts.
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
    void paintCategories(QPainter &painter);
    void paintScale(QPainter &painter);
    [[nodiscard]] static QString categoryText(OpCategory category);

    GraphView &m_view;
    std::vector<OpCategory> m_categories;
    bool m_hasUnknown = false;
};

} // namespace nervure
