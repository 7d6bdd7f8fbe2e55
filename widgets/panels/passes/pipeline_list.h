// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "widgets/jobs/pipeline.h"

#include <QListWidget>
#include <QPointer>

class QMenu;

namespace nervure {

/// The passes that the steps are of, in their order: switched on and off by their boxes, moved by dragging or
/// with Alt and the arrows, taken out with Delete; its options are asked for with F2, Return or a double click. What a pass needs is put in front of it when it runs.
class PipelineList : public QListWidget {
    Q_OBJECT

public:
    explicit PipelineList(QWidget *parent);

    void setPipeline(const Pipeline &pipeline);
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

Q_SIGNALS:
    /// The person wants it so.
    void changed(const nervure::Pipeline &pipeline);
    /// The person went to a pass.
    void chosen();
    /// The person wants to change the options of the current one.
    void optionsWanted();

protected:
    bool event(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;
    /// Rows are dragged within this list alone, whoever else has rows; what is dropped is moved by changed().
    [[nodiscard]] QStringList mimeTypes() const override;
    [[nodiscard]] QMimeData *mimeData(const QList<QListWidgetItem *> &items) const override;
    [[nodiscard]] Qt::DropActions supportedDropActions() const override { return Qt::MoveAction; }
    void startDrag(Qt::DropActions actions) override;
    void dropEvent(QDropEvent *event) override;

private:
    /// As the rows stand now.
    [[nodiscard]] Pipeline shown() const;
    void move(int row, int by);
    void drop(int row, int before);
    [[nodiscard]] QByteArray dragSign() const;
    void takeOut(int row);
    void runTo(int row);

    QPointer<QMenu> m_menu; ///< about a row: closed when the rows become others
    Pipeline m_pipeline;    ///< what the rows are of; each knows its place in it
    bool m_isFilling = false;
    bool m_isPressing = false; ///< nobody knows yet whether it becomes a drag
};

} // namespace nervure
