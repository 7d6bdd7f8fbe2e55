// SPDX-License-Identifier: Apache-2.0
#include "core/formats/darknet/darknet_weights.h"

#include "core/formats/darknet/darknet_layers.h"
#include "core/graph/nnvm_shape.h"
#include "core/graph/op/attr_field.h"
#include "core/support/text.h"

#include <cmath>
#include <cstring>
#include <limits>
#include <map>

namespace nervure {

namespace {

/// What stands before the arrays.
struct Header {
    std::size_t bytes = 0;
    bool isTransposed = false; ///< connected layers' weights are [inputs, outputs]
};

Result<Header> headerOf(std::string_view bytes)
{
    std::int32_t version[3] = {};
    constexpr std::size_t versionBytes = sizeof version;
    if (bytes.size() < versionBytes + sizeof(std::int32_t)) {
        return makeError("weights-format", "found {} bytes, expected the header of a .weights file",
                         bytes.size());
    }
    std::memcpy(version, bytes.data(), versionBytes);
    const bool isHuge = version[0] > 1000 || version[1] > 1000;
    const bool isLong = !isHuge && std::int64_t{version[0]} * 10 + version[1] >= 2;
    return Header{versionBytes + (isLong ? sizeof(std::uint64_t) : sizeof(std::int32_t)), isHuge};
}

/// Takes one array after the other.
class WeightsReader {
public:
    WeightsReader(std::string_view bytes, const Header &header, const Graph &graph,
                  const OpRegistry &ops, Semantics semantics)
        : m_bytes(bytes.substr(std::min(header.bytes, bytes.size()))),
          m_isTransposed(header.isTransposed),
          m_graph(graph),
          m_ops(ops),
          m_semantics(semantics)
    {}

    Status read(NodeId id)
    {
        const Node &layer = m_graph.node(id);
        const OpSpec *spec = m_ops.find(layer);
        if (!spec || !spec->inferShape) {
            return makeErrorAt(layer.name, "weights-shape",
                               "{} is unknown, expected a layer whose arrays have a size",
                               quoted(layer.op));
        }
        Diagnostics ignored;
        const ParsedAttrs attrs =
            parseAttrs(spec->attrs, layer.attrs, layer.op, layer.name, ignored);
        Shapes in;
        for (const Entry &input : layer.inputs) {
            in.push_back(m_shapes[input.node]);
        }
        Shapes out(1);
        if (Status known = spec->inferShape({layer, attrs, Semantics::Fixed}, in, out); !known) {
            Diagnostic error = known.error();
            error.where.node = layer.name;
            return error;
        }
        const bool isFormer = m_semantics == Semantics::Exact && layer.op == "maxpool";
        m_shapes[id] = isFormer ? formerPool(layer, in[0]) : out[0];
        return takeArrays(layer, in);
    }
    void setShape(NodeId input, Shape shape) { m_shapes[input] = std::move(shape); }

    [[nodiscard]] TensorMap tensors() && { return std::move(m_tensors); }
    [[nodiscard]] std::size_t left() const { return m_bytes.size(); }

private:
    static Shape formerPool(const Node &layer, Shape image)
    {
        const auto integer = [&layer](std::string_view key, std::int64_t unset) {
            const std::string *value = layer.attrs.find(key);
            return value ? leadingInteger(*value).value_or(0) : unset;
        };
        const std::int64_t stride = integer("stride", 1);
        const std::int64_t padding = integer("padding", (integer("size", stride) - 1) / 2);
        for (std::size_t i = 2; i < image.size(); ++i) {
            image[i] = isUnknownSize(image[i]) ? unknownSize
                                               : formerDarknetPoolSize(image[i], padding, stride);
        }
        return image;
    }

