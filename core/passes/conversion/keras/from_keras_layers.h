// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/indexed/indexed_graph.h"
#include "core/passes/conversion/keras/keras_constants.h"
#include "core/passes/conversion/nnvm_symbols.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nervure::keras {

/// The constants of one import: variables _param_1, _param_2 and so on, and their arrays.
class KerasConstants {
public:
    explicit KerasConstants(NnvmSymbols &nnvm) : m_nnvm(nnvm) {}

    /// symtab.new_const(): of a variable, transposed if `axes` says so.
    Entry add(NodeId source, const Shape &shape, const IntTuple &axes = {});
    /// Of 0 everywhere.
    Entry addZeros(const Shape &shape);

    [[nodiscard]] std::vector<KerasParam> take() { return std::move(m_params); }

private:
    std::vector<KerasParam> m_params;
    NnvmSymbols &m_nnvm;
};

/// One call of a layer that from_keras converts.
struct KerasCall {
    const Node &layer;
    NnvmSymbol inputs; ///< what was made of the layer's inputs
    std::vector<Shape> inputShapes;
    Shape outputShape;
    std::vector<NodeId> arrays;
    std::vector<Shape> arrayShapes;
    NnvmSymbols &nnvm;
    KerasConstants &constants;

    /// The layer's attribute as text; `otherwise` where it has none.
    [[nodiscard]] std::string text(std::string_view name, std::string_view otherwise = {}) const;
    [[nodiscard]] bool isOn(std::string_view name) const;
    /// get_weights()[i] as a constant. IndexError where there are fewer.
    [[nodiscard]] Result<Entry> weight(std::size_t i, const IntTuple &axes = {}) const;
    /// One operator on these inputs, of which one output is taken.
    [[nodiscard]] Result<Entry> make(std::string_view function, std::vector<Entry> inputs,
                                     AttrDict attrs = {}) const;
};

/// What an importer makes of a layer: its outputs.
using KerasConvert = Result<NnvmSymbol> (*)(const KerasCall &);

/// The converter of layers of that class; null where from_keras has none.
[[nodiscard]] KerasConvert kerasConverter(std::string_view className);

/// The converter's own function for an activation by its name; TypeError.
[[nodiscard]] Result<Entry> importedActivation(const KerasCall &call, Entry x,
                                               const std::string &name);
/// The same of a layer that is an activation itself, or has one: linear is two operators then.
[[nodiscard]] Result<Entry> importedLayerActivation(const KerasCall &call, Entry x);

/// Layers that are activations.
[[nodiscard]] Result<NnvmSymbol> convertActivation(const KerasCall &call);
[[nodiscard]] Result<NnvmSymbol> convertRelu(const KerasCall &call);
[[nodiscard]] Result<NnvmSymbol> convertLeaky(const KerasCall &call);
[[nodiscard]] Result<NnvmSymbol> convertElu(const KerasCall &call);
[[nodiscard]] Result<NnvmSymbol> convertThresholded(const KerasCall &call);
[[nodiscard]] Result<NnvmSymbol> convertPrelu(const KerasCall &call);

/// Recurrent layers.
[[nodiscard]] Result<NnvmSymbol> convertSimpleRnn(const KerasCall &call);
[[nodiscard]] Result<NnvmSymbol> convertLstm(const KerasCall &call);
[[nodiscard]] Result<NnvmSymbol> convertGru(const KerasCall &call);

} // namespace nervure::keras
