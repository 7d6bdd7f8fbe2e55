# SPDX-License-Identifier: Apache-2.0
"""Changes of a file's bytes, each a function of (random.Random, bytes, other), other being one more file of its format.

`mutate` picks one, or a few after each other. They say nothing of what is right: a file that comes out may well be
a good one.
"""
import io
import json
import re
import struct
import zipfile

NUMBERS = ["0", "-1", "1", "2", "7", "1.5", "-0.0", "1e308", "1e400", "-1e400", "1e-400", "NaN", "Infinity", "127", "128",
           "255", "256", "65535", "65536", "2147483647", "2147483648", "-2147483648", "4294967295", "4294967296",
           "1073741824", "9223372036854775807", "9223372036854775808", "-9223372036854775808", "18446744073709551615",
           "99999999999999999999999", "0x10", "1000000", "100000000", "3000000000", "0.1", "00", "+1", "1_000"]
INTEGERS = [0, 1, 2, 3, 7, 8, 16, 17, 64, 127, 128, 255, 256, 1000, 32767, 32768, 65535, 65536, 10 ** 6, 10 ** 8,
            2 ** 31 - 1, 2 ** 31, 2 ** 32 - 1, 2 ** 32, 2 ** 33, 2 ** 62, 2 ** 63 - 1, 2 ** 63, 2 ** 64 - 1]


def place(random, content):
    """Half of the time near the beginning, where headers are."""
    length = max(len(content), 1)
    return random.randrange(min(length, 512) if random.random() < 0.5 else length)


def flip_bits(random, content, _):
    changed = bytearray(content)
    for _ in range(random.choice([1, 1, 1, 2, 4, 16])):
        if changed:
            changed[place(random, changed)] ^= 1 << random.randrange(8)
    return bytes(changed)


def set_bytes(random, content, _):
    changed = bytearray(content)
    at = place(random, changed)
    changed[at:at + 1] = bytes([random.choice([0, 1, 9, 10, 13, 32, 34, 44, 92, 127, 128, 255, random.randrange(256)])])
    return bytes(changed)


def cut_short(random, content, _):
    return content[:random.randrange(len(content) + 1)]


def cut_front(random, content, _):
    return content[random.randrange(min(len(content), 64) + 1):]


def remove_range(random, content, _):
    at = place(random, content)
    return content[:at] + content[at + random.choice([1, 2, 4, 8, 64, 1024]):]


def repeat_range(random, content, _):
    at = place(random, content)
    part = content[at:at + random.choice([1, 4, 8, 64, 1024])]
    return content[:at] + part * random.choice([2, 2, 3, 50]) + content[at + len(part):]


def splice(random, content, other):
    a, b = place(random, content), place(random, other)
    return content[:a] + other[b:b + random.choice([8, 64, 1024, len(other)])] + content[a:] * random.choice([0, 1])


def swap_ranges(random, content, _):
    length = random.choice([1, 4, 8, 64])
    a, b = sorted([place(random, content), place(random, content)])
    if a + length > b:
        return content[::-1] if random.random() < 0.1 else content[:a]
    return content[:a] + content[b:b + length] + content[a + length:b] + content[a:a + length] + content[b + length:]


def blank_range(random, content, _):
    at = place(random, content)
    length = random.choice([1, 4, 8, 64, 1024])
    return content[:at] + bytes([random.choice([0, 255])]) * len(content[at:at + length]) + content[at + length:]


def write_integer(random, content, _):
    width = random.choice([1, 2, 4, 8])
    at = place(random, content) // random.choice([1, width]) * 1
    value = random.choice(INTEGERS) % (1 << (8 * width))
    return content[:at] + value.to_bytes(width, random.choice(["little", "little", "big"])) + content[at + width:]


BYTES = [flip_bits, flip_bits, set_bytes, cut_short, cut_front, remove_range, repeat_range, splice, swap_ranges,
         blank_range, write_integer, write_integer]

TOKEN = re.compile(rb'"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?|[A-Za-z_]\w*|[^\s\w]')


WINDOW = 4096


def within_window(change):
    """Changes a stretch of a long text as if it were all of it: to split all of it takes long."""
    def changed(random, content, other):
        if len(content) <= 2 * WINDOW:
            return change(random, content, other)
        at = random.randrange(len(content) - WINDOW)
        return content[:at] + change(random, content[at:at + WINDOW], other[:WINDOW]) + content[at + WINDOW:]
    return changed


