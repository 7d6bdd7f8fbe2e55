// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/builtins.h"
#include "core/engine/onnx_values.h"
#include "core/formats/project/open_model.h"
#include "tests/core/passes/raising_probe.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace nervure::tests {

/// ONNX models that graphs become are written, read again, and compared with the graphs by what the reference
/// computes.
class Exporting {
public:
    explicit Exporting(const Builtins &builtins) : m_builtins(builtins) {}

    [[nodiscard]] PassRun run(const Graph &graph, const std::string &passes,
                              const InputFacts &facts = {}) const
    {
        return runPasses(graph, *parsePipeline(passes),
                         {m_builtins.passes, m_builtins.ops, facts, Semantics::Fixed});
    }
    [[nodiscard]] PassRun exported(const Graph &graph, const InputFacts &facts = {}) const
    {
        return run(graph, "InferShape,InferType,NNVMToONNX", facts);
    }
    /// The bytes of a model; empty where it cannot be written.
    [[nodiscard]] std::string bytesOf(const Graph &onnx, const TensorMap &values = {}) const
    {
        Diagnostics diagnostics;
        const FormatContext context{m_builtins.ops, Semantics::Fixed, {}, &values};
        const auto bytes = m_builtins.formats.find("onnx")->write(onnx, context, diagnostics);
        return bytes && diagnostics.empty() ? *bytes : std::string();
    }
    [[nodiscard]] std::string compare(const Graph &nnvm, const InputFacts &facts,
                                      const TensorMap &values) const;

private:
    [[nodiscard]] std::string compareWith(const std::vector<Tensor> &expected,
                                          const std::string &bytes, const TensorMap &values) const;

    const Builtins &m_builtins;
};

/// The first difference between the results of a graph and of the model that was read again.
inline std::string Exporting::compare(const Graph &nnvm, const InputFacts &facts,
                                      const TensorMap &values) const
{
    const PassRun sized = run(nnvm, "InferShape,InferType", facts);
    const auto expected = referenceResults(sized, values);
    if (!expected) {
        return "the graph does not run: " + expected.error().message;
    }
    const PassRun made = exported(nnvm, facts);
    if (!made.ok) {
        return firstError(made.diagnostics);
    }
    const std::string bytes = bytesOf(made.graph);
    return bytes.empty() ? "it cannot be written" : compareWith(*expected, bytes, values);
}

inline std::string Exporting::compareWith(const std::vector<Tensor> &expected,
                                          const std::string &bytes, const TensorMap &values) const
{
    const auto opened = openModelText(bytes, "again.onnx", m_builtins.formats, m_builtins.ops);
    if (!opened || !opened->diagnostics.empty()) {
        return "the bytes are no model: "
               + (opened ? opened->diagnostics.front() : opened.error()).message;
    }
    auto inside = readOnnxValues(*opened, m_builtins.ops);
    if (!inside) {
        return "the values cannot be read: " + inside.error().message;
    }
    if (bytesOf(opened->graph, *inside) != bytes) {
        return "the bytes change when they are read and written";
    }
    const PassRun lowered = run(opened->graph, "ONNXToNNVM,InferShape,InferType");
    if (!lowered.ok) {
        return "the model is not lowered: " + firstError(lowered.diagnostics);
    }
    TensorMap all = values;
    all.merge(*inside);
    const auto found = referenceResults(lowered, all);
    if (!found) {
        return "the model does not run: " + found.error().message;
    }
    if (found->size() != expected.size()) {
        return std::to_string(found->size()) + " results, expected "
               + std::to_string(expected.size());
    }
    for (std::size_t i = 0; i < found->size(); ++i) {
        if ((*found)[i].type() != expected[i].type()) {
            return "result " + std::to_string(i) + " has another type";
        }
        const double difference = relativeDifference((*found)[i].view(), expected[i].view());
        if (!(difference < 1e-5)) {
            return "result " + std::to_string(i) + " differs by " + std::to_string(difference);
        }
    }
    return {};
}

} // namespace nervure::tests
