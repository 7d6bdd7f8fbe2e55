// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/formats/project/open_model.h"
#include "core/graph/difference/graph_match.h"
#include "core/passes/steps/carried_values.h"

#include <filesystem>
#include <string>
#include <vector>

namespace nervure {

/// The files of a folder that a compiler wrote after each of its passes, in the order of the passes.
struct StepFiles {
    std::vector<std::filesystem::path> files;
    bool isByNumber =
        false; ///< a number in the names tells the order; else the dates of the files do
};

/// All plain files of the folder, but for hidden ones. The first number that tells all names apart orders
/// them. Fails where there is no folder, and where it is empty.
[[nodiscard]] Result<StepFiles> stepFiles(const std::filesystem::path &folder);

/// "InferShape" of 03-InferShape.json.
[[nodiscard]] std::string stepName(const std::filesystem::path &file);

/// True if a file that cannot be read, for that reason, is none of the steps: it is of no known format, and no
/// other of the files has the ending of its name.
[[nodiscard]] bool isOtherFile(const Diagnostic &why, const std::filesystem::path &file,
                               const std::vector<std::filesystem::path> &files);

/// One of the files, read.
struct ReadStep {
    std::string name;
    std::filesystem::path file;
    std::shared_ptr<const Graph> graph;
    GraphValues values;
    Diagnostics diagnostics; ///< what opening it found; errors where it has faults
    std::shared_ptr<const StoredDigests> stored; ///< of the values that the file holds

    [[nodiscard]] KnownGraph known() const
    {
        return {*graph, values.index.get(), &values.analyses, stored.get()};
    }
};

/// What files are read with.
struct StepEnvironment {
    const FormatRegistry &formats;
    const PassEnvironment &passes;           ///< for inference; its semantics are not asked for
    std::optional<Semantics> semantics = {}; ///< nothing: those of each file's format
};

/// Fails where the file is no model.
[[nodiscard]] Result<ReadStep> readStep(const std::filesystem::path &file,
                                        const StepEnvironment &environment);

/// What lies between two graphs that were read from files.
struct GraphRelation {
    Provenance provenance;
    GraphMatch match;    ///< how it was found out; all told and certain where the file says it
    bool isTold = false; ///< the second file says where its nodes came from
    GraphDifference difference;
};
[[nodiscard]] GraphRelation relate(const KnownGraph &before, const KnownGraph &after);

} // namespace nervure
