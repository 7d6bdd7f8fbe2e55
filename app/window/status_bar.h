// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QStatusBar>
#include <QTimer>

class QLabel;
class QToolButton;

namespace nervure {

struct DocumentSession;

/// The line at the bottom: what the model is in numbers, how many findings there are, what is selected,
/// whether the file is only read, whose arithmetic is followed, the zoom, and the jobs under way.
class StatusBar : public QStatusBar {
    Q_OBJECT

public:
    /// `session` must outlive the widget.
    explicit StatusBar(DocumentSession &session, QWidget *parent = nullptr);

    /// `scale` 1 is actual size.
    void showZoom(double scale);

Q_SIGNALS:
    void semanticsToggled();
    void zoomClicked();
    void findingsClicked();
    /// An NNVM graph is wanted of a file that is only read.
    void importClicked();

private:
    QLabel *addFact(const QString &name);
    QToolButton *addButton(const QString &name);
    void scheduleFacts() { m_due.start(); }
    void showFacts();
    void showInferenceDelta();
    void openInferenceDelta();
    void showFindings();
    void showReadOnly();
    void showSelection();
    void showSemantics();

    DocumentSession &m_session;
    QTimer m_due;
    QLabel *m_nodes;
    QLabel *m_parameters;
    QLabel *m_macs;
    QLabel *m_memory;
    QLabel *m_selection;
    QToolButton *m_findings;
    QToolButton *m_readOnly;
    QToolButton *m_inferenceDelta;
    QToolButton *m_semantics;
    QToolButton *m_zoom;
};

} // namespace nervure
