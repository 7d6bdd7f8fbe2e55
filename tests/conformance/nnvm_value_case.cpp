// SPDX-License-Identifier: Apache-2.0
#include "tests/conformance/nnvm_value_case.h"

#include <nlohmann/json.hpp>

#include <cmath>
#include <cstring>

namespace nervure::conformance {

using Json = nlohmann::json;

namespace {

constexpr const char *section = "nnvm values";

double numberOf(const Json &value)
{
    return value.is_string() ? std::strtod(value.get<std::string>().c_str(), nullptr)
                             : value.get<double>();
}

/// Calls `f` with a value of the C++ type; false for types that have none here.
template <typename F>
bool withType(DType type, F &&f)
{
    switch (type) {
    case DType::Float32: f(float{}); return true;
    case DType::Float64: f(double{}); return true;
    case DType::UInt8: f(std::uint8_t{}); return true;
    case DType::Int8: f(std::int8_t{}); return true;
    case DType::Int16: f(std::int16_t{}); return true;
    case DType::UInt16: f(std::uint16_t{}); return true;
    case DType::Int32: f(std::int32_t{}); return true;
    case DType::UInt32: f(std::uint32_t{}); return true;
    case DType::Int64: f(std::int64_t{}); return true;
    case DType::UInt64: f(std::uint64_t{}); return true;
    default: return false;
    }
}

struct Tensor {
    DType type = DType::Unknown;
    Shape shape;
    std::vector<std::byte> bytes;

    [[nodiscard]] TensorView view() { return {type, shape, bytes.data()}; }
};

bool fill(Tensor &tensor, const Json &data)
{
    return withType(tensor.type, [&](auto zero) {
        using T = decltype(zero);
        T *out = reinterpret_cast<T *>(tensor.bytes.data());
        for (std::size_t i = 0; i < data.size() && (i + 1) * sizeof(T) <= tensor.bytes.size();
             ++i) {
            out[i] = static_cast<T>(numberOf(data[i]));
        }
    });
}

bool isClose(double found, double expected, bool isExact)
{
    if (found == expected || (std::isnan(found) && std::isnan(expected))) {
        return true;
    }
    return !isExact && std::abs(found - expected) <= 1e-4 + 1e-3 * std::abs(expected);
}

/// What differs between a tensor and its record; nothing if they agree.
std::string compare(const Tensor &found, const Json &expected)
{
    if (found.shape != expected.at("shape").get<Shape>()) {
        return "found shape " + shapeText(found.shape) + ", expected " + expected["shape"].dump();
    }
    std::string difference;
    withType(found.type, [&](auto zero) {
        using T = decltype(zero);
        const T *data = reinterpret_cast<const T *>(found.bytes.data());
        for (std::size_t i = 0; i < expected["data"].size() && difference.empty(); ++i) {
            const double number = static_cast<double>(data[i]);
            if (!isClose(number, numberOf(expected["data"][i]), std::is_integral_v<T>)) {
                difference = "element " + std::to_string(i) + ": found " + std::to_string(number)
                             + ", expected " + expected["data"][i].dump();
            }
        }
    });
    return difference;
}

class Evaluation {
public:
    Evaluation(const NnvmContext &context, const Json &numeric) : m_context(context), m_in(numeric)
    {}

    /// Empty on success, else why there are no values.
    std::string run(Graph graph)
    {
        const InputFacts facts = factsOfInputs();
        PassRun state = initialState(std::move(graph));
        for (const char *pass : {"InferShape", "InferType"}) {
            state = runPass(m_context, state, pass, facts);
            if (!state.ok) {
                return firstError(state.diagnostics);
            }
        }
        m_index = state.index;
        if (!allocate(*state.analyses.find(keys::shape), *state.analyses.find(keys::dtype))) {
            return "an entry of unknown shape or type";
        }
        for (std::uint32_t id = 0; id < m_index->nodeCount(); ++id) {
            const Status status = m_index->node(id).isVariable() ? load(id) : compute(id);
            if (!status) {
                return status.error().message;
            }
        }
        return {};
    }

