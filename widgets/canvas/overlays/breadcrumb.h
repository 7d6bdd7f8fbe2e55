// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "widgets/canvas/overlays/overlay.h"

#include <QStringList>

class QHBoxLayout;

namespace nervure {

class CanvasSurface;

/// The groups around the selected node, outermost first; a click on one folds it. Not wanted while the
/// picture has no groups.
class Breadcrumb : public Overlay {
    Q_OBJECT

public:
    Breadcrumb(CanvasSurface &view, QWidget *parent);

    /// Leaves out groups in the middle of the way where there is no room for all.
    [[nodiscard]] QSize sizeOn(QSize canvas) override;

private:
    void rebuild();
    void addCrumb(const QString &text, const QString &hint, const QString &key);

    CanvasSurface &m_view;
    QHBoxLayout *m_row;
    QStringList m_shown; ///< keys and names of the crumbs
};

} // namespace nervure
