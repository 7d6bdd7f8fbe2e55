// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/execution/tensor.h"
#include "core/formats/project/open_model.h"
#include "core/formats/weights/weight_file.h"
#include "core/graph/difference/stored_digests.h"
#include "core/support/cancellation.h"

namespace nervure {

/// Digests the weights of a file, by the nodes of `graph`, which was read from it. The elements are read once,
/// where they lie, whatever their number. What cannot be read is listed with the reason. Fails with
/// "cancelled".
[[nodiscard]] Result<StoredDigests> digestsOf(const Graph &graph, const WeightFile &file,
                                              const JobControl &control);

/// The same for a model as it was opened, external data included; none for formats whose files hold no values.
[[nodiscard]] Result<StoredDigests> digestsOf(const OpenedModel &model, const JobControl &control,
                                              const AllowedFolders &allowed = {});
/// For bytes at hand, those of `file`.
[[nodiscard]] Result<StoredDigests> digestsOf(const Graph &graph,
                                              std::shared_ptr<const FileBytes> bytes,
                                              const std::filesystem::path &file,
                                              const JobControl &control,
                                              const AllowedFolders &allowed = {});

/// Adds parameters that were loaded for variables of `graph`, by their names.
void addDigests(const Graph &graph, const TensorMap &parameters, StoredDigests &digests);

} // namespace nervure
