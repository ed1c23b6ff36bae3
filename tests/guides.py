"""What a guide tells its reader to type, to write down, and to expect."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from markdown_it import MarkdownIt

ROOT = Path(__file__).parents[1]
GUIDES = [ROOT / "README.md", *sorted((ROOT / "handouts").glob("*.md"))]

COMMENT = re.compile(r"\s+# .*$")
FILE_NAME = re.compile(r"^# (\S+\.\w+)$", re.MULTILINE)
HEADER = re.compile(r"^\[\S+\]$")
SECONDS = re.compile(r"\b\d+(\.\d+)? (ms|s)\b")


@dataclass(frozen=True)
class Block:
    """A fenced block: its language, its text, and the line of the guide that it begins at."""

    language: str
    text: str
    line: int

    @property
    def file(self) -> str:
        """The file that the block belongs in, as a comment at its head says; "" if none does."""
        found = FILE_NAME.search("\n".join(self.text.splitlines()[:2]))
        return found[1] if found else ""

    def commands(self) -> list[str]:
        """Return the commands of a block for the console, without comments."""
        lines = re.sub(r"\\\n\s*", "", self.text).splitlines()
        return [COMMENT.sub("", line) for line in lines if line.strip()]


def blocks_of(guide: Path) -> list[Block]:
    """Return the fenced blocks of a guide."""
    tokens = MarkdownIt().parse(guide.read_text(encoding="utf-8"))
    return [
        Block(token.info.strip(), token.content, token.map[0] + 1)
        for token in tokens
        if token.type == "fence"
    ]


def commands_in_text(guide: Path) -> Iterator[str]:
    """Yield what stands between backquotes in a guide's sentences and begins with `ttt`."""
    for token in MarkdownIt().enable("table").parse(guide.read_text(encoding="utf-8")):
        for child in token.children or ():
            if child.type == "code_inline" and child.content.startswith("ttt "):
                yield child.content


def as_shown(text: str) -> str:
    """Return what a terminal printed, or a guide shows, without what is never twice the same."""
    lines = [" ".join(line.split()) for line in SECONDS.sub("N s", text).splitlines()]
    return "\n".join(line for line in lines if line)


def write_down(block: Block, folder: Path) -> None:
    """Do with a block what its guide asks for: add to a module, edit the rubric, make a file."""
    path = folder / block.file
    if path.suffix == ".toml":
        path.write_text(edited(path.read_text(encoding="utf-8"), block.text), encoding="utf-8")
    elif path.exists():
        path.write_text(path.read_text(encoding="utf-8") + "\n\n" + block.text, encoding="utf-8")
    else:
        path.write_text(block.text, encoding="utf-8")


def edited(rubric: str, lines: str) -> str:
    """Return a rubric with these lines: for those of the same key, or at the end of their table."""
    text = rubric.splitlines()
    start = end = len(text)
    for line in lines.splitlines()[1:]:
        if HEADER.match(line):
            if line not in text:
                text += ["", line]
            start = end = text.index(line) + 1
            while end < len(text) and text[end] and not HEADER.match(text[end]):
                end += 1
            continue
        key = line.partition(" = ")[0]
        same = [at for at in range(start, end) if text[at].startswith(f"{key} = ")]
        if same:
            text[same[0]] = line
        else:
            text.insert(end, line)
            end += 1
    return "\n".join(text) + "\n"
