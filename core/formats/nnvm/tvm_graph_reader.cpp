// SPDX-License-Identifier: Apache-2.0
#include "core/formats/nnvm/tvm_graph_reader.h"

#include "core/formats/json_report.h"
#include "core/formats/nnvm/nnvm_reader.h"
#include "core/formats/nnvm/tvm_entry_lists.h"
#include "core/graph/kernel_calls.h"
#include "core/graph/tensor_type.h"
#include "core/support/text.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <map>
#include <new>

namespace nervure {

namespace {

/// A list in the graph's attributes with one value for each entry.
struct EntryList {
    std::string_view name;
    std::string_view tag;
    bool isRequired;
};

constexpr EntryList storageList{"storage_id", "list_int", true};
constexpr EntryList typeList{"dltype", "list_str", true};
constexpr EntryList shapeList{"shape", "list_shape", true};
constexpr EntryList deviceList{"device_index", "list_int", false};

/// What every call must say.
constexpr std::array<std::string_view, 4> callAttributes{"func_name", "num_inputs", "num_outputs",
                                                         "flatten_data"};

/// Finds what the runtime would stop at. The graph is as NNVM's reader gave it.
class RuntimeCheck {
public:
    RuntimeCheck(const JsonValue &root, const Graph &graph, const OpRegistry &ops,
                 JsonReport &report)
        : m_root(root),
          m_graph(graph),
          m_ops(ops),
          m_report(report)
    {}

    void run()
    {
        m_rows = runtimeRows(m_graph);
        std::size_t position = 0;
        if (const auto nodes = m_root.find("nodes")) {
            for (const JsonValue object : *nodes) {
                checkNode(m_graph.node(m_graph.nodes()[position++]), object);
            }
        }
        checkRows();
        checkAttributes();
    }

private:
    void error(std::string code, std::string message, const JsonValue &value,
               const std::string &node = {})
    {
        m_report.add(makeErrorAt(node, std::move(code), std::move(message)), value);
    }

    void checkNode(const Node &node, const JsonValue &object)
    {
        if (node.isVariable()) {
            return;
        }
        if (!isKernelCall(node)) {
            error("tvm-operator",
                  "node " + quoted(node.name) + " is operator " + quoted(node.op)
                      + ", expected a variable or " + std::string(kernelCallOp),
                  object.find("op").value_or(object), node.name);
            return;
        }
        const OpSpec *spec = m_ops.find(node);
        for (const std::string_view name : callAttributes) {
            // Of what the operator itself requires NNVM's reader has told already.
            const AttrDecl *decl = spec ? spec->attrs.find(name) : nullptr;
            if (!node.attrs.find(name) && !(decl && decl->required)) {
                error("attr-missing",
                      "node " + quoted(node.name) + " has no attribute " + quoted(name)
                          + ", which TVM's runtime needs",
                      object, node.name);
            }
        }
    }

    /// Where the entries of each node begin, as the file says it and as it must be.
    void checkRows()
    {
        const auto rows = m_root.find("node_row_ptr");
        if (!rows) {
            error("field-missing", "the graph has no 'node_row_ptr', which TVM's runtime needs",
                  m_root);
            return;
        }
        if (!rows->isArray() || rows->size() != m_rows.size()) {
            error("tvm-rows",
                  fmt::format("'node_row_ptr' is no list of {} numbers, expected one for each node "
                              "and one more",
                              m_rows.size()),
                  *rows);
            return;
        }
        std::size_t position = 0;
        for (const JsonValue item : *rows) {
            const std::size_t expected = m_rows[position++];
            if (item.kind() != JsonKind::Integer
                || item.integer() != static_cast<std::int64_t>(expected)) {
                error("tvm-rows",
                      fmt::format("'node_row_ptr' holds {} at {}, expected {} by the outputs of "
                                  "the nodes before",
                                  item.compactText(), position - 1, expected),
                      item);
                return;
            }
        }
    }

    void checkAttributes()
    {
        const auto attrs = m_root.find("attrs");
        const JsonValue place = attrs.value_or(m_root);
        const auto storage = entryList(attrs, place, storageList);
        const auto types = entryList(attrs, place, typeList);
        const auto shapes = entryList(attrs, place, shapeList);
        const auto devices = entryList(attrs, place, deviceList);
        if (storage) {
            checkStorage(*storage);
        }
        if (types) {
            checkTypes(*types);
        }
        if (shapes) {
            checkShapes(*shapes);
        }
        if (storage && devices) {
            checkDevices(*storage, *devices);
        }
    }

