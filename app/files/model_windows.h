// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

class QWidget;

namespace nervure {

class EditJournal;
struct DocumentContent;

/// The windows that show models, as far as files and edits ask of them. Each call gives the window.
class ModelWindows {
public:
    virtual ~ModelWindows() = default;

    /// Shows the file: in the window that has it, else in an empty one (`preferred` first), else in
    /// a new one.
    virtual QWidget *open(const QString &path, QWidget *preferred = nullptr) = 0;
    /// A model that is no file yet, in a window of its own.
    virtual QWidget *showNew(DocumentContent content) = 0;
    /// A model that was recovered after a crash, with the journal that goes on: in the window that shows
    /// its file unchanged, in an empty one or a new one.
    virtual QWidget *showRecovered(DocumentContent content, EditJournal journal) = 0;
    /// The one that opened first; null when there is none.
    [[nodiscard]] virtual QWidget *first() const = 0;
    /// Closes all windows, asking about unsaved changes; stops at the first that stays. True when
    /// all have closed.
    virtual bool quit() = 0;
};

} // namespace nervure