    /// Where NNVM's two targets disagree, either is right.
    [[nodiscard]] std::string compareHeads() const
    {
        std::string difference = compareHeads(m_in["outputs"]);
        if (!difference.empty() && m_in.contains("outputs_opencl")) {
            difference = compareHeads(m_in["outputs_opencl"]);
        }
        return difference;
    }

private:
    [[nodiscard]] std::string compareHeads(const Json &expected) const
    {
        const Json unsafe = m_in.value("no_reliance", Json::object());
        for (std::size_t i = 0; i < m_index->heads().size(); ++i) {
            if (unsafe.contains(std::to_string(i))) {
                continue;
            }
            const Tensor &found = m_values[m_index->entryId(m_index->heads()[i])];
            if (const auto difference = compare(found, expected.at(i)); !difference.empty()) {
                return "output " + std::to_string(i) + ": " + difference;
            }
        }
        return {};
    }

    [[nodiscard]] InputFacts factsOfInputs() const
    {
        InputFacts facts;
        for (const auto &[name, input] : m_in.at("inputs").items()) {
            facts.shapes[name] = input["shape"].get<Shape>();
            facts.dtypes[name] =
                dtypeFromName(input["dtype"].get<std::string>()).value_or(DType::Unknown);
        }
        return facts;
    }

    bool allocate(const Shapes &shapes, const DTypes &types)
    {
        m_values.resize(shapes.size());
        for (std::size_t i = 0; i < shapes.size(); ++i) {
            const auto bytes = byteCount(shapes[i], types[i]);
            if (isUnknown(shapes[i]) || !bytes || *bytes == 0) {
                return false;
            }
            m_values[i] = {types[i], shapes[i],
                           std::vector<std::byte>(static_cast<std::size_t>(*bytes))};
        }
        return true;
    }

    Status load(std::uint32_t id)
    {
        const std::string &name = m_index->node(id).node->name;
        if (!m_in["inputs"].contains(name)) {
            return makeError("value-missing", "no value for an input");
        }
        const bool isFilled = fill(m_values[m_index->entryId(id, 0)], m_in["inputs"][name]["data"]);
        return isFilled ? Status() : Status(makeError("value-type", "type float16"));
    }

    Status compute(std::uint32_t id)
    {
        const IndexedNode &node = m_index->node(id);
        if (!node.spec || !node.spec->reference) {
            return makeError("value-op", "no reference of " + node.node->op);
        }
        std::vector<ConstTensorView> in;
        std::vector<TensorView> out;
        std::vector<TensorView> mutated;
        for (const IndexedEntry &entry : node.inputs) {
            in.push_back(m_values[m_index->entryId(entry)].view());
        }
        for (std::uint32_t i = 0; i < node.outputCount; ++i) {
            out.push_back(m_values[m_index->entryId(id, i)].view());
        }
        for (const std::uint32_t i : node.spec->mutatedInputs) {
            mutated.push_back(m_values[m_index->entryId(node.inputs.at(i))].view());
        }
        const RuleContext rule = node.rule(Semantics::Exact);
        return node.spec->reference({rule, in, out, mutated});
    }

    const NnvmContext &m_context;
    const Json &m_in;
    std::shared_ptr<const IndexedGraph> m_index;
    std::vector<Tensor> m_values; ///< by entry
};

} // namespace

void runNnvmValueCase(const NnvmContext &context, const std::string &name, const std::string &text,
                      const Json &numeric, Report &report)
{
    if (!numeric.contains("outputs") || numeric.contains("layout_transforms_inserted")) {
        report.skip(section, "no recorded outputs");
        return;
    }
    const auto loaded = context.format.read(text, context.formatContext());
    const std::string op = loaded ? undeclaredOperator(context, loaded->graph) : "";
    if (!loaded || !op.empty()) {
        report.skip(section, "operator " + op);
        return;
    }
    Evaluation evaluation(context, numeric);
    if (const std::string reason = evaluation.run(loaded->graph); !reason.empty()) {
        report.skip(section, "values: " + reason);
        return;
    }
    report.check(section, name, evaluation.compareHeads());
}

} // namespace nervure::conformance
