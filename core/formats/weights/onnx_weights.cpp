// SPDX-License-Identifier: Apache-2.0
#include "core/formats/weights/onnx_weights.h"

#include "core/formats/onnx/external_data.h"
#include "core/formats/onnx/onnx_copies.h"
#include "core/formats/onnx/onnx_fields.h"
#include "core/formats/onnx/onnx_messages.h"
#include "core/formats/onnx/onnx_names.h"
#include "core/formats/onnx/onnx_tensor.h"
#include "core/formats/onnx/onnx_types.h"
#include "core/support/text.h"

#include <algorithm>
#include <cstring>
#include <fmt/format.h>
#include <map>

namespace nervure {

namespace fs = std::filesystem;

namespace {

using namespace onnx;

class Collector {
public:
    Collector(std::string_view model, const fs::path &file, const AllowedFolders &allowed)
        : m_model(model),
          m_file(file),
          m_allowed(allowed)
    {}

    Result<FoundWeights> run()
    {
        ASSIGN_OR_RETURN(const ModelMessage model, readModel(m_model));
        ASSIGN_OR_RETURN(const GraphMessage graph, readGraph(model.graph.bytes, m_model));
        m_ids = idsOf(graph);
        RETURN_IF_FAILED(addGraph(graph, {}, 0));
        for (const NamedMessage &function : model.functions) {
            m_owner = NodeId();
            ASSIGN_OR_RETURN(const GraphMessage body, readFunction(function.field.bytes, m_model));
            RETURN_IF_FAILED(addGraph(body, operatorName(body.domain, function.name) + '/', 0));
        }
        return std::move(m_found);
    }

private:
    Status addGraph(const GraphMessage &graph, const std::string &prefix, int level)
    {
        constexpr int mostLevels = 64;
        if (level > mostLevels) {
            return makeError("onnx", "graphs hold each other more than {} deep", mostLevels);
        }
        const bool isOwn = prefix.empty();
        for (std::size_t i = 0; i < graph.initializers.size(); ++i) {
            m_node = isOwn ? m_ids.initializers[i] : NodeId();
            const NamedMessage &initializer = graph.initializers[i];
            RETURN_IF_FAILED(addTensor(initializer.field.bytes, prefix, initializer.name));
        }
        for (std::size_t i = 0; i < graph.sparseInitializers.size(); ++i) {
            m_node = isOwn ? m_ids.sparseInitializers[i] : NodeId();
            const NamedMessage &sparse = graph.sparseInitializers[i];
            RETURN_IF_FAILED(addSparse(sparse.field.bytes, prefix, sparse.name));
        }
        for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
            m_node = isOwn ? NodeId{m_ids.firstOperator + static_cast<std::uint32_t>(i)} : NodeId();
            m_owner = isOwn && level == 0 ? m_node : m_owner;
            RETURN_IF_FAILED(addNode(graph, graph.nodes[i], prefix, level));
        }
        return {};
    }

    Status addNode(const GraphMessage &graph, const NodeMessage &node, const std::string &prefix,
                   int level)
    {
        const std::string_view value = node.outputs.empty() ? node.name : node.outputs[0];
        ASSIGN_OR_RETURN(const std::size_t bodies, bodyCount(node));
        for (const NamedMessage &attribute : node.attributes) {
            WireReader reader(attribute.field.bytes, m_model);
            NumberList numbers;
            while (const auto field = reader.next()) {
                const bool isMessage = field->type == WireType::Bytes;
                if (isBody(*field)) {
                    ASSIGN_OR_RETURN(const GraphMessage body, readGraph(field->bytes, m_model));
                    const std::string inner = bodies > 1 ? std::string(attribute.name) + '/' : "";
                    RETURN_IF_FAILED(
                        addGraph(body, prefix + holderName(graph, node) + '/' + inner, level + 1));
                } else if (node.opType != "Constant") {
                    continue;
                } else if (isMessage && field->number == attribute::t) {
                    RETURN_IF_FAILED(addTensor(field->bytes, prefix, value));
                } else if (isMessage && field->number == attribute::sparseTensor) {
                    RETURN_IF_FAILED(addSparse(field->bytes, prefix, value));
                } else {
                    RETURN_IF_FAILED(addNumbers(*field, numbers));
                }
            }
            RETURN_IF_FAILED(reader.status());
            addList(attribute.name, std::move(numbers), prefix + std::string(value));
        }
        return {};
    }

