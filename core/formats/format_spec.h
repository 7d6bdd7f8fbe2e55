// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/execution/tensor.h"
#include "core/graph/graph.h"
#include "core/graph/op/op_registry.h"
#include "core/graph/semantics.h"
#include "core/support/byte_pieces.h"
#include "core/support/registry.h"

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace nervure {

/// A file that was read: the graph and everything that was noticed on the way. A refused file is a
/// failed Result instead; one that "opens with errors" has Error diagnostics here.
struct LoadedGraph {
    Graph graph;
    Diagnostics diagnostics;
};

/// The things that a reader or writer may look at.
struct FormatContext {
    const OpRegistry &ops;
    Semantics semantics = Semantics::Exact;
    std::string fileName; ///< for messages; may be empty
    /// Values of variables, for canonical text of formats that hold weights; null: there are none.
    const TensorMap *values = nullptr;
    std::filesystem::path beside =
        {}; ///< the file that others with values lie beside; empty: none do
};

/// A file format: one file in core/formats and one word in its list. Absent functions mean the
/// direction is not supported.
struct FormatSpec {
    std::string name;   ///< "nnvm", "lightnet", "dot": the word of `convert --to`
    std::string title;  ///< for people: "NNVM JSON"
    std::string family; ///< formats of one family convert without loss: "nnvm", "lightnet", ""
    std::vector<std::string> extensions; ///< without dot, best first
    Dialect dialect = Dialect::Nnvm;     ///< of the documents it reads
    /// The format's certainty that the text is its own: 0 no, 100 certain. Looks at little.
    std::function<int(std::string_view text, const OpRegistry &ops)> sniff;
    std::function<Result<LoadedGraph>(std::string_view text, const FormatContext &)> read;
    /// Its files hold weights, of any size, that reading and preserving leave where they are: large ones
    /// stay on the disk (FileBytes).
    bool holdsWeights = false;
    /// Which release wrote the file: "1.7.0"; empty when it does not say. Absent: no file says.
    std::function<std::string(const Graph &)> release;
    /// Canonical text. Warnings (what could not be carried) go to the diagnostics.
    std::function<Result<std::string>(const Graph &, const FormatContext &, Diagnostics &)> write;
    /// The same as stretches of `values` and what is new, which hold as long as those; absent where that would
    /// save nothing.
    std::function<Result<BytePieces>(const Graph &, const FormatContext &, Diagnostics &)>
        writePieces;
    /// Preserving text: `original` with only what changed replaced.
    std::function<Result<std::string>(const Graph &, std::string_view original,
                                      const FormatContext &, Diagnostics &)>
        writePreserving;
    /// The same as stretches of `original` and what is new; absent where that would save nothing.
    std::function<Result<BytePieces>(const Graph &, const FileBytes &original,
                                     const FormatContext &, Diagnostics &)>
        preservingPieces;
};

using FormatRegistry = Registry<FormatSpec>;

} // namespace nervure
