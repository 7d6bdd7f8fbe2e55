// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/passes/conversion/darknet/darknet_library.h"
#include "core/passes/conversion/darknet/darknet_params.h"
#include "core/passes/conversion/nnvm_symbols.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nervure {

/// A Python list of symbols; absent: a list in its place, which NNVM composes with nothing.
using DarknetSymbols = std::vector<std::optional<Entry>>;

/// What from_darknet keeps of a layer: a symbol, or a list, which whoever reads it may change for all.
struct DarknetValue {
    std::optional<Entry> symbol;
    std::shared_ptr<DarknetSymbols> list; ///< null: it is a symbol

    /// _as_list().
    [[nodiscard]] std::shared_ptr<DarknetSymbols> asList() const;
};

/// What a convolution or a connected layer is to from_darknet, also inside a recurrent one.
struct DarknetProduct {
    const DarknetLayer &layer;
    std::string prefix{};     ///< of its arrays among the layer's inputs: "self_"
    std::int64_t outputs = 0; ///< channels or numbers
    std::string_view activation;
    std::int64_t inputs = 0; ///< channels or numbers it reads
    std::int64_t size = 0;   ///< of a convolution
    std::int64_t stride = 1;
    std::int64_t padding = 0;
    std::int64_t groups = 1;
    bool isNormalized = false;
    bool isFlattened = true; ///< of a connected one: the data are laid flat
};

/// Converts layer by layer with NNVM's symbols, and collects the dictionary of arrays.
class DarknetConversions {
public:
    explicit DarknetConversions(const IndexedGraph &network, const OpRegistry &ops)
        : m_network(network),
          m_nnvm(ops)
    {}

    [[nodiscard]] NnvmSymbols &nnvm() { return m_nnvm; }
    [[nodiscard]] std::vector<DarknetParam> &params() { return m_params; }

    /// The symbol that a function of nnvm.symbol gives.
    Result<Entry> call(std::string_view function, const DarknetSymbols &inputs,
                       AttrDict attrs = {});

    Result<Entry> convolution(const DarknetProduct &product, DarknetSymbols &inputs);
    Result<Entry> connected(const DarknetProduct &product, DarknetSymbols &inputs);
    /// The layers that have no arrays. Fails where from_darknet knows no such layer.
    Result<Entry> plainLayer(const DarknetLayer &layer, DarknetSymbols &inputs,
                             const DarknetLayer *added);
    Result<Entry> activated(std::string_view activation, const DarknetSymbols &inputs);

private:
    Result<Entry> maxpool(const DarknetLayer &layer, const DarknetSymbols &inputs);
    Result<Entry> avgpool(const DarknetLayer &layer, const DarknetSymbols &inputs);
    Result<Entry> softmax(const DarknetLayer &layer, DarknetSymbols &inputs);
    Result<Entry> shortcut(const DarknetLayer &layer, const DarknetLayer &added,
                           const DarknetSymbols &inputs);
    Result<Entry> region(const DarknetLayer &layer, const DarknetSymbols &inputs);
    Result<Entry> yolo(const DarknetLayer &layer, const DarknetSymbols &inputs);
    Result<Entry> normalized(const DarknetProduct &product, Entry sums);
    void addParam(const DarknetProduct &product, const Entry &made, std::size_t input,
                  std::string_view array);

    const IndexedGraph &m_network;
    NnvmSymbols m_nnvm;
    std::vector<DarknetParam> m_params;
};

} // namespace nervure
