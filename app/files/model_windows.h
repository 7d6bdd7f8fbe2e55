// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

class QWidget;

namespace nervure {

class EditJournal;
struct DocumentContent;

/// The documents that are open, each with all that shows it, as far as files and edits ask of them. They are
/// tabs of one window or windows of their own (Preferences::opensTabs).
class ModelWindows {
public:
    virtual ~ModelWindows() = default;

    /// Shows the file: where it is shown already, else in an empty tab (`preferred` first), else in a new
    /// one, beside `preferred`.
    virtual QWidget *open(const QString &path, QWidget *preferred = nullptr) = 0;
    /// A model that is no file yet, in a new tab.
    virtual QWidget *showNew(DocumentContent content) = 0;
    /// A model that was recovered after a crash, with the journal that goes on: in the window that shows
    /// its file unchanged, in an empty one or a new one.
    virtual QWidget *showRecovered(DocumentContent content, EditJournal journal) = 0;
    /// The one that opened first; null when there is none.
    [[nodiscard]] virtual QWidget *first() const = 0;
    /// Shows the document that is `step` tabs behind this one's, round and round.
    virtual void goForward(QWidget &window, int step) = 0;
    /// How many documents share the window with this one, and itself.
    [[nodiscard]] virtual int tabCount(const QWidget &window) const = 0;
    /// Gives the document a window of its own on the desktop.
    virtual void moveToNewWindow(QWidget &window) = 0;
    /// Closes all windows, asking about unsaved changes; stops at the first that stays. True when
    /// all have closed.
    virtual bool quit() = 0;
};

} // namespace nervure
