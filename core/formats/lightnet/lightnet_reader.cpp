// SPDX-License-Identifier: Apache-2.0
#include "core/formats/lightnet/lightnet_reader.h"

#include "core/formats/json_report.h"
#include "core/formats/lightnet/lightnet_comments.h"
#include "core/formats/lightnet/lightnet_source_map.h"
#include "core/support/json/json_spans.h"
#include "core/support/json/json_tree.h"
#include "core/support/text.h"

#include <algorithm>
#include <fmt/format.h>
#include <set>
#include <unordered_map>

namespace nervure {

namespace {

/// One tensor entry as it stands in the text.
struct TensorEntry {
    Port port;
    std::uint32_t place = 0;
};

class LightNetReader {
public:
    LightNetReader(const FormatContext &context, JsonReport &report)
        : m_context(context),
          m_report(report)
    {}

    bool read(const JsonValue &root);
    void check();
    [[nodiscard]] Graph takeGraph() { return std::move(m_graph); }

private:
    bool readMemorySizes(const JsonValue &root);
    bool readOp(const JsonValue &object);
    bool readText(const JsonValue &object, std::string_view key, const std::string &what,
                  std::string &text);
    bool readTensors(const JsonValue &object, std::string_view key, const std::string &what,
                     std::vector<TensorEntry> &entries);
    bool readParams(const JsonValue &object, const std::string &what, Node &node);
    void readParam(const JsonValue &value, const std::string &what, std::string_view name,
                   Node &node);
    bool expectOffset(const JsonValue &entry, const std::string &what);
    void noteCompiled(const JsonValue &entry, const std::string &tensor);
    void orderByRole(const std::vector<std::string> &roles, std::vector<TensorEntry> &entries);
    void connect(Node &node, std::vector<TensorEntry> inputs, std::vector<TensorEntry> outputs,
                 std::vector<std::uint32_t> &inputPlaces);
    void missing(const std::string &what, std::string_view key, const JsonValue &object);
    void finishAttrs();

