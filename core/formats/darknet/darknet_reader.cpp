// SPDX-License-Identifier: Apache-2.0
#include "core/formats/darknet/darknet_reader.h"

#include "core/formats/darknet/darknet_layers.h"
#include "core/graph/darknet_fork.h"
#include "core/graph/op/attr_field.h"
#include "core/support/text.h"
#include "core/support/visible_text.h"

#include <fmt/format.h>
#include <map>
#include <memory>

namespace nervure {

namespace {

Diagnostic errorIn(const CfgSection &section, std::string message)
{
    return atPlace(makeError("cfg-net", std::move(message)), section.place);
}

/// A size in [net], as Darknet reads it: the digits in front, or 0.
Result<std::int64_t> sizeIn(const CfgSection &net, std::string_view name)
{
    const CfgKey *key = net.find(name);
    const auto value = key ? leadingInteger(key->value).value_or(0) : 0;
    constexpr std::int64_t most = 1 << 30;
    if (value >= 0 && value <= most) {
        return value;
    }
    return atPlace(makeError("cfg-net", "{} is {}, expected a whole number from 0 to {}", name,
                             quoted(key->value), most),
                   key->place);
}

/// The shape of the network's input for one image, or for the time steps of one run.
Result<Shape> inputShape(const CfgSection &net)
{
    ASSIGN_OR_RETURN(const std::int64_t channels, sizeIn(net, "channels"));
    ASSIGN_OR_RETURN(const std::int64_t height, sizeIn(net, "height"));
    ASSIGN_OR_RETURN(const std::int64_t width, sizeIn(net, "width"));
    if (channels != 0 && height != 0 && width != 0) {
        return Shape{1, channels, height, width};
    }
    ASSIGN_OR_RETURN(const std::int64_t inputs, sizeIn(net, "inputs"));
    ASSIGN_OR_RETURN(const std::int64_t steps, sizeIn(net, "time_steps"));
    if (inputs == 0) {
        return errorIn(net, "[" + net.name
                                + "] has no input, expected height, width and channels, or inputs");
    }
    return Shape{std::max<std::int64_t>(steps, 1), inputs};
}

/// Makes the graph: a variable for the input, and for each layer its arrays and itself.
class CfgReader {
public:
    CfgReader(const std::vector<CfgSection> &sections, const FormatContext &context)
        : m_sections(sections),
          m_ops(context.ops),
          m_isForFork(isForDarknetFork(sections))
    {
        m_loaded.graph.setDialect(Dialect::Darknet);
    }

    Result<LoadedGraph> read()
    {
        RETURN_IF_FAILED(addInput(m_sections.front()));
        for (std::size_t i = 1; i < m_sections.size(); ++i) {
            RETURN_IF_FAILED(addLayer(m_sections[i]));
        }
        setHeads();
        return std::move(m_loaded);
    }

private:
    Status addInput(const CfgSection &net)
    {
        ASSIGN_OR_RETURN(const Shape shape, inputShape(net));
        Node input = variable("data");
        input.attrs = attrsOf(net);
        input.attrs.set("shape", NnvmAttrText::print(shape));
        input.attrs.set("dtype", "0");
        m_input = m_loaded.graph.add(std::move(input));
        return {};
    }

    static Node variable(std::string name)
    {
        Node node;
        node.dialect = Dialect::Darknet;
        node.name = std::move(name);
        return node;
    }

    static AttrDict attrsOf(const CfgSection &section)
    {
        AttrDict attrs;
        for (const CfgKey &key : section.keys) {
            if (!attrs.find(key.name)) { // the first counts
                attrs.set(key.name, key.value);
            }
        }
        return attrs;
    }

    Status addLayer(const CfgSection &section)
    {
        CfgSection known = section;
        const OpSpec *spec = m_ops.find(Dialect::Darknet, section.name);
        known.name = spec ? spec->name : section.name;
        ASSIGN_OR_RETURN(const DarknetSources sources, darknetSources(known, m_layers.size()));
        Node layer = variable(darknetLayerName(known.name, m_layers.size()));
        layer.op = known.name;
        layer.attrs = attrsOf(section);
        if (m_isForFork && isNormalized(known)) {
            layer.attrs.set(ofDarknetFork, "1");
        }
        if (sources.readsInput) {
            layer.inputs.push_back({m_input});
        }
        for (const std::size_t source : sources.layers) {
            layer.inputs.push_back({m_layers[source]});
            m_isRead[m_layers[source]] = true;
        }
        if (spec) {
            warnOfKeys(*spec, section);
            ASSIGN_OR_RETURN(const auto shared, darknetSharedLayer(known, m_layers.size()));
            addArrays(*spec, layer, shared ? m_layers[*shared] : NodeId());
        }
        m_layers.push_back(m_loaded.graph.add(std::move(layer)));
        return {};
    }

