// SPDX-License-Identifier: Apache-2.0
#include "app/files/document_session.h"

#include "app/settings/program_paths.h"
#include "widgets/panels/panel_spec.h"

namespace nervure {

DocumentSession::DocumentSession(const Builtins &knownThings)
    : builtins(knownThings),
      document(knownThings),
      follower(document, selection),
      worker(programPath(QStringLiteral("nervure-cli"))),
      examiner(document, jobs),
      passes(document, jobs, worker),
      comparer(document, jobs),
      inferenceDelta(document, passes),
      profiles(document, jobs, worker),
      proofs(document, jobs, worker, passes, profiles)
{
    QObject::connect(&passes, &PassRunner::stopped, &document,
                     [this](const BreakHit &hit) { showStop(hit); });
}

/// Selects the nodes that passes stopped at; in the place of those that are gone what stands for them.
void DocumentSession::showStop(const BreakHit &hit)
{
    if (hit.ids.empty()) {
        return;
    }
    const int step = static_cast<int>(hit.step);
    if (hit.isBefore) {
        document.setShownStep(step - 1);
    }
    selection.setNodes(hit.ids);
    document.setShownStep(step);
}

PanelContext DocumentSession::panelContext()
{
    return {document, selection, jobs, passes, worker, profiles, proofs, builtins, colors};
}

} // namespace nervure
