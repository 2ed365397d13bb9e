"""Power cuts: a command is recorded, and what a disk may hold after a cut is resumed.

A disk keeps the data of a file that was synced, and a name (made, renamed, linked, removed)
whose folder was synced after that. Of the rest it keeps what it happens to have written.

Cases: `cut SCENE K WAY SEED`: the first K changes were made. WAY says what is kept of what was
not synced: `nothing`; `names` (all names, no data); `data` (all data, no names); `some` (names
and data by chance, SEED); `both` (as `some`; a moved file often has its old name, too).
"""

import random
import shutil
import struct
from dataclasses import dataclass, field
from pathlib import Path

from calls import SCENES, scenes

HEAD = struct.Struct("<IIIIQQ")
# What the record says of a file that was opened, in the place of an offset.
TRUNCATES = 1
WAYS = ["nothing", "names", "data", "some", "both"]


@dataclass
class Node:
    """A file or folder: what it holds, and what a disk is sure to hold of it."""

    is_folder: bool
    data: bytearray = field(default_factory=bytearray)
    synced: bytes = b""
    # Of a folder: its entries, and those that the disk is sure to hold.
    names: dict = field(default_factory=dict)
    kept: dict = field(default_factory=dict)
    # Changes of names since the folder was synced: (name, node or nothing, number of the change).
    pending: list = field(default_factory=list)


def tree(path):
    """What is on the disk before: all of it is safe."""
    node = Node(path.is_dir())
    if node.is_folder:
        node.names = {entry.name: tree(entry) for entry in path.iterdir()}
        node.kept = dict(node.names)
    else:
        node.data = bytearray(path.read_bytes())
        node.synced = bytes(node.data)
    return node


def changes(record):
    """The recorded changes: (kind, file number, path, other path, offset, data)."""
    data, place = record.read_bytes(), 0
    found = []
    while place < len(data):
        kind, file, length1, length2, offset, length = HEAD.unpack_from(data, place)
        place += HEAD.size
        path = data[place : place + length1].decode()
        other = data[place + length1 : place + length1 + length2].decode()
        place += length1 + length2
        found.append((chr(kind), file, path, other, offset, data[place : place + length]))
        place += length
    return found


class Disk:
    """The tree below the box, while changes are made to it."""

    def __init__(self, box):
        self.top = box.place
        root = Node(True)
        if box.run.exists():
            root.names["run"] = root.kept["run"] = tree(box.run)
        self.root, self.open, self.number = root, {}, 0
        # The folder that each change gave a name in.
        self.given = {}

    def find(self, path):
        node = self.root
        for name in Path(path).relative_to(self.top).parts:
            node = node.names.get(name) if node else None
        return node

    def enter(self, path, node):
        """Gives a node a name, or takes the name away."""
        folder, name = self.find(Path(path).parent), Path(path).name
        if node is None:
            folder.names.pop(name, None)
        else:
            folder.names[name] = node
            self.given[self.number] = folder
        folder.pending.append((name, node, self.number))

    def make(self, kind, file, path, other, offset, data):
        self.number += 1
        if kind == "o":
            node = self.find(path)
            if node is None:
                node = Node(False)
                self.enter(path, node)
            if offset & TRUNCATES:
                node.data.clear()
            self.open[file] = node
        elif kind == "w":
            held = self.open[file].data
            held.extend(bytes(max(0, offset - len(held))))
            held[offset : offset + len(data)] = data
        elif kind == "t":
            held = self.open[file].data
            held.extend(bytes(max(0, offset - len(held))))
            del held[offset:]
        elif kind == "s":
            node = self.open[file]
            node.synced = bytes(node.data)
            node.kept, node.pending = dict(node.names), []
        elif kind == "m":
            self.enter(path, Node(True))
        elif kind == "u":
            self.enter(path, None)
        elif kind == "l":
            self.enter(other, self.find(path))
        elif kind == "r":
            node = self.find(path)
            self.enter(path, None)
            self.enter(other, node)

    def write(self, way, chance, target):
        """Builds what is left after a cut."""
        self.way, self.chance = way, chance
        self.decided, self.contents = {}, {}
        self.write_folder(self.root, target)

    def is_pending(self, number):
        """Whether a change gave a name that is not synced yet."""
        pending = self.given[number].pending if number in self.given else []
        return any(other == number and node is not None for _, node, other in pending)

    def survives(self, number, removes):
        """Whether a change of names is kept. The old name of a file that was moved does not go
        without the new one; it may stay beside it."""
        if self.way in ("nothing", "data", "names"):
            return self.way == "names"
        if number not in self.decided:
            self.decided[number] = self.chance.random() < 0.5
        if removes and self.way == "both":
            return self.decided[number] and self.chance.random() < 0.5
        if removes and number in self.given and not self.is_pending(number):
            return self.chance.random() < 0.5
        return self.decided[number]

    def write_folder(self, node, target):
        target.mkdir(exist_ok=True)
        names = dict(node.kept)
        for name, child, number in node.pending:
            if self.survives(number, child is None):
                if child is None:
                    names.pop(name, None)
                else:
                    names[name] = child
        for name, child in names.items():
            if child.is_folder:
                self.write_folder(child, target / name)
            else:
                (target / name).write_bytes(self.content(child))

    def content(self, node):
        """What is left of a file: what was synced, and of the rest what was by chance."""
        if id(node) not in self.contents:
            self.contents[id(node)] = self.some_of(node)
        return self.contents[id(node)]

    def some_of(self, node):
        now = bytes(node.data)
        if self.way == "data" or now == node.synced:
            return now
        if self.way in ("nothing", "names"):
            return node.synced
        length = self.chance.randint(0, len(now))
        # The length may be there, and the data not.
        return now[:length] + bytes(len(now) - length if self.chance.random() < 0.3 else 0)


def record(box, scene):
    """Records the changes of a scene's command, done undisturbed."""
    name, state, _ = SCENES[scene]
    box.begin(state)
    path = box.place / "record"
    end = box.do(name, {"RECORD": path})
    return (changes(path) if path.exists() else []), end


def cases(box, seed):
    chance = random.Random(seed)
    for scene in scenes(box.lab):
        made, _ = record(box, scene)
        for k in range(len(made) + 1):
            for way in WAYS:
                yield f"cut {scene} {k} {way} {chance.randint(0, 10**6)}"


def cut(box, scene, k, way, seed):
    name, state, steps = SCENES[scene]
    if (scene, str(box.place)) not in RECORDS:
        RECORDS[scene, str(box.place)] = record(box, scene)[0]
    build(box, state, RECORDS[scene, str(box.place)][: int(k)], way, seed)
    box.check()
    box.complete(steps, damaged=True)


def build(box, state, made, way, seed):
    """Puts into the box what is left after these changes and a cut."""
    box.begin(state)
    disk = Disk(box)
    for change in made:
        disk.make(*change)
    shutil.rmtree(box.run, ignore_errors=True)
    disk.write(way, random.Random(seed), box.place)


# The record of each scene, made once in each worker's box, whose paths it names.
RECORDS = {}
