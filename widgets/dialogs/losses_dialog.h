// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QStringList>

class QWidget;

namespace nervure {

/// What a file that is going to be written cannot hold.
struct LossesQuestion {
    QString title;
    QString explanation;
    QStringList losses; ///< one sentence each
    QString accept;     ///< the button's verb
};

/// Lists it and asks whether to write all the same; closing the question means no.
[[nodiscard]] bool acceptsLosses(QWidget *parent, const LossesQuestion &question);

} // namespace nervure
