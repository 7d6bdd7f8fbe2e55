// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/app/window_fixture.h"

namespace nervure::tests {

/// A file with the net whose layers the worker of tests (RunPanelSteps::fakeWorker) measures: conv0, which relu0 is
/// fused into, and fc0 with flatten0. Empty where it cannot be written.
inline QString writeMeasuredNet(const WindowFixture &app)
{
    const QByteArray net = R"json({"nodes": [
    {"op": "null", "name": "data", "inputs": [], "attrs": {"__shape__": "(1, 3, 8, 8)"}},
    {"op": "null", "name": "conv0_weight", "inputs": []},
    {"op": "conv2d", "name": "conv0", "inputs": [[0, 0, 0], [1, 0, 0]],
     "attrs": {"channels": "8", "kernel_size": "(3, 3)", "use_bias": "False"}},
    {"op": "relu", "name": "relu0", "inputs": [[2, 0, 0]]},
    {"op": "flatten", "name": "flatten0", "inputs": [[3, 0, 0]]},
    {"op": "null", "name": "fc0_weight", "inputs": []},
    {"op": "dense", "name": "fc0", "inputs": [[4, 0, 0], [5, 0, 0]],
     "attrs": {"units": "10", "use_bias": "False"}}],
    "arg_nodes": [0, 1, 5], "heads": [[6, 0, 0]]})json";
    const QString path = app.folder.filePath(QStringLiteral("net.json"));
    QFile file(path);
    return file.open(QIODevice::WriteOnly) && file.write(net) == net.size() ? path : QString();
}

} // namespace nervure::tests