    /// The arrays that no layer above has had: one that shares another's has none in the file.
    Status takeArrays(const Node &layer, const Shapes &in)
    {
        if (const std::string *isLeftOut = layer.attrs.find("dontload");
            isLeftOut && leadingInteger(*isLeftOut) == 1) {
            return {};
        }
        for (std::size_t i = 0; i < layer.inputs.size(); ++i) {
            // An edit may have left an input that reads nothing.
            const Node *array = m_graph.find(layer.inputs[i].node);
            if (array != nullptr && array->isVariable() && !array->attrs.find("shape")
                && !m_tensors.contains(array->name)) {
                RETURN_IF_FAILED(take(layer, array->name, in[i]));
            }
        }
        return {};
    }

    /// True if the file has the array's rows as columns.
    [[nodiscard]] bool isTurned(const Node &layer, const std::string &name) const
    {
        const std::string *flipped = layer.attrs.find("flipped");
        return layer.op == "connected"
                   ? m_isTransposed
                   : layer.op == "convolutional" && flipped
                         && leadingInteger(*flipped).value_or(0) != 0 && name.ends_with("_weights");
    }

    Status take(const Node &layer, const std::string &name, const Shape &shape)
    {
        if (isUnknown(shape)) {
            return makeErrorAt(layer.name, "weights-shape", "the size of {} is not known",
                               quoted(name));
        }
        const auto wanted = byteCount(shape, DType::Float32);
        if (!wanted || m_bytes.size() < static_cast<std::size_t>(*wanted)) {
            return makeErrorAt(layer.name, "weights-short",
                               "the file ends in {}: {} bytes are left, expected {}", quoted(name),
                               m_bytes.size(), wanted ? std::to_string(*wanted) : "more");
        }
        ASSIGN_OR_RETURN(Tensor tensor, Tensor::zeros(DType::Float32, shape));
        std::memcpy(tensor.data(), m_bytes.data(), tensor.bytes().size());
        m_bytes.remove_prefix(tensor.bytes().size());
        if (m_semantics == Semantics::Fixed) {
            clearDenormals(tensor);
        }
        const bool turns = shape.size() > 1 && isTurned(layer, name);
        m_tensors.emplace(name, turns ? transposed(tensor) : std::move(tensor));
        return {};
    }

    /// Darknet is built so that numbers too small for all their digits are 0; some files have such variances, with a sign.
    static void clearDenormals(Tensor &tensor)
    {
        for (float &element : tensor.elements<float>()) {
            element = std::abs(element) < std::numeric_limits<float>::min() ? 0.0F : element;
        }
    }

    /// The rows and columns of what was read as columns and rows; all but the first dimension are one.
    static Tensor transposed(const Tensor &read)
    {
        Tensor turned = read;
        const std::int64_t rows = read.shape()[0];
        const std::int64_t columns = rows == 0 ? 0 : read.count() / rows;
        for (std::int64_t i = 0; i < rows * columns; ++i) {
            turned.elements<float>()[i] = read.elements<float>()[i % columns * rows + i / columns];
        }
        return turned;
    }

    std::string_view m_bytes;
    bool m_isTransposed;
    const Graph &m_graph;
    const OpRegistry &m_ops;
    Semantics m_semantics;
    std::map<NodeId, Shape> m_shapes; ///< of what layers give
    TensorMap m_tensors;
};

} // namespace

Result<TensorMap> readDarknetWeights(std::string_view bytes, const Graph &graph,
                                     const OpRegistry &ops, Diagnostics &diagnostics,
                                     Semantics semantics)
{
    ASSIGN_OR_RETURN(const Header header, headerOf(bytes));
    WeightsReader reader(bytes, header, graph, ops, semantics);
    for (const NodeId id : graph.nodes()) {
        const Node &node = graph.node(id);
        if (!node.isVariable()) {
            RETURN_IF_FAILED(reader.read(id));
        } else if (const std::string *shape = node.attrs.find("shape")) {
            reader.setShape(id, shapeOfNnvm(leadingTuple(*shape).value_or(IntTuple())));
        }
    }
    if (reader.left() > 0) {
        diagnostics.push_back(makeWarning(
            "params-unused", "{} bytes stand behind the network's last array", reader.left()));
    }
    return std::move(reader).tensors();
}

} // namespace nervure
