// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/run_history.h"
#include "core/graph/edits/edit.h"
#include "core/graph/graph.h"
#include "core/graph/indexed/indexed_graph.h"
#include "core/graph/semantics.h"
#include "core/passes/pass_spec.h"
#include "core/support/diagnostic.h"
#include "core/support/file_bytes.h"
#include "widgets/document/graph_examination.h"

#include <QString>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace nervure {

struct Project;
struct UnsavedParameters;

/// A step of a document's history.
struct HistoryStep {
    Edit undo; ///< takes it back
    QString words;
};

/// A model as it was read, on its way from the job that reads it to the document that shows it.
struct DocumentContent {
    Graph graph;
    /// The text it was read from, which saving preserves; null for new models.
    std::shared_ptr<const FileBytes> original;
    std::string formatName;  ///< name in the FormatRegistry
    QString path;            ///< absolute; empty for models that are no file yet
    Diagnostics diagnostics; ///< what was noticed while reading
    /// The graph's snapshot, where the job made it already.
    std::shared_ptr<const IndexedGraph> index = nullptr;
    /// Likewise; its findings are what `diagnostics` do not say yet.
    std::optional<GraphExamination> examination = std::nullopt;
    /// Times that lie beside the file, if any.
    std::shared_ptr<const ProfileReport> profile = nullptr;
    RunHistory runs = {}; ///< that the project file holds
    std::string runsHash =
        {}; ///< of the graph, as runs tell what they are of; empty: there are none
    InputFacts inputFacts = {}; ///< what other files say of its variables
    /// Where the parameters that `inputFacts` knows of are read again to run it; empty: there are none.
    QString parameterFile = {};
    /// That file, where no file of the model lies beside it yet; else null.
    std::shared_ptr<const UnsavedParameters> unsavedParameters = nullptr;
    QString suggestedPath =
        {}; ///< of a model that is no file yet: what it is called and may be saved as
    std::optional<Semantics> semantics = std::nullopt; ///< nothing: the dialect's own
    /// fileChecksum() of the file as it was read or written last; empty while there is no file.
    std::string fileFingerprint = {};
    /// The project file that it came from: `graph` is then as its edits leave the original. Null for
    /// plain models.
    std::shared_ptr<const Project> project = nullptr;
    /// What was done since and no file holds, recovered after a crash: `graph` is as they leave it.
    std::vector<HistoryStep> history = {};
};

} // namespace nervure
