// SPDX-License-Identifier: Apache-2.0
#include "tests/conformance/nnvm_value_case.h"

#include "core/graph/op/attr_field.h"

#include "core/support/text.h"
#include "tests/conformance/difference.h"
#include "tests/conformance/evaluation.h"

#include <nlohmann/json.hpp>

#include <cmath>
#include <cstdlib>

namespace nervure::conformance {

using Json = nlohmann::json;

namespace {

/// A recorded tensor. Throws when it is none.
Tensor tensorOf(const Json &recorded)
{
    Result<Tensor> tensor =
        Tensor::zeros(typeOf(recorded.at("dtype")), Shape(recorded.at("shape").get<IntTuple>()));
    if (!tensor) {
        throw std::runtime_error("a recorded tensor: " + tensor.error().message);
    }
    const Json &data = recorded.at("data");
    if (static_cast<std::int64_t>(data.size()) != tensor->count()) {
        throw std::runtime_error("a recorded tensor has " + std::to_string(data.size())
                                 + " elements, expected " + std::to_string(tensor->count()));
    }
    const bool isWide = tensor->type() == DType::Int64 || tensor->type() == DType::UInt64;
    for (std::size_t i = 0; i < data.size(); ++i) {
        if (isWide && data[i].is_number_integer()) {
            tensor->elements<std::int64_t>()[i] = data[i].get<std::int64_t>();
        } else {
            storeElement(tensor->view(), static_cast<std::int64_t>(i), numberOf(data[i]));
        }
    }
    return std::move(tensor).value();
}

TensorMap variablesOf(const Json &inputs)
{
    TensorMap variables;
    for (const auto &[name, recorded] : inputs.items()) {
        variables.emplace(name, tensorOf(recorded));
    }
    return variables;
}

/// Shapes and types from the recorded inputs. NNVM builds after CorrectLayout, which can change
/// what the graph means.
Result<SizedGraph> sizedGraph(const NnvmContext &context, const Graph &graph, const Json &numeric)
{
    InputFacts facts;
    for (const auto &[name, recorded] : numeric.at("inputs").items()) {
        facts.shapes[name] = Shape(recorded.at("shape").get<IntTuple>());
        facts.dtypes[name] = typeOf(recorded.at("dtype"));
    }
    std::vector<PassRequest> passes{{"InferShape"}, {"InferType"}};
    if (numeric.contains("layout_transforms_inserted")) {
        passes.insert(passes.begin(), {"CorrectLayout"});
    }
    const PassRun run = context.run(graph, passes, facts);
    if (!run.ok) {
        return makeError("pass-failed", run.steps.back().name + ": " + firstError(run.diagnostics));
    }
    return SizedGraph{run.index, *run.analyses.find(keys::shape, run.index),
                      *run.analyses.find(keys::dtype, run.index)};
}

/// The heads of a run beside what was recorded.
class Comparison {
public:
    Comparison(const SizedGraph &graph, const TensorMap &variables, const Json &numeric)
        : m_graph(graph),
          m_variables(variables),
          m_unsafe(numeric.value("no_reliance", Json::object())),
          m_tolerances(tolerancesOf(graph))
    {}

    /// The first element that neither agrees nor is excused, as text. Where the two targets of NNVM
    /// disagree, either is right: `other` is null or what the second recorded.
    [[nodiscard]] std::string compare(const std::vector<Tensor> &heads, const Json &expected,
                                      const Json &other)
    {
        if (heads.size() != expected.size()) {
            return "found " + std::to_string(heads.size()) + " outputs, expected "
                   + std::to_string(expected.size());
        }
        for (std::size_t i = 0; i < heads.size(); ++i) {
            if (m_unsafe.contains(std::to_string(i))) {
                continue;
            }
            const std::string difference = compareHead(i, heads[i], expected[i]);
            const bool isOther = !difference.empty() && other.is_array()
                                 && compareHead(i, heads[i], other.at(i)).empty();
            if (!difference.empty() && !isOther) {
                return "output " + std::to_string(i) + ": " + difference;
            }
        }
        return {};
    }

    [[nodiscard]] std::size_t excused() const { return m_excused; }

private:
    std::string compareHead(std::size_t head, const Tensor &found, const Json &recorded)
    {
        const Tensor expected = tensorOf(recorded);
        if (found.shape() != expected.shape() || found.type() != expected.type()) {
            return "found " + describe(found) + ", expected " + describe(expected);
        }
        const std::uint32_t entry = m_graph.index->entryId(m_graph.index->heads()[head]);
        // Also behind floats: a cast that falls to the other side is excused, not tolerated.
        const bool isExact = !isFloat(found.type());
        for (std::int64_t i = 0; i < found.count(); ++i) {
            const double a = elementAsDouble(found.view(), i);
            const double b = elementAsDouble(expected.view(), i);
            const bool isSame =
                isExact ? sameBytes(found, expected, i) : m_tolerances[entry].holds(a, b);
            if (isSame) {
                continue;
            }
            if (!isExcused(entry, i)) {
                return "element " + std::to_string(i) + ": found " + formatNumber(a) + ", expected "
                       + formatNumber(b);
            }
            ++m_excused;
        }
        return {};
    }

    static std::string describe(const Tensor &tensor)
    {
        return std::string(dtypeName(tensor.type())) + " " + shapeText(tensor.shape());
    }

