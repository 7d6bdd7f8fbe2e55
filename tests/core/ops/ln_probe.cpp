// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/ln_probe.h"

#include "core/formats/project/open_model.h"
#include "core/support/file.h"
#include "tests/support/oracles.h"

#include <nlohmann/json.hpp>

#include <cmath>
#include <limits>
#include <set>

namespace nervure::tests {

namespace {

using Json = nlohmann::json;

/// Runs the nodes of one graph.
class Runner {
public:
    Runner(const Graph &graph, const OpRegistry &ops, Semantics semantics)
        : m_graph(graph),
          m_ops(ops),
          m_semantics(semantics)
    {}

    LightNetRun run()
    {
        for (const NodeId id : m_graph.nodes()) {
            m_result.error = runNode(m_graph.node(id));
            if (!m_result.error.empty()) {
                m_result.error = m_graph.node(id).name + ": " + m_result.error;
                break;
            }
        }
        return std::move(m_result);
    }

private:
    std::string runNode(const Node &node)
    {
        const OpSpec *spec = m_ops.find(node);
        if (!spec) {
            return "unknown operator " + node.op;
        }
        Diagnostics problems;
        const ParsedAttrs attrs =
            parseAttrs(spec->attrs, node.attrs, spec->name, node.name, problems);
        if (!problems.empty()) {
            return problems.front().message;
        }
        const RuleContext rule{node, attrs, m_semantics};
        std::vector<ConstTensorView> in;
        Shapes inShapes;
        DTypes inTypes;
        for (const Entry &entry : node.inputs) {
            const Tensor &tensor =
                m_result.tensors.at(m_graph.node(entry.node).outputPorts.at(entry.index).tensor);
            in.push_back(tensor.view());
            inShapes.push_back(tensor.shape());
            inTypes.push_back(tensor.type());
        }
        Shapes outShapes(node.outputPorts.size());
        DTypes outTypes(node.outputPorts.size(), DType::Unknown);
        if (const Status status = spec->inferShapes(rule, inShapes, outShapes); !status) {
            return status.error().message;
        }
        if (const Status status = spec->inferType(rule, inTypes, outTypes); !status) {
            return status.error().message;
        }
        std::vector<TensorView> out;
        for (std::size_t i = 0; i < node.outputPorts.size(); ++i) {
            auto tensor = Tensor::zeros(outTypes[i], outShapes[i]);
            if (!tensor) {
                return tensor.error().message;
            }
            const std::string &name = node.outputPorts[i].tensor;
            out.push_back((m_result.tensors[name] = std::move(*tensor)).view());
        }
        const Status status = spec->reference({rule, in, out, {}, &m_result.printed});
        return status ? std::string() : status.error().message;
    }

