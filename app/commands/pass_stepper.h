// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

class QLabel;
class QSlider;
class QToolButton;

namespace nervure {

class GraphDocument;

/// Walks through the passes that were run: ◀ name ▶, with a slider when there are several steps.
/// The document shows what was known after the step that is chosen; step 0 is the model as opened.
class PassStepper : public QWidget {
    Q_OBJECT

public:
    /// `document` must outlive the widget.
    explicit PassStepper(GraphDocument &document, QWidget *parent = nullptr);

    /// How many passes the window shows the result of.
    [[nodiscard]] int step() const;
    [[nodiscard]] int stepCount() const;
    /// To the steps beside it, as GraphDocument::stepRows() lists them.
    void goBack();
    void goForward();
    /// From now on the steps are compared with the one that is shown; or again each with the one before.
    void toggleComparison();
    [[nodiscard]] bool isComparing() const;
    [[nodiscard]] bool canGoBack() const;
    [[nodiscard]] bool canGoForward() const;

private:
    void showStep();

    GraphDocument &m_document;
    QToolButton *m_back;
    QLabel *m_name;
    QToolButton *m_forward;
    QSlider *m_slider;
};

} // namespace nervure
