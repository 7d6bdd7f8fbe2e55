// SPDX-License-Identifier: Apache-2.0
#include "core/proof/value_layout.h"

#include "core/graph/tensor_layout.h"

#include <array>

namespace nervure {

namespace {

/// What NNVM takes a value of images for where nobody says otherwise.
constexpr std::string_view usualLayout = "NCHW";

} // namespace

std::optional<Tensor> inLayout(const Tensor &tensor, const std::string &layout,
                               const std::string &wanted, const Shape &shape, const OpRegistry &ops)
{
    const auto known = Layout::parse(layout.empty() ? Layout::undefinedText : layout);
    const auto to = Layout::parse(wanted.empty() ? Layout::undefinedText : wanted);
    if (!known || !to || (!known->isDefined() && !to->isDefined())) {
        return std::nullopt;
    }
    const Layout usual = Layout::parse(usualLayout).value();
    const Layout &from = known->isDefined() ? *known : usual;
    const Layout &target = to->isDefined() ? *to : usual;
    const bool fits = from.rank() == tensor.shape().size() && from.convertibleTo(target);
    if (const auto converted = from.convert(tensor.shape(), target);
        !fits || !converted || *converted != shape) {
        return std::nullopt;
    }
    Graph graph;
    Node variable;
    variable.name = "x";
    Node node;
    node.op = "__layout_transform__";
    node.name = "y";
    node.inputs.push_back({graph.add(std::move(variable)), 0, 0});
    node.attrs = {{"src_layout", from.text()}, {"dst_layout", target.text()}};
    graph.setHeads({{graph.add(std::move(node)), 0, 0}});
    Diagnostics ignored;
    const auto index = IndexedGraph::build(graph, ops, ignored);
    auto result = Tensor::zeros(tensor.type(), shape);
    const IndexedNode *transform = index ? &(*index)->node(1) : nullptr;
    if (!result || !transform || !transform->spec || !transform->spec->reference) {
        return std::nullopt;
    }
    const std::array in{tensor.view()};
    const std::array out{result->view()};
    const RuleContext rule = transform->rule(Semantics::Fixed);
    return transform->spec->reference({rule, in, out, {}}) ? std::optional(std::move(*result))
                                                           : std::nullopt;
}

std::string layoutOf(const IndexedGraph &index, const Analyses *analyses, const Entry &entry)
{
    const auto *layouts = analyses ? analyses->find(keys::layout, index) : nullptr;
    const auto place = index.find(entry.node);
    return layouts && place ? (*layouts)[index.entryId(*place, entry.index)] : std::string();
}

LaidBeside layBeside(const Tensor &expected, const std::string &from, const Tensor &actual,
                     const std::string &to, const OpRegistry &ops)
{
    const bool hasMoved = !from.empty() && !to.empty() && from != to;
    if (expected.shape() == actual.shape() && !hasMoved) {
        return {true, {}};
    }
    std::optional<Tensor> moved = inLayout(expected, from, to, actual.shape(), ops);
    return {moved.has_value(), std::move(moved)};
}

} // namespace nervure
