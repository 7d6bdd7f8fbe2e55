// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/graph.h"

#include <QLineEdit>

#include <functional>

namespace nervure {

class CanvasSurface;

/// A line for a node's name, in place on the canvas. Enter gives the name, Escape and a click
/// elsewhere give it up; a name that is refused is marked while one types.
class NameEditor : public QLineEdit {
    Q_OBJECT

public:
    /// What is wrong with a name; empty when it may be given.
    using Check = std::function<QString(const QString &name)>;

    /// The node must be drawn. Deletes itself at its end.
    NameEditor(CanvasSurface &view, NodeId node, const QString &name, Check check);

Q_SIGNALS:
    void accepted(const QString &name);

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;

private:
    [[nodiscard]] QRect placeOn(const CanvasSurface &view, NodeId node) const;
    void check(const QString &name);
    void end();

    CanvasSurface &m_view;
    Check m_check;
    bool m_isBad = false;
};

} // namespace nervure
