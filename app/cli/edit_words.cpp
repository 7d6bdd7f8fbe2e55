// SPDX-License-Identifier: Apache-2.0
#include "app/cli/edit_words.h"

#include "app/cli/model_options.h"
#include "core/graph/edits/attribute_edits.h"
#include "core/graph/edits/delete_edits.h"
#include "core/graph/edits/fragment.h"
#include "core/graph/edits/names.h"
#include "core/graph/edits/wiring_edits.h"
#include "core/support/text.h"

namespace nervure::cli {

namespace {

Diagnostic usage(std::string_view found, std::string_view expected)
{
    return makeError("usage", "found {}, expected {}", quoted(found), expected);
}

/// "LEFT=RIGHT", with LEFT parsed.
template <typename Left>
struct Parts {
    Left left;
    std::string right;
};

/// Names and values may hold '=': the first one that leaves something on its left is meant.
template <typename ParseLeft>
auto splitAtEquals(const std::string &text, const char *form, ParseLeft parseLeft)
    -> Result<Parts<std::decay_t<decltype(*parseLeft(text))>>>
{
    using Left = std::decay_t<decltype(*parseLeft(text))>;
    std::optional<Diagnostic> firstError;
    for (std::size_t at = text.find('='); at != std::string::npos; at = text.find('=', at + 1)) {
        Result<Left> left = parseLeft(text.substr(0, at));
        if (left) {
            return Parts<Left>{std::move(*left), text.substr(at + 1)};
        }
        if (!firstError) {
            firstError = left.error();
        }
    }
    return firstError ? *firstError : usage(text, form);
}

struct Target {
    NodeId node;
    std::string key;
};

/// One reader for each kind of edit.
class WordReader {
    using Type = std::pair<std::optional<Shape>, std::optional<DType>>;

    [[nodiscard]] auto nodes() const
    {
        return [this](const std::string &left) { return findNode(left, m_graph); };
    }
    [[nodiscard]] auto values() const
    {
        return [this](const std::string &left) { return parseValue(left, m_graph); };
    }
    [[nodiscard]] static auto numbers()
    {
        return [](const std::string &left) -> Result<std::size_t> {
            const auto number = parseInteger(left);
            if (!number || *number < 0) {
                return usage(left, "the number of an output");
            }
            return static_cast<std::size_t>(*number);
        };
    }
    /// "NODE.KEY": the name ends at the last dot.
    [[nodiscard]] auto targets() const
    {
        return [this](const std::string &left) -> Result<Target> {
            const std::size_t dot = left.rfind('.');
            if (dot == std::string::npos || dot + 1 == left.size()) {
                return usage(left, "NODE.KEY");
            }
            const auto node = findNode(left.substr(0, dot), m_graph);
            return node ? Result<Target>(Target{*node, left.substr(dot + 1)}) : node.error();
        };
    }
    /// "1,3,8,8:float16", "1,3,8,8" or ":float16".
    static Result<Type> typeOf(const std::string &text)
    {
        Type type;
        const std::size_t colon = text.find(':');
        if (colon != 0) {
            const auto shape = parseShapeOption("x=" + text.substr(0, colon));
            if (!shape) {
                return usage(text, "a shape and a type, as 1,3,224,224:float32");
            }
            type.first = shape->second;
        }
        if (colon != std::string::npos) {
            type.second = dtypeFromName(text.substr(colon + 1));
            if (!type.second) {
                return usage(text.substr(colon + 1), "an element type, as float32");
            }
        }
        return type;
    }

public:
    WordReader(const std::string &text, const Graph &graph, const OpRegistry &ops)
        : m_text(text),
          m_graph(graph),
          m_ops(ops)
    {}

