// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/commands/edit_reporter.h"
#include "app/commands/graph_clipboard.h"
#include "core/graph/edits/known_types.h"
#include "core/graph/graph.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

class QWidget;

namespace nervure {

class ModelWindows;
struct DocumentSession;

/// Carries graphs between documents: clipboard, extraction, merging.
class GraphExchange : public EditReporter {
    Q_OBJECT

public:
    /// All must outlive this; `window` owns it and is the parent of dialogs.
    GraphExchange(DocumentSession &session, ModelWindows &windows, QWidget *window);

    /// Copies what is selected. False: it could not be, which is told.
    bool copy();
    void cut();
    [[nodiscard]] bool canPaste() const;
    void paste();
    /// The selection as a model of its own, in a new window.
    void extract();
    /// Whether the selected node holds graphs of its own, as loops and conditions do.
    [[nodiscard]] bool hasSubgraphs() const;
    /// Copies of these, each in a new window.
    void openSubgraphs();
    /// Opens a copy of a body that the document's graph holds in a window of its own.
    void showAlone(const std::shared_ptr<const Graph> &body);
    void askToMerge();
    void merge(const QString &path);

private:
    using TextSource = std::function<Result<std::string>()>;  ///< called on another thread
    using GraphSource = std::function<Result<PastedGraph>()>; ///< likewise

    [[nodiscard]] GraphSource readerOf(TextSource source) const;
    void addInto(const QString &title, GraphSource source, bool isMerge);
    void add(const PastedGraph &pasted, bool isMerge);
    [[nodiscard]] KnownTypes knownTypes() const;
    void tellLeft(const Diagnostics &left);
    [[nodiscard]] std::vector<NodeId> layers() const;

    DocumentSession &m_session;
    ModelWindows &m_windows;
    QWidget *m_window;
};

} // namespace nervure
