// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/core/ops/blocked_samples.h"
#include "tests/core/ops/copy_samples.h"
#include "tests/core/ops/general_samples.h"

namespace nervure::tests {

/// A convolution with a bias unless the attributes say otherwise.
inline ProbeCase conv(AttrDict attrs, Shape data, Shape weight)
{
    ProbeCase probe{"conv2d", std::move(attrs), {std::move(data), std::move(weight)}};
    const std::string *bias = probe.attrs.find("use_bias");
    if (bias == nullptr || *bias == "True") {
        probe.inputs.push_back({probe.inputs[1][0]});
    }
    return probe;
}

/// Odd sizes on purpose: tiles that do not divide, groups smaller than a tile, wide padding.
inline std::vector<Sample> convolutions()
{
    return {
        {"3x3", conv({{"channels", "12"}, {"kernel_size", "(3,3)"}, {"padding", "(1,1)"}},
                     {2, 5, 9, 11}, {12, 5, 3, 3})},
        {"3x3 no bias", conv({{"channels", "8"}, {"kernel_size", "(3,3)"}, {"use_bias", "False"}},
                             {1, 4, 17, 19}, {8, 4, 3, 3})},
        {"7x7 stride 2", conv({{"channels", "16"},
                               {"kernel_size", "(7,7)"},
                               {"strides", "(2,2)"},
                               {"padding", "(3,3)"}},
                              {1, 3, 11, 31}, {16, 3, 7, 7})},
        {"1x1", conv({{"channels", "19"}, {"kernel_size", "(1,1)"}}, {2, 7, 13, 5}, {19, 7, 1, 1})},
        {"1x1 of one position",
         conv({{"channels", "9"}, {"kernel_size", "(1,1)"}}, {1, 33, 1, 1}, {9, 33, 1, 1})},
        {"1x1 stride 2", conv({{"channels", "10"}, {"kernel_size", "(1,1)"}, {"strides", "(2,2)"}},
                              {1, 6, 14, 15}, {10, 6, 1, 1})},
        {"stride beyond the kernel",
         conv({{"channels", "4"}, {"kernel_size", "(2,2)"}, {"strides", "(3,4)"}}, {1, 3, 11, 13},
              {4, 3, 2, 2})},
        {"dilated", conv({{"channels", "5"},
                          {"kernel_size", "(3,3)"},
                          {"dilation", "(2,3)"},
                          {"padding", "(2,3)"}},
                         {1, 4, 12, 16}, {5, 4, 3, 3})},
        {"dilated stride 2", conv({{"channels", "8"},
                                   {"kernel_size", "(3,2)"},
                                   {"dilation", "(3,2)"},
                                   {"strides", "(2,2)"},
                                   {"padding", "(1,2)"}},
                                  {1, 3, 15, 14}, {8, 3, 3, 2})},
        {"groups", conv({{"channels", "12"}, {"kernel_size", "(3,3)"}, {"groups", "3"}},
                        {2, 6, 8, 9}, {12, 2, 3, 3})},
        {"depthwise",
         conv({{"channels", "6"}, {"kernel_size", "(3,3)"}, {"groups", "6"}, {"padding", "(1,1)"}},
              {2, 6, 10, 9}, {6, 1, 3, 3})},
        {"depthwise stride 2, two each", conv({{"channels", "8"},
                                               {"kernel_size", "(5,3)"},
                                               {"groups", "4"},
                                               {"strides", "(2,1)"},
                                               {"padding", "(2,1)"}},
                                              {1, 4, 11, 12}, {8, 1, 5, 3})},
        {"padding wider than the input",
         conv({{"channels", "3"}, {"kernel_size", "(3,3)"}, {"padding", "(4,5)"}}, {1, 2, 2, 3},
              {3, 2, 3, 3})},
    };
}

/// Sums long enough to be cut in parts where few results keep a device busy: of 256 products and more,
/// by no more, as a simulator counts each.
inline std::vector<Sample> deepConvolutions()
{
    const AttrDict same{{"channels", "37"}, {"kernel_size", "(3,3)"}, {"padding", "(1,1)"}};
    AttrDict nhwc = same;
    nhwc.set("layout", "NHWC");
    nhwc.set("kernel_layout", "HWIO");
    return {
        {"deep", conv(same, {1, 29, 5, 7}, {37, 29, 3, 3})},
        {"deep groups", conv({{"channels", "42"}, {"kernel_size", "(3,2)"}, {"groups", "2"}},
                             {2, 68, 6, 5}, {42, 34, 3, 2})},
        {"deep NHWC", {"conv2d", nhwc, {{2, 3, 7, 29}, {3, 3, 29, 37}, {37}}}},
    };
}

inline std::vector<Sample> transposedConvolutions()
{
    const auto transposed = [](const char *kernel, const char *strides, const char *padding,
                               AttrDict more = {}) {
        more.set("channels", "22");
        more.set("kernel_size", kernel);
        more.set("strides", strides);
        more.set("padding", padding);
        return more;
    };
    const auto probe = [](AttrDict attrs, Shape data, Shape weight) {
        return ProbeCase{
            "conv2d_transpose", std::move(attrs), {std::move(data), std::move(weight), Shape{22}}};
    };
    return {
        {"deep", probe(transposed("(4,4)", "(2,2)", "(1,1)"), {2, 65, 2, 5}, {65, 22, 4, 4})},
        {"stride 1", probe(transposed("(3,2)", "(1,1)", "(0,1)"), {1, 5, 6, 7}, {5, 22, 3, 2})},
        {"wide padding", probe(transposed("(3,3)", "(2,1)", "(4,3)"), {1, 5, 9, 9}, {5, 22, 3, 3})},
        {"stride beyond the kernel",
         probe(transposed("(2,1)", "(3,4)", "(1,0)"), {2, 5, 4, 3}, {5, 22, 2, 1})},
        {"dilated", probe(transposed("(3,2)", "(2,1)", "(1,1)", {{"dilation", "(2,3)"}}),
                          {1, 5, 6, 7}, {5, 22, 3, 2})},
        {"with zeros", probe(transposed("(3,3)", "(2,2)", "(1,1)", {{"output_padding", "(1,1)"}}),
                             {2, 5, 6, 7}, {5, 22, 3, 3})},
    };
}

inline std::vector<Sample> others()
{
    return {
        {"bias", {"dense", {{"units", "10"}}, {{3, 37}, {10, 37}, {10}}}},
        {"one row", {"dense", {{"units", "7"}, {"use_bias", "False"}}, {{1, 64}, {7, 64}}}},
        {"many rows", {"dense", {{"units", "5"}}, {{9, 16}, {5, 16}, {5}}}},
        {"channels", {"batch_norm", {}, {{2, 3, 5, 7}, {3}, {3}, {3}, {3}}}},
        {"last axis",
         {"batch_norm", {{"axis", "3"}, {"scale", "False"}}, {{2, 3, 5, 7}, {7}, {7}, {7}, {7}}}},
        {"no beta",
         {"batch_norm", {{"center", "False"}, {"epsilon", "0.01"}}, {{4, 6}, {6}, {6}, {6}, {6}}}},
        {"last axis", {"softmax", {}, {{4, 33}}}},
        {"short lines", {"softmax", {}, {{19, 7}}}},
        {"long lines", {"log_softmax", {}, {{3, 275}}}},
        {"middle axis", {"softmax", {{"axis", "1"}}, {{2, 9, 5}}}},
        {"many columns", {"softmax", {{"axis", "1"}}, {{2, 3, 403}}}},
        {"middle axis", {"log_softmax", {{"axis", "1"}}, {{2, 9, 5}}}},
        {"stretched right", {"broadcast_add", {}, {{2, 3, 4}, {3, 1}}}},
        {"stretched left", {"broadcast_sub", {}, {{4}, {2, 3, 1}}}},
        {"one number", {"broadcast_mul", {}, {{2, 3, 4}, {1}}}},
        {"three", {"elemwise_sum", {{"num_args", "3"}}, {{2, 5}, {2, 5}, {2, 5}}}},
        {"slope", {"leaky_relu", {{"alpha", "0.1"}}, {{3, 50}}}},
        {"range", {"clip", {{"a_min", "-0.5"}, {"a_max", "0.7"}}, {{3, 50}}}},
        {"number", {"full_like", {{"fill_value", "2.5"}}, {{3, 50}}}},
    };
}

/// Floats have no bits to shift or to join.
inline bool takesBits(const ProbeCase &probe)
{
    return probe.op.find("shift") != std::string::npos
           || probe.op.find("bitwise") != std::string::npos;
}

/// Cases that follow from the declaration: operators without required attributes on one shape,
/// scalar operators on a number.
inline std::optional<ProbeCase> derivedCase(const OpSpec &spec)
{
    AttrDict attrs;
    for (const AttrDecl &decl : spec.attrs.decls) {
        if (decl.required && decl.name != "scalar") {
            return std::nullopt;
        }
        if (decl.required) {
            attrs.set(decl.name, "1.5");
        }
    }
    const bool hasOwnShapes = spec.name == "broadcast_to" || spec.name == "prelu";
    const bool isElement =
        spec.pattern == OpPattern::Elementwise || spec.pattern == OpPattern::Broadcast;
    if (!isElement || hasOwnShapes) {
        return std::nullopt;
    }
    Node node;
    node.op = spec.name;
    node.dialect = spec.dialect;
    node.attrs = attrs;
    Diagnostics diagnostics;
    const ParsedAttrs parsed = parseAttrs(spec.attrs, attrs, spec.name, "node", diagnostics);
    if (!spec.inputNames) {
        return std::nullopt;
    }
    const std::size_t count = spec.inputNames({node, parsed, Semantics::Exact}).size();
    ProbeCase probe{spec.name, attrs, Shapes(count, Shape{2, 3, 401}), spec.dialect};
    if (takesBits(probe)) {
        probe.types.assign(count, DType::Int32);
    }
    return probe;
}

/// Every case of the operators that are registered.
inline std::vector<Sample> allSamples(const OpRegistry &ops)
{
    std::vector<Sample> all;
    for (const auto &part : {convolutions(),
                             deepConvolutions(),
                             transposedConvolutions(),
                             poolings(),
                             others(),
                             lightNetWindows(),
                             lightNetOthers(),
                             lightNetVectors(),
                             reductionSamples(),
                             copySamples(),
                             castSamples(),
                             orderSamples(),
                             winogradSamples(),
                             matrixSamples(),
                             recurrenceSamples(),
                             layoutSamples(),
                             boxSamples(),
                             imageSamples(),
                             blockedConvolutions(),
                             blockedDepthwise(),
                             planeConvolutions(),
                             convolutionsOfWeightsInBlocks(),
                             blockedOthers(),
                             transpositions(),
                             rowCopies(),
                             resizeSamples()}) {
        for (const Sample &sample : part) {
            if (ops.find(sample.probe.dialect, sample.probe.op) != nullptr) {
                all.push_back(sample);
            }
        }
    }
    for (const OpSpec &spec : ops.all()) {
        if (const auto probe = spec.kernel ? derivedCase(spec) : std::nullopt) {
            all.push_back({"one shape", *probe});
        }
    }
    return all;
}

} // namespace nervure::tests