    /// The values of a list, if it is there and has a value for each entry.
    std::optional<JsonValue> entryList(const std::optional<JsonValue> &attrs,
                                       const JsonValue &place, const EntryList &list)
    {
        const auto pair = attrs ? attrs->find(list.name) : std::nullopt;
        if (!pair) {
            if (list.isRequired) {
                error("tvm-attr",
                      "the graph has no attribute " + quoted(list.name)
                          + ", which TVM's runtime needs",
                      place);
            }
            return std::nullopt;
        }
        auto item = pair->begin();
        const std::string tag = (*item).text();
        const JsonValue values = *++item;
        const std::string what = "graph attribute " + quoted(list.name);
        if (tag != list.tag || !values.isArray()) {
            error("tvm-attr",
                  what + " is a " + quoted(tag) + ", expected a " + std::string(list.tag), *pair);
            return std::nullopt;
        }
        if (values.size() == m_rows.back()) {
            return values;
        }
        const std::string message =
            fmt::format("{} has {} values, expected one for each of {} entries", what,
                        values.size(), m_rows.back());
        if (values.size() < m_rows.back()) {
            error("tvm-entries", message, values);
            return std::nullopt;
        }
        m_report.add(makeWarning("tvm-entries", "{}; those at the end are left out", message),
                     values);
        return values;
    }

    [[nodiscard]] std::string entryName(std::size_t entry) const
    {
        if (entry >= m_rows.back()) {
            return fmt::format("value {}, which no entry has,", entry);
        }
        const auto after = std::upper_bound(m_rows.begin(), m_rows.end(), entry);
        const auto node = static_cast<std::size_t>(after - m_rows.begin()) - 1;
        return fmt::format("output {} of {}", entry - m_rows[node],
                           quoted(m_graph.node(m_graph.nodes()[node]).name));
    }

    void checkStorage(const JsonValue &values)
    {
        std::size_t entry = 0;
        for (const JsonValue value : values) {
            const std::size_t at = entry++;
            if (value.kind() != JsonKind::Integer || value.integer() < 0) {
                error("tvm-storage",
                      entryName(at) + " has storage " + quoted(value.compactText())
                          + ", expected a number of 0 or more",
                      value);
                return;
            }
        }
    }

    void checkTypes(const JsonValue &values)
    {
        std::size_t entry = 0;
        for (const JsonValue value : values) {
            const std::size_t at = entry++;
            if (!value.isString() || !dtypeFromName(value.string())) {
                m_report.add(makeWarning("tvm-type", "{} has the unknown type {}", entryName(at),
                                         quoted(value.text())),
                             value);
            }
        }
    }

    void checkShapes(const JsonValue &values)
    {
        std::size_t entry = 0;
        for (const JsonValue shape : values) {
            const std::size_t at = entry++;
            Shape sizes = Shape::scalar();
            bool isShape = shape.isArray();
            for (const JsonValue size : shape) {
                isShape = isShape && size.kind() == JsonKind::Integer && size.integer() >= 0;
                sizes.push_back(isShape ? size.integer() : 0);
            }
            if (!isShape || !byteCount(sizes, DType::Float64)) {
                error("tvm-shape",
                      entryName(at) + " has shape " + quoted(shape.compactText())
                          + ", expected sizes that memory can hold",
                      shape);
                return;
            }
        }
    }

    /// One piece of storage lies on one device.
    void checkDevices(const JsonValue &storage, const JsonValue &devices)
    {
        std::map<std::int64_t, std::int64_t> deviceOf;
        auto block = storage.begin();
        std::size_t entry = 0;
        for (const JsonValue device : devices) {
            const JsonValue id = *block;
            ++block;
            const std::size_t at = entry++;
            if (device.kind() != JsonKind::Integer || id.kind() != JsonKind::Integer) {
                error("tvm-device",
                      entryName(at) + " has device " + quoted(device.compactText())
                          + ", expected a number",
                      device);
                return;
            }
            const auto [it, isNew] = deviceOf.emplace(id.integer(), device.integer());
            if (it->second != device.integer()) {
                error("tvm-device",
                      fmt::format("{} lies in storage {} on device {}, expected device {} as all "
                                  "others of that storage",
                                  entryName(at), id.integer(), device.integer(), it->second),
                      device);
                return;
            }
        }
    }

    const JsonValue &m_root;
    const Graph &m_graph;
    const OpRegistry &m_ops;
    JsonReport &m_report;
    std::vector<std::size_t> m_rows; ///< first entry of each node, and the number of entries
};

} // namespace

Result<LoadedGraph> readTvmGraph(std::string_view text, const FormatContext &context)
try {
    Result<LoadedGraph> loaded = readNnvmJson(text, context);
    RETURN_IF_FAILED(loaded);
    ASSIGN_OR_RETURN(const JsonTree tree, JsonTree::parse(text));
    JsonReport report(context.fileName, text, false);
    RuntimeCheck(tree.root(), loaded->graph, context.ops, report).run();
    for (Diagnostic &finding : report.take()) {
        loaded->diagnostics.push_back(std::move(finding));
    }
    loaded->graph.setAttrs(inNnvmOrder(loaded->graph));
    return loaded;
} catch (const std::bad_alloc &) {
    return makeError("out-of-memory", "the graph does not fit into memory");
}

} // namespace nervure
