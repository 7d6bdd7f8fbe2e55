// SPDX-License-Identifier: Apache-2.0
#include "core/passes/conversion/tensorflow/tensorflow_cell.h"

#include "core/passes/conversion/python_text.h"

#include <utility>

namespace nervure {

namespace {

/// Operators with one output, one after the other; the first that is refused stops all.
class CellMaker {
public:
    explicit CellMaker(NnvmSymbols &nnvm) : m_nnvm(nnvm) {}

    NnvmSymbol all(const char *function, NnvmSymbol inputs, AttrDict attrs = {})
    {
        if (!status) {
            return {Entry()};
        }
        auto made = m_nnvm.call(function, inputs, std::move(attrs));
        if (!made) {
            status = made.error();
            return {Entry()};
        }
        return std::move(*made);
    }
    Entry one(const char *function, NnvmSymbol inputs, AttrDict attrs = {})
    {
        return all(function, std::move(inputs), std::move(attrs)).front();
    }
    Entry at(const NnvmSymbol &symbol, std::size_t i)
    {
        if (status && i >= symbol.size()) {
            status = makeError("NNVMError", "Check failed: index < nreturn");
        }
        return i < symbol.size() ? symbol[i] : Entry();
    }

    Status status;

private:
    NnvmSymbols &m_nnvm;
};

} // namespace

Status TensorFlowCells::makeStates(TensorFlowCall &call, const std::string &shape)
{
    const auto add = [&](const char *suffix) {
        Node variable;
        variable.name = call.name + suffix;
        variable.attrs.set("shape", shape);
        return call.nnvm.variable(std::move(variable)).front();
    };
    m_state = add("_c");
    m_hidden = add("_h");
    return {};
}

Result<NnvmSymbol> TensorFlowCells::convert(TensorFlowCall &call, std::size_t count)
{
    const TensorFlowSizes &data = sizesAt(call, 0);
    const TensorFlowSizes &weight = sizesAt(call, 3);
    if (call.inputs.size() < 8 || data.size() < 2 || weight.size() < 2) {
        return makeError("IndexError", "list index out of range");
    }
    const std::int64_t units = weight[1] / 4;
    if (!m_state) {
        RETURN_IF_FAILED(
            makeStates(call, sizeTuple({static_cast<std::int64_t>(count), data[0], units})));
    }
    CellMaker make(call.nnvm);
    const AttrDict byLayer{{"indices_or_sections", std::to_string(count)}, {"axis", "0"}};
    const NnvmSymbol states = make.all("split", {*m_state}, byLayer);
    const NnvmSymbol hiddens = make.all("split", {*m_hidden}, byLayer);
    const AttrDict flat{{"shape", sizeTuple({data[0], units})}};
    const Entry state = make.one("reshape", {make.at(states, m_layer)}, flat);
    const Entry hidden = make.one("reshape", {make.at(hiddens, m_layer)}, flat);
    RETURN_IF_FAILED(make.status);
    ++m_layer;
    return step(call, state, hidden);
}

/// The forget bias is added behind the sigmoid, where TensorFlow adds it before.
Result<NnvmSymbol> TensorFlowCells::step(TensorFlowCall &call, const Entry &state,
                                         const Entry &hidden)
{
    ASSIGN_OR_RETURN(const double forgetBias, call.attrs.number("forget_bias"));
    const TensorFlowSizes &data = sizesAt(call, 0);
    const std::int64_t sums = sizesAt(call, 3)[1];
    CellMaker make(call.nnvm);
    const Entry row =
        make.one("reshape", {call.inputs[0]}, {{"shape", sizeTuple({data[0], data[1]})}});
    const Entry joined = make.one("concatenate", {row, hidden}, {{"axis", "1"}});
    const Entry weight = make.one("transpose", {call.inputs[3]});
    const Entry gates = make.one("dense", {joined, weight, call.inputs[7]},
                                 {{"use_bias", "True"}, {"units", std::to_string(sums)}});
    const NnvmSymbol parts =
        make.all("split", {gates}, {{"indices_or_sections", "4"}, {"axis", "1"}});
    const Entry in = make.one("sigmoid", {make.at(parts, 0)});
    const Entry fresh = make.one("tanh", {make.at(parts, 1)});
    const Entry opened = make.one("sigmoid", {make.at(parts, 2)});
    const Entry forget = make.one("__add_scalar__", {opened}, {{"scalar", pythonRepr(forgetBias)}});
    const Entry out = make.one("sigmoid", {make.at(parts, 3)});
    const Entry kept = make.one("broadcast_mul", {forget, state});
    const Entry added = make.one("broadcast_mul", {in, fresh});
    const Entry next = make.one("broadcast_add", {kept, added});
    const Entry shown = make.one("tanh", {next});
    const Entry result = make.one("__mul_symbol__", {out, shown});
    const Entry both = make.one("concatenate", {next, result});
    const Entry asState =
        make.one("reshape", {both}, {{"shape", sizeTuple({2, data[0], sums / 4})}});
    m_states.push_back(make.one("expand_dims", {asState}, {{"axis", "0"}, {"num_newaxis", "1"}}));
    RETURN_IF_FAILED(make.status);
    return NnvmSymbol{result};
}

Result<NnvmSymbol> TensorFlowCells::states(NnvmSymbols &nnvm) const
{
    return m_states.empty() ? Result<NnvmSymbol>(NnvmSymbol())
                            : nnvm.call("concatenate", m_states, {{"axis", "0"}});
}

} // namespace nervure
