// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <utility>

namespace nervure {

/// Lets the program keep large pieces of memory that it frees, up to two gigabytes, for the next use, by
/// any of its threads. The C library gives pieces of 32 MiB and up back to the system at once; getting
/// them again costs a page fault for every 4 KiB, more than half of the time of indexing or inferring a
/// graph of a million nodes, which an editor does again and again. And it keeps what one thread freed
/// from the others: a large model that is read, inferred and laid out by three threads would take a
/// quarter more memory. And it joins small pieces when they are freed, not all of them when somebody next
/// asks for a large one: that was the painting of the first picture of a large model, for 35 ms. And it asks
/// the system for 16 MiB at a time, which come in huge pages where the system has them: drawing a model of
/// 290 thousand nodes takes a third less processor time then, and no more memory. Called once, by a main
/// function, before there are other threads.
void keepFreedMemory();

/// Asks the system at once for memory that is soon needed, in huge pages where it has them: reading a
/// model of 290 thousand nodes into it takes 1,500 page faults instead of 50,000. Memory is taken up as
/// it is used, not before. At most 1 GiB; little is not worth the call. After keepFreedMemory().
void growHeap(std::size_t bytes);

/// Keeps what it is given for good, for keptToExit().
void keepToExit(std::shared_ptr<void> value);

/// A value that is never destroyed, for what a program needs until its end: the system takes all memory
/// back at once, while taking a model of a million nodes apart takes as long as drawing it.
template <typename T>
T &keptToExit(T value)
{
    auto kept = std::make_shared<T>(std::move(value));
    keepToExit(kept);
    return *kept;
}

} // namespace nervure
