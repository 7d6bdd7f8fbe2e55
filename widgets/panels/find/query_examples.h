// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QScrollArea>

namespace nervure {

/// What can be asked, by examples that a click tries; they scroll where the panel is low.
class QueryExamples : public QScrollArea {
    Q_OBJECT

public:
    explicit QueryExamples(QWidget *parent = nullptr);

Q_SIGNALS:
    void exampleChosen(const QString &query);
};

} // namespace nervure
