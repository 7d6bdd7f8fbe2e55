// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/app/editing_fixture.h"

#include <QFile>
#include <QTemporaryDir>

namespace nervure::tests {

/// x → before → choice, which holds two graphs, the second with another one in it, → after
inline const QByteArray conditionalModel = R"({"nodes": [
    {"op": "null", "name": "x", "inputs": []},
    {"op": "relu", "name": "before", "inputs": [[0, 0, 0]]},
    {"op": "my_condition", "name": "choice", "inputs": [[1, 0, 0]], "subgraphs": [
        {"nodes": [{"op": "null", "name": "then_x", "inputs": []},
                   {"op": "relu", "name": "then_relu", "inputs": [[0, 0, 0]]},
                   {"op": "tanh", "name": "then_tanh", "inputs": [[1, 0, 0]]}],
         "arg_nodes": [0], "heads": [[2, 0, 0]]},
        {"nodes": [{"op": "null", "name": "else_x", "inputs": []},
                   {"op": "my_loop", "name": "loop", "inputs": [[0, 0, 0]], "subgraphs": [
                       {"nodes": [{"op": "null", "name": "item", "inputs": []},
                                  {"op": "sigmoid", "name": "step", "inputs": [[0, 0, 0]]}],
                        "arg_nodes": [0], "heads": [[1, 0, 0]]}]}],
         "arg_nodes": [0], "heads": [[1, 0, 0]]}]},
    {"op": "relu", "name": "after", "inputs": [[2, 0, 0]]}],
"arg_nodes": [0], "heads": [[3, 0, 0]]})";

/// A file of conditionalModel.
class SubgraphSample {
public:
    SubgraphSample()
    {
        QFile file(sample());
        m_isWritten = m_folder.isValid() && file.open(QIODevice::WriteOnly)
                      && file.write(conditionalModel) == conditionalModel.size();
    }

    [[nodiscard]] QString sample() const
    {
        return m_folder.filePath(QStringLiteral("conditional.json"));
    }
    [[nodiscard]] bool isWritten() const { return m_isWritten; }

private:
    QTemporaryDir m_folder;
    bool m_isWritten = false;
};

/// A window on such a file.
class SubgraphFixture : private SubgraphSample, public EditingFixture { // the file comes first
public:
    SubgraphFixture() : EditingFixture(sample()) { isReady = isReady && isWritten(); }
};

} // namespace nervure::tests
