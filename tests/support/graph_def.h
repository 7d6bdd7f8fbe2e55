// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/formats/protobuf/wire_writer.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace nervure::tests {

/// Fields of TensorFlow's messages, for graphs that tests make.
class GraphDef {
public:
    using Attrs = std::vector<std::pair<std::string, std::string>>; ///< AttrValue by name

    GraphDef &node(const std::string &name, const std::string &op,
                   const std::vector<std::string> &inputs = {}, const Attrs &attrs = {})
    {
        addBytes(m_bytes, 1, nodeDef(name, op, inputs, attrs));
        return *this;
    }
    GraphDef &placeholder(const std::string &name, const std::vector<std::int64_t> &sizes)
    {
        return node(name, "Placeholder", {}, {{"dtype", type(1)}, {"shape", shape(sizes)}});
    }
    GraphDef &constant(const std::string &name, const std::vector<std::int64_t> &sizes,
                       const std::vector<float> &values)
    {
        std::string tensor;
        addInteger(tensor, 1, 1);
        addBytes(tensor, 2, shapeProto(sizes));
        std::string list;
        list.append(reinterpret_cast<const char *>(values.data()), values.size() * sizeof(float));
        addBytes(tensor, 5, list);
        std::string value;
        addBytes(value, 8, tensor);
        return node(name, "Const", {}, {{"dtype", type(1)}, {"value", value}});
    }
    /// A FunctionDef; results by output, each of one name.
    GraphDef &function(const std::string &name, const std::vector<std::string> &inputs,
                       const std::vector<std::string> &nodeDefs,
                       const std::vector<std::pair<std::string, std::string>> &results)
    {
        std::string signature;
        addBytes(signature, 1, name);
        for (const std::string &input : inputs) {
            addBytes(signature, 2, argument(input));
        }
        std::string function;
        for (const auto &[output, from] : results) {
            addBytes(signature, 3, argument(output));
        }
        addBytes(function, 1, signature);
        for (const std::string &nodeDef : nodeDefs) {
            addBytes(function, 3, nodeDef);
        }
        for (const auto &[output, from] : results) {
            std::string entry;
            addBytes(entry, 1, output);
            addBytes(entry, 2, from);
            addBytes(function, 4, entry);
        }
        std::string library;
        addBytes(library, 1, function);
        addBytes(m_bytes, 2, library);
        return *this;
    }

    [[nodiscard]] const std::string &bytes() const { return m_bytes; }

    static std::string nodeDef(const std::string &name, const std::string &op,
                               const std::vector<std::string> &inputs, const Attrs &attrs = {})
    {
        std::string node;
        addBytes(node, 1, name);
        addBytes(node, 2, op);
        for (const std::string &input : inputs) {
            addBytes(node, 3, input);
        }
        for (const auto &[key, value] : attrs) {
            std::string entry;
            addBytes(entry, 1, key);
            addBytes(entry, 2, value);
            addBytes(node, 5, entry);
        }
        return node;
    }
    static std::string type(std::int64_t number)
    {
        std::string value;
        addInteger(value, 6, number);
        return value;
    }
    static std::string integer(std::int64_t number)
    {
        std::string value;
        addInteger(value, 3, number);
        return value;
    }
    static std::string text(const std::string &words)
    {
        std::string value;
        addBytes(value, 2, words);
        return value;
    }
    static std::string boolean(bool isTrue)
    {
        std::string value;
        addInteger(value, 5, isTrue ? 1 : 0);
        return value;
    }
    static std::string shape(const std::vector<std::int64_t> &sizes)
    {
        std::string value;
        addBytes(value, 7, shapeProto(sizes));
        return value;
    }
    static std::string func(const std::string &name)
    {
        std::string list;
        addBytes(list, 1, name);
        std::string value;
        addBytes(value, 10, list);
        return value;
    }
    static std::string types(const std::vector<std::int64_t> &numbers)
    {
        std::string list;
        for (const std::int64_t number : numbers) {
            addInteger(list, 6, number);
        }
        std::string value;
        addBytes(value, 1, list);
        return value;
    }

private:
    static std::string shapeProto(const std::vector<std::int64_t> &sizes)
    {
        std::string proto;
        for (const std::int64_t size : sizes) {
            std::string dimension;
            addInteger(dimension, 1, size);
            addBytes(proto, 2, dimension);
        }
        return proto;
    }
    static std::string argument(const std::string &name)
    {
        std::string argument;
        addBytes(argument, 1, name);
        addInteger(argument, 3, 1);
        return argument;
    }

    std::string m_bytes;
};

} // namespace nervure::tests