    const FormatContext &m_context;
    JsonReport &m_report;
    Graph m_graph;
    LightNetSourceMap m_places;
    std::set<NodeId> m_faulty; ///< of which something was said already
    std::unordered_map<std::string, Entry> m_tensors;
    std::vector<GraphAttr> m_attrs;
    std::string m_compiled; ///< members of the "tensors" attribute
    std::unordered_map<std::string, bool> m_noted;
};

void LightNetReader::missing(const std::string &what, std::string_view key, const JsonValue &object)
{
    m_faulty.insert(NodeId{m_places.count()});
    m_report.add(makeError("field-missing", "{} has no {}, which is required", what, quoted(key)),
                 object);
}

bool LightNetReader::read(const JsonValue &root)
{
    if (!m_report.expect(root, JsonKind::Object, "the document")) {
        return false;
    }
    m_graph.setDialect(Dialect::LightNet);
    const auto ops = lightNetMember(root, "ops");
    if (!ops) {
        return m_report.refuse("field-missing", "the document has no 'ops', which is required",
                               root);
    }
    if (!readMemorySizes(root) || !m_report.expect(*ops, JsonKind::Array, "'ops'")) {
        return false;
    }
    for (const JsonValue op : *ops) {
        if (!readOp(op)) {
            return false;
        }
    }
    finishAttrs();
    return true;
}

/// LightNet looks at the planned sizes when both halves are there.
bool LightNetReader::readMemorySizes(const JsonValue &root)
{
    const auto high = lightNetMember(root, "mem_sizes_h");
    const auto low = lightNetMember(root, "mem_sizes_l");
    if (!high || !low) {
        return true;
    }
    for (const auto &[key, sizes] :
         {std::pair("mem_sizes_h", *high), std::pair("mem_sizes_l", *low)}) {
        if (!m_report.expect(sizes, JsonKind::Array, quoted(key))) {
            return false;
        }
        for (const JsonValue element : sizes) {
            if (!element.isNumber()) {
                return m_report.expect(element, JsonKind::Number, "an element of " + quoted(key));
            }
        }
        m_attrs.push_back({key, std::string(lightNetTag), sizes.compactText()});
    }
    // A build of LightNet for the CPU alone knows of no memory and of the CPU's.
    constexpr std::size_t cpuTypes = 2;
    const bool isOfCpu = m_context.semantics == Semantics::Fixed || high->size() == cpuTypes;
    if (high->size() != low->size() || !isOfCpu) {
        m_report.add(makeError("mem-sizes",
                               "'mem_sizes_h' has {} elements and 'mem_sizes_l' has {}{}",
                               high->size(), low->size(),
                               (isOfCpu ? ", expected as many" : ", expected 2 each")),
                     *low);
    }
    return true;
}

bool LightNetReader::readText(const JsonValue &object, std::string_view key,
                              const std::string &what, std::string &text)
{
    const auto member = lightNetMember(object, key);
    if (!member) {
        missing(what, key, object);
        return true;
    }
    if (!m_report.expect(*member, JsonKind::String, what + ": " + quoted(key))) {
        return false;
    }
    text = std::string(member->string());
    return true;
}

bool LightNetReader::readOp(const JsonValue &object)
{
    std::string what = fmt::format("op {}", m_places.count());
    if (!m_report.expect(object, JsonKind::Object, what)) {
        return false;
    }
    Node node;
    node.op.clear();
    node.dialect = Dialect::LightNet;
    std::vector<TensorEntry> inputs;
    std::vector<TensorEntry> outputs;
    if (!readText(object, "name", what, node.name)) {
        return false;
    }
    what += " (" + quoted(node.name) + ")";
    if (!readText(object, "optype", what, node.op)
        || !readTensors(object, "tensors_in", what, inputs)
        || !readTensors(object, "tensors_out", what, outputs) || !readParams(object, what, node)) {
        return false;
    }
    std::vector<std::uint32_t> inputPlaces;
    node.sourceIndex = m_places.count();
    connect(node, std::move(inputs), std::move(outputs), inputPlaces);
    m_places.add(object, std::move(inputPlaces));
    m_graph.add(std::move(node));
    return true;
}

bool LightNetReader::readTensors(const JsonValue &object, std::string_view key,
                                 const std::string &what, std::vector<TensorEntry> &entries)
{
    const auto array = lightNetMember(object, key);
    if (!array) {
        missing(what, key, object);
        return true;
    }
    if (!m_report.expect(*array, JsonKind::Array, what + ": " + quoted(key))) {
        return false;
    }
    for (const JsonValue item : *array) {
        const std::string place = fmt::format("{}: {}[{}]", what, key, entries.size());
        TensorEntry entry;
        entry.place = item.index();
        entry.port.listed = static_cast<std::uint32_t>(entries.size());
        if (!m_report.expect(item, JsonKind::Object, place)
            || !readText(item, "arg_name", place, entry.port.role)
            || !readText(item, "name", place, entry.port.tensor)) {
            return false;
        }
        if (!expectOffset(item, place + " (" + quoted(entry.port.tensor) + ")")) {
            return false;
        }
        if (key == "tensors_out") {
            noteCompiled(item, entry.port.tensor);
        }
        entries.push_back(std::move(entry));
    }
    return true;
}

/// LightNet looks at a tensor's offset where both halves are there, and wants numbers.
bool LightNetReader::expectOffset(const JsonValue &entry, const std::string &what)
{
    const auto high = lightNetMember(entry, "offset_h");
    const auto low = lightNetMember(entry, "offset_l");
    if (!high || !low) {
        return true;
    }
    for (const auto &[key, half] : {std::pair("offset_h", *high), std::pair("offset_l", *low)}) {
        if (!half.isNumber()) {
            return m_report.expect(half, JsonKind::Number, what + ": " + quoted(key));
        }
    }
    return true;
}

/// Dimensions and offsets of a compiled file. LightNet goes by what stands where a tensor is defined.
void LightNetReader::noteCompiled(const JsonValue &entry, const std::string &tensor)
{
    std::string members;
    for (const std::string_view key : {"dims", "offset_h", "offset_l"}) {
        if (const auto member = lightNetMember(entry, key)) {
            members += (members.empty() ? "" : ",") + jsonQuoted(key) + ":" + member->compactText();
        }
    }
    if (!members.empty() && m_noted.emplace(tensor, true).second) {
        m_compiled += (m_compiled.empty() ? "" : ",") + jsonQuoted(tensor) + ":{" + members + "}";
    }
}

void LightNetReader::finishAttrs()
{
    if (!m_compiled.empty()) {
        m_attrs.push_back({"tensors", std::string(lightNetTag), "{" + m_compiled + "}"});
    }
    m_graph.setAttrs(std::move(m_attrs));
}

bool LightNetReader::readParams(const JsonValue &object, const std::string &what, Node &node)
{
    const auto array = lightNetMember(object, "params");
    if (!array) {
        missing(what, "params", object);
        return true;
    }
    if (!m_report.expect(*array, JsonKind::Array, what + ": 'params'")
        || !m_report.expectFewMembers(*array, what + ": 'params'")) {
        return false;
    }
    std::size_t position = 0;
    for (const JsonValue item : *array) {
        const std::string place = fmt::format("{}: params[{}]", what, position++);
        std::string name;
        if (!m_report.expect(item, JsonKind::Object, place)
            || !readText(item, "arg_name", place, name)) {
            return false;
        }
        const auto value = lightNetMember(item, "value");
        if (!value) {
            missing(place, "value", item);
            continue;
        }
        if (node.attrs.find(name)) {
            m_faulty.insert(NodeId{m_places.count()});
            m_report.add(makeErrorAt(node.name, "attr-duplicate",
                                     "{} is a second value of {}, expected one", place,
                                     quoted(name)),
                         item);
        }
        readParam(*value, place, name, node);
    }
    return true;
}

/// Values are texts, numbers, true, false, null, or arrays of one kind that are not empty.
void LightNetReader::readParam(const JsonValue &value, const std::string &what,
                               std::string_view name, Node &node)
{
    const auto wrong = [&](const std::string &text, const JsonValue &place) {
        Diagnostic error =
            makeErrorAt(node.name, "param-type", "{}: the value of {}{}", what, quoted(name), text);
        error.where.attribute = std::string(name);
        m_faulty.insert(NodeId{m_places.count()});
        m_report.add(std::move(error), place);
    };
    const auto kindOf = [](const JsonValue &element) {
        return element.isNumber() ? JsonKind::Number : element.kind();
    };
    if (value.isObject()) {
        wrong(" is an object, expected a text, number, true, false, null or array", value);
    } else if (value.isArray()) {
        if (value.size() == 0) {
            wrong(" is an empty array, expected at least one element", value);
        }
        for (const JsonValue element : value) {
            const JsonKind kind = kindOf(element);
            if (kind == JsonKind::Null || kind == JsonKind::Array || kind == JsonKind::Object
                || kind != kindOf(*value.begin())) {
                wrong(" holds " + std::string(jsonKindText(element.kind()))
                          + ", expected texts, numbers or booleans of one kind",
                      element);
                break;
            }
        }
    }
    node.attrs.set(name, value.compactText());
}

void LightNetReader::orderByRole(const std::vector<std::string> &roles,
                                 std::vector<TensorEntry> &entries)
{
    const auto isRole = [](const TensorEntry &entry, const std::string &role) {
        return entry.port.role == role;
    };
    if (std::equal(entries.begin(), entries.end(), roles.begin(), roles.end(), isRole)) {
        return; // as nearly always
    }
    std::unordered_map<std::string_view, std::size_t> ranks;
    for (const std::string &role : roles) {
        ranks.emplace(role, ranks.size());
    }
    const auto rank = [&ranks](const TensorEntry &entry) {
        const auto it = ranks.find(entry.port.role);
        return it == ranks.end() ? ranks.size() : it->second;
    };
    std::stable_sort(entries.begin(), entries.end(),
                     [&](const auto &a, const auto &b) { return rank(a) < rank(b); });
}

void LightNetReader::connect(Node &node, std::vector<TensorEntry> inputs,
                             std::vector<TensorEntry> outputs,
                             std::vector<std::uint32_t> &inputPlaces)
{
    if (const OpSpec *spec = m_context.ops.find(node)) {
        Diagnostics ignored;
        const ParsedAttrs attrs =
            parseAttrs(spec->attrs, node.attrs, spec->name, node.name, ignored);
        const RuleContext rule{node, attrs, m_context.semantics};
        if (spec->inputNames) {
            orderByRole(spec->inputNames(rule), inputs);
        }
        if (spec->outputNames) {
            orderByRole(spec->outputNames(rule), outputs);
        }
    }
    for (TensorEntry &input : inputs) {
        const auto found = m_tensors.find(input.port.tensor);
        const bool isDefined = found != m_tensors.end();
        node.inputs.push_back(isDefined ? found->second : Entry{});
        if (isDefined) {
            input.port.tensor.clear();
        }
        node.inputPorts.push_back(std::move(input.port));
        inputPlaces.push_back(input.place);
    }
    const NodeId id{m_places.count()};
    for (TensorEntry &output : outputs) {
        const auto index = static_cast<std::uint32_t>(node.outputPorts.size());
        m_tensors.emplace(output.port.tensor, Entry{id, index, 0});
        node.outputPorts.push_back(std::move(output.port));
    }
}

void LightNetReader::check()
{
    for (const GraphFinding &finding :
         checkGraph(m_graph, m_context.ops, m_context.semantics, m_faulty)) {
        // What an operator lacks makes more faults, there and where its tensors are read.
        const bool follows =
            m_faulty.count(finding.node) != 0
            || (!m_faulty.empty() && finding.diagnostic.code == "tensor-undefined");
        if (!follows) {
            m_report.add(finding.diagnostic, m_places.of(finding));
        }
    }
}

/// LightNet takes one operator after the other: the first fault is the one that it stops at.
Diagnostics inFileOrder(Diagnostics diagnostics)
{
    std::stable_sort(diagnostics.begin(), diagnostics.end(), [](const auto &a, const auto &b) {
        return std::pair(a.where.line, a.where.column) < std::pair(b.where.line, b.where.column);
    });
    return diagnostics;
}

} // namespace

Result<LoadedGraph> readLightNetJson(std::string_view written, const FormatContext &context)
try {
    const bool isExact = context.semantics == Semantics::Exact;
    const BlankedComments blanked = isExact ? blankLightNetComments(written) : BlankedComments();
    if (blanked.openAt) {
        const TextPosition at = LineStarts(written).position(*blanked.openAt);
        Diagnostic error = makeError("comment-open", "found a comment without an end, expected */");
        error.where.file = context.fileName;
        error.where.line = at.line;
        error.where.column = at.column;
        return error;
    }
    const std::string_view text = isExact ? std::string_view(blanked.text) : written;
    Result<JsonTree> tree = JsonTree::parse(text, {maxJsonDepth, !isExact});
    if (!tree) {
        Diagnostic error = tree.error();
        error.where.file = context.fileName;
        return error;
    }
    JsonReport report(context.fileName, text, !isExact);
    LightNetReader reader(context, report);
    if (!reader.read(tree->root())) {
        return report.refusal();
    }
    if (tree->textAfter()) {
        report.addAt(makeWarning("text-after", "there is text after the document, expected the "
                                               "end of the file"),
                     *tree->textAfter());
    }
    reader.check();
    return LoadedGraph{reader.takeGraph(), inFileOrder(report.take())};
} catch (const std::bad_alloc &) {
    return makeError("out-of-memory", "the graph does not fit into memory");
}

} // namespace nervure