    static bool isBody(const WireField &field)
    {
        return field.type == WireType::Bytes
               && (field.number == attribute::g || field.number == attribute::graphs);
    }

    [[nodiscard]] Result<std::size_t> bodyCount(const NodeMessage &node) const
    {
        std::size_t count = 0;
        for (const NamedMessage &attribute : node.attributes) {
            WireReader reader(attribute.field.bytes, m_model);
            while (const auto field = reader.next()) {
                count += isBody(*field) ? 1 : 0;
            }
            RETURN_IF_FAILED(reader.status());
        }
        return count;
    }

    /// As the reader of graphs names a node that has no name.
    static std::string_view nameOf(const NodeMessage &node)
    {
        return node.name.empty() ? firstOutput(node) : node.name;
    }
    static std::string_view firstOutput(const NodeMessage &node)
    {
        const auto output = std::find_if(node.outputs.begin(), node.outputs.end(),
                                         [](std::string_view name) { return !name.empty(); });
        return output == node.outputs.end() ? std::string_view() : *output;
    }

    static std::string holderName(const GraphMessage &graph, const NodeMessage &node)
    {
        const auto namesakes =
            std::count_if(graph.nodes.begin(), graph.nodes.end(),
                          [&](const NodeMessage &other) { return nameOf(other) == nameOf(node); });
        const std::string_view output = firstOutput(node);
        return std::string(namesakes > 1 && !output.empty() ? output : nameOf(node));
    }

    /// What `value_float` and its like hold.
    struct NumberList {
        std::vector<float> floats;
        std::vector<std::int64_t> integers;
    };

    static Status addNumbers(const WireField &field, NumberList &numbers)
    {
        const bool isFloat = field.number == attribute::f || field.number == attribute::floats;
        const bool isInteger = field.number == attribute::i || field.number == attribute::ints;
        const bool isList = isFloat     ? addFloats(field, numbers.floats)
                            : isInteger ? addIntegers(field, numbers.integers)
                                        : true;
        return isList ? Status() : makeError("weight", "found a list that is no list of numbers");
    }

    /// Of the attributes of a Constant that are numbers. Those that say something else have other names.
    void addList(std::string_view key, NumberList numbers, std::string name)
    {
        if (!key.starts_with("value_") || (numbers.floats.empty() && numbers.integers.empty())) {
            return;
        }
        const bool isFloat = !numbers.floats.empty();
        const auto &floats = numbers.floats;
        const auto &integers = numbers.integers;
        std::string bytes = isFloat ? std::string(reinterpret_cast<const char *>(floats.data()),
                                                  floats.size() * sizeof(float))
                                    : std::string(reinterpret_cast<const char *>(integers.data()),
                                                  integers.size() * sizeof(std::int64_t));
        Weight weight;
        weight.name = std::move(name);
        weight.node = m_node;
        weight.type = isFloat ? ElementType::Float32 : ElementType::Int64;
        weight.typeName = std::string(elementTypeName(weight.type));
        weight.count = isFloat ? floats.size() : integers.size();
        if (key.ends_with('s')) {
            weight.shape = {static_cast<std::int64_t>(weight.count)};
        }
        weight.storedBytes = bytes.size();
        weight.decode = [bytes = std::move(bytes)](const JobControl &) -> Result<std::string> {
            return bytes;
        };
        m_found.weights.push_back(std::move(weight));
    }

    Status addTensor(std::string_view message, const std::string &prefix, std::string_view name)
    {
        auto tensor = readTensor(message, m_model);
        Weight weight;
        weight.name = prefix + std::string(name);
        weight.node = m_node;
        weight.owner = m_node.isValid() ? NodeId() : m_owner;
        if (tensor) {
            describe(weight, *tensor);
        } else {
            weight.problem = tensor.error().message;
        }
        m_found.weights.push_back(std::move(weight));
        return {};
    }

