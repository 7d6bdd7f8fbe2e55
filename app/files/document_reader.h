// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/support/cancellation.h"
#include "core/support/result.h"
#include "widgets/document/document_content.h"

#include <functional>
#include <set>
#include <string>

namespace nervure {

struct Builtins;
struct OpenedModel;
struct ModelParameters;

/// Reads a model file in whatever format it is; for any thread. Fails when the file cannot be read
/// or is refused; smaller faults are in the content's diagnostics.
Result<DocumentContent> readDocument(const Builtins &builtins, const QString &path,
                                     const JobControl &control);

/// What a document shows of a model that was read, and of its parameters if they are in a file of their own;
/// without a path. `known` are names of variables that are parameters anyway. For any thread.
[[nodiscard]] DocumentContent contentOf(const Builtins &builtins, OpenedModel model,
                                        const ModelParameters *parameters = nullptr,
                                        std::set<std::string, std::less<>> known = {});

} // namespace nervure
