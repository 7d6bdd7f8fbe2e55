// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/onnx_twin.h"

#include "tests/core/formats/onnx/model_bytes.h"

#include <map>
#include <vector>

namespace nervure::tests {

namespace {

struct Twin {
    std::string_view op;
    std::vector<std::vector<std::int64_t>> parameters; ///< their shapes, in the order of the inputs
    std::string attributes;
};

std::string ints(std::string_view name, std::initializer_list<std::int64_t> values)
{
    std::string list;
    for (const std::int64_t value : values) {
        list += integerField(attribute::ints, value);
    }
    constexpr int intsType = 7;
    return bytesField(node::attribute, bytesField(attribute::name, name) + list
                                           + integerField(attribute::type, intsType));
}

const std::map<std::string_view, Twin> &twins()
{
    // Few enough for a file of 100,000 operators, and more than are shown as text, as in real models.
    constexpr std::int64_t channels = 72;
    constexpr std::int64_t units = 8;
    static const std::map<std::string_view, Twin> all{
        {"conv2d",
         {"Conv",
          {{channels, 1, 3, 3}, {channels}},
          ints("pads", {1, 1, 1, 1}) + intAttribute("group", channels)}},
        {"batch_norm",
         {"BatchNormalization", {{channels}, {channels}, {channels}, {channels}}, {}}},
        {"relu", {"Relu", {}, {}}},
        {"elemwise_add", {"Add", {}, {}}},
        {"global_avg_pool2d", {"GlobalAveragePool", {}, {}}},
        {"flatten", {"Flatten", {}, {}}},
        {"dense", {"Gemm", {{units, channels}, {units}}, intAttribute("transB", 1)}}};
    return all;
}

std::string initializer(const std::string &name, const std::vector<std::int64_t> &shape)
{
    std::string fields;
    std::size_t bytes = sizeof(float);
    for (const std::int64_t size : shape) {
        fields += integerField(tensor::dims, size);
        bytes *= static_cast<std::size_t>(size);
    }
    return bytesField(graph::initializer,
                      fields + integerField(tensor::dataType, 1) + bytesField(tensor::name, name)
                          + bytesField(tensor::rawData, std::string(bytes, '\0')));
}

} // namespace

std::string onnxTwinOf(const Graph &fitting)
{
    std::string fields = valueField(graph::input, "data", {"1", "72", "56", "56"});
    for (const NodeId id : fitting.nodes()) {
        const Node &node = fitting.node(id);
        const auto twin = twins().find(node.op);
        if (twin == twins().end()) {
            continue;
        }
        std::string message;
        std::size_t parameter = 0;
        for (const Entry &input : node.inputs) {
            const Node &source = fitting.node(input.node);
            addBytes(message, node::input, source.name);
            if (source.isVariable() && source.name != "data"
                && parameter < twin->second.parameters.size()) {
                fields += initializer(source.name, twin->second.parameters[parameter++]);
            }
        }
        addBytes(message, node::output, node.name);
        addBytes(message, node::name, node.name);
        addBytes(message, node::opType, twin->second.op);
        fields += bytesField(graph::node, message + twin->second.attributes);
    }
    fields += valueField(graph::output, fitting.node(fitting.heads()[0].node).name, {"1", "8"});
    return modelOf(fields);
}

} // namespace nervure::tests
