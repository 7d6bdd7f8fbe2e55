// SPDX-License-Identifier: Apache-2.0
#pragma once

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
        QFile file(path());
        isReady = m_folder.isValid() && file.open(QIODevice::WriteOnly)
                  && file.write(conditionalModel) == conditionalModel.size();
    }

    [[nodiscard]] QString path() const
    {
        return m_folder.filePath(QStringLiteral("conditional.json"));
    }

    bool isReady = false;

private:
    QTemporaryDir m_folder;
};

} // namespace nervure::tests
