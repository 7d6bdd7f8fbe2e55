// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/passes/conversion/nnvm_node.h"
#include "core/passes/conversion/to_onnx/onnx_builder.h"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace nervure {

/// What is known of the values while a graph becomes ONNX's, by entry of the graph.
struct ExportedEntries {
    std::vector<OnnxTensor> tensors; ///< for what was exported already
    std::vector<bool> isRead;        ///< by an operator, or as a result
};

/// One operator of NNVM's or ours while it becomes ONNX's: what it reads in the new graph, what it says, and what
/// it is made with.
class ExportNode : public NnvmNode {
public:
    ExportNode(const PassContext &context, std::uint32_t node, const ExportedEntries &entries,
               OnnxBuilder &builder)
        : NnvmNode(context, node),
          make(builder),
          m_entries(entries)
    {}

    OnnxBuilder &make;

    [[nodiscard]] const OnnxTensor &in(std::size_t i) const;
    [[nodiscard]] bool isRead(std::uint32_t output) const;

private:
    const ExportedEntries &m_entries;
};

/// What an operator became: a value for each output (those that nothing reads may be left empty), or why it has no
/// counterpart.
struct Exported {
    std::vector<OnnxTensor> outputs;
    std::string reason; ///< empty: it has one
};

[[nodiscard]] inline Exported exportedAs(OnnxTensor tensor)
{
    return {{std::move(tensor)}, {}};
}
[[nodiscard]] inline Exported notExported(std::string reason)
{
    return {{}, std::move(reason)};
}
[[nodiscard]] inline Exported notExported(const Diagnostic &reason)
{
    return notExported(reason.message);
}

/// "layout is 'NCHW8c', ONNX's tensors have whole dimensions, here N, C, H and W".
[[nodiscard]] std::string noOnnxLayout(std::string_view name, std::string_view layout,
                                       std::string_view letters);

/// One rule an operator. What types ONNX's operator takes is no matter of the rule: the graph is inferred as
/// ONNX's when it is done.
using ExportRule = Exported (*)(ExportNode &);
using ExportRules = std::map<std::string, ExportRule, std::less<>>;

/// The rules of convolutions and pools, and of what changes the size of images.
void addWindowExports(ExportRules &rules);
/// Of matrix products and normalizations.
void addProductExports(ExportRules &rules);
/// Of recurrent layers.
void addRecurrenceExports(ExportRules &rules);
/// Of what computes element by element, and of constants.
void addElementExports(ExportRules &rules);
/// Of what moves elements.
void addLayoutExports(ExportRules &rules);
/// Of what makes one element of many.
void addReductionExports(ExportRules &rules);

/// The counterpart of an operator, or why there is none.
[[nodiscard]] Exported exportNnvm(ExportNode &node);

} // namespace nervure
