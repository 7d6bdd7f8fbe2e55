// SPDX-License-Identifier: Apache-2.0
#include "tests/support/graph_families.h"

#include "core/graph/edits/model_builder.h"

#include <algorithm>
#include <array>
#include <random>
#include <string>

namespace nervure::tests {

namespace {

/// Composes operators and counts them.
class Maker {
public:
    Maker(const OpRegistry &ops, std::size_t operators) : m_model(ops), m_wanted(operators) {}

    Entry variable(const std::string &name) { return m_model.variable(name); }
    Entry op(std::string_view name, std::vector<Entry> inputs, AttrDict attrs = {})
    {
        ++m_count;
        return m_model.apply(name, std::move(inputs), std::move(attrs));
    }
    Entry conv(Entry in, int side = 3)
    {
        const std::string size = std::to_string(side);
        return op("conv2d", {in},
                  {{"channels", "64"}, {"kernel_size", "(" + size + ", " + size + ")"}});
    }
    Entry convUnit(Entry in, int side = 3)
    {
        return op("relu", {op("batch_norm", {conv(in, side)})});
    }
    Entry pool(const char *name, Entry in)
    {
        return op(name, {in}, {{"pool_size", "(2, 2)"}, {"strides", "(2, 2)"}});
    }
    Entry dense(Entry in) { return op("dense", {in}, {{"units", "512"}}); }
    [[nodiscard]] bool isEnough() const { return m_count >= m_wanted; }
    Result<Graph> finish(Entry head) { return m_model.finish({head}); }

private:
    ModelBuilder m_model;
    std::size_t m_wanted;
    std::size_t m_count = 0;
};

constexpr std::array<int, 4> denseBlocks{6, 12, 24, 16}; // of DenseNet-121

Result<Graph> resnet(const OpRegistry &ops, std::size_t operators)
{
    Maker make(ops, operators);
    Entry x = make.pool("max_pool2d", {make.convUnit(make.variable("data"), 7)});
    for (int unit = 0; !make.isEnough(); ++unit) {
        const Entry skip = unit % 4 == 0 ? make.op("batch_norm", {make.conv(x, 1)}) : x;
        const Entry y = make.op("batch_norm", {make.conv(make.convUnit(make.convUnit(x, 1)), 1)});
        x = make.op("relu", {make.op("elemwise_add", {y, skip})});
    }
    return make.finish(make.dense(make.op("flatten", {make.op("global_avg_pool2d", {x})})));
}

Entry denseLayer(Maker &make, Entry in)
{
    const Entry inner = make.conv(make.op("relu", {make.op("batch_norm", {in})}), 1);
    return make.conv(make.op("relu", {make.op("batch_norm", {inner})}));
}

Result<Graph> densenetOf(const OpRegistry &ops, std::size_t operators, bool isFull)
{
    Maker make(ops, operators);
    Entry x = make.convUnit(make.variable("data"), 7);
    for (std::size_t block = 0; !make.isEnough(); ++block) {
        std::vector<Entry> maps{x};
        for (int layer = 0; layer < denseBlocks[block % denseBlocks.size()]; ++layer) {
            maps.push_back(denseLayer(make, x));
            x = make.op("concatenate", isFull ? maps : std::vector<Entry>{x, maps.back()});
        }
        x = make.pool("avg_pool2d", {make.convUnit(x, 1)});
    }
    return make.finish(make.dense(make.op("flatten", {make.op("global_avg_pool2d", {x})})));
}

Result<Graph> densenet(const OpRegistry &ops, std::size_t operators)
{
    return densenetOf(ops, operators, false);
}

Result<Graph> densenetFull(const OpRegistry &ops, std::size_t operators)
{
    return densenetOf(ops, operators, true);
}

Result<Graph> inception(const OpRegistry &ops, std::size_t operators)
{
    Maker make(ops, operators);
    Entry x = make.pool("max_pool2d", {make.convUnit(make.convUnit(make.variable("data")))});
    for (int module = 0; !make.isEnough(); ++module) {
        const Entry one = make.convUnit(x, 1);
        const Entry three = make.convUnit(make.convUnit(x, 1));
        const Entry five = make.convUnit(make.convUnit(make.convUnit(x, 1)));
        const Entry pool = make.convUnit(make.pool("avg_pool2d", {x}), 1);
        x = make.op("concatenate", {one, three, five, pool});
        if (module % 3 == 2) {
            x = make.pool("max_pool2d", {x});
        }
    }
    return make.finish(make.dense(make.op("flatten", {make.op("global_avg_pool2d", {x})})));
}

/// One cell: gives the new state and changes the memory.
Entry lstmCell(Maker &make, Entry in, Entry state, Entry &memory)
{
    const Entry sum = make.op("elemwise_add", {make.dense(in), make.dense(state)});
    const Entry gates = make.op("split", {sum}, {{"indices_or_sections", "4"}, {"axis", "1"}});
    const auto gate = [&](std::uint32_t i, const char *op) {
        return make.op(op, {Entry{gates.node, i}});
    };
    const Entry kept = make.op("elemwise_mul", {gate(1, "sigmoid"), memory});
    const Entry added = make.op("elemwise_mul", {gate(0, "sigmoid"), gate(2, "tanh")});
    memory = make.op("elemwise_add", {kept, added});
    return make.op("elemwise_mul", {gate(3, "sigmoid"), make.op("tanh", {memory})});
}

Result<Graph> lstm(const OpRegistry &ops, std::size_t operators)
{
    constexpr std::size_t layers = 3;
    Maker make(ops, operators);
    const Entry data = make.variable("data");
    std::array<Entry, layers> states;
    std::array<Entry, layers> memories;
    for (std::size_t layer = 0; layer < layers; ++layer) {
        states[layer] = make.variable("state" + std::to_string(layer));
        memories[layer] = make.variable("memory" + std::to_string(layer));
    }
    for (std::size_t step = 0; !make.isEnough(); ++step) {
        Entry x = make.op("strided_slice", {data},
                          {{"begin", "(" + std::to_string(step) + ", 0)"},
                           {"end", "(" + std::to_string(step + 1) + ", 512)"}});
        for (std::size_t layer = 0; layer < layers; ++layer) {
            x = states[layer] = lstmCell(make, x, states[layer], memories[layer]);
        }
    }
    return make.finish(make.dense(states.back()));
}

/// The steps of a sequence, cut by as few operators as their number of outputs allows.
std::vector<Entry> cutSteps(Maker &make, std::size_t steps)
{
    constexpr std::size_t mostOutputs = 4096;
    std::vector<Entry> cut;
    while (cut.size() < steps) {
        const std::size_t count = std::min(mostOutputs, steps - cut.size());
        const Entry part = make.op("split", {make.variable("data" + std::to_string(cut.size()))},
                                   {{"indices_or_sections", std::to_string(count)}, {"axis", "0"}});
        for (std::uint32_t i = 0; i < count; ++i) {
            cut.push_back({part.node, i});
        }
    }
    return cut;
}

/// One layer, as frameworks unroll it: one operator cuts the sequence into its steps and one joins what
/// comes out. With `isBoth` a second layer runs from the last step to the first.
Result<Graph> sequence(const OpRegistry &ops, std::size_t operators, bool isBoth)
{
    constexpr std::size_t operatorsOfCell = 12;
    const std::size_t steps =
        std::max<std::size_t>(2, operators / (isBoth ? 2 * operatorsOfCell + 1 : operatorsOfCell));
    Maker make(ops, operators);
    const std::vector<Entry> cut = cutSteps(make, steps);
    const auto run = [&](const std::string &name, bool isForward) {
        Entry state = make.variable(name + "_state");
        Entry memory = make.variable(name + "_memory");
        std::vector<Entry> states(steps);
        for (std::size_t i = 0; i < steps; ++i) {
            const std::size_t step = isForward ? i : steps - 1 - i;
            states[step] = state = lstmCell(make, cut[step], state, memory);
        }
        return states;
    };
    std::vector<Entry> results = run("forward", true);
    if (isBoth) {
        const std::vector<Entry> back = run("backward", false);
        for (std::size_t i = 0; i < steps; ++i) {
            results[i] = make.op("elemwise_add", {results[i], back[i]});
        }
    }
    return make.finish(make.op("concatenate", results, {{"axis", "0"}}));
}

Result<Graph> lstmSequence(const OpRegistry &ops, std::size_t operators)
{
    return sequence(ops, operators, false);
}

Result<Graph> lstmBoth(const OpRegistry &ops, std::size_t operators)
{
    return sequence(ops, operators, true);
}

Entry layerNorm(Maker &make, Entry x)
{
    const AttrDict last{{"axis", "-1"}, {"keepdims", "1"}};
    const Entry centered = make.op("broadcast_sub", {x, make.op("mean", {x}, last)});
    const Entry variance = make.op("mean", {make.op("elemwise_mul", {centered, centered})}, last);
    return make.op("broadcast_div", {centered, make.op("sqrt", {variance})});
}

Entry attention(Maker &make, Entry x, const std::optional<Entry> &mask)
{
    const auto heads = [&](Entry in) {
        const Entry split = make.op("reshape", {make.dense(in)}, {{"shape", "(1, -1, 8, 64)"}});
        return make.op("transpose", {split}, {{"axes", "(0, 2, 1, 3)"}});
    };
    const Entry query = heads(x);
    const Entry key = heads(x);
    const Entry value = heads(x);
    Entry score =
        make.op("__mul_scalar__", {make.op("matmul", {query, key})}, {{"scalar", "0.125"}});
    if (mask) {
        score = make.op("broadcast_add", {score, *mask});
    }
    const Entry mixed = make.op("matmul", {make.op("softmax", {score}), value});
    const Entry joined =
        make.op("reshape", {make.op("transpose", {mixed}, {{"axes", "(0, 2, 1, 3)"}})},
                {{"shape", "(1, -1, 512)"}});
    return make.dense(joined);
}

Result<Graph> transformerOf(const OpRegistry &ops, std::size_t operators, bool hasMask)
{
    Maker make(ops, operators);
    Entry x = make.dense(make.variable("data"));
    const std::optional<Entry> mask =
        hasMask ? std::optional(
            make.op("__mul_scalar__", {make.variable("mask")}, {{"scalar", "-10000"}}))
                : std::nullopt;
    while (!make.isEnough()) {
        x = make.op("elemwise_add", {x, attention(make, layerNorm(make, x), mask)});
        const Entry wide = make.op("tanh", {make.dense(layerNorm(make, x))});
        x = make.op("elemwise_add", {x, make.dense(wide)});
    }
    return make.finish(make.op("softmax", {make.dense(x)}));
}

Result<Graph> transformer(const OpRegistry &ops, std::size_t operators)
{
    return transformerOf(ops, operators, false);
}

Result<Graph> transformerMask(const OpRegistry &ops, std::size_t operators)
{
    return transformerOf(ops, operators, true);
}

/// Each operator reads one of the twenty before it, and most of them one of the sixty.
Result<Graph> randomGraph(const OpRegistry &ops, std::size_t operators)
{
    Maker make(ops, operators);
    std::mt19937 random(1); // the same graph on every machine
    std::vector<Entry> made{make.variable("data")};
    const auto earlier = [&](std::size_t reach) {
        return made[made.size() - 1 - random() % std::min(reach, made.size())];
    };
    while (!make.isEnough()) {
        const Entry near = earlier(20);
        made.push_back(random() % 20 == 0 ? make.op("relu", {near})
                                          : make.op("elemwise_add", {near, earlier(60)}));
    }
    return make.finish(made.back());
}

constexpr std::array<GraphFamily, 10> families{{{"resnet", resnet},
                                                {"densenet", densenet},
                                                {"densenet-full", densenetFull},
                                                {"inception", inception},
                                                {"lstm", lstm},
                                                {"lstm-sequence", lstmSequence},
                                                {"lstm-both", lstmBoth, false},
                                                {"transformer", transformer},
                                                {"transformer-mask", transformerMask},
                                                {"random", randomGraph, false}}};

/// Three operators a unit and no parameters.
Result<Graph> skips(const OpRegistry &ops, std::size_t operators)
{
    Maker make(ops, operators);
    Entry x = make.variable("data");
    while (!make.isEnough()) {
        x = make.op("elemwise_add", {make.op("sigmoid", {make.op("relu", {x})}), x});
    }
    return make.finish(x);
}

/// skips(), with so many operators in turn that nobody knows.
Result<Graph> unknownSkips(const OpRegistry &ops, std::size_t operators, std::size_t kinds)
{
    ASSIGN_OR_RETURN(Graph graph, skips(ops, operators));
    const std::vector<NodeId> ids(graph.nodes().begin(), graph.nodes().end());
    for (std::size_t i = 0; i < ids.size(); ++i) {
        if (Node &node = graph.edit(ids[i]); !node.isVariable()) {
            node.op = "stranger" + std::to_string(i % kinds);
        }
    }
    return graph;
}

constexpr std::array<GraphFamily, 3> skipFamilies{
    {{"skips", skips},
     {"skips-unknown",
      [](const OpRegistry &ops, std::size_t count) { return unknownSkips(ops, count, 1); }},
     {"skips-strangers",
      [](const OpRegistry &ops, std::size_t count) { return unknownSkips(ops, count, 1000); }}}};

} // namespace

Result<Graph> fittingNetwork(const OpRegistry &ops, std::size_t operators)
{
    Maker make(ops, operators);
    const auto unit = [&make](Entry in) {
        const Entry conv = make.op(
            "conv2d", {in}, {{"channels", "64"}, {"kernel_size", "(3, 3)"}, {"padding", "(1, 1)"}});
        return make.op("relu", {make.op("batch_norm", {conv})});
    };
    Entry x = make.variable("data");
    while (!make.isEnough()) {
        x = make.op("relu", {make.op("elemwise_add", {unit(unit(x)), x})});
    }
    return make.finish(make.dense(make.op("flatten", {make.op("global_avg_pool2d", {x})})));
}

std::span<const GraphFamily> graphFamilies()
{
    return families;
}

std::span<const GraphFamily> graphsOfUnknowns()
{
    return skipFamilies;
}

const GraphFamily *findGraphFamily(std::string_view name)
{
    const auto it = std::find_if(families.begin(), families.end(),
                                 [name](const GraphFamily &family) { return family.name == name; });
    return it == families.end() ? nullptr : &*it;
}

} // namespace nervure::tests
