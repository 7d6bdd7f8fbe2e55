// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

namespace nervure {

/// What can be asked, by examples that a click tries.
class QueryExamples : public QWidget {
    Q_OBJECT

public:
    explicit QueryExamples(QWidget *parent = nullptr);

Q_SIGNALS:
    void exampleChosen(const QString &query);
};

} // namespace nervure
