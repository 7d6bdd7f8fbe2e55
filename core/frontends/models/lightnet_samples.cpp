// SPDX-License-Identifier: Apache-2.0
#include "core/frontends/models/lightnet_samples.h"

#include "core/graph/op/attr_field.h"
#include "core/support/json/json_tree.h"

#include <array>
#include <cmath>
#include <map>

namespace nervure::models {

namespace {

using Text = LightNetAttrText;

/// Composes LightNet operators: tensors are named, operators numbered by their type.
class Composer {
public:
    Composer() { m_graph.setDialect(Dialect::LightNet); }

    /// An operator with one output tensor; the inputs are (role, entry) pairs.
    Entry apply(const std::string &op, const std::vector<std::pair<std::string, Entry>> &inputs,
                AttrDict params, const std::string &tensor)
    {
        const NodeId id = add(op, inputs, std::move(params));
        m_graph.edit(id).outputPorts = {{"dst", tensor}};
        return {id};
    }
    void print(const Entry &source, const std::string &message)
    {
        add("print", {{"src", source}}, {{"msg", Text::print(message)}});
    }
    Entry createData(const std::string &tensor, const IntTuple &dims, const NumberTuple &data)
    {
        return create(tensor, dims, {0, 0}, data);
    }
    /// Uniform random numbers of at most `bound`.
    Entry createRandom(const std::string &tensor, const IntTuple &dims, double bound)
    {
        return create(tensor, dims, {-bound, bound}, {0});
    }
    [[nodiscard]] Graph take() { return std::move(m_graph); }

private:
    NodeId add(const std::string &op, const std::vector<std::pair<std::string, Entry>> &inputs,
               AttrDict params)
    {
        Node node;
        node.op = op;
        node.name = op + std::to_string(++m_numbers[op]);
        node.dialect = Dialect::LightNet;
        node.attrs = std::move(params);
        for (const auto &[role, entry] : inputs) {
            node.inputs.push_back(entry);
            node.inputPorts.push_back({role, {}});
        }
        return m_graph.add(std::move(node));
    }
    Entry create(const std::string &tensor, const IntTuple &dims, const NumberTuple &range,
                 const NumberTuple &data)
    {
        return apply("create", {},
                     {{"dtype", Text::print(DType::Float32)},
                      {"dims", Text::print(dims)},
                      {"ran", Text::print(range)},
                      {"data", Text::print(data)},
                      {"from_file", Text::print(false)}},
                     tensor);
    }

    Graph m_graph;
    std::map<std::string, int> m_numbers;
};

/// A square convolution that keeps the size of odd kernels' input.
Entry convolution(Composer &net, const Entry &source, const std::string &name,
                  const std::array<std::int64_t, 3> &outInSize)
{
    const auto [out, in, size] = outInSize;
    // The variance of activations stays as it is through a relu.
    const double bound = std::floor(std::sqrt(6.0 / static_cast<double>(in * size * size)) * 100);
    const Entry weight = net.createRandom(name + "_weight", {out, in, size, size}, bound / 100);
    const Entry bias = net.createRandom(name + "_bias", {out}, 0.1);
    const std::int64_t pad = size / 2;
    return net.apply("conv2d", {{"src", source}, {"weight", weight}, {"bias", bias}},
                     {{"group", "1"},
                      {"size", Text::print(IntTuple{size, size})},
                      {"stride", "[1,1]"},
                      {"padding", Text::print(IntTuple{pad, pad, pad, pad})},
                      {"dilation", "[1,1]"},
                      {"autopad", Text::print(std::string("NOTSET"))}},
                     name);
}

Entry pool(Composer &net, const Entry &source, const std::string &op, std::int64_t size,
           const std::string &name)
{
    return net.apply(op, {{"src", source}},
                     {{"size", Text::print(IntTuple{size, size})},
                      {"stride", Text::print(IntTuple{size, size})},
                      {"padding", "[0,0,0,0]"},
                      {"autopad", Text::print(std::string("NOTSET"))}},
                     name);
}

Entry relu(Composer &net, const Entry &source, const std::string &name)
{
    return net.apply("relu", {{"src", source}}, {}, name);
}

} // namespace

std::span<const LightNetSample> lightNetSamples()
{
    static constexpr std::array samples{
        LightNetSample{"lightnet_example", buildLightNetExample},
        LightNetSample{"lightnet_convnet", buildLightNetConvnet},
    };
    return samples;
}

Graph buildLightNetExample()
{
    Composer net;
    const Entry numbers = net.createData("tensor1", {2, 4}, {1, 2, 3, 4, 5, 6, 7, 8});
    const Entry columns = net.apply("slice", {{"src", numbers}},
                                    {{"axis", "1"}, {"start", "1"}, {"len", "3"}}, "tensor2");
    net.print(columns, "tensor2:");
    return net.take();
}

Graph buildLightNetConvnet()
{
    Composer net;
    Entry x = net.createRandom("picture", {1, 1, 28, 28}, 1);
    x = relu(net, convolution(net, x, "conv1", {8, 1, 5}), "relu1");
    x = pool(net, x, "maxpool2d", 2, "pool1");
    x = relu(net, convolution(net, x, "conv2", {16, 8, 3}), "relu2");
    x = pool(net, x, "maxpool2d", 2, "pool2");
    x = convolution(net, x, "conv3", {10, 16, 1});
    x = pool(net, x, "avgpool2d", 7, "average");
    x = net.apply("reshape", {{"src", x}}, {{"dims", "[1,10]"}}, "scores");
    x = net.apply("softmax", {{"src", x}}, {{"axis", "1"}}, "probabilities");
    net.print(x, "probabilities:");
    return net.take();
}

} // namespace nervure::models
