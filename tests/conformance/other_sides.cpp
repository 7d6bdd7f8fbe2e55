// SPDX-License-Identifier: Apache-2.0
// Decisions that lie within tolerance: found by moving an operator's inputs within theirs.
#include "tests/conformance/evaluation.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace nervure::conformance {

namespace {

/// How many ways of moving the inputs are tried, each with its opposite.
constexpr std::uint32_t patterns = 8;

/// Operators whose result jumps where numbers are equal or whole.
constexpr std::array<std::string_view, 8> decisions{"argmax", "argmin", "floor",   "ceil",
                                                    "trunc",  "round",  "greater", "less"};

bool isDecision(const IndexedNode &node, const SizedGraph &graph, std::uint32_t id)
{
    const std::string_view op = node.spec ? std::string_view(node.spec->name) : "";
    if (op == "cast") {
        return !isFloat(graph.types[graph.index->entryId(id, 0)]);
    }
    const bool isComparison = op.starts_with("broadcast_")
                              && (op.find("equal") != std::string_view::npos
                                  || op.find("greater") != std::string_view::npos
                                  || op.find("less") != std::string_view::npos);
    return isComparison || std::find(decisions.begin(), decisions.end(), op) != decisions.end();
}

/// 1 or -1, the same for the same numbers.
double signOf(std::uint32_t pattern, std::int64_t element)
{
    auto bits = static_cast<std::uint64_t>(element) * 0x9E3779B97F4A7C15u;
    bits ^= bits >> 29;
    bits *= 0xBF58476D1CE4E5B9u;
    bits ^= bits >> 32;
    const bool isUp = ((bits >> (pattern / 2)) & 1) == (pattern & 1);
    return isUp ? 1 : -1;
}

/// A node's inputs as it saw them, moved within their tolerances.
class MovedInputs {
public:
    MovedInputs(const SizedGraph &graph, std::uint32_t id, std::span<const Tolerance> tolerances)
        : m_graph(graph),
          m_id(id),
          m_tolerances(tolerances)
    {}

    /// Puts the outputs under the moved inputs into `values`; the inputs are there again afterwards.
    Status compute(std::uint32_t pattern, EntryValues &values) const
    {
        const IndexedNode &node = m_graph.index->node(m_id);
        std::vector<std::pair<std::uint32_t, Tensor>> saved;
        std::int64_t input = 0;
        for (const IndexedEntry &entry : node.inputs) {
            const std::uint32_t e = m_graph.index->entryId(entry);
            saved.emplace_back(e, values[e]);
            move(pattern, input++, m_tolerances[e], values[e]);
        }
        const Status status = computeNode(m_graph, m_id, values);
        for (auto it = saved.rbegin(); it != saved.rend(); ++it) {
            values[it->first] = std::move(it->second);
        }
        return status;
    }

private:
    static void move(std::uint32_t pattern, std::int64_t input, const Tolerance &tolerance,
                     Tensor &tensor)
    {
        if (!isFloat(tensor.type())) {
            return;
        }
        for (std::int64_t i = 0; i < tensor.count(); ++i) {
            const double value = elementAsDouble(tensor.view(), i);
            const double sign = signOf(pattern, i + input * 7919);
            storeElement(tensor.view(), i, value + sign * tolerance.around(value));
        }
    }

    const SizedGraph &m_graph;
    std::uint32_t m_id;
    std::span<const Tolerance> m_tolerances;
};

} // namespace

Result<EntryValues> evaluateOtherSides(const SizedGraph &graph, const TensorMap &variables,
                                       std::span<const Tolerance> tolerances)
{
    const auto hook = [&](std::uint32_t id, EntryValues &values) -> Status {
        if (!isDecision(graph.index->node(id), graph, id)) {
            return {};
        }
        const std::uint32_t entry = graph.index->entryId(id, 0);
        const Tensor plain = values[entry];
        Tensor other = plain;
        const MovedInputs moved(graph, id, tolerances);
        for (std::uint32_t pattern = 0; pattern < 2 * patterns; ++pattern) {
            if (Status status = moved.compute(pattern, values); !status) {
                return status;
            }
            for (std::int64_t i = 0; i < plain.count(); ++i) {
                const double found = elementAsDouble(values[entry].view(), i);
                if (found != elementAsDouble(plain.view(), i)) {
                    storeElement(other.view(), i, found);
                }
            }
        }
        values[entry] = std::move(other);
        return {};
    };
    return evaluate(graph, variables, hook);
}

} // namespace nervure::conformance
