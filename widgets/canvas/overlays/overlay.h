// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

namespace nervure {

/// Something that floats on the canvas. It says whether it has something to show and how large it is;
/// the view decides whether there is room for it, and where.
class Overlay : public QWidget {
    Q_OBJECT

public:
    explicit Overlay(QWidget *parent);

    /// Whether it has something to show.
    [[nodiscard]] bool isWanted() const { return m_isWanted; }
    /// Its size on a canvas so large. Empty: there is no room for it.
    [[nodiscard]] virtual QSize sizeOn(QSize canvas);
    /// What is left of it where it cannot stand at its size; empty: nothing.
    [[nodiscard]] virtual QSize foldedSize() const { return {}; }

Q_SIGNALS:
    /// It has become larger or smaller, or has nothing to show any more, or something again.
    void changed();

protected:
    void setWanted(bool isWanted);

    void paintEvent(QPaintEvent *event) override;

private:
    bool m_isWanted = false;
};

} // namespace nervure
