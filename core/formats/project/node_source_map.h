// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/support/diagnostic.h"
#include "core/support/file_bytes.h"
#include "core/support/json/json_spans.h"

#include <memory>
#include <string>

namespace nervure {

/// Where the nodes of a model file are in its text, for findings that come after it was read. The
/// text is only parsed again when the first finding asks.
class NodeSourceMap {
public:
    /// Files that are mapped are no texts: nothing has a place in them. `family` is the format's (FormatSpec::family); `file` is for messages.
    NodeSourceMap(std::shared_ptr<const FileBytes> text, std::string file, std::string family);
    ~NodeSourceMap();
    NodeSourceMap(const NodeSourceMap &) = delete;
    NodeSourceMap &operator=(const NodeSourceMap &) = delete;

    /// Gives a finding about a node, or about an attribute of it, its file, line and column; to one
    /// inside a subgraph those of the node of the file that holds it. Leaves alone what has a place
    /// already, what names no node, and nodes that the file does not have.
    void locate(Diagnostic &diagnostic);

private:
    struct Index;

    void put(Location &where, const TextPosition &place) const;

    std::shared_ptr<const FileBytes> m_text;
    std::string m_file;
    std::string m_family;
    std::unique_ptr<Index> m_index;
};

} // namespace nervure
