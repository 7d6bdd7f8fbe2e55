// SPDX-License-Identifier: Apache-2.0
#include "core/graph/analysis/onnx_facts.h"

#include "core/graph/analysis/declared_types.h"
#include "core/graph/onnx_variable.h"
#include "core/support/text.h"

#include <algorithm>
#include <set>

namespace nervure {

namespace {

ElementType elementTypeFor(DType type)
{
    return elementTypeNamed(dtypeName(type)).value_or(ElementType::Undefined);
}

} // namespace

void dropNonsense(std::optional<Dimensions> &shape)
{
    if (shape && shape->size() > mostDimensions) {
        shape.reset();
    }
    if (shape) {
        std::replace_if(
            shape->begin(), shape->end(),
            [](const Dimension &size) { return size.isNumber() && *size.number() < 0; },
            Dimension());
    }
}

ValueType declaredType(const Node &variable)
{
    if (const std::string *text = variable.attrs.find(onnx_variable::type)) {
        // Who reads a sparse initializer gets the whole tensor.
        constexpr std::string_view sparse = "sparse ";
        const bool isWhole = holdsOnnxValues(variable.attrs) && text->starts_with(sparse);
        return ValueType::fromText(std::string_view(*text).substr(isWhole ? sparse.size() : 0));
    }
    const std::string *element = variable.attrs.find(onnx_variable::elemType);
    const std::string *shape = variable.attrs.find(onnx_variable::shape);
    if (!element && !shape) {
        return {};
    }
    ValueType type =
        ValueType::tensor(element ? elementTypeNamed(*element).value_or(ElementType::Undefined)
                                  : ElementType::Undefined,
                          shape ? dimensionsFromText(*shape) : std::nullopt);
    dropNonsense(type.shape);
    // Numbers with a fraction decide shapes as scales alone, one for each dimension.
    constexpr std::int64_t mostScales = 16;
    const auto count = type.elementCount();
    const bool mayDecide = hasWholeElements(type.element) || (count && *count <= mostScales);
    if (const std::string *value =
            mayDecide ? variable.attrs.find(onnx_variable::value) : nullptr) {
        type.elements = elementsFromText(type.element, *value);
    }
    if (type.elementCount() == 0) {
        type.elements = std::make_shared<const KnownElements>();
    }
    return type;
}

DimensionNumbers dimensionFacts(const Graph &graph, const OnnxFacts &facts)
{
    DimensionNumbers numbers;
    std::vector<std::string> names = dimensionNames(graph);
    for (const auto &[input, sizes] : facts.sizes) {
        for (const Dimension &size : sizes) {
            const auto more = size.names();
            names.insert(names.end(), more.begin(), more.end());
        }
    }
    for (const std::string &name : names) {
        const auto fact = facts.shapes.find(name);
        if (fact != facts.shapes.end() && fact->second.size() == 1
            && !isUnknownSize(fact->second[0])) {
            numbers.emplace(name, fact->second[0]);
        }
    }
    return numbers;
}

namespace {

void bind(ValueType &type, const DimensionNumbers &numbers)
{
    if (type.shape) {
        for (Dimension &dimension : *type.shape) {
            dimension = dimension.bound(numbers);
        }
    }
}

/// Elements that are given, which also say how many there are.
void addElements(ValueType &type, const Node &variable, const OnnxFacts &facts)
{
    const auto known = facts.elements.find(variable.name);
    if (known == facts.elements.end() || !type.shape) {
        return;
    }
    if (type.shape->size() == 1) {
        type.shape->front() =
            static_cast<std::int64_t>(known->second->whole.size() + known->second->real.size());
    }
    if (type.elementCount()) {
        type.elements = known->second;
    }
}

} // namespace

ValueType variableType(const Node &variable, const OnnxFacts &facts,
                       const DimensionNumbers &numbers)
{
    ValueType type = declaredType(variable);
    const auto shape = facts.shapes.find(variable.name);
    // A scalar is given as one element.
    const bool isScalar = type.shape && type.shape->empty();
    if (shape != facts.shapes.end() && shape->second.hasRank()
        && !(isScalar && shape->second == Shape{1})) {
        type.kind = ValueType::Kind::Tensor;
        type.shape = dimensionsOf(shape->second);
    }
    if (const auto sizes = facts.sizes.find(variable.name); sizes != facts.sizes.end()) {
        type.kind = ValueType::Kind::Tensor;
        type.shape = sizes->second;
    }
    const auto element = facts.dtypes.find(variable.name);
    if (element != facts.dtypes.end()) {
        type.kind = ValueType::Kind::Tensor;
        type.element = elementTypeFor(element->second);
    }
    bind(type, numbers);
    addElements(type, variable, facts);
    return type;
}

namespace {

/// Without sizes, on all levels.
ValueType withoutSizes(ValueType type)
{
    type.shape.reset();
    if (type.inner) {
        type.inner = std::make_shared<const ValueType>(withoutSizes(*type.inner));
    }
    return type;
}

/// True if a size that the file declares of an input by number is another one now, or not known.
bool isResized(const ValueType &given, const ValueType &declared)
{
    if (!given.shape || !declared.shape || given.shape->size() != declared.shape->size()) {
        return false;
    }
    const auto isKept = [](const Dimension &now, const Dimension &before) {
        return !before.isNumber() || now == before;
    };
    return !std::equal(given.shape->begin(), given.shape->end(), declared.shape->begin(), isKept);
}

/// Learns what stands for the named dimensions of an input that was given a shape. A name that two inputs say
/// otherwise has no number.
void learnNumbers(const Dimensions &declared, const Dimensions &given, DimensionNumbers &numbers,
                  std::set<std::string> &unsettled)
{
    for (std::size_t i = 0; i < declared.size() && i < given.size(); ++i) {
        const auto names = declared[i].names();
        if (names.size() != 1 || !(declared[i] == Dimension::named(names.front()))
            || !given[i].isNumber()) {
            continue;
        }
        const auto [known, isNew] = numbers.emplace(names.front(), *given[i].number());
        if (!isNew && known->second != *given[i].number()) {
            unsettled.insert(names.front());
        }
    }
}

} // namespace

ValueType DeclaredUse::of(const Node &node, std::size_t output) const
{
    const ValueType &declared = declaredOutput(node, output);
    if (extent == Extent::Nothing || declared.kind == ValueType::Kind::Unknown) {
        return {};
    }
    ValueType type = extent == Extent::All ? declared : withoutSizes(declared);
    bind(type, numbers);
    return type;
}

DeclaredUse declaredUse(const Graph &graph, const OnnxFacts &facts, const DimensionNumbers &numbers)
{
    DeclaredUse use{DeclaredUse::Extent::All, numbers};
    if (facts.ignoresDeclared) {
        use.extent = DeclaredUse::Extent::Nothing;
        return use;
    }
    std::set<std::string> unsettled;
    for (const NodeId id : graph.nodes()) {
        const Node &node = graph.node(id);
        if (!node.isVariable()
            || facts.shapes.count(node.name) + facts.dtypes.count(node.name)
                       + facts.sizes.count(node.name)
                   == 0) {
            continue;
        }
        const ValueType declared = declaredType(node);
        const ValueType given = variableType(node, facts, numbers);
        if (contradict(given, declared) || isResized(given, declared)) {
            use.extent = DeclaredUse::Extent::ElementTypes;
        } else if (declared.shape && given.shape) {
            learnNumbers(*declared.shape, *given.shape, use.numbers, unsettled);
        }
        if (declared.element != given.element && declared.element != ElementType::Undefined) {
            use.extent = DeclaredUse::Extent::Nothing;
            return use;
        }
    }
    for (const std::string &name : unsettled) {
        use.numbers.erase(name);
    }
    return use;
}

void warnOfUnusedFacts(const IndexedGraph &graph, const OnnxFacts &facts,
                       const DimensionNumbers &numbers, Diagnostics &warnings)
{
    std::set<std::string_view> unused;
    for (const auto &[name, shape] : facts.shapes) {
        if (numbers.count(name) == 0) {
            unused.insert(name);
        }
    }
    for (const auto &[name, type] : facts.dtypes) {
        unused.insert(name);
    }
    for (const auto &[name, sizes] : facts.sizes) {
        unused.insert(name);
    }
    if (unused.empty()) {
        return;
    }
    for (const std::uint32_t id : graph.inputNodes()) {
        unused.erase(graph.node(id).node->name);
    }
    for (const std::string_view name : unused) {
        warnings.push_back(
            makeWarning("input-unknown", "the graph has no input or dimension {}", quoted(name)));
    }
}

} // namespace nervure