    void describe(Weight &weight, const TensorMessage &tensor)
    {
        weight.type = storedTypeOf(tensor.dataType);
        weight.typeName = elementTypeName(tensor.dataType);
        weight.shape = tensor.dims;
        const auto count = weightCount(tensor.dims);
        if (!count) {
            weight.problem = "found the shape " + dimensionsText(tensor.dims)
                             + ", expected sizes from 0 up whose product can be counted";
            return;
        }
        weight.count = *count;
        weight.storedBytes = packedBytes(weight.type, weight.count);
        if (tensor.external) {
            setExternal(weight, *tensor.external);
        } else if (weight.type == ElementType::String) {
            setTexts(weight, tensor);
        } else if (tensor.raw) {
            setPacked(weight, *tensor.raw);
        } else {
            setTyped(weight, tensor);
        }
        if (weight.type == ElementType::Undefined) {
            weight.problem = "elements of " + weight.typeName + " cannot be read";
        }
    }

    static void setPacked(Weight &weight, std::string_view bytes)
    {
        weight.packed = bytes;
        if (bytes.size() != weight.storedBytes) {
            weight.problem = fmt::format("found {} bytes of elements, expected {}", bytes.size(),
                                         weight.storedBytes);
        }
    }

    static void setTexts(Weight &weight, const TensorMessage &tensor)
    {
        for (const WireField &field : tensor.typed) {
            if (field.number == tensor::stringData) {
                weight.texts.push_back(field.bytes);
                weight.storedBytes += field.bytes.size();
            }
        }
        if (weight.texts.size() != weight.count) {
            weight.problem =
                fmt::format("found {} texts, expected {}", weight.texts.size(), weight.count);
        }
    }

    /// Elements that are listed one by one have no place of their own: they are read when they are asked for.
    static void setTyped(Weight &weight, const TensorMessage &tensor)
    {
        weight.storedBytes = 0;
        for (const WireField &field : tensor.typed) {
            weight.storedBytes += field.whole.size();
        }
        weight.decode = [fields = tensor.typed, type = weight.type,
                         count = weight.count](const JobControl &control) -> Result<std::string> {
            ASSIGN_OR_RETURN(std::string elements,
                             listedElements(fields, type, count, control.cancel));
            return bitsOf(type) < 8 && !areLooseInLists(type) ? unpacked(type, elements, 0, count)
                                                              : elements;
        };
    }

    void setExternal(Weight &weight, const ExternalData &external)
    {
        weight.file = external.location;
        const auto bytes = openExternal(weight.file);
        if (!bytes) {
            weight.problem = bytes.error().message;
            return;
        }
        const std::string_view all = (*bytes)->view();
        const std::uint64_t length = external.length.value_or(weight.storedBytes);
        if (external.offset > all.size() || length > all.size() - external.offset) {
            weight.problem = fmt::format("found {} bytes in {}, expected {} from byte {} on",
                                         all.size(), quoted(weight.file), length, external.offset);
            return;
        }
        setPacked(weight, all.substr(external.offset, length));
    }

    Result<std::shared_ptr<const FileBytes>> openExternal(const std::string &location)
    {
        const auto known = m_external.find(location);
        if (known != m_external.end()) {
            return known->second;
        }
        const auto path = externalFile(location, m_file, m_allowed);
        auto bytes =
            path ? FileBytes::map(*path) : Result<std::shared_ptr<const FileBytes>>(path.error());
        if (bytes) {
            m_found.files.push_back(*bytes);
        } else if (path) {
            bytes = makeError("file", "{}: {}", path->string(), bytes.error().message);
        }
        m_external.emplace(location, bytes);
        return bytes;
    }

