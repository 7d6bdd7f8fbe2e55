// SPDX-License-Identifier: Apache-2.0
#include "core/engine/missing_sizes.h"

#include "core/engine/given_values.h"
#include "core/graph/analysis/onnx_inference.h"
#include "core/graph/analysis/parameters.h"
#include "core/graph/onnx_variable.h"
#include "core/passes/pass_manager.h"
#include "core/support/text.h"

#include <algorithm>
#include <array>

namespace nervure {

namespace {

/// Collects what is missing, each once.
class MissingList {
public:
    explicit MissingList(const InputFacts &facts) : m_facts(facts) {}

    void addDimension(const std::string &name)
    {
        if (m_facts.shapes.count(name) == 0) {
            add({name});
        }
    }

    void addInput(const std::string &name, Shape shape) { add({name, true, std::move(shape)}); }

    std::vector<MissingSize> take() { return std::move(m_missing); }

private:
    void add(MissingSize size)
    {
        const bool isKnown =
            std::any_of(m_missing.begin(), m_missing.end(), [&size](const MissingSize &other) {
                return other.name == size.name && other.isInput == size.isInput;
            });
        if (!isKnown) {
            m_missing.push_back(std::move(size));
        }
    }

    const InputFacts &m_facts;
    std::vector<MissingSize> m_missing;
};

/// Of an input that says its type: dimensions by name, and the whole shape where one has no name.
void addTyped(const Node &input, MissingList &missing)
{
    const std::string *text = input.attrs.find(onnx_variable::shape);
    const auto dimensions = text != nullptr ? dimensionsFromText(*text) : std::nullopt;
    if (!dimensions) {
        missing.addInput(input.name, {});
        return;
    }
    Shape shape = Shape::scalar();
    bool isNamed = true;
    for (const Dimension &dimension : *dimensions) {
        const auto names = dimension.names();
        shape.push_back(dimension.number().value_or(unknownSize));
        isNamed = isNamed && (dimension.number() || !names.empty());
    }
    if (!isNamed) {
        missing.addInput(input.name, std::move(shape));
        return;
    }
    for (const Dimension &dimension : *dimensions) {
        for (const std::string &name : dimension.names()) {
            missing.addDimension(name);
        }
    }
}

std::vector<MissingSize> missingOfTyped(const ExecutionRequest &request, const InputFacts &facts)
{
    MissingList missing(facts);
    for (const NodeId id : bodyInputs(request.graph)) {
        const Node &input = request.graph.node(id);
        if (facts.shapes.count(input.name) == 0) {
            addTyped(input, missing);
        }
    }
    return missing.take();
}

/// Labels follow from what they are compared with: they are only asked for where nothing else is.
bool isLabel(const MissingSize &size)
{
    return size.name.ends_with("label");
}

std::vector<MissingSize> missingOfOthers(const ExecutionRequest &request, const InputFacts &facts,
                                         const Builtins &builtins)
{
    const std::array<PassRequest, 1> passes{PassRequest{"InferShape"}};
    const PassRun run = runPasses(request.graph, passes,
                                  {.passes = builtins.passes,
                                   .ops = builtins.ops,
                                   .inputs = facts,
                                   .semantics = request.semantics});
    const Shapes *shapes =
        run.ok && run.index ? run.analyses.find(keys::shape, run.index) : nullptr;
    if (shapes == nullptr) {
        return {};
    }
    const auto parameters = findParameters(request.graph, builtins.ops, request.loadedParams);
    MissingList list(facts);
    for (const std::uint32_t id : run.index->inputNodes()) {
        const Shape &shape = (*shapes)[run.index->entryId(id, 0)];
        if (isUnknown(shape) && parameters.count(run.index->node(id).source) == 0) {
            list.addInput(run.index->node(id).node->name, shape);
        }
    }
    std::vector<MissingSize> missing = list.take();
    if (!std::all_of(missing.begin(), missing.end(), isLabel)) {
        std::erase_if(missing, isLabel);
    }
    return missing;
}

/// Faults that have nothing to do with sizes.
bool isOfOtherKind(const std::string &code)
{
    return code == "usage" || code == "cancelled" || code == "value-mismatch"
           || code == "out-of-memory" || code.starts_with("device-");
}

std::string sizeNames(const std::vector<MissingSize> &missing, bool isInput)
{
    std::vector<std::string> names;
    for (const MissingSize &size : missing) {
        if (size.isInput == isInput) {
            names.push_back(size.name);
        }
    }
    if (names.empty()) {
        return {};
    }
    const std::string last = names.back();
    names.pop_back();
    const char *what = isInput ? (names.empty() ? "the shape of " : "the shapes of ")
                               : (names.empty() ? "the size of " : "the sizes of ");
    return what + (names.empty() ? "" : join(names, ", ") + " and ") + last;
}

} // namespace

std::string MissingSize::option() const
{
    std::vector<std::string> sizes;
    for (const std::int64_t size : shape) {
        sizes.push_back(std::to_string(isUnknownSize(size) ? 1 : size));
    }
    if (!isInput) {
        return name + "=1";
    }
    return name + '=' + (sizes.empty() ? "DIMS" : join(sizes, ","));
}

std::vector<MissingSize> missingSizes(const ExecutionRequest &request, const Builtins &builtins)
{
    const InputFacts facts = factsWithValues(request);
    return hasValueTypes(request.graph.dialect()) ? missingOfTyped(request, facts)
                                                  : missingOfOthers(request, facts, builtins);
}

Diagnostic missingSizesError(const std::vector<MissingSize> &missing)
{
    const std::string dimensions = sizeNames(missing, false);
    const std::string inputs = sizeNames(missing, true);
    const bool areBoth = !dimensions.empty() && !inputs.empty();
    std::string options;
    for (const MissingSize &size : missing) {
        options += " --shape " + size.option();
    }
    return makeError("size-missing", "give {}{}{}:{}", dimensions, areBoth ? " and " : "", inputs,
                     options);
}

Diagnostic explainedBySizes(const Diagnostic &failure, const ExecutionRequest &request,
                            const Builtins &builtins)
{
    if (isOfOtherKind(failure.code)) {
        return failure;
    }
    const std::vector<MissingSize> missing = missingSizes(request, builtins);
    return missing.empty() ? failure : missingSizesError(missing);
}

} // namespace nervure