    static bool sameBytes(const Tensor &a, const Tensor &b, std::int64_t i)
    {
        const std::size_t size = dtypeBytes(a.type());
        const auto offset = static_cast<std::size_t>(i) * size;
        return std::equal(a.data() + offset, a.data() + offset + size, b.data() + offset);
    }

    /// Whether a decision within tolerance could change the element.
    bool isExcused(std::uint32_t entry, std::int64_t i)
    {
        if (!m_hasSides) {
            m_hasSides = true;
            auto one = evaluate(m_graph, m_variables);
            auto other = evaluateOtherSides(m_graph, m_variables, m_tolerances);
            if (one && other) {
                m_oneSide = std::move(one).value();
                m_otherSide = std::move(other).value();
            }
        }
        if (m_oneSide.empty()) {
            return false;
        }
        const double one = elementAsDouble(m_oneSide[entry].view(), i);
        const double other = elementAsDouble(m_otherSide[entry].view(), i);
        return isFloat(m_oneSide[entry].type()) ? !m_tolerances[entry].holds(one, other)
                                                : one != other;
    }

    const SizedGraph &m_graph;
    const TensorMap &m_variables;
    Json m_unsafe;
    std::vector<Tolerance> m_tolerances;
    EntryValues m_oneSide;
    EntryValues m_otherSide;
    bool m_hasSides = false;
    std::size_t m_excused = 0;
};

std::vector<Tensor> headsOf(const SizedGraph &graph, const EntryValues &values)
{
    std::vector<Tensor> heads;
    for (const IndexedEntry &head : graph.index->heads()) {
        heads.push_back(values[graph.index->entryId(head)]);
    }
    return heads;
}

Finding compareOutputs(const SizedGraph &graph, const TensorMap &variables,
                       const std::vector<Tensor> &heads, const Json &numeric)
{
    Comparison comparison(graph, variables, numeric);
    const std::string difference =
        comparison.compare(heads, numeric["outputs"], numeric.value("outputs_opencl", Json()));
    return difference.empty() ? agrees(comparison.excused()) : differs(difference);
}

/// The heads, on the device if there is one: of the graph as it was sized, with the layout transforms
/// that the sizes may need.
Result<std::vector<Tensor>> computeHeads(const NnvmContext &context, const SizedGraph &graph,
                                         const TensorMap &variables)
{
    if (!context.device) {
        const auto values = evaluate(graph, variables);
        return values ? headsOf(graph, *values) : Result<std::vector<Tensor>>(values.error());
    }
    auto results = context.device(graph.index->graph(), variables, Semantics::Exact);
    if (!results) {
        return results.error();
    }
    std::vector<Tensor> heads;
    for (auto &[name, tensor] : *results) {
        heads.push_back(std::move(tensor));
    }
    return heads;
}

/// What the variables hold after a run.
TensorMap variablesAfter(const SizedGraph &graph, const EntryValues &values)
{
    TensorMap variables;
    for (const std::uint32_t id : graph.index->inputNodes()) {
        variables.emplace(graph.index->node(id).node->name, values[graph.index->entryId(id, 0)]);
    }
    return variables;
}

/// Why there is nothing to compare; empty when there is.
std::string reasonToSkip(const NnvmContext &context, const std::string &file, const Json &numeric)
{
    if (context.noReliance.count(file.substr(file.rfind('/') + 1)) != 0) {
        return "the README says not to rely on these values";
    }
    if (!numeric.contains("outputs")) {
        const Json errors = numeric.value("errors", Json::object());
        return errors.empty() ? "no outputs recorded"
                              : "could not be run there either: " + shortened(*errors.begin());
    }
    const Json unsafe = numeric.value("no_reliance", Json::object());
    return unsafe.empty() || unsafe.size() < numeric["outputs"].size()
               ? ""
               : "no_reliance: " + shortened(*unsafe.begin());
}

} // namespace

void runNnvmValueCase(const NnvmContext &context, const Graph &graph, const Json &numeric,
                      FileReport &report)
{
    if (const std::string reason = reasonToSkip(context, report.file(), numeric); !reason.empty()) {
        report.add("numeric", skipped(reason));
        return;
    }
    std::optional<SizedGraph> sized;
    TensorMap variables;
    report.check("numeric", [&] {
        auto made = sizedGraph(context, graph, numeric);
        if (!made) {
            return differs(made.error().message);
        }
        sized = std::move(made).value();
        variables = variablesOf(numeric.at("inputs"));
        const auto heads = computeHeads(context, *sized, variables);
        return heads ? compareOutputs(*sized, variables, *heads, numeric)
                     : differs(heads.error().message);
    });
    if (!numeric.contains("outputs_second_run")) {
        return;
    }
    report.check("numeric second run", [&] {
        const auto values = sized ? evaluate(*sized, variables)
                                  : Result<EntryValues>(makeError("not-reached", "not reached"));
        if (!values) {
            return differs(values.error().message);
        }
        const TensorMap carried = variablesAfter(*sized, *values);
        const auto again = computeHeads(context, *sized, carried);
        Json second = numeric;
        second["outputs"] = numeric["outputs_second_run"];
        second.erase("outputs_opencl");
        return again ? compareOutputs(*sized, carried, *again, second)
                     : differs(again.error().message);
    });
}

} // namespace nervure::conformance
