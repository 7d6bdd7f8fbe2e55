// SPDX-License-Identifier: Apache-2.0
#include "core/passes/conversion/nnvm_node.h"

#include "core/support/text.h"

#include <cmath>
#include <fmt/format.h>
#include <limits>

namespace nervure {

namespace {

const Shape &shapeOfEntry(const PassContext &context, std::uint32_t entry)
{
    return (*context.analyses.find(keys::shape, context.index))[entry];
}

DType typeOfEntry(const PassContext &context, std::uint32_t entry)
{
    return (*context.analyses.find(keys::dtype, context.index))[entry];
}

} // namespace

const Shape &NnvmNode::inShape(std::size_t i) const
{
    return shapeOfEntry(m_context, m_context.index->entryId(m_node.inputs[i]));
}

DType NnvmNode::inType(std::size_t i) const
{
    return typeOfEntry(m_context, m_context.index->entryId(m_node.inputs[i]));
}

const Shape &NnvmNode::outShape(std::uint32_t i) const
{
    return shapeOfEntry(m_context, m_context.index->entryId(m_id, i));
}

DType NnvmNode::outType(std::uint32_t i) const
{
    return typeOfEntry(m_context, m_context.index->entryId(m_id, i));
}

/// Attributes were checked when the graph was indexed.
template <typename T>
T NnvmNode::value(std::string_view name) const
{
    T value{};
    if (const std::string *written = m_node.node->attrs.find(name)) {
        (void)NnvmAttrText::parse(*written, value);
    } else if (const AttrDecl *decl = m_node.spec->attrs.find(name)) {
        (void)NnvmAttrText::parse(decl->print(m_node.attrs.data()), value);
    }
    return value;
}

template IntTuples NnvmNode::value(std::string_view) const;
template NumberTuple NnvmNode::value(std::string_view) const;
template OptionalInteger NnvmNode::value(std::string_view) const;

std::int64_t NnvmNode::integer(std::string_view name) const
{
    return value<std::int64_t>(name);
}

double NnvmNode::number(std::string_view name) const
{
    return value<double>(name);
}

namespace {

/// Whether a number, whole where the type is, is an element of it.
bool isElement(double number, DType type)
{
    if (isFloat(type)) {
        constexpr double most = std::numeric_limits<float>::max();
        return type == DType::Float64 || !std::isfinite(number) || std::fabs(number) <= most;
    }
    const bool isUnsigned = type == DType::UInt8 || type == DType::UInt16 || type == DType::UInt32
                            || type == DType::UInt64;
    const int bits = static_cast<int>(8 * dtypeBytes(type));
    const double beyond = std::ldexp(1, isUnsigned ? bits : bits - 1);
    return number < beyond && number >= (isUnsigned ? 0 : -beyond);
}

} // namespace

/// Whole types drop the fraction.
Result<double> NnvmNode::element(std::string_view name, bool rounds) const
{
    const double written = number(name);
    const auto unfit = [&](DType type) {
        return makeError("no-counterpart", "{} is {}, which {} cannot hold", name,
                         formatNumber(written), dtypeName(type));
    };
    if (rounds && !isElement(written, DType::Float32)) {
        return unfit(DType::Float32);
    }
    const double rounded = rounds ? static_cast<double>(static_cast<float>(written)) : written;
    const double value = isFloat(outType()) ? rounded : std::trunc(rounded);
    return isElement(value, outType()) ? Result<double>(value) : unfit(outType());
}

bool NnvmNode::flag(std::string_view name) const
{
    return value<bool>(name);
}

IntTuple NnvmNode::integers(std::string_view name) const
{
    return value<IntTuple>(name);
}

std::string NnvmNode::text(std::string_view name) const
{
    return value<std::string>(name);
}

Result<std::size_t> NnvmNode::axis(std::size_t rank) const
{
    const std::int64_t written = integer("axis");
    const auto dimension = dimensionOf(written, rank);
    return dimension ? Result<std::size_t>(*dimension)
                     : makeError("no-counterpart", noDimension(written, rank));
}

std::string mixedTypesOf(const NnvmNode &node, std::string_view framework)
{
    for (std::size_t i = 0; i < node.inputCount(); ++i) {
        if (node.inType(i) != node.outType()) {
            return fmt::format("input {} is {} and the output {}, in {} they have one type", i,
                               dtypeName(node.inType(i)), dtypeName(node.outType()), framework);
        }
    }
    return {};
}

Status requireKnownEntries(const PassContext &context, const std::string &pass,
                           std::string_view reader)
{
    const Shapes *shapes = context.analyses.find(keys::shape, context.index);
    const DTypes *types = context.analyses.find(keys::dtype, context.index);
    const IndexedGraph &index = *context.index;
    if (!shapes || !types) {
        return makeError("pass-needs", "pass {} needs shapes and types of every entry", pass);
    }
    for (std::uint32_t id = 0; id < index.nodeCount(); ++id) {
        const Node &node = *index.node(id).node;
        for (std::uint32_t entry = index.entryStart()[id]; entry < index.entryStart()[id + 1];
             ++entry) {
            const bool isShape = isUnknown((*shapes)[entry]);
            if (!isShape && (*types)[entry] != DType::Unknown) {
                continue;
            }
            const std::string option = isShape ? "--shape " : "--dtype ";
            return makeErrorAt(node.name, "shape-unknown",
                               "the {} of {} is unknown, expected one, {}{}",
                               isShape ? "shape" : "type", quoted(node.name), reader,
                               (node.isVariable() ? " (" + option + node.name + "=…)" : ""));
        }
    }
    return {};
}

std::vector<bool> readEntries(const IndexedGraph &index)
{
    std::vector<bool> isRead(index.entryCount());
    for (const IndexedNode &node : index.nodes()) {
        for (const IndexedEntry &input : node.inputs) {
            isRead[index.entryId(input)] = true;
        }
    }
    for (const IndexedEntry &head : index.heads()) {
        isRead[index.entryId(head)] = true;
    }
    return isRead;
}

std::string contradictionOf(const PassContext &context, std::uint32_t id)
{
    const IndexedNode &node = context.index->node(id);
    if (!node.spec->inferShape) {
        return {};
    }
    Shapes in;
    Shapes out;
    for (const IndexedEntry &input : node.inputs) {
        in.push_back(shapeOfEntry(context, context.index->entryId(input)));
    }
    for (std::uint32_t i = 0; i < node.outputCount; ++i) {
        out.push_back(shapeOfEntry(context, context.index->entryId(id, i)));
    }
    const Status status = node.spec->inferShape(node.rule(Semantics::Fixed), in, out);
    return status ? std::string() : "it contradicts itself, " + status.error().message;
}

std::string_view byArithmetic(std::string_view op, std::span<const NameByEnding> names)
{
    constexpr std::string_view scalar = "_scalar__";
    if (op.ends_with(scalar)) {
        op.remove_suffix(scalar.size());
    }
    for (const auto &[ending, name] : names) {
        if (op.ends_with(ending)) {
            return name;
        }
    }
    return {};
}

} // namespace nervure