@within_window
def change_token(random, content, other):
    """One token of a text becomes another, is repeated, swapped with its neighbor or removed."""
    tokens = list(TOKEN.finditer(content))
    if not tokens:
        return set_bytes(random, content, other)
    at = random.randrange(len(tokens))
    found = tokens[at]
    word = found.group()
    kind = random.randrange(8)
    if kind <= 2:
        new = random.choice(NUMBERS).encode()
        if word.startswith(b'"') and random.random() < 0.7:
            new = b'"' + new + b'"'
    elif kind == 3:
        new = random.choice(list(tokens)).group()
    elif kind == 4:
        new = b""
    elif kind == 5:
        new = word * random.choice([2, 3]) if random.random() < 0.7 else word + b"," + word
    elif kind == 6:
        new = random.choice([b"null", b"true", b"[]", b"{}", b'""', b"[" * 2000, b'{"a":' * 2000, b"\\u0000", b'"\xff"',
                             b'"(1, 2"', b'"[1,2]"', b"#", b"[[0,0,0]]"])
    else:
        nearby = tokens[min(at + random.choice([1, 2, 3]), len(tokens) - 1)]
        if nearby.start() <= found.end():
            return content[:found.start()] + content[found.end():]
        return (content[:found.start()] + nearby.group() + content[found.end():nearby.start()] + word
                + content[nearby.end():])
    return content[:found.start()] + new + content[found.end():]


@within_window
def change_number(random, content, other):
    numbers = list(re.finditer(rb"-?\d+(?:\.\d+)?", content))
    if not numbers:
        return change_token(random, content, other)
    found = random.choice(numbers)
    new = random.choice(NUMBERS).encode()
    if random.random() < 0.3:
        new = str(int(float(found.group()[:15])) + random.choice([-1, 1, 10])).encode()
    return content[:found.start()] + new + content[found.end():]


@within_window
def change_line(random, content, other):
    lines = content.split(b"\n")
    at = random.randrange(len(lines))
    others = other.split(b"\n")
    choice = random.randrange(4)
    if choice == 0:
        del lines[at]
    elif choice == 1:
        lines.insert(at, random.choice(lines))
    elif choice == 2:
        lines.insert(at, random.choice(others))
    else:
        to = random.randrange(len(lines))
        lines[at], lines[to] = lines[to], lines[at]
    return b"\n".join(lines)


def places_in(document, most=4000):
    """(container, key) of the values of a document."""
    found, open_ones = [], [document]
    while open_ones and len(found) < most:
        one = open_ones.pop()
        keys = list(one.keys()) if isinstance(one, dict) else range(len(one))
        for key in keys:
            found.append((one, key))
            if isinstance(one[key], (dict, list)):
                open_ones.append(one[key])
    return found


ODD = [None, True, False, "", "x", "0", "-1", 0, -1, 1.5, 1e308, 2 ** 31, 2 ** 63, 2 ** 64, [], {}, [[]], [0], [-1, 0],
       "(1,2,3)", "[1, 2]", "float16", "\x00", "é" * 300, "a" * 70000]


def change_document(random, content, other):
    """A value of a JSON document becomes another, goes, comes twice, or its key is another."""
    if len(content) > 8 * WINDOW and random.random() < 0.8:
        return change_token(random, content, other)
    try:
        document = json.loads(content)
    except (ValueError, RecursionError):
        return change_token(random, content, other)
    for _ in range(random.choice([1, 1, 2, 3])):
        places = places_in(document) if isinstance(document, (dict, list)) else []
        if not places:
            break
        one, key = random.choice(places)
        choice = random.randrange(6)
        if choice <= 1:
            one[key] = json.loads(json.dumps(random.choice(ODD)))
        elif choice == 2:
            source, at = random.choice(places)
            one[key] = json.loads(json.dumps(source[at]))
        elif choice == 3 and isinstance(one[key], (int, float)) and not isinstance(one[key], bool):
            one[key] = random.choice([one[key] + 1, one[key] - 1, -one[key], one[key] * 1000, random.choice(INTEGERS)])
        elif choice == 4 and isinstance(one, list):
            one.insert(key, json.loads(json.dumps(one[key])))
        elif choice == 4:
            one[random.choice(list(one.keys())) + random.choice(["", "x"])] = one[key]
        else:
            del one[key]
    try:
        return json.dumps(document, indent=random.choice([None, 2])).encode()
    except (ValueError, RecursionError):
        return flip_bits(random, content, other)


TEXT = [change_token, change_token, change_token, change_number, change_number, change_line]
DOCUMENT = [change_document] * 5


def read_varint(content, at):
    value, shift = 0, 0
    while at < len(content) and shift < 70:
        byte = content[at]
        value |= (byte & 127) << shift
        at += 1
        shift += 7
        if byte < 128:
            return value, at
    raise ValueError


def varint(value):
    value %= 1 << 64
    out = bytearray()
    while True:
        out.append((value & 127) | (128 if value > 127 else 0))
        value >>= 7
        if not value:
            return bytes(out)


