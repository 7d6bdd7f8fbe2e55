// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/support/cancellation.h"
#include "core/support/result.h"

#include <QObject>

namespace nervure {

class GraphDocument;
class ModelWindows;
struct Builtins;
struct DocumentContent;
struct DocumentSession;
struct ModelConversion;

/// The model that changedModel() makes as a document of its own that is no file yet, for any thread: its parameters
/// lie in a file that goes with it. The conversion's format says the dialect.
[[nodiscard]] Result<DocumentContent> importedDocument(const ModelConversion &conversion,
                                                       const Builtins &builtins,
                                                       const JobControl &control);

/// Makes an NNVM graph, which can be edited, of a document of another framework's.
class NnvmImport : public QObject {
    Q_OBJECT

public:
    /// All must outlive it.
    NnvmImport(DocumentSession &session, ModelWindows &windows, QObject *parent);

    /// Whether the document's operators are another framework's that becomes NNVM's.
    [[nodiscard]] bool isPossible() const;
    /// Makes it on another thread, and shows it as a new document.
    void start();

Q_SIGNALS:
    /// One sentence for the message bar.
    void failed(const QString &message);

private:
    DocumentSession &m_session;
    ModelWindows &m_windows;
};

} // namespace nervure
