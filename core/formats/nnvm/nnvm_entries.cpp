// SPDX-License-Identifier: Apache-2.0
#include "core/formats/nnvm/nnvm_entries.h"

#include "core/formats/json_report.h"

#include <algorithm>
#include <fmt/format.h>
#include <limits>

namespace nervure {

bool readNnvmNumber(JsonReport &report, const JsonValue &value, std::uint32_t &number,
                    std::string_view what)
{
    if (!report.expect(value, JsonKind::Integer, what)) {
        return false;
    }
    // Negative numbers wrap around, as they do in NNVM, and then name nothing.
    const std::int64_t wide = value.integer();
    if (wide < std::numeric_limits<std::int32_t>::min()
        || wide > std::numeric_limits<std::uint32_t>::max()) {
        return report.refuse(
            "json-size", fmt::format("{} is {}, expected a number of at most 32 bits", what, wide),
            value);
    }
    number = static_cast<std::uint32_t>(wide);
    return true;
}

namespace {

/// Ids that references of faulty files name are kept free for them up to here.
constexpr std::uint32_t maxReservedId = 1u << 24;

bool readEntry(JsonReport &report, const JsonValue &array, Entry &entry, std::string_view what)
{
    if (!report.expect(array, JsonKind::Array, what)) {
        return false;
    }
    const std::size_t size = array.size();
    if (size != 2 && size != 3) {
        return report.refuse(
            "json-type",
            fmt::format("{} has {} numbers, expected 2 or 3 (node, index, version)", what, size),
            array);
    }
    auto it = array.begin();
    bool ok = readNnvmNumber(report, *it, entry.node.value, what);
    ok = ok && readNnvmNumber(report, *++it, entry.index, what);
    if (size == 3) {
        ok = ok && readNnvmNumber(report, *++it, entry.version, what);
    }
    return ok;
}

} // namespace

bool readNnvmEntries(JsonReport &report, const JsonValue &array, Entries &entries,
                     std::string_view what)
{
    if (!report.expect(array, JsonKind::Array, std::string(what) + " list")) {
        return false;
    }
    for (const JsonValue item : array) {
        Entry entry;
        if (!readEntry(report, item, entry, fmt::format("{} {}", what, entries.size()))) {
            return false;
        }
        entries.push_back(entry);
    }
    return true;
}

void setNnvmDialect(Node &node, const OpRegistry &ops)
{
    if (ops.find(Dialect::Nervure, node.op) && !ops.find(Dialect::Nnvm, node.op)) {
        node.dialect = Dialect::Nervure;
    }
}

void NamedIds::see(NodeId id)
{
    if (id.value < maxReservedId) {
        m_count = std::max(m_count, id.value + 1);
    }
}

void NamedIds::see(const Node &node)
{
    for (const Entry &entry : node.inputs) {
        see(entry.node);
    }
    for (const NodeId id : node.controlDeps) {
        see(id);
    }
}

void NamedIds::reserveIn(Graph &graph) const
{
    NamedIds all = *this;
    for (const Entry &entry : graph.heads()) {
        all.see(entry.node);
    }
    graph.reserveIds(all.m_count);
}

} // namespace nervure