    Result<Edit> set()
    {
        const auto parts = splitAtEquals(m_text, "NODE.KEY=VALUE", targets());
        return parts ? setAttribute(m_graph, {&parts->left.node, 1}, parts->left.key, parts->right)
                     : parts.error();
    }
    Result<Edit> unset()
    {
        const auto target = targets()(m_text);
        return target ? unsetAttribute(m_graph, {&target->node, 1}, target->key) : target.error();
    }
    Result<Edit> rename()
    {
        const auto parts = splitAtEquals(m_text, "NODE=NAME", nodes());
        return parts ? renameNode(m_graph, parts->left, parts->right) : parts.error();
    }
    Result<Edit> renameOfTensor()
    {
        const auto parts = splitAtEquals(m_text, "NODE:OUTPUT=NAME", values());
        return parts ? renameTensor(m_graph, parts->left, parts->right) : parts.error();
    }
    Result<Edit> remove(Readers readers, bool withLayer)
    {
        ASSIGN_OR_RETURN(auto nodes, parseNodes(m_text, m_graph));
        if (withLayer) {
            nodes = withParameters(m_graph, m_ops, nodes);
        }
        return deleteNodes(m_graph, nodes, readers);
    }
    Result<Edit> duplicate()
    {
        const auto nodes = parseNodes(m_text, m_graph);
        return nodes ? duplicateNodes(m_graph, *nodes) : nodes.error();
    }
    Result<Edit> rewire()
    {
        ASSIGN_OR_RETURN(const auto parts,
                         splitAtEquals(m_text, "NODE:INPUT=NODE:OUTPUT", values()));
        const auto source = parseValue(parts.right, m_graph);
        return source ? rewireInput(m_graph, parts.left.node, parts.left.index, *source)
                      : source.error();
    }
    Result<Edit> rewireOutput()
    {
        ASSIGN_OR_RETURN(const auto parts, splitAtEquals(m_text, "OUTPUT=NODE:OUTPUT", numbers()));
        const auto source = parseValue(parts.right, m_graph);
        return source ? rewireHead(m_graph, parts.left, *source) : source.error();
    }
    Result<Edit> atInput(Result<Edit> (*edit)(const Graph &, NodeId, std::size_t))
    {
        const auto end = parseValue(m_text, m_graph);
        return end ? edit(m_graph, end->node, end->index) : end.error();
    }
    Result<Edit> moreInput()
    {
        ASSIGN_OR_RETURN(const auto parts, splitAtEquals(m_text, "NODE=NODE:OUTPUT", nodes()));
        const auto source = parseValue(parts.right, m_graph);
        return source ? addInput(m_graph, m_ops, parts.left, *source) : source.error();
    }
    Result<Edit> control(Result<Edit> (*edit)(const Graph &, NodeId, NodeId))
    {
        ASSIGN_OR_RETURN(const auto parts, splitAtEquals(m_text, "NODE=NODE", nodes()));
        const auto other = findNode(parts.right, m_graph);
        return other ? edit(m_graph, parts.left, *other) : other.error();
    }
    Result<Edit> output(bool isOutput)
    {
        ASSIGN_OR_RETURN(const auto value, parseValue(m_text, m_graph));
        return isOutput ? makeOutput(m_graph, value) : removeOutput(m_graph, value);
    }
    Result<Edit> move()
    {
        ASSIGN_OR_RETURN(const auto parts, splitAtEquals(m_text, "NODE=PLACE", nodes()));
        const auto place = parseInteger(parts.right);
        if (!place || *place < 0) {
            return usage(parts.right, "a place in the order, 0 for the first");
        }
        return moveNode(m_graph, parts.left, static_cast<std::size_t>(*place));
    }
    Result<Edit> add()
    {
        const auto added = parseOperator(m_text, m_graph);
        return added ? addOperator(m_graph, m_ops, *added) : added.error();
    }
    Result<Edit> addSource()
    {
        const std::size_t equals = m_text.rfind('=');
        if (equals == std::string::npos) {
            return addVariable(m_graph, m_text);
        }
        const auto type = typeOf(m_text.substr(equals + 1));
        return type ? addVariable(m_graph, m_text.substr(0, equals), type->first.value_or(Shape{}),
                                  type->second.value_or(DType::Unknown))
                    : type.error();
    }
    Result<Edit> insert()
    {
        ASSIGN_OR_RETURN(const auto parts, splitAtEquals(m_text, "NODE:INPUT=OPERATOR", values()));
        const auto added = parseOperator(parts.right, m_graph);
        const EdgeEnd end{parts.left.node, parts.left.index};
        return added ? insertOperator(m_graph, m_ops, {&end, 1}, *added) : added.error();
    }
    Result<Edit> replace()
    {
        ASSIGN_OR_RETURN(const auto parts, splitAtEquals(m_text, "NODE[,NODE]=OPERATOR",
                                                         [this](const std::string &left) {
                                                             return parseNodes(left, m_graph);
                                                         }));
        const auto added = parseOperator(parts.right, m_graph);
        return added ? replaceByOperator(m_graph, m_ops, parts.left, *added) : added.error();
    }
    Result<Edit> type()
    {
        ASSIGN_OR_RETURN(const auto parts,
                         splitAtEquals(m_text, "NODE=1,3,224,224:float32", nodes()));
        const auto type = typeOf(parts.right);
        return type ? setInputType(m_graph, parts.left, type->first, type->second) : type.error();
    }
    Result<Edit> note(bool isOfGraph)
    {
        if (isOfGraph) {
            return setNote(m_graph, NodeId(), m_text);
        }
        const auto parts = splitAtEquals(m_text, "NODE=TEXT", nodes());
        return parts ? setNote(m_graph, parts->left, parts->right) : parts.error();
    }

private:
    const std::string &m_text;
    const Graph &m_graph;
    const OpRegistry &m_ops;
};

} // namespace

Result<Edit> parseEdit(const EditWord &word, const Graph &graph, const OpRegistry &ops)
{
    WordReader reader(word.text, graph, ops);
    switch (word.kind) {
    case EditKind::Set: return reader.set();
    case EditKind::Unset: return reader.unset();
    case EditKind::Rename: return reader.rename();
    case EditKind::RenameTensor: return reader.renameOfTensor();
    case EditKind::Delete: return reader.remove(Readers::Unconnect, false);
    case EditKind::DeleteBridging: return reader.remove(Readers::Bridge, false);
    case EditKind::DeleteLayer: return reader.remove(Readers::Bridge, true);
    case EditKind::Duplicate: return reader.duplicate();
    case EditKind::Rewire: return reader.rewire();
    case EditKind::RewireOutput: return reader.rewireOutput();
    case EditKind::Disconnect: return reader.atInput(disconnectInput);
    case EditKind::AddInput: return reader.moreInput();
    case EditKind::RemoveInput: return reader.atInput(removeInput);
    case EditKind::Control: return reader.control(addControlDependency);
    case EditKind::NoControl: return reader.control(removeControlDependency);
    case EditKind::Output: return reader.output(true);
    case EditKind::NoOutput: return reader.output(false);
    case EditKind::Move: return reader.move();
    case EditKind::Add: return reader.add();
    case EditKind::AddVariable: return reader.addSource();
    case EditKind::Insert: return reader.insert();
    case EditKind::Replace: return reader.replace();
    case EditKind::Type: return reader.type();
    case EditKind::Note: return reader.note(false);
    case EditKind::GraphNote: return reader.note(true);
    case EditKind::Extract:
    case EditKind::Merge: break;
    }
    return makeError("usage", "the word gives another graph");
}

Result<Graph> extractWord(const std::string &text, const Graph &graph)
{
    const auto nodes = parseNodes(text, graph);
    return nodes ? extractGraph(graph, *nodes) : nodes.error();
}

} // namespace nervure::cli
