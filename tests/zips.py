"""What is handed out as zips: to look into them, and to unpack them at an empty desk."""

import json
import sys
import sysconfig
import tomllib
import venv
import zipfile
from pathlib import Path

from autograder.assignment.composition import function_text
from autograder.grading.rubric import read_rubric

WORKFLOW = ".github/workflows/check.yml"
ROOT = Path(__file__).parents[1]
HIDDEN = [name for name, check in read_rubric().checks.items() if check.visibility == "hidden"]
PUBLIC = [name for name in read_rubric().checks if name not in HIDDEN]
OF_THE_LADDER = {name for name, check in read_rubric().checks.items() if check.extra}
ALWAYS_HIDDEN = [name for name in HIDDEN if name not in OF_THE_LADDER]
ALWAYS_PUBLIC = [name for name in PUBLIC if name not in OF_THE_LADDER]


def files_of(zip_path: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(zip_path) as bundle:
        return {name: bundle.read(name) for name in bundle.namelist()}


def unpack(zip_path: Path, folder: Path) -> Path:
    """Unpack as `unzip` does, rights included."""
    folder.mkdir(parents=True)
    with zipfile.ZipFile(zip_path) as bundle:
        for member in bundle.infolist():
            path = Path(bundle.extract(member, folder))
            path.chmod(member.external_attr >> 16 & 0o777)
    return folder


def third_party_environment(folder: Path, kit: Path) -> Path:
    """Make a virtual environment with the kit at `kit` and only the libraries of this one.

    To install them anew takes a minute and a half; `pip install -e .` was tried by hand.
    """
    venv.create(folder, symlinks=True)
    libraries = Path(sysconfig.get_path("purelib"))
    own = folder / libraries.relative_to(sys.prefix)
    for path in libraries.iterdir():
        if "perfect_play" not in path.name and path.suffix != ".pth":  # no other kit
            (own / path.name).symlink_to(path)
    for pattern in ("bin/mpi*", "bin/hydra*", "lib/libmpi*", "lib/mpich"):
        for path in Path(sys.prefix).glob(pattern):
            (folder / path.relative_to(sys.prefix)).symlink_to(path)
    (own / "kit.pth").write_text(f"{kit}\n")
    version = tomllib.loads((kit / "pyproject.toml").read_text())["project"]["version"]
    description = own / f"perfect_play-{version}.dist-info" / "METADATA"
    description.parent.mkdir()
    description.write_text(f"Metadata-Version: 2.1\nName: perfect-play\nVersion: {version}\n")
    script = folder / "bin" / "ttt"
    script.write_text(f'#!/bin/sh\nexec {folder}/bin/python -m autograder "$@"\n')
    script.chmod(0o755)
    return folder


def answered_in_notebooks(student_zip: Path) -> dict[str, bytes]:
    """Return the students' kit as it is when the solution was typed into its notebooks."""
    files = files_of(student_zip)
    for name in [name for name in files if name.endswith(".ipynb")]:
        notebook = json.loads(files[name])
        for cell in notebook["cells"]:
            first = "".join(cell["source"]).partition("\n")[0]
            if first.startswith("%%answer "):
                module, _, function = first.removeprefix("%%answer ").partition(".")
                text = (ROOT / "solution" / f"{module}.py").read_text()
                cell["source"] = f"{first}\n{function_text(module, text, function)}"
        files[name] = json.dumps(notebook).encode()
    return files


def write_files(files: dict[str, bytes], folder: Path) -> None:
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


def write_as_zip(files: dict[str, bytes], path: Path) -> None:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
