// SPDX-License-Identifier: Apache-2.0
#include "core/query/query_keys.h"

#include "core/graph/kernel_calls.h"
#include "core/graph/op/kernel_parts.h"
#include "core/support/text.h"

#include <algorithm>
#include <array>

namespace nervure {

namespace {

using KeyKind = QueryKeyKind;
using Unit = QueryUnit;
using F = NodeFacts;

OpCategory categoryOf(const F &facts, NodeId id)
{
    if (facts.node(id).isVariable()) {
        return OpCategory::Data;
    }
    return nodeCategory(facts.node(id), facts.spec(id));
}

std::vector<std::string> categoryNames()
{
    std::vector<std::string> names;
    for (int i = 0; i <= static_cast<int>(OpCategory::Other); ++i) {
        names.emplace_back(categoryName(static_cast<OpCategory>(i)));
    }
    return names;
}

std::vector<std::string> dtypeNames()
{
    std::vector<std::string> names;
    for (int i = 0; i <= static_cast<int>(DType::Bool); ++i) {
        names.emplace_back(dtypeName(static_cast<DType>(i)));
    }
    return names;
}

std::vector<std::string> flagNames()
{
    std::vector<std::string> names;
    for (const QueryFlag &flag : queryFlags()) {
        names.emplace_back(flag.name);
    }
    return names;
}

/// People say variable where the file says null; a compiled node is known by its kernel, and by what that
/// is made of.
void operatorTexts(const F &facts, NodeId id, const TextSink &sink)
{
    const Node &node = facts.node(id);
    if (node.isVariable()) {
        sink("variable");
    }
    sink(node.op);
    if (const std::string *kernel = calledKernel(node)) {
        sink(*kernel);
        sink(kernelTitle(*kernel));
        for (const std::string &part : kernelParts(*kernel).operators) {
            sink(part);
        }
    }
}

/// Operators of other domains are written DOMAIN:NAME.
void domainText(const F &facts, NodeId id, const TextSink &sink)
{
    const Node &node = facts.node(id);
    if (node.dialect == Dialect::Onnx && !node.isVariable()) {
        const std::size_t colon = node.op.find(':');
        sink(colon == std::string::npos ? std::string_view("ai.onnx")
                                        : std::string_view(node.op).substr(0, colon));
    }
}

const std::array<QueryKey, 22> keyTable{{
    {"name", KeyKind::Text, Unit::Count, "the node's name", "name~stage1",
     [](const F &f, NodeId id, const TextSink &sink) { sink(f.node(id).name); }},
    {"op", KeyKind::Text, Unit::Count, "the operator; variables have the operator variable",
     "op:conv2d", operatorTexts},
    {"category", KeyKind::Text, Unit::Count, "what the operator is for, as it is coloured",
     "category:pooling",
     [](const F &f, NodeId id, const TextSink &sink) { sink(categoryName(categoryOf(f, id))); },
     nullptr, categoryNames},
    {"attr.", KeyKind::Attribute, Unit::Count,
     "an attribute as it is written, or the operator's default; attr.NAME alone: it has one",
     "attr.kernel_size:\"[3, 3]\""},
    {"shape", KeyKind::Sizes, Unit::Count,
     "the shape of one of its outputs; * is any size, ... any number of them",
     "shape~\"1,*,56,56\""},
    {"dtype", KeyKind::Text, Unit::Count, "the element type of one of its outputs", "dtype:float16",
     [](const F &f, NodeId id, const TextSink &sink) { f.dtypes(id, sink); }, nullptr, dtypeNames},
    {"params", KeyKind::Number, Unit::Count,
     "elements of the parameters that it reads, or that it is", "params>1M", nullptr,
     [](const F &f, NodeId id) { return f.parameters(id); }},
    {"bytes", KeyKind::Number, Unit::Bytes, "bytes of all its outputs", "bytes>=1MB", nullptr,
     [](const F &f, NodeId id) { return f.bytes(id); }},
    {"macs", KeyKind::Number, Unit::Count, "multiply-accumulates of one run", "macs>100M", nullptr,
     [](const F &f, NodeId id) { return f.macs(id); }},
    {"time", KeyKind::Number, Unit::Time,
     "time of its layer in the last run; nodes in another's layer have none of their own",
     "time>0.5ms", nullptr, [](const F &f, NodeId id) { return f.time(id); }},
    {"index", KeyKind::Number, Unit::Count, "its position in the file", "index<20", nullptr,
     [](const F &f, NodeId id) { return f.index(id); }},
    {"inputs", KeyKind::Number, Unit::Count, "how many inputs it has", "inputs>=3", nullptr,
     [](const F &f, NodeId id) {
         return std::optional(static_cast<double>(f.node(id).inputs.size()));
     }},
    {"outputs", KeyKind::Number, Unit::Count, "how many outputs it has", "outputs>1", nullptr,
     [](const F &f, NodeId id) { return f.outputs(id); }},
    {"users", KeyKind::Number, Unit::Count, "how often its outputs are read", "users:0", nullptr,
     [](const F &f, NodeId id) { return std::optional(f.users(id)); }},
    {"device", KeyKind::Number, Unit::Count, "number of the device it was placed on", "device:1",
     nullptr, [](const F &f, NodeId id) { return f.device(id); }},
    {"storage", KeyKind::Number, Unit::Count, "storage that its first output is planned into",
     "storage:3", nullptr, [](const F &f, NodeId id) { return f.storage(id); }},
    {"group", KeyKind::Text, Unit::Count, "name of the last node of the group it is fused into",
     "group~relu",
     [](const F &f, NodeId id, const TextSink &sink) {
         if (const auto root = f.group(id); root && f.graph().contains(*root)) {
             sink(f.node(*root).name);
         }
     }},
    {"value", KeyKind::Text, Unit::Count, "the name of one of its outputs, where the file has one",
     "value~logits",
     [](const F &f, NodeId id, const TextSink &sink) {
         for (const Port &port : f.node(id).outputPorts) {
             sink(port.tensor);
         }
     }},
    {"domain", KeyKind::Text, Unit::Count,
     "the domain of an ONNX operator; that of the standard is ai.onnx", "domain:com.microsoft",
     domainText},
    {"opset", KeyKind::Number, Unit::Count,
     "the version of the operator set that an ONNX operator is of", "opset<11", nullptr,
     [](const F &f, NodeId id) {
         const std::uint16_t opset = f.node(id).opset;
         return opset == 0 ? std::nullopt : std::optional<double>(opset);
     }},
    {"is", KeyKind::Flag, Unit::Count, "what the node is", "is:parameter", nullptr, nullptr,
     flagNames},
    {"dialect", KeyKind::Text, Unit::Count, "whose operator it is, by the name of its dialect",
     "dialect:lightnet",
     [](const F &f, NodeId id, const TextSink &sink) { sink(dialectName(f.node(id).dialect)); },
     nullptr, dialectNames},
}};

const std::array<QueryFlag, 9> flagTable{{
    {"operator", "no variable", [](const F &f, NodeId id) { return !f.node(id).isVariable(); }},
    {"variable", "an input or a parameter",
     [](const F &f, NodeId id) { return f.node(id).isVariable(); }},
    {"parameter", "a variable that holds weights",
     [](const F &f, NodeId id) { return f.isParameter(id); }},
    {"input", "a variable that is fed",
     [](const F &f, NodeId id) { return f.node(id).isVariable() && !f.isParameter(id); }},
    {"output", "its value is a result of the graph",
     [](const F &f, NodeId id) { return f.isHead(id); }},
    {"shared", "its outputs are read more than once",
     [](const F &f, NodeId id) { return f.users(id) > 1; }},
    {"unused", "nothing reads it", [](const F &f, NodeId id) { return f.users(id) == 0; }},
    {"unknown", "no operator of its name is declared",
     [](const F &f, NodeId id) { return !f.node(id).isVariable() && f.spec(id) == nullptr; }},
    {"selected", "it is selected in the window",
     [](const F &f, NodeId id) { return f.isSelected(id); }},
}};

constexpr std::array<QueryFunction, 6> functionTable{{
    {"ancestors", QueryFunctionKind::Ancestors, 1, "all that these depend on", "ancestors(fc1)"},
    {"descendants", QueryFunctionKind::Descendants, 1, "all that depends on these",
     "descendants(data)"},
    {"operands", QueryFunctionKind::Operands, 1, "what these read", "operands(op:concatenate)"},
    {"users", QueryFunctionKind::Users, 1, "what reads these", "users(is:input)"},
    {"path", QueryFunctionKind::Path, 2, "a shortest way from one to the other",
     "path(conv0, fc1)"},
    {"between", QueryFunctionKind::Between, 2, "all nodes on ways from one to the other",
     "between(conv0, fc1)"},
}};

} // namespace

std::span<const QueryKey> queryKeys()
{
    return keyTable;
}

const QueryKey *findQueryKey(std::string_view name)
{
    const std::string wanted = toLower(name);
    for (const QueryKey &key : queryKeys()) {
        const bool isAttribute = key.kind == KeyKind::Attribute && wanted.starts_with(key.name)
                                 && wanted.size() > key.name.size();
        if (isAttribute || (key.kind != KeyKind::Attribute && key.name == wanted)) {
            return &key;
        }
    }
    return nullptr;
}

std::span<const QueryFlag> queryFlags()
{
    return flagTable;
}

std::span<const QueryFunction> queryFunctions()
{
    return functionTable;
}

bool isInferred(const QueryKey &key)
{
    constexpr std::array<std::string_view, 6> names{"shape", "dtype", "params",
                                                    "bytes", "macs",  "storage"};
    return std::find(names.begin(), names.end(), key.name) != names.end();
}

const QueryFunction *findQueryFunction(std::string_view name)
{
    for (const QueryFunction &function : functionTable) {
        if (function.name == toLower(name)) {
            return &function;
        }
    }
    return nullptr;
}

} // namespace nervure
