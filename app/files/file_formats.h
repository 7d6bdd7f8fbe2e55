// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/formats/format_spec.h"

#include <QString>
#include <QStringList>

#include <string>
#include <vector>

namespace nervure {

class GraphDocument;

/// A format that the save dialog offers.
struct SaveChoice {
    QString filter;
    QString suffix;
    std::string format; ///< empty: a project
};

/// The filter of open dialogs for all formats that can be read.
[[nodiscard]] QString openFilter(const FormatRegistry &formats);

/// The frameworks whose models can be read, by name.
[[nodiscard]] QStringList frameworksRead(const FormatRegistry &formats);

/// Whether a document that was opened in that format can be saved in it; a null format cannot.
[[nodiscard]] bool canWrite(const FormatSpec *format);

/// Whether the document is a file that cannot take its changes: its format is only read.
[[nodiscard]] bool isOnlyRead(const GraphDocument &document);

/// What a model of a format that is only read can be saved as without loss; null: nothing.
[[nodiscard]] const FormatSpec *relativeOf(const FormatSpec &format, const FormatRegistry &formats);

/// The document's own format (`present`) or its relative, the project, then what it can be written as.
[[nodiscard]] std::vector<SaveChoice> saveChoices(const FormatRegistry &formats,
                                                  std::string present);

} // namespace nervure
