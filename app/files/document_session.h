// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "widgets/document/color_sources.h"
#include "widgets/document/graph_document.h"
#include "widgets/document/selection.h"
#include "widgets/document/selection_follower.h"
#include "widgets/jobs/graph_examiner.h"
#include "widgets/jobs/inference_delta_watch.h"
#include "widgets/jobs/job_runner.h"
#include "widgets/jobs/pass_runner.h"
#include "widgets/jobs/profile_runner.h"
#include "widgets/jobs/proof_runner.h"
#include "widgets/jobs/step_comparer.h"
#include "widgets/jobs/worker_process.h"

namespace nervure {

struct Builtins;
struct PanelContext;

/// What one window works with: a document, what is selected in it, and the hands that do its work.
/// Every window has its own worker, so that a driver that hangs holds up one document alone.
/// Members are in the order of dependence; widgets that use them must go first.
struct DocumentSession {
    /// `builtins` must outlive the session.
    explicit DocumentSession(const Builtins &knownThings);

    const Builtins &builtins;
    GraphDocument document;
    Selection selection;
    SelectionFollower follower;
    ColorSources colors;
    JobRunner jobs;
    WorkerProcess worker;
    GraphExaminer examiner;
    PassRunner passes;
    StepComparer comparer;
    InferenceDeltaWatch inferenceDelta;
    ProfileRunner profiles;
    ProofRunner proofs;

    [[nodiscard]] PanelContext panelContext();

private:
    void showStop(const BreakHit &hit);
};

} // namespace nervure
