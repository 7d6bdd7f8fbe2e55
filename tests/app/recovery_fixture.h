// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/files/autosave.h"
#include "app/files/recovery.h"
#include "tests/app/window_fixture.h"
#include "widgets/dialogs/recovery_dialog.h"

#include <QLabel>
#include <QPointer>
#include <QPushButton>

namespace nervure::tests {

/// Where a program keeps things that another one finds after its end.
inline CompositionPaths placesIn(const QString &folder)
{
    return {folder + QStringLiteral("/settings.ini"), folder + QStringLiteral("/pictures"),
            folder + QStringLiteral("/journals")};
}

/// The program as it starts again.
struct Restarted {
    explicit Restarted(const QString &folder) : composition(placesIn(folder))
    {
        QSignalSpy looked(&composition.recovery(), &Recovery::looked);
        composition.start({});
        hasLooked = !looked.isEmpty() || looked.wait(WindowFixture::patienceMs);
        window = composition.windows().windows().first();
        dialog = find<RecoveryDialog>(window, "recovery-dialog");
    }
    [[nodiscard]] QPushButton *button(const char *name) const
    {
        return find<QPushButton>(dialog, name);
    }
    [[nodiscard]] bool waitForPreview() const
    {
        return QTest::qWaitFor(
            [this] {
                return find<QLabel>(dialog, "recovery-summary")->text()
                       != QStringLiteral("Reading…");
            },
            WindowFixture::patienceMs);
    }

    /// A document with changes that no file has; null while there is none.
    [[nodiscard]] const GraphDocument *unsaved()
    {
        for (const MainWindow *one : composition.windows().windows()) {
            const GraphDocument &document = one->session().document;
            if (document.path().isEmpty() && document.isDirty()) {
                return &document;
            }
        }
        return nullptr;
    }

    Composition composition;
    bool hasLooked = false;
    MainWindow *window = nullptr;
    QPointer<RecoveryDialog> dialog;
};

/// Discards without a question what a test left open.
inline void giveUp(Restarted &program)
{
    for (MainWindow *window : program.composition.windows().windows()) {
        window->autosave().end();
    }
}

} // namespace nervure::tests
