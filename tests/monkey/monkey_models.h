// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <QStringList>

namespace nervure::tests {

/// Models of every dialect: all samples, `perFolder` of each folder of oracles and all inputs that the program once
/// got wrong, as far as those are there. Which of the oracles, the seed says.
[[nodiscard]] QStringList modelsOfAllDialects(quint32 seed, int perFolder);

/// A few small ones, among them what the program once died of, where that is there.
[[nodiscard]] QStringList fewModels();

/// A copy of the file in the folder, with the files beside it that bear its name, as weights do: what is done to it
/// does nothing to the original.
[[nodiscard]] QString copyInto(const QString &folder, const QString &model);

} // namespace nervure::tests
