// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/analysis/value_labels.h"
#include "core/layout/diagram/drawn_graph.h"

#include <optional>
#include <string>
#include <vector>

namespace nervure {

/// The texts about values in a picture: on lines, and on the pills of outputs.
class LineLabels {
public:
    /// All must outlive it.
    LineLabels(const Graph &graph, const DrawOptions &options);

    /// Of a line, as the options ask: `conv1 1×64×56×56 NCHW float16`; empty while nothing is known.
    [[nodiscard]] std::string of(const Entry &value) const;
    /// Of an output, whatever the options ask: `float32 2×3`; what is not known is left out.
    [[nodiscard]] std::string typeAndShape(const Entry &value) const;

private:
    [[nodiscard]] std::string nameOf(const Entry &value) const;
    [[nodiscard]] std::optional<std::size_t> entryOf(const Entry &value) const;
    [[nodiscard]] std::string shapeOf(std::size_t entry) const;
    [[nodiscard]] std::string typeOf(std::size_t entry) const;

    const Graph &m_graph;
    const DrawOptions &m_options;
    ValueLabels m_labels;
    const std::vector<std::string> *m_layouts = nullptr;
};

} // namespace nervure
