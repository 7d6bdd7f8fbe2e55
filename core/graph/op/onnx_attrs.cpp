// SPDX-License-Identifier: Apache-2.0
#include "core/graph/op/onnx_attrs.h"

#include <algorithm>

namespace nervure {

namespace {

template <typename T>
const T *valueOf(const OnnxAttrs &attrs, std::string_view name)
{
    const OnnxAttrs::Value *value = attrs.find(name);
    return value ? std::get_if<T>(value) : nullptr;
}

/// An empty one where there is none.
template <typename T>
const T &listOf(const OnnxAttrs &attrs, std::string_view name)
{
    static const T none;
    const T *list = valueOf<T>(attrs, name);
    return list ? *list : none;
}

} // namespace

void OnnxAttrs::set(std::string name, Value value)
{
    const auto known = std::find_if(m_values.begin(), m_values.end(),
                                    [&name](const auto &item) { return item.first == name; });
    if (known != m_values.end()) {
        known->second = std::move(value);
    } else {
        m_values.emplace_back(std::move(name), std::move(value));
    }
}

const OnnxAttrs::Value *OnnxAttrs::find(std::string_view name) const
{
    const auto known = std::find_if(m_values.begin(), m_values.end(),
                                    [name](const auto &item) { return item.first == name; });
    return known == m_values.end() ? nullptr : &known->second;
}

std::int64_t OnnxAttrs::integer(std::string_view name, std::int64_t absent) const
{
    const auto *value = valueOf<std::int64_t>(*this, name);
    return value ? *value : absent;
}

double OnnxAttrs::number(std::string_view name, double absent) const
{
    const auto *value = valueOf<double>(*this, name);
    return value ? *value : absent;
}

std::string_view OnnxAttrs::text(std::string_view name) const
{
    return listOf<std::string>(*this, name);
}

const std::vector<std::int64_t> &OnnxAttrs::integers(std::string_view name) const
{
    return listOf<std::vector<std::int64_t>>(*this, name);
}

const std::vector<double> &OnnxAttrs::numbers(std::string_view name) const
{
    return listOf<std::vector<double>>(*this, name);
}

const std::vector<std::string> &OnnxAttrs::texts(std::string_view name) const
{
    return listOf<std::vector<std::string>>(*this, name);
}

} // namespace nervure
