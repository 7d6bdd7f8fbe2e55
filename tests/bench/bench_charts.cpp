// SPDX-License-Identifier: Apache-2.0
// How long the charts of a run take to paint a frame (median and longest of 50, in milliseconds), while the timeline
// is zoomed into and moved. Expected: a frame of 16 ms, with 100,000 slices.
//
//     bench_charts [LAYERS]
#include "widgets/panels/charts/budget_chart.h"
#include "widgets/panels/charts/roofline_chart.h"
#include "widgets/panels/charts/timeline_chart.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QImage>
#include <QKeyEvent>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

using namespace nervure;

namespace {

constexpr int frames = 50;

/// So many layers of one launch each, a microsecond long or a few, all in scopes of ten.
std::shared_ptr<const ProfileReport> report(std::uint32_t layers, Graph &graph)
{
    auto made = std::make_shared<ProfileReport>();
    double atMs = 0;
    for (std::uint32_t i = 0; i < layers; ++i) {
        Node node;
        node.op = "conv2d";
        node.name = "stage" + std::to_string(i / 10) + "_conv" + std::to_string(i);
        LayerProfile layer;
        layer.id = i;
        layer.node = {graph.add(node), node.name};
        layer.ms.median = layer.ms.mean = 0.001 * (1 + i % 7);
        layer.startMs = atMs;
        layer.endMs = atMs + layer.ms.median;
        layer.performedFlops = 1000 * (1 + i % 100);
        layer.bytes = 1000;
        LaunchProfile launch;
        launch.kernel = "direct";
        launch.last = {i,    0,          std::max(0.0, atMs - 0.02), std::max(0.0, atMs - 0.01),
                       atMs, layer.endMs};
        layer.launches.push_back(launch);
        atMs = layer.endMs + 0.0005;
        made->data.layers.push_back(std::move(layer));
    }
    made->data.wallMs.mean = atMs;
    return made;
}

void press(QWidget &widget, int key)
{
    QKeyEvent event(QEvent::KeyPress, key, Qt::NoModifier);
    QApplication::sendEvent(&widget, &event);
}

void tell(const char *title, std::vector<double> times)
{
    std::sort(times.begin(), times.end());
    std::printf("%-18s %8.2f %8.2f\n", title, times[times.size() / 2], times.back());
}

double frameMs(QWidget &chart, QImage &picture)
{
    QElapsedTimer clock;
    clock.start();
    chart.render(&picture);
    return static_cast<double>(clock.nsecsElapsed()) * 1e-6;
}

void measure(const char *title, QWidget &chart, std::initializer_list<int> keys)
{
    QImage picture(chart.size(), QImage::Format_ARGB32_Premultiplied);
    std::vector<double> times;
    auto key = keys.begin();
    for (int frame = 0; frame < frames; ++frame) {
        QElapsedTimer clock;
        clock.start();
        if (keys.size() > 0) {
            press(chart, *key);
            key = key + 1 == keys.end() ? keys.begin() : key + 1;
        }
        chart.render(&picture);
        times.push_back(static_cast<double>(clock.nsecsElapsed()) * 1e-6);
    }
    tell(title, times);
}

/// Frames of a chart whose size changes with each fifth of them.
void measureResized(const char *title, QWidget &chart)
{
    const QSize size = chart.size();
    std::vector<double> times;
    for (int frame = 0; frame < frames; ++frame) {
        chart.resize(size - QSize(frame / 5, 0));
        QImage picture(chart.size(), QImage::Format_ARGB32_Premultiplied);
        times.push_back(frameMs(chart, picture));
    }
    tell(title, times);
}

} // namespace

int main(int argc, char **argv)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    const QApplication application(argc, argv);
    const int layers = argc > 1 ? std::atoi(argv[1]) : 25000;
    Graph graph;
    const ChartContent content{report(static_cast<std::uint32_t>(std::max(layers, 1)), graph), {}};
    TimelineChart timeline(nullptr);
    RooflineChart roofline(nullptr);
    BudgetChart budget(nullptr);
    for (ProfileChart *chart :
         std::initializer_list<ProfileChart *>{&timeline, &roofline, &budget}) {
        chart->resize(1600, 400);
        chart->setContent(content);
    }
    budget.setBudget(timeBudget(content.report->data, graph));
    std::printf("%d layers, %zu slices; ms a frame: median, longest\n", layers,
                timelineOf(content.report->data).size());
    measure("timeline, all", timeline, {});
    measure("timeline, zoomed", timeline, {Qt::Key_W});
    press(timeline, Qt::Key_Home);
    press(timeline, Qt::Key_W);
    measure("timeline, moved", timeline, {Qt::Key_D, Qt::Key_D, Qt::Key_A});
    measure("roofline", roofline, {});
    measureResized("roofline, resized", roofline);
    measure("time by scope", budget, {});
    return 0;
}
