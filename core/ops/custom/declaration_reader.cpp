// SPDX-License-Identifier: Apache-2.0
#include "core/ops/custom/declaration_reader.h"

#include "core/ops/custom/attribute_reader.h"
#include "core/ops/custom/declaration.h"
#include "core/ops/custom/declaration_json.h"
#include "core/ops/custom/lowering_reader.h"
#include "core/support/text.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <memory>
#include <set>
#include <utility>

namespace nervure::custom {

namespace {

constexpr std::string_view versionKey = "nervure_operators";
constexpr std::int64_t version = 1;
/// Values of a node are counted in 32 bits; nobody declares more than these.
constexpr std::size_t mostValues = 256;

constexpr std::array dialects{Dialect::Nnvm, Dialect::MXNet, Dialect::Onnx};

/// Reads one operator.
class OperatorReader {
public:
    OperatorReader(DeclarationJson &json, const OpRegistry &known) : m_json(json), m_known(known) {}

    Result<std::shared_ptr<const Declaration>> read(const JsonValue &object)
    {
        m_json.setSubject({});
        RETURN_IF_FAILED(
            m_json.checkMembers(object, "the operator",
                                {"name", "dialect", "summary", "category", "inputs", "outputs",
                                 "attributes", "require", "macs", "inplace", "lowering"}));
        RETURN_IF_FAILED(readHead(object));
        RETURN_IF_FAILED(readAttributes(m_json, object, m_operation));
        RETURN_IF_FAILED(readNames(object, "inputs", m_operation.inputs));
        RETURN_IF_FAILED(readNames(object, "outputs", m_operation.outputs));
        RETURN_IF_FAILED(checkNames(object));
        RETURN_IF_FAILED(readInputs(object));
        RETURN_IF_FAILED(readOutputs(object));
        RETURN_IF_FAILED(readRequirements(object));
        ASSIGN_OR_RETURN(m_operation.macs,
                         m_json.formula(object, "macs", Kind::Whole, namesOf(m_operation, true)));
        RETURN_IF_FAILED(readInplace(object));
        ASSIGN_OR_RETURN(m_operation.lowerings,
                         readLowerings(m_json, object, m_operation, m_known));
        return std::make_shared<const Declaration>(std::move(m_operation));
    }

private:
    Status readHead(const JsonValue &object)
    {
        ASSIGN_OR_RETURN(m_operation.name, m_json.text(object, "name"));
        m_json.setSubject("operator " + quoted(m_operation.name));
        m_operation.file = m_json.file();
        RETURN_IF_FAILED(readDialect(object));
        if (m_operation.name.empty() || m_operation.name == variableOp) {
            return m_json.errorAt(*object.find("name"), "no operator can have this name");
        }
        if (m_known.findBuiltIn(m_operation.dialect, m_operation.name)) {
            return m_json.errorAt(
                *object.find("name"),
                fmt::format("dialect {} has an operator of this name, expected another",
                            dialectName(m_operation.dialect)));
        }
        ASSIGN_OR_RETURN(m_operation.summary, m_json.optionalText(object, "summary"));
        return readCategory(object);
    }

    Status readDialect(const JsonValue &object)
    {
        ASSIGN_OR_RETURN(const std::string name, m_json.optionalText(object, "dialect"));
        for (const Dialect dialect : dialects) {
            if (name == dialectName(dialect) || name.empty()) {
                m_operation.dialect = dialect;
                return {};
            }
        }
        return m_json.errorAt(
            *object.find("dialect"),
            fmt::format("dialect is {}, expected nnvm, mxnet or onnx", quoted(name)));
    }

    Status readCategory(const JsonValue &object)
    {
        ASSIGN_OR_RETURN(const std::string name, m_json.optionalText(object, "category"));
        std::vector<std::string> names;
        for (int i = 0; i <= static_cast<int>(OpCategory::Other); ++i) {
            names.emplace_back(categoryName(static_cast<OpCategory>(i)));
            if (names.back() == name) {
                m_operation.category = static_cast<OpCategory>(i);
            }
        }
        return name.empty() || std::find(names.begin(), names.end(), name) != names.end()
                   ? Status()
                   : m_json.errorAt(*object.find("category"),
                                    fmt::format("category is {}, expected one of {}", quoted(name),
                                                join(names, ", ")));
    }

