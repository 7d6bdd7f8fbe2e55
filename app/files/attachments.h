// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/formats/node_data.h"

#include <QObject>
#include <QString>

class QWidget;

namespace nervure {

struct DocumentSession;

/// Data of other tools on the nodes of the open model: in from files that are dropped or chosen, out
/// to Netron and Model Explorer.
class Attachments : public QObject {
    Q_OBJECT

public:
    /// `session` must outlive this; `window` owns it and is the parent of dialogs.
    explicit Attachments(DocumentSession &session, QWidget *window = nullptr);

    /// Whether the file is an attachment rather than a model, by a glance at both its ends.
    [[nodiscard]] static bool isAttachment(const QString &path);
    /// Asks for a file, then opens it.
    void askToOpen();
    /// Reads the file off the UI thread and gives its values to the window's colors.
    void open(const QString &path);

    /// What is known of the nodes: times of the last run, bytes of outputs, MACs.
    [[nodiscard]] std::vector<NodeDataSeries> series() const;
    /// Asks where to and in which format, then saves.
    void askToSave();
    /// Writes them; false when it failed, which is told.
    bool save(const QString &path, NodeDataFormat format);

Q_SIGNALS:
    /// The colors have it now: how many nodes of the model it names.
    void opened(const QString &message);
    /// One sentence for the message bar.
    void failed(const QString &message);

private:
    void take(Result<NodeData> data, const QString &path);

    DocumentSession &m_session;
    QWidget *m_window;
};

} // namespace nervure
