// SPDX-License-Identifier: Apache-2.0
#include "core/formats/onnx/carried_functions.h"

#include "core/formats/onnx/onnx_fields.h"
#include "core/formats/onnx/onnx_names.h"
#include "core/formats/protobuf/wire_reader.h"
#include "core/formats/protobuf/wire_writer.h"
#include "core/graph/model_facts.h"
#include "core/support/fingerprint.h"
#include "core/support/text.h"

#include <map>
#include <optional>
#include <set>
#include <string>

namespace nervure::onnx {

namespace {

using FunctionMessages = std::map<std::string, GraphMessage>;

/// The functions among the operators of a graph and of those inside it.
void findCalls(const Graph &graph, const ModelFunctions &known, std::set<std::string> &called)
{
    for (const NodeId id : graph.nodes()) {
        const Node &node = graph.node(id);
        if (known.count(node.op) != 0) {
            called.insert(node.op);
        }
        for (const auto &body : node.subgraphs) {
            findCalls(*body, known, called);
        }
    }
}

Result<FunctionMessages> readFunctions(const ModelMessage &file)
{
    FunctionMessages functions;
    for (const NamedMessage &function : file.functions) {
        ASSIGN_OR_RETURN(GraphMessage message, readFunction(function.field.bytes, file.file));
        functions.emplace(operatorName(message.domain, message.name), std::move(message));
    }
    return functions;
}

/// The operator sets that a function is written in, which its model imports too.
Status addImports(const GraphMessage &function, std::string_view file, OpsetVersions &versions)
{
    WireReader reader(function.bytes, file);
    while (const auto field = reader.next()) {
        if (field->number != function::opsetImport) {
            continue;
        }
        std::string domain = "ai.onnx";
        std::int64_t version = 0;
        WireReader import(field->bytes, file);
        while (const auto inner = import.next()) {
            if (inner->number == opset_import::domain && !isOnnxDomain(inner->bytes)) {
                domain = std::string(inner->bytes);
            } else if (inner->number == opset_import::version) {
                version = static_cast<std::int64_t>(inner->value);
            }
        }
        RETURN_IF_FAILED(import.status());
        versions.emplace(domain, version);
    }
    return reader.status();
}

bool isOfFile(const std::string &function)
{
    return function.starts_with('#');
}

/// Messages whose operators get new names; bytes that are no such message stay as they are.
class Renamer {
public:
    explicit Renamer(const NewOperatorNames &names) : m_names(names) {}

    [[nodiscard]] std::string inFunction(std::string_view message) const
    {
        return withName(nodesIn(message, function::node), function::domain, function::name);
    }

private:
    /// A function or a graph; `number` is the field of its nodes.
    [[nodiscard]] std::string nodesIn(std::string_view message, std::uint32_t number) const
    {
        return changed(message, [&](const WireField &field) {
            return field.number == number ? std::optional(inNode(field.bytes)) : std::nullopt;
        });
    }

    [[nodiscard]] std::string inNode(std::string_view message) const
    {
        const auto attributes = changed(message, [&](const WireField &field) {
            return field.number == node::attribute ? std::optional(inAttribute(field.bytes))
                                                   : std::nullopt;
        });
        return withName(attributes, node::domain, node::opType);
    }

    [[nodiscard]] std::string inAttribute(std::string_view message) const
    {
        return changed(message, [&](const WireField &field) {
            const bool isGraph = field.number == attribute::g || field.number == attribute::graphs;
            return isGraph ? std::optional(nodesIn(field.bytes, graph::node)) : std::nullopt;
        });
    }

    /// The message with its operator, which is in these two fields, under its new name.
    [[nodiscard]] std::string withName(const std::string &message, std::uint32_t domain,
                                       std::uint32_t name) const
    {
        std::string_view in;
        std::string_view of;
        WireReader reader(message);
        while (const auto field = reader.next()) {
            in = field->number == domain ? field->bytes : in;
            of = field->number == name ? field->bytes : of;
        }
        const auto renamed = m_names.find(operatorName(in, of));
        return renamed == m_names.end()
                   ? message
                   : withText(message, name, splitOperatorName(renamed->second).second).text();
    }

    template <typename Change>
    static std::string changed(std::string_view message, const Change &change)
    {
        std::string result;
        WireReader reader(message);
        while (const auto field = reader.next()) {
            if (const auto bytes = change(*field)) {
                addBytes(result, field->number, *bytes);
            } else {
                result += field->whole;
            }
        }
        return reader.status() ? result : std::string(message);
    }

    const NewOperatorNames &m_names;
};

} // namespace

Status carryFunctions(Graph &part, const ModelMessage &file, const SourceModel &model)
{
    const ModelFunctions known = modelFunctions(part);
    if (known.empty()) {
        return {};
    }
    std::set<std::string> called;
    findCalls(part, known,
              called); // the bodies of functions are in the graph, and with them their calls
    ASSIGN_OR_RETURN(const FunctionMessages messages, readFunctions(file));
    ModelFunctions carried;
    OpsetVersions versions = opsetImports(part);
    for (const std::string &op : called) {
        const std::string &place = known.at(op);
        const auto message = messages.find(op);
        if (isOfFile(place) && message == messages.end()) {
            return makeError("values-left", "the function {} is not in the model's file", op);
        }
        if (!isOfFile(place)) {
            carried.emplace(op, place);
            continue;
        }
        RETURN_IF_FAILED(addImports(message->second, file.file, versions));
        std::string text = carriedText(message->second.bytes, model);
        const bool hasChecksum = text.starts_with("at ");
        carried.emplace(op, hasChecksum ? std::move(text) : text + place);
    }
    std::vector<GraphAttr> attrs = part.attrs();
    if (versions != opsetImports(part)) {
        attrs = withGraphAttr(std::move(attrs), opsetImportAttr(versions));
    }
    if (carried.empty()) {
        std::erase_if(attrs,
                      [](const GraphAttr &attr) { return attr.name == model_facts::functions; });
    } else {
        attrs = withGraphAttr(std::move(attrs), functionsAttr(carried));
    }
    part.setAttrs(std::move(attrs));
    return {};
}

Result<WirePieces> carriedFunctionFields(const Graph &graph, const Graph &before)
{
    WirePieces pieces;
    const ModelFunctions known = modelFunctions(before);
    for (const auto &[op, text] : modelFunctions(graph)) {
        if (known.count(op) != 0 || isOfFile(text)) {
            continue;
        }
        const auto &[renamed, place] = functionPlace(text);
        // Digits have the checksum behind them, a place in a file is one with it.
        const bool isDigits = place.starts_with("hex ");
        ASSIGN_OR_RETURN(BytePieces bytes,
                         carriedBytes(isDigits ? std::string_view(place).substr(0, place.rfind('#'))
                                               : std::string_view(place)));
        WirePieces message;
        if (renamed.empty()) {
            message.append(std::move(bytes));
        } else {
            message.add(Renamer(renamed).inFunction(bytes.text()));
        }
        pieces.addMessage(model::functions, std::move(message));
    }
    return pieces;
}

} // namespace nervure::onnx
