// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "widgets/panels/row_delegate.h"

#include <QString>

class QFont;

namespace nervure {

class NodeView;
class ValueModel;

/// Paints what a node is connected to: the name of the other node over the whole width, on as many lines
/// as it needs, so that nothing of it is lost; what is known of the value below. For views of a ValueModel
/// that show its role and value.
class LinkDelegate : public RowDelegate {
    Q_OBJECT

public:
    using RowDelegate::RowDelegate;

    void paint(QPainter *painter, const QStyleOptionViewItem &option,
               const QModelIndex &index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem &option,
                                 const QModelIndex &index) const override;

    /// "1×64×56×56  float32  storage 3": what the row's other columns say.
    [[nodiscard]] static QString factsOf(const QModelIndex &index);
};

/// A table of links, as high as its rows are made.
[[nodiscard]] NodeView *linkView(const QString &name, const QString &title, ValueModel *model,
                                 QWidget *parent);

} // namespace nervure
