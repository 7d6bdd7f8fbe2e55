// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/execution/tensor.h"
#include "core/formats/format_spec.h"
#include "core/passes/conversion/dialect_change.h"
#include "widgets/document/save_source.h"

namespace nervure {

class GraphDocument;

/// A model in the other dialect, as it would be written.
struct ConvertedModel {
    BytePieces text;
    TensorMap inside;         ///< values that `text` has pieces of
    std::string values;       ///< of the file beside it; empty: there is none
    std::string valuesSuffix; ///< of that file's name: ".wts", ".params"
    Diagnostics diagnostics;  ///< what could not be carried
};

/// Whether a file of that format needs the model in the other dialect.
[[nodiscard]] bool needsConversion(const FormatRegistry &formats, const std::string &from,
                                   const std::string &to);

/// What is to be converted, and to which format.
struct ModelConversion {
    SaveSource source;
    InputFacts inputs;
    std::filesystem::path parameterFile; ///< where values of variables are; empty: nowhere
    std::string format;
};

/// What is to be converted where a document is.
[[nodiscard]] ModelConversion conversionOf(const GraphDocument &document, std::string format);

/// The model in the dialect of the format (changeDialect()) with its values, for any thread. `diagnostics` get what
/// could not be carried.
Result<ChangedModel> changedModel(const ModelConversion &conversion, const Builtins &builtins,
                                  Diagnostics &diagnostics, const JobControl &control);

/// Makes the text of changedModel(). Fails with the reason where
/// operators have no counterpart.
Result<ConvertedModel> convertModel(const ModelConversion &conversion, const Builtins &builtins,
                                    const JobControl &control);

/// Writes it, the values beside it: both or neither.
Status writeConverted(const ConvertedModel &model, const std::filesystem::path &file,
                      const JobControl &control = {});

} // namespace nervure
