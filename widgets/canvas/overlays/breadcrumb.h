// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

class QHBoxLayout;

namespace nervure {

class CanvasSurface;

/// The groups around the selected node, outermost first; a click on one folds it. Hidden while the
/// picture has no groups.
class Breadcrumb : public QWidget {
    Q_OBJECT

public:
    Breadcrumb(CanvasSurface &view, QWidget *parent);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    void rebuild();
    void addCrumb(const QString &text, const QString &hint, const QString &key);

    CanvasSurface &m_view;
    QHBoxLayout *m_row;
    QStringList m_shown; ///< keys and names of the crumbs
};

} // namespace nervure
