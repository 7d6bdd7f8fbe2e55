// SPDX-License-Identifier: Apache-2.0
#include "tests/conformance/lightnet_values.h"

#include "core/support/text.h"
#include "tests/conformance/difference.h"

#include <cmath>
#include <cstdlib>
#include <set>

namespace nervure::conformance {

using Json = nlohmann::json;

namespace {

/// How far apart two mathematical libraries may be.
constexpr double libraryTolerance = 1e-6;

/// Tensors that a function of the mathematical library led to, by name.
std::set<std::string> libraryTensors(const Graph &graph)
{
    std::set<std::string> names;
    for (const NodeId id : graph.nodes()) {
        const Node &node = graph.node(id);
        const std::string *kind = node.attrs.find("elew_op");
        bool isReached = kind && kind->find("TL_POW") != std::string::npos;
        for (const Entry &entry : node.inputs) {
            isReached =
                isReached
                || names.count(graph.node(entry.node).outputPorts.at(entry.index).tensor) != 0;
        }
        for (const Port &port : node.outputPorts) {
            if (isReached) {
                names.insert(port.tensor);
            }
        }
    }
    return names;
}

/// Whether the elements of some created tensor are drawn by the clock.
bool isRandom(const Graph &graph)
{
    for (const NodeId id : graph.nodes()) {
        const Node &node = graph.node(id);
        const std::string *range = node.attrs.find("ran");
        const std::string *isFile = node.attrs.find("from_file");
        if (range && !(isFile && *isFile == "true")) {
            const Json bounds = Json::parse(*range, nullptr, false);
            const bool isNone = !bounds.is_array() || bounds == Json::array({0, 0});
            if (!isNone) {
                return true;
            }
        }
    }
    return false;
}

bool isSame(const Tensor &found, std::int64_t i, const Json &value, bool isExact)
{
    if (found.type() == DType::Int64 || found.type() == DType::UInt64) {
        const std::int64_t element = found.elements<std::int64_t>()[static_cast<std::size_t>(i)];
        return found.type() == DType::Int64
                   ? value.is_number_integer() && element == value.get<std::int64_t>()
                   : value.is_number_integer()
                         && static_cast<std::uint64_t>(element) == value.get<std::uint64_t>();
    }
    const double a = elementAsDouble(found.view(), i);
    double b = numberOf(value);
    if (found.type() == DType::Float32) {
        b = static_cast<double>(static_cast<float>(b));
    }
    if (std::isnan(a) || std::isnan(b)) {
        return std::isnan(a) && std::isnan(b);
    }
    return a == b || (!isExact && std::abs(a - b) <= libraryTolerance * std::abs(b));
}

/// The first element that is not the recorded one, as `isAlike` sees it.
template <typename F>
std::string compareElements(const std::string &name, const Tensor &found, const Json &recorded,
                            F &&isAlike)
{
    if (static_cast<std::size_t>(found.count()) != recorded.size()) {
        return quoted(name) + " has " + std::to_string(found.count()) + " elements, expected "
               + std::to_string(recorded.size());
    }
    for (std::int64_t i = 0; i < found.count(); ++i) {
        const Json &value = recorded[static_cast<std::size_t>(i)];
        if (!isAlike(i, value)) {
            return quoted(name) + " element " + std::to_string(i) + ": found "
                   + formatNumber(elementAsDouble(found.view(), i)) + ", expected "
                   + shortened(value);
        }
    }
    return {};
}

std::string compareTensor(const std::string &name, const Tensor &found, const Json &recorded,
                          bool isExact)
{
    return compareElements(name, found, recorded, [&](std::int64_t i, const Json &value) {
        return isSame(found, i, value, isExact);
    });
}

/// The first difference between tensors and those recorded, which are lists by name.
std::string compareTensors(const std::map<std::string, Tensor> &found, const Json &recorded,
                           const std::set<std::string> &inexact)
{
    for (const auto &[name, values] : recorded.items()) {
        const auto it = found.find(name);
        const std::string difference =
            it == found.end() ? quoted(name) + " is missing"
                              : compareTensor(name, it->second, values, inexact.count(name) == 0);
        if (!difference.empty()) {
            return difference;
        }
    }
    return {};
}

std::string compareRun(const LightNetRun &found, const Json &driver,
                       const std::set<std::string> &inexact)
{
    const Json steps = driver.value("run", Json::array());
    for (std::size_t i = 0; i < steps.size(); ++i) {
        if (i >= found.outputs.size()) {
            return "there are only " + std::to_string(found.outputs.size()) + " operators";
        }
        const std::string difference =
            compareTensors(found.outputs[i], steps[i].value("out", Json::object()), inexact);
        if (!difference.empty()) {
            return "after " + quoted(steps[i].value("op", "")) + ": " + difference;
        }
    }
    const std::string difference =
        compareTensors(found.final, driver.value("final", Json::object()), inexact);
    return difference.empty() ? "" : "at the end: " + difference;
}

constexpr const char *randomReason = "random ran: LightNet draws by the clock";

/// Why values cannot be told; empty when they can.
std::string valuesReason(const LightNetJob &job, const Json &record)
{
    const bool isTold = !record.value("nondeterministic", false);
    return isTold && !isRandom(job.graph) ? "" : randomReason;
}

/// Why what is printed cannot be told; empty when it can.
std::string printReason(const LightNetJob &job, const Json &record)
{
    if (record.contains("deterministic_stdout")) {
        return record["deterministic_stdout"] == true ? "" : "deterministic_stdout: false";
    }
    return isRandom(job.graph) ? randomReason : "";
}

} // namespace

std::string compareWithin(const std::string &name, const Tensor &found, const Json &recorded,
                          const Tolerance &tolerance)
{
    return compareElements(name, found, recorded, [&](std::int64_t i, const Json &value) {
        return tolerance.holds(elementAsDouble(found.view(), i), numberOf(value));
    });
}

void runLightNetValueCase(const LightNetJob &job, const LightNetOracle &oracle, FileReport &report)
{
    const Json &record = oracle.record();
    if (oracle.driver().contains("run")) {
        report.check("values", [&] {
            if (const std::string reason = valuesReason(job, record); !reason.empty()) {
                return skipped(reason);
            }
            const auto found = runLightNet(job);
            return found ? findingOf(compareRun(*found, oracle.driver(), libraryTensors(job.graph)))
                         : differs(found.error().message);
        });
    }
    // With the expander left out it was not the program that printed.
    const bool isProgram = oracle.isRun();
    if (isProgram || record.contains("driver_stdout")) {
        report.check("stdout", [&] {
            if (const std::string reason = printReason(job, record); !reason.empty()) {
                return skipped(reason);
            }
            const auto printed = printLightNet(job);
            const Json &expected = isProgram ? record["cli"].at("stdout") : record["driver_stdout"];
            return printed ? findingOf(firstTextDifference(*printed, expected.get<std::string>()))
                           : differs(printed.error().message);
        });
    }
}

} // namespace nervure::conformance
