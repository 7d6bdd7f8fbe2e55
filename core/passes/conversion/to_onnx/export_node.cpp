// SPDX-License-Identifier: Apache-2.0
#include "core/passes/conversion/to_onnx/export_node.h"

#include "core/support/text.h"

#include <fmt/format.h>

namespace nervure {

const OnnxTensor &ExportNode::in(std::size_t i) const
{
    return m_entries.tensors[context().index->entryId(node().inputs[i])];
}

bool ExportNode::isRead(std::uint32_t output) const
{
    return m_entries.isRead[context().index->entryId(id(), output)];
}

std::string noOnnxLayout(std::string_view name, std::string_view layout, std::string_view letters)
{
    return fmt::format("{} is {}, ONNX's tensors have the dimensions {} whole", name,
                       quoted(layout), letters);
}

namespace {

ExportRules allExportRules()
{
    ExportRules rules;
    addWindowExports(rules);
    addProductExports(rules);
    addRecurrenceExports(rules);
    addElementExports(rules);
    addLayoutExports(rules);
    addReductionExports(rules);
    return rules;
}

} // namespace

Exported exportNnvm(ExportNode &node)
{
    static const ExportRules rules = allExportRules();
    const auto rule = rules.find(node.op());
    return rule == rules.end() ? notExported("ONNX has no operators for it") : rule->second(node);
}

} // namespace nervure
