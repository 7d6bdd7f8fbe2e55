// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/formats/protobuf/wire_writer.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace nervure::tests {

/// Fields of Core ML's messages, for models that tests make.
class CoreMl {
public:
    static std::string integer(std::uint32_t field, std::int64_t value)
    {
        std::string out;
        addInteger(out, field, value);
        return out;
    }
    static std::string number(std::uint32_t field, float value)
    {
        std::string out;
        addFloat(out, field, value);
        return out;
    }
    static std::string bytes(std::uint32_t field, std::string_view content)
    {
        std::string out;
        addBytes(out, field, content);
        return out;
    }
    static std::string integers(std::uint32_t field, const std::vector<std::int64_t> &values)
    {
        std::string packed;
        for (const std::int64_t value : values) {
            addVarint(packed, static_cast<std::uint64_t>(value));
        }
        return bytes(field, packed);
    }
    static std::string floats(std::uint32_t field, const std::vector<float> &values)
    {
        return bytes(
            field, {reinterpret_cast<const char *>(values.data()), values.size() * sizeof(float)});
    }
    /// WeightParams of floats.
    static std::string weights(std::uint32_t field, const std::vector<float> &values)
    {
        return bytes(field, floats(1, values));
    }

    /// NeuralNetworkLayer: its parameters in the field `kind`.
    static std::string layer(std::string_view name, const std::vector<std::string> &inputs,
                             const std::vector<std::string> &outputs, std::uint32_t kind,
                             std::string_view parameters = {})
    {
        std::string out = bytes(1, name);
        for (const std::string &input : inputs) {
            out += bytes(2, input);
        }
        for (const std::string &output : outputs) {
            out += bytes(3, output);
        }
        return bytes(1, out + bytes(kind, parameters));
    }

    /// FeatureDescription of an array.
    static std::string array(std::string_view name, const std::vector<std::int64_t> &shape)
    {
        constexpr std::int64_t float32 = 65568;
        return bytes(1, name) + bytes(3, bytes(5, integers(1, shape) + integer(2, float32)));
    }
    /// FeatureDescription of an image.
    static std::string image(std::string_view name, std::int64_t width, std::int64_t height,
                             std::int64_t colorSpace)
    {
        return bytes(1, name)
               + bytes(3,
                       bytes(4, integer(1, width) + integer(2, height) + integer(3, colorSpace)));
    }

    /// Model of the kind whose field has that number.
    static std::string model(const std::vector<std::string> &inputs,
                             const std::vector<std::string> &outputs, std::string_view network,
                             std::uint32_t kind = 500)
    {
        std::string description;
        for (const std::string &input : inputs) {
            description += bytes(1, input);
        }
        for (const std::string &output : outputs) {
            description += bytes(10, array(output, {1}));
        }
        return integer(1, 1) + bytes(2, description) + bytes(kind, network);
    }
};

} // namespace nervure::tests