def fields_of(content):
    """[[number, wire type, value]…] of a message; ValueError where it is none."""
    fields, at = [], 0
    while at < len(content):
        tag, at = read_varint(content, at)
        number, wire = tag >> 3, tag & 7
        if number == 0 or number > 1 << 20:
            raise ValueError
        if wire == 0:
            value, at = read_varint(content, at)
        elif wire == 2:
            length, at = read_varint(content, at)
            value = content[at:at + length]
            if len(value) < length:
                raise ValueError
            at += length
        elif wire in (1, 5):
            length = 8 if wire == 1 else 4
            value = content[at:at + length]
            if len(value) < length:
                raise ValueError
            at += length
        else:
            raise ValueError
        fields.append([number, wire, value])
    return fields


def bytes_of(fields):
    out = bytearray()
    for number, wire, value in fields:
        out += varint(number << 3 | wire)
        out += varint(value) if wire == 0 else (varint(len(value)) + value if wire == 2 else value)
    return bytes(out)


def change_message(random, content, other, depth=0):
    """A field somewhere in a message of protobuf is changed; the lengths around it are right."""
    try:
        fields = fields_of(content)
    except ValueError:
        fields = []
    if not fields:
        return random.choice(BYTES)(random, content, other)
    at = random.randrange(len(fields))
    number, wire, value = fields[at]
    if wire == 2 and depth < 12 and len(value) > 1 and random.random() < 0.85:
        try:
            if fields_of(value):
                fields[at][2] = change_message(random, value, other, depth + 1)
                return bytes_of(fields)
        except ValueError:
            pass
    choice = random.randrange(8)
    if choice == 0:
        del fields[at]
    elif choice == 1:
        fields.insert(random.randrange(len(fields) + 1), list(fields[at]))
    elif choice == 2:
        fields[at][0] = random.choice([number + 1, max(number - 1, 1), random.randrange(1, 40), random.choice(fields)[0]])
    elif choice == 3:
        to = random.randrange(len(fields))
        fields[at], fields[to] = fields[to], fields[at]
    elif wire == 0:
        fields[at][2] = random.choice([value + 1, value - 1, random.choice(INTEGERS), -1, -2])
    elif wire == 2:
        fields[at][2] = random.choice([b"", value * 2, value[:-1], random.choice(NUMBERS).encode(), b"\xff" + value,
                                       random.choice(fields)[2] if isinstance(random.choice(fields)[2], bytes) else b"x",
                                       random.choice(BYTES)(random, value, value)])
        if not isinstance(fields[at][2], bytes):
            fields[at][2] = b""
    else:
        fields[at][2] = struct.pack("<d" if wire == 1 else "<f",
                                    random.choice([0.0, -1.0, float("inf"), float("nan"), 1e30, 1e-40]))
    return bytes_of(fields)


MESSAGE = [change_message] * 10


def change_archive(inner):
    """Changes a member of a zip archive by `inner` of its name, or the archive's own bytes."""
    def change(random, content, other):
        try:
            with zipfile.ZipFile(io.BytesIO(content)) as archive:
                members = [(info, archive.read(info)) for info in archive.infolist()]
        except Exception:  # whatever zipfile does not like
            members = []
        if not members or random.random() < 0.25:
            return random.choice(BYTES)(random, content, other)
        at = random.randrange(len(members))
        info, member = members[at]
        choice = random.random()
        if choice < 0.8:
            members[at] = (info, mutate(random, member, member, inner(info.filename)))
        elif choice < 0.9:
            del members[at]
        else:
            members.append(random.choice(members))
        out = io.BytesIO()
        with zipfile.ZipFile(out, "w", random.choice([zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED])) as archive:
            for info, member in members:
                name = info.filename if random.random() < 0.97 else "../" + info.filename
                archive.writestr(name, member)
        return out.getvalue()
    return change


def change_hdf5(random, content, other):
    """A string in an HDF5 file that holds JSON is changed at its length, else its superblock or object headers."""
    if random.random() < 0.5:
        found = [match.start() for match in re.finditer(rb"OHDR|TREE|SNOD|HEAP|GCOL|FRHP|BTHD|FSHD|\x89HDF", content)]
        if found:
            at = random.choice(found) + random.randrange(96)
            width = random.choice([1, 2, 4, 8])
            value = random.choice(INTEGERS) % (1 << (8 * width))
            return content[:at] + value.to_bytes(width, "little") + content[at + width:]
    start = content.find(b'{"')
    end = content.find(b"\0", start)
    if start < 0 or end < 0:
        return random.choice(BYTES)(random, content, other)
    text = random.choice([change_document, change_token, change_number])(random, content[start:end], b"{}")
    length = end - start
    if len(text) > length:
        text = text.replace(b": ", b":").replace(b", ", b",")
    return content[:start] + text[:length].ljust(length, b" ") + content[end:]


HDF5 = [change_hdf5] * 10


def mutate(random, content, other, mutators):
    for _ in range(random.choice([1, 1, 1, 2, 3])):
        content = random.choice(mutators)(random, content, other)
    return content