    /// Names first: rules may speak of what comes later.
    Status readNames(const JsonValue &object, std::string_view key,
                     std::vector<DeclaredValue> &values)
    {
        ASSIGN_OR_RETURN(const auto list, m_json.list(object, key));
        for (const JsonValue &item : list) {
            DeclaredValue value;
            const auto name = item.isObject() ? item.find("name") : item;
            if (!name) {
                return m_json.errorAt(item, fmt::format("one of the {} has no 'name'", key));
            }
            ASSIGN_OR_RETURN(value.name, m_json.name(*name, fmt::format("one of the {}", key)));
            if (item.isObject()) {
                ASSIGN_OR_RETURN(value.isVariadic, m_json.flag(item, "variadic"));
            }
            values.push_back(std::move(value));
        }
        return {};
    }

    Status checkNames(const JsonValue &object) const
    {
        if (m_operation.outputs.empty()) {
            return m_json.errorAt(object, "there are no 'outputs', expected one or more");
        }
        if (m_operation.inputs.size() > mostValues || m_operation.outputs.size() > mostValues) {
            return m_json.errorAt(object,
                                  fmt::format("more than {} inputs or outputs", mostValues));
        }
        std::set<std::string_view> names;
        for (const AttrDecl &attribute : m_operation.attributes) {
            RETURN_IF_FAILED(checkNew(object, attribute.name, names));
        }
        for (const auto *values : {&m_operation.inputs, &m_operation.outputs}) {
            for (const DeclaredValue &value : *values) {
                RETURN_IF_FAILED(checkNew(object, value.name, names));
            }
        }
        return {};
    }

    Status checkNew(const JsonValue &object, std::string_view name,
                    std::set<std::string_view> &names) const
    {
        return names.insert(name).second
                   ? Status()
                   : m_json.errorAt(object,
                                    fmt::format("{} is named twice, expected another name for "
                                                "each input, output and attribute",
                                                quoted(name)));
    }

    Status readInputs(const JsonValue &object)
    {
        ASSIGN_OR_RETURN(const auto list, m_json.list(object, "inputs"));
        for (std::size_t i = 0; i < list.size(); ++i) {
            if (!list[i].isObject()) {
                continue;
            }
            DeclaredValue &input = m_operation.inputs[i];
            RETURN_IF_FAILED(m_json.checkMembers(
                list[i], "an input",
                {"name", "shape", "type", "parameter", "optional", "variadic", "when"}));
            ASSIGN_OR_RETURN(input.isParameter, m_json.flag(list[i], "parameter"));
            ASSIGN_OR_RETURN(input.isOptional, m_json.flag(list[i], "optional"));
            ASSIGN_OR_RETURN(input.when, m_json.formula(list[i], "when", Kind::Truth,
                                                        attributeNamesOf(m_operation)));
            RETURN_IF_FAILED(readRules(list[i], input));
            if (input.isVariadic && i + 1 < list.size()) {
                return m_json.errorAt(
                    list[i], input.name + " is variadic, expected of the last input alone");
            }
            if (input.when && hasValueTypes(m_operation.dialect)) {
                return m_json.errorAt(
                    list[i], input.name + " has 'when', expected 'optional' in this dialect");
            }
        }
        return {};
    }

    Status readOutputs(const JsonValue &object)
    {
        ASSIGN_OR_RETURN(const auto list, m_json.list(object, "outputs"));
        for (std::size_t i = 0; i < list.size(); ++i) {
            if (list[i].isObject()) {
                RETURN_IF_FAILED(
                    m_json.checkMembers(list[i], "an output", {"name", "shape", "type"}));
                RETURN_IF_FAILED(readRules(list[i], m_operation.outputs[i]));
            }
        }
        return {};
    }

    /// Shapes are found without types and types without shapes.
    Status readRules(const JsonValue &item, DeclaredValue &value) const
    {
        const Names names = namesOf(m_operation);
        ASSIGN_OR_RETURN(value.shape, m_json.formula(item, "shape", Kind::List, names));
        ASSIGN_OR_RETURN(value.type, m_json.formula(item, "type", Kind::Text, names));
        if (value.shape && value.shape->expression.usesTypes) {
            return m_json.errorAt(*item.find("shape"),
                                  "a shape goes by types, expected shapes and attributes alone");
        }
        if (value.type && value.type->expression.usesShapes) {
            return m_json.errorAt(*item.find("type"),
                                  "a type goes by shapes, expected types and attributes alone");
        }
        return {};
    }

