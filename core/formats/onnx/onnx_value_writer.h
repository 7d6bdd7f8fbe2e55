// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/formats/onnx/onnx_graph_writer.h"
#include "core/formats/onnx/value_names.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace nervure::onnx {

/// Writes what a graph says of its values: the ValueInfoProtos of outputs and of values inside of it. Those of the
/// file stay as they are while name and type do.
class ValueWriter {
public:
    /// All must outlive it; `pieces` get what is written.
    ValueWriter(const GraphRewrite &rewrite, const ValueNames &before, const ValueNames &now,
                WirePieces &pieces)
        : m_rewrite(rewrite),
          m_before(before),
          m_now(now),
          m_pieces(pieces)
    {}

    /// One of the file's value_infos, for as long as there is the value and the declaration.
    Status writeInner(const NamedMessage &info);
    /// What is declared of values that the file says nothing of: of new ones, and where an edit declared it.
    void addInner();
    /// The output at the place of one of the file's.
    Status writeOutput(const NamedMessage &info, const Entry &head);
    /// An output, with the type that is declared of it, else the one that is inferred.
    Status addOutput(const Entry &head);
    /// An input that the file does not have, with the type that the variable's attributes say, else the one that the
    /// file declares for the value in whose place it stands.
    Status addInput(const Node &variable);

private:
    /// A new message, its type as attributes of a variable say.
    Status add(std::uint32_t number, std::string_view name, const AttrDict &attrs);
    [[nodiscard]] Result<std::optional<std::string>> newType(const Entry &entry) const;
    void write(std::uint32_t number, const NamedMessage &info, const std::string &name,
               const std::optional<std::string> &type);
    void addTyped(std::uint32_t number, std::string_view name, const std::string &type);
    [[nodiscard]] bool isOutput(const Entry &entry) const;

    const GraphRewrite &m_rewrite;
    const ValueNames &m_before;
    const ValueNames &m_now;
    WirePieces &m_pieces;
};

} // namespace nervure::onnx
