// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/builtins.h"
#include "core/formats/project/open_model.h"
#include "core/graph/edits/edit.h"

#include <QTest>

namespace nervure::tests {

/// A small model of each dialect, and what tests of edits do with them.
class EditFixture {
public:
    Builtins builtins = makeBuiltins();
    Diagnostics diagnostics;

    /// x → conv (weight, bias) → relu → pool, tanh; the outputs are pool and tanh.
    [[nodiscard]] Graph nnvm() const
    {
        return opened(R"json({"nodes": [
            {"op": "null", "name": "x", "inputs": []},
            {"op": "null", "name": "conv_weight", "inputs": []},
            {"op": "null", "name": "conv_bias", "inputs": []},
            {"op": "conv2d", "name": "conv", "attrs": {"channels": "8", "kernel_size": "(3, 3)"},
             "inputs": [[0, 0, 0], [1, 0, 0], [2, 0, 0]]},
            {"op": "relu", "name": "relu", "inputs": [[3, 0, 0]]},
            {"op": "max_pool2d", "name": "pool", "attrs": {"pool_size": "(2, 2)"},
             "inputs": [[4, 0, 0]]},
            {"op": "tanh", "name": "tanh", "inputs": [[4, 0, 0]]}],
            "arg_nodes": [0, 1, 2], "heads": [[5, 0, 0], [6, 0, 0]]})json");
    }
    /// in → relu → sigmoid, and elew of both; all read by the tensors' names.
    [[nodiscard]] Graph lightNet() const
    {
        return opened(R"json({"ops": [
            {"name": "in", "optype": "create", "tensors_in": [],
             "tensors_out": [{"arg_name": "dst", "name": "t_in"}],
             "params": [{"arg_name": "dtype", "value": "TL_FLOAT"},
                        {"arg_name": "dims", "value": [2, 3]},
                        {"arg_name": "data", "value": [0]}, {"arg_name": "ran", "value": [0, 0]},
                        {"arg_name": "from_file", "value": false}]},
            {"name": "relu", "optype": "relu",
             "tensors_in": [{"arg_name": "src", "name": "t_in"}],
             "tensors_out": [{"arg_name": "dst", "name": "t_relu"}], "params": []},
            {"name": "sigmoid", "optype": "sigmoid",
             "tensors_in": [{"arg_name": "src", "name": "t_relu"}],
             "tensors_out": [{"arg_name": "dst", "name": "t_sigmoid"}], "params": []},
            {"name": "sum", "optype": "elew",
             "tensors_in": [{"arg_name": "src1", "name": "t_relu"},
                            {"arg_name": "src2", "name": "t_sigmoid"}],
             "tensors_out": [{"arg_name": "dst", "name": "t_sum"}],
             "params": [{"arg_name": "elew_op", "value": "TL_SUM"}]}]})json");
    }
    [[nodiscard]] Graph opened(const std::string &text) const
    {
        auto model = openModelText(text, "t.json", builtins.formats, builtins.ops);
        return model ? model->graph : Graph();
    }

    static NodeId id(const Graph &graph, std::string_view name)
    {
        return graph.findByName(name).value_or(NodeId());
    }
    /// Applies it, takes it back and applies it again, and compares; the changed graph.
    static Graph applied(const Graph &graph, const Result<Edit> &edit)
    {
        if (!edit) {
            qWarning("%s", edit.error().message.c_str());
            return {};
        }
        Graph changed = graph;
        const auto undo = apply(changed, *edit);
        if (!undo) {
            qWarning("%s", undo.error().message.c_str());
            return {};
        }
        Graph back = changed;
        const auto redo = apply(back, *undo);
        const bool isBack = redo && back == graph;
        const bool isAgain = isBack && apply(back, *redo) && back == changed;
        return isAgain ? changed : Graph();
    }
    static std::string codeOf(const Result<Edit> &edit) { return edit ? "" : edit.error().code; }
    static std::string messageOf(const Result<Edit> &edit)
    {
        return edit ? "" : edit.error().message;
    }
    /// "conv(x,conv_weight,conv_bias)": a node with what it reads, LightNet with tensors.
    static std::string shown(const Graph &graph, std::string_view name)
    {
        const auto found = graph.findByName(name);
        if (!found) {
            return "none";
        }
        const Node &node = graph.node(*found);
        std::string text = node.name + "(";
        for (std::size_t i = 0; i < node.inputs.size(); ++i) {
            const Entry &entry = node.inputs[i];
            const Node *source = graph.find(entry.node);
            text += (i == 0 ? "" : ",");
            text += source                       ? source->name
                    : i < node.inputPorts.size() ? "?" + node.inputPorts[i].tensor
                                                 : "?";
            text += entry.index > 0 ? ":" + std::to_string(entry.index) : "";
        }
        return text + ")";
    }
    /// Names in the order of the graph.
    static std::string order(const Graph &graph)
    {
        std::string text;
        for (const NodeId id : graph.nodes()) {
            text += (text.empty() ? "" : " ") + graph.node(id).name;
        }
        return text;
    }
    static std::string heads(const Graph &graph)
    {
        std::string text;
        for (const Entry &head : graph.heads()) {
            text += (text.empty() ? "" : " ") + graph.node(head.node).name;
        }
        return text;
    }
};

} // namespace nervure::tests