    const Graph &m_graph;
    const OpRegistry &m_ops;
    Semantics m_semantics;
    LightNetRun m_result;
};

double numberOf(const Json &value)
{
    if (value.is_number()) {
        return value.get<double>();
    }
    if (value.is_boolean()) {
        return value.get<bool>() ? 1 : 0;
    }
    const std::string text = value.get<std::string>();
    return text == "inf" ? HUGE_VAL : text == "-inf" ? -HUGE_VAL : std::nan("");
}

bool isNear(double a, double b)
{
    return a == b || (std::isnan(a) && std::isnan(b))
           || std::fabs(a - b) <= 1e-5 * std::max(1.0, std::fabs(b));
}

std::string difference(const std::string &name, const Tensor &tensor, const Json &expected)
{
    if (static_cast<std::size_t>(tensor.count()) != expected.size()) {
        return name + " has " + std::to_string(tensor.count()) + " elements, expected "
               + std::to_string(expected.size());
    }
    for (std::int64_t i = 0; i < tensor.count(); ++i) {
        const double actual = elementAsDouble(tensor.view(), i);
        const double wanted = numberOf(expected[static_cast<std::size_t>(i)]);
        if (!isNear(actual, wanted)) {
            return name + "[" + std::to_string(i) + "] is " + std::to_string(actual) + ", expected "
                   + std::to_string(wanted);
        }
    }
    return {};
}

/// The tensors that follow, directly or not, from random or loaded elements or from an
/// operator LightNet leaves empty.
std::set<std::string> emptyResults(const Json &document, const Json &steps)
{
    std::set<std::string> emptyOps;
    for (const Json &step : steps) {
        if (step.value("kernel_empty", false)) {
            emptyOps.insert(step["op"].get<std::string>());
        }
    }
    std::set<std::string> tensors;
    for (const Json &op : document["ops"]) {
        bool isEmpty = emptyOps.count(op["name"].get<std::string>()) != 0;
        for (const Json &param : op["params"]) {
            const bool isRandom =
                param["arg_name"] == "ran" && param["value"][0] != param["value"][1];
            const bool isLoaded = param["arg_name"] == "from_file" && param["value"] == true;
            isEmpty = isEmpty || isRandom || isLoaded;
        }
        for (const Json &in : op["tensors_in"]) {
            isEmpty = isEmpty || tensors.count(in["name"].get<std::string>()) != 0;
        }
        for (const Json &out : op["tensors_out"]) {
            if (isEmpty) {
                tensors.insert(out["name"].get<std::string>());
            }
        }
    }
    return tensors;
}

std::filesystem::path folder()
{
    return oraclesFolder() / "lightnet";
}

/// Compares the tensors and, where all of them can be, what is printed.
void compareFile(const std::string &stem, const std::string &text, const LightNetRun &run,
                 OracleComparison &result)
{
    const Json oracle =
        Json::parse(nervure::readFile(folder() / "oracle" / (stem + ".json")).value());
    const Json steps = oracle.value("driver", Json::object()).value("run", Json::array());
    if (!run.error.empty() || steps.empty()) {
        return;
    }
    ++result.files;
    const auto skipped = emptyResults(Json::parse(text, nullptr, true, true), steps);
    for (const Json &step : steps) {
        for (const auto &[name, expected] : step["out"].items()) {
            const auto tensor = run.tensors.find(name);
            if (skipped.count(name) != 0 || tensor == run.tensors.end() || !expected.is_array()) {
                continue;
            }
            ++result.tensors;
            const std::string fault = difference(name, tensor->second, expected);
            if (!fault.empty()) {
                result.differences.push_back(stem + ": " + fault);
            }
        }
    }
    if (skipped.empty() && oracle["cli"]["stdout"].get<std::string>() != run.printed) {
        result.differences.push_back(stem + " prints " + run.printed);
    }
}

} // namespace

LightNetRun runLightNet(const std::string &json, const Builtins &builtins, Semantics semantics)
{
    const auto model = openModelText(json, "test.json", builtins.formats, builtins.ops, semantics);
    if (!model.ok() || hasErrors(model->diagnostics)) {
        LightNetRun failed;
        failed.error = model.ok() ? model->diagnostics.front().message : model.error().message;
        return failed;
    }
    return Runner(model->graph, builtins.ops, semantics).run();
}

std::string oneOp(const std::string &optype, const std::vector<LightNetInput> &inputs,
                  const std::vector<std::pair<std::string, std::string>> &params,
                  const std::vector<std::string> &outputs)
{
    std::string ops;
    std::string in;
    for (const LightNetInput &input : inputs) {
        ops += "{\"name\":\"create_" + input.role
               + "\",\"optype\":\"create\",\"tensors_in\":[],\"tensors_out\":[{\"arg_name\":"
                 "\"dst\",\"name\":\""
               + input.role + "\"}],\"params\":[{\"arg_name\":\"dtype\",\"value\":\"" + input.dtype
               + "\"},{\"arg_name\":\"dims\",\"value\":" + input.dims
               + "},{\"arg_name\":\"ran\",\"value\":[0,0]},{\"arg_name\":\"data\",\"value\":"
               + input.data + "},{\"arg_name\":\"from_file\",\"value\":false}]},";
        in += std::string(in.empty() ? "" : ",") + "{\"arg_name\":\"" + input.role
              + "\",\"name\":\"" + input.role + "\"}";
    }
    std::string list;
    for (const auto &[name, value] : params) {
        list += std::string(list.empty() ? "" : ",") + "{\"arg_name\":\"" + name
                + "\",\"value\":" + value + "}";
    }
    std::string out;
    for (const std::string &role : outputs) {
        out += std::string(out.empty() ? "" : ",") + "{\"arg_name\":\"" + role + "\",\"name\":\""
               + (role == "dst" ? "result" : role) + "\"}";
    }
    return "{\"ops\":[" + ops + "{\"name\":\"op\",\"optype\":\"" + optype + "\",\"tensors_in\":["
           + in + "],\"tensors_out\":[" + out + "],\"params\":[" + list + "]}]}";
}

std::vector<double> resultOf(const LightNetRun &run, const std::string &role)
{
    std::vector<double> values;
    const auto result = run.tensors.find(role == "dst" ? "result" : role);
    for (std::int64_t i = 0; result != run.tensors.end() && i < result->second.count(); ++i) {
        values.push_back(elementAsDouble(result->second.view(), i));
    }
    return values;
}

OracleComparison compareWithLightNet(const std::string &prefix, const Builtins &builtins)
{
    OracleComparison result;
    for (const auto &item : std::filesystem::directory_iterator(folder() / "corpus")) {
        const std::string stem = item.path().stem().string();
        if (stem.rfind(prefix, 0) == 0 && item.path().extension() == ".json") {
            const std::string text = nervure::readFile(item.path()).value();
            compareFile(stem, text, runLightNet(text, builtins), result);
        }
    }
    return result;
}

} // namespace nervure::tests