    /// Of a sparse tensor what is stored is shown: its values.
    Status addSparse(std::string_view message, const std::string &prefix, std::string_view name)
    {
        ASSIGN_OR_RETURN(std::string note, sparseTensorText(message, m_model));
        SparsePlaces places;
        std::string_view indices;
        const std::size_t before = m_found.weights.size();
        WireReader reader(message, m_model);
        while (const auto field = reader.next()) {
            if (field->number == sparse_tensor::values) {
                ASSIGN_OR_RETURN(const auto values, bytesOf(*field, m_model, "values"));
                RETURN_IF_FAILED(addTensor(values, prefix, name));
            } else if (field->number == sparse_tensor::indices) {
                ASSIGN_OR_RETURN(indices, bytesOf(*field, m_model, "indices"));
            } else if (field->number == sparse_tensor::dims && !addIntegers(*field, places.shape)) {
                return makeError("onnx-tensor", "found dimensions that are no numbers");
            }
        }
        RETURN_IF_FAILED(reader.status());
        if (m_found.weights.size() > before) {
            Weight &weight = m_found.weights.back();
            weight.note = std::move(note);
            setPlaces(weight, indices, std::move(places));
        }
        return {};
    }

    /// Indices are one number each, of the place, or one for each dimension.
    void setPlaces(Weight &weight, std::string_view message, SparsePlaces places)
    {
        Weight indices;
        auto tensor = readTensor(message, m_model);
        if (tensor) {
            describe(indices, *tensor);
        } else {
            indices.problem = tensor.error().message;
        }
        const std::size_t rank = places.shape.size();
        const bool isFlat = indices.shape.size() <= 1;
        const std::uint64_t expected = weight.count * (isFlat ? 1 : rank);
        if (indices.problem.empty()
            && (indices.type != ElementType::Int64 || indices.count != expected)) {
            indices.problem = fmt::format("found {} indices of type {}, expected {} of type int64",
                                          indices.count, indices.typeName, expected);
        }
        if (!weightCount(places.shape)) {
            indices.problem = "found the shape " + dimensionsText(places.shape)
                              + ", expected sizes from 0 up whose product can be counted";
        }
        if (weight.problem.empty()) {
            weight.problem = indices.problem;
        }
        indices.name = weight.name;
        places.read = [indices = std::move(indices), isFlat,
                       shape = places.shape](const JobControl &control) {
            return placesOf(indices, isFlat, shape, control);
        };
        weight.sparse = std::make_shared<const SparsePlaces>(std::move(places));
    }

    static Result<std::vector<std::int64_t>> placesOf(const Weight &indices, bool isFlat,
                                                      const std::vector<std::int64_t> &shape,
                                                      const JobControl &control)
    {
        ASSIGN_OR_RETURN(const WeightReader reader, WeightReader::open(indices, control));
        std::vector<std::int64_t> numbers(indices.count);
        std::size_t at = 0;
        RETURN_IF_FAILED(reader.read(0, indices.count, [&](std::string_view elements) -> Status {
            std::memcpy(numbers.data() + at, elements.data(), elements.size());
            at += elements.size() / sizeof(std::int64_t);
            return {};
        }));
        if (isFlat || shape.empty()) {
            return numbers;
        }
        std::vector<std::int64_t> places;
        for (std::size_t i = 0; i + shape.size() <= numbers.size(); i += shape.size()) {
            std::int64_t place = 0;
            for (std::size_t d = 0; d < shape.size(); ++d) {
                if (numbers[i + d] < 0 || numbers[i + d] >= shape[d]) {
                    return makeError("weight",
                                     "{}: index {} of dimension {} is {}, expected one below {}",
                                     indices.name, i / shape.size(), d, numbers[i + d], shape[d]);
                }
                place = place * shape[d] + numbers[i + d];
            }
            places.push_back(place);
        }
        return places;
    }

    std::string_view m_model;
    const fs::path &m_file;
    const AllowedFolders &m_allowed;
    FileIds m_ids;
    NodeId m_node;  ///< whose tensor comes next; invalid: one inside a body or function
    NodeId m_owner; ///< the operator whose bodies are read; invalid: none, or a function's
    FoundWeights m_found;
    std::map<std::string, Result<std::shared_ptr<const FileBytes>>> m_external; ///< by location
};

} // namespace

Result<FoundWeights> onnxWeights(std::string_view model, const fs::path &file,
                                 const AllowedFolders &allowed)
{
    return Collector(model, file, allowed).run();
}

} // namespace nervure
