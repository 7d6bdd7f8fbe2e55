// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/value/dimension.h"

#include <QWidget>

#include <utility>
#include <vector>

class QLabel;
class QLineEdit;
class QScrollArea;

namespace nervure {

class Form;
class GraphDocument;

/// Asks, in place, for the shapes that inference lacks: a line for each input without one. Many lines
/// scroll.
class MissingInputs : public QWidget {
    Q_OBJECT

public:
    explicit MissingInputs(QWidget *parent);

    /// Shows the inputs of the document that have no shape; hides itself when there are none.
    void setDocument(const GraphDocument &document);

Q_SIGNALS:
    /// Every line holds a shape and the person wants them used.
    void shapesGiven(const std::vector<std::pair<QString, nervure::Dimensions>> &shapes);

private:
    void giveShapes();
    void addLine(const QString &name);

    QScrollArea *m_area;
    Form *m_form;
    QLabel *m_failure;
    std::vector<std::pair<QString, QLineEdit *>> m_lines;
    bool m_hasNames = false; ///< dimensions of the model's inputs may have names
};

} // namespace nervure
