// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QTest>

#ifdef QT_WIDGETS_LIB
#include <QApplication>
#endif

/// The test classes of a program: one program holds those of a folder, and its main(), which is
/// here, runs the one that is named first: tst_core_graph_edits edit renameKeepsReferences.
namespace nervure::tests {

/// Runs a test class, or what a test starts as a process of its own, with the arguments behind
/// its name.
using RunTest = int (*)(int argc, char **argv);

/// Adds what `name` runs to this program. A path names it by the file: a/tst_edit.cpp adds `edit`.
/// True, to have something to initialize.
bool addTest(const char *name, RunTest run);

template <class Test, class Application>
int runTest(int argc, char **argv)
{
    const Application application(argc, argv);
    Test test;
    return QTest::qExec(&test, argc, argv);
}

} // namespace nervure::tests

/// At the end of a test's source: its class runs in a QCoreApplication.
#define NERVURE_TEST(Test)                                                                         \
    static const bool is##Test##Added =                                                            \
        nervure::tests::addTest(__FILE__, nervure::tests::runTest<Test, QCoreApplication>);

/// The same in a QApplication, for what has widgets, fonts or the clipboard.
#define NERVURE_GUI_TEST(Test)                                                                     \
    static const bool is##Test##Added =                                                            \
        nervure::tests::addTest(__FILE__, nervure::tests::runTest<Test, QApplication>);