    static bool isNormalized(const CfgSection &section)
    {
        return section.name == "batchnorm" || section.find("batch_normalize")
               || section.find("cbn");
    }

    /// The layer's arrays, in the order of the weights file: its own, or those of the layer that it shares them with.
    void addArrays(const OpSpec &spec, Node &layer, NodeId shared)
    {
        if (!spec.inputNames) {
            return;
        }
        Diagnostics ignored; // who checks the graph finds them again
        const ParsedAttrs attrs =
            parseAttrs(spec.attrs, layer.attrs, layer.op, layer.name, ignored);
        const auto names = spec.inputNames({layer, attrs, Semantics::Fixed});
        const Node *from = m_loaded.graph.find(shared);
        for (std::size_t i = layer.inputs.size(); i < names.size(); ++i) {
            if (from && i < from->inputs.size()) {
                layer.inputs.push_back(from->inputs[i]);
                continue;
            }
            Node array = variable(layer.name + '_' + names[i]);
            layer.inputs.push_back({m_loaded.graph.add(std::move(array))});
        }
    }

    void warnOfKeys(const OpSpec &spec, const CfgSection &section)
    {
        for (const CfgKey &key : section.keys) {
            if (const AttrDecl *decl = spec.attrs.find(key.name)) {
                warnOfValue(spec, *decl, key);
            } else if (!isDarknetTrainingKey(key.name)) {
                warn(key,
                     fmt::format("Darknet reads no key {} in [{}]", shortenedText(key.name),
                                 shortenedText(section.name)),
                     "cfg-unused");
            }
        }
    }

    /// A number that is none, or a function that is not known, is another one to Darknet.
    void warnOfValue(const OpSpec &spec, const AttrDecl &decl, const CfgKey &key)
    {
        const bool isNumber = decl.kind == AttrKind::Integer || decl.kind == AttrKind::Number;
        if (isNumber ? parseNumber(key.value).has_value() : key.name != "activation") {
            return;
        }
        const std::shared_ptr<void> attrs = spec.attrs.makeDefault();
        if (!decl.parse(key.value, attrs.get())) {
            return; // an error of the layer
        }
        const std::string read = decl.print(attrs.get());
        if (read != key.value) {
            warn(key,
                 fmt::format("{} is {}, which Darknet takes for {}", key.name, quoted(key.value),
                             read),
                 "cfg-value");
        }
    }

    void warn(const CfgKey &key, std::string message, std::string code)
    {
        m_loaded.diagnostics.push_back(
            atPlace(makeWarning(std::move(code), std::move(message)), key.place));
    }

    /// The results: what no layer reads, and what detects.
    void setHeads()
    {
        std::vector<Entry> heads;
        for (const NodeId layer : m_layers) {
            const std::string &op = m_loaded.graph.node(layer).op;
            const bool detects = op == "yolo" || op == "region" || op == "Gaussian_yolo";
            if (detects || !m_isRead[layer]) {
                heads.push_back({layer});
            }
        }
        m_loaded.graph.setHeads(std::move(heads));
    }

    const std::vector<CfgSection> &m_sections;
    const OpRegistry &m_ops;
    bool m_isForFork;
    LoadedGraph m_loaded;
    NodeId m_input;
    std::vector<NodeId> m_layers;
    std::map<NodeId, bool> m_isRead;
};

} // namespace

Result<LoadedGraph> readDarknetCfg(std::string_view text, const FormatContext &context)
{
    auto loaded = [&]() -> Result<LoadedGraph> {
        ASSIGN_OR_RETURN(const std::vector<CfgSection> sections, readCfg(text));
        if (sections.empty() || !isDarknetNet(sections.front())) {
            return makeError("cfg-net", "expected [net] as the first section");
        }
        if (sections.size() == 1) {
            return errorIn(sections.front(), "there is no layer, expected one behind [net]");
        }
        return CfgReader(sections, context).read();
    }();
    if (!loaded) {
        Diagnostic error = loaded.error();
        error.where.file = context.fileName;
        return error;
    }
    for (Diagnostic &diagnostic : loaded->diagnostics) {
        diagnostic.where.file = context.fileName;
    }
    return loaded;
}

} // namespace nervure
