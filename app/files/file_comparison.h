// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "widgets/document/save_source.h"
#include "widgets/text/text_change.h"

#include <QString>

namespace nervure {

/// A difference, or the reason why there is none.
struct Compared {
    TextChange change;
    QString problem;
};

/// What saving the source would change in the file, for any thread. Of projects the models are
/// compared, as their edits leave them.
[[nodiscard]] Compared compareWithFile(const SaveSource &source, const Builtins &builtins,
                                       const SaveTarget &target);

} // namespace nervure
