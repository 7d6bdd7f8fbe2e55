// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/what_if/what_if.h"
#include "core/engine/worker_request.h"
#include "core/support/id.h"
#include "core/support/result.h"

#include <QByteArray>
#include <QMap>
#include <QString>

#include <vector>

namespace nervure {

class GraphDocument;
struct SaveSource;

/// What a person chooses before a run.
struct ProfileOptions {
    QString device;                              ///< id of a WorkerDevice; empty: none known yet
    QString mode = QStringLiteral("serialised"); ///< or "pipelined"
    int warmup = 2;
    int repeat = 10;
    int rounds =
        static_cast<int>(WhatIf::defaultRounds); ///< of two models that are measured by turns
    bool settles = true;                         ///< more warm-ups than that while times fall
    quint64 seed = 0;                            ///< for values that are not given
    QString parameters = {}; ///< a file of them; empty: the one beside the model, if any
    /// What inputs are given, by their names: a number for all elements, or a .npy file.
    QMap<QString, QString> inputs = {};
    bool isUnfused = false;      ///< one kernel a node, instead of what is best on the device
    bool isDirectOnly = false;   ///< no convolution that rounds otherwise than its plain sums
    bool computesInHalf = false; ///< float16 in float16; runs fail on devices without it
    bool fallsBack = false;      ///< operators that the device cannot build run on the host

    bool operator==(const ProfileOptions &) const = default;
};

/// The document's model on that device, without the model itself: prepareRequest() adds it.
[[nodiscard]] WorkerRequest requestFor(const char *command, const GraphDocument &document,
                                       const ProfileOptions &options);
/// The file that the options name, else the one beside the model; empty: none.
[[nodiscard]] QString parameterFileFor(const GraphDocument &document,
                                       const ProfileOptions &options);

/// What the worker does, in the language of the window; a pass is its own name.
[[nodiscard]] QString stageText(const QString &stage);

/// A request with its model, ready to be sent.
struct PreparedRequest {
    WorkerRequest request;
    QByteArray bytes;
    std::vector<NodeId> nodes; ///< of the document, by node of the model that the worker reads
};

/// Writes the model for the worker, and reads parameters and inputs. On any thread.
[[nodiscard]] Result<PreparedRequest> prepareRequest(WorkerRequest request,
                                                     const SaveSource &source,
                                                     const QString &parameters,
                                                     const QMap<QString, QString> &inputs,
                                                     const Builtins &builtins);

} // namespace nervure