    Status readRequirements(const JsonValue &object)
    {
        ASSIGN_OR_RETURN(const auto list, m_json.list(object, "require"));
        const Names names = namesOf(m_operation);
        for (const JsonValue &item : list) {
            RETURN_IF_FAILED(m_json.checkMembers(item, "a condition", {"that", "message"}));
            ASSIGN_OR_RETURN(auto condition, m_json.formula(item, "that", Kind::Truth, names));
            const auto message = item.find("message");
            if (!condition || !message) {
                return m_json.errorAt(item, "a condition needs 'that' and 'message'");
            }
            ASSIGN_OR_RETURN(Pattern pattern, m_json.pattern(*message, "message", names));
            if (condition->expression.usesShapes && condition->expression.usesTypes) {
                return m_json.errorAt(item,
                                      "a condition goes by shapes and types, expected one of them");
            }
            m_operation.requirements.push_back({std::move(*condition), std::move(pattern)});
        }
        return {};
    }

    Status readInplace(const JsonValue &object)
    {
        ASSIGN_OR_RETURN(const auto list, m_json.list(object, "inplace"));
        for (const JsonValue &item : list) {
            const std::vector<JsonValue> pair = elementsOf(item);
            if (pair.size() != 2) {
                return m_json.errorAt(item,
                                      "an item of 'inplace', expected [\"INPUT\", \"OUTPUT\"]");
            }
            ASSIGN_OR_RETURN(const std::size_t input,
                             placeOf(pair[0], m_operation.inputs, "input"));
            ASSIGN_OR_RETURN(const std::size_t output,
                             placeOf(pair[1], m_operation.outputs, "output"));
            m_operation.inplace.emplace_back(input, output);
        }
        return {};
    }

    Result<std::size_t> placeOf(const JsonValue &value, const std::vector<DeclaredValue> &values,
                                std::string_view what) const
    {
        ASSIGN_OR_RETURN(const std::string name, m_json.textOf(value, what));
        const auto it = std::find_if(values.begin(), values.end(),
                                     [&](const DeclaredValue &item) { return item.name == name; });
        if (it == values.end()) {
            return m_json.errorAt(value, fmt::format("there is no {} {}", what, quoted(name)));
        }
        return static_cast<std::size_t>(it - values.begin());
    }

    DeclarationJson &m_json;
    const OpRegistry &m_known;
    Declaration m_operation;
};

Status checkHead(DeclarationJson &json)
{
    const JsonValue root = json.root();
    RETURN_IF_FAILED(
        json.checkMembers(root, "the file", {std::string(versionKey), "comment", "operators"}));
    const auto found = root.find(versionKey);
    if (!found || found->kind() != JsonKind::Integer || found->integer() != version) {
        return json.errorAt(
            found.value_or(root),
            fmt::format("{}, expected \"{}\": {}",
                        found ? "version " + found->compactText() : "no version of the form",
                        versionKey, version));
    }
    return root.find("operators") ? Status() : json.errorAt(root, "there are no 'operators'");
}

Result<std::vector<OpSpec>> readAll(DeclarationJson &json, const OpRegistry &known)
{
    RETURN_IF_FAILED(checkHead(json));
    ASSIGN_OR_RETURN(const auto list, json.list(json.root(), "operators"));
    std::vector<OpSpec> specs;
    std::set<std::pair<Dialect, std::string>> names;
    for (const JsonValue &item : list) {
        ASSIGN_OR_RETURN(auto operation, OperatorReader(json, known).read(item));
        if (!names.emplace(operation->dialect, operation->name).second) {
            return json.errorAt(item, "it is declared twice");
        }
        specs.push_back(specOf(std::move(operation)));
    }
    return specs;
}

} // namespace

} // namespace nervure::custom

namespace nervure {

Result<std::vector<OpSpec>> readCustomOperators(std::string_view text, const std::string &file,
                                                const OpRegistry &known)
{
    constexpr std::size_t deepest = 32;
    const auto located = [&file](Diagnostic error) {
        error.where.file = file;
        return error;
    };
    if (text.size() > largestDeclarationFile) {
        return located(makeError("custom-operators",
                                 "a file of {} bytes, expected at most {} with declarations",
                                 text.size(), largestDeclarationFile));
    }
    const auto tree = JsonTree::parse(text, {.maxDepth = deepest});
    if (!tree) {
        return located(tree.error());
    }
    custom::DeclarationJson json(file, text, *tree);
    return custom::readAll(json, known);
}

} // namespace nervure
