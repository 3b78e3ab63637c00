"""What is installed is `taku`, whole, and nothing else."""

import shutil
import subprocess
import sys
import tomllib
import venv
from importlib.metadata import PathDistribution, distribution
from pathlib import Path
from zipfile import ZipFile

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).parents[1]
SETUPTOOLS = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["setuptools"]
PLACES: dict[str, str] = {
    folder: package.replace(".", "/") for package, folder in SETUPTOOLS["package-dir"].items()
}
"""Where each source folder is installed."""
FOLDERS = sorted(folder for folder in PLACES if "/" not in folder)


def run(*command: str | Path, cwd: Path, expect: int = 0) -> str:
    """The output of a command, which must end with the code expected."""
    done = subprocess.run(
        command,
        check=False,
        cwd=cwd,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
    )
    assert done.returncode == expect, done.stdout
    return done.stdout


def test_every_source_folder_is_packaged() -> None:
    on_disk = {
        ".".join((place, *init.parent.relative_to(ROOT / folder).parts)).replace("/", ".")
        for folder, place in PLACES.items()
        for init in (ROOT / folder).rglob("__init__.py")
    }
    assert on_disk == set(SETUPTOOLS["packages"])


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wheel built from an sdist, itself built from a clean copy of the sources."""
    copy = tmp_path_factory.mktemp("copy")
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, copy)
    for folder in PLACES:
        shutil.copytree(
            ROOT / folder, copy / folder, ignore=shutil.ignore_patterns("__pycache__", ".*")
        )
    run(sys.executable, "-m", "build", "--no-isolation", cwd=copy)
    (path,) = (copy / "dist").glob("*.whl")
    return path


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment with the wheel and what it declares to need, and nothing else."""
    home = tmp_path_factory.mktemp("installed")
    venv.create(home, symlinks=True)
    pip = (sys.executable, "-m", "pip", "--python", home / "bin/python")
    run(*pip, "install", "--no-index", "--no-deps", wheel, cwd=home)
    (site,) = home.glob("lib/python*/site-packages")
    (metadata,) = site.glob("taku-*.dist-info")
    link_requirements(PathDistribution(metadata).requires or [], site, set())
    return home


def link_requirements(requirements: list[str], site: Path, seen: set[str]) -> None:
    """Link the distributions required, and what they require, into `site`."""
    for requirement in map(Requirement, requirements):
        marker = requirement.marker
        if requirement.name in seen or (marker and not marker.evaluate({"extra": ""})):
            continue
        seen.add(requirement.name)
        found = distribution(requirement.name)
        for top in {file.parts[0] for file in found.files or []} - {"..", "__pycache__"}:
            (site / top).symlink_to(Path(str(found.locate_file(top))))
        link_requirements(found.requires or [], site, seen)


def test_every_source_file_is_in_the_wheel(wheel: Path) -> None:
    sources = {
        f"{place}/{file.relative_to(ROOT / folder).as_posix()}"
        for folder, place in PLACES.items()
        for file in (ROOT / folder).rglob("[!.]*")
        if file.is_file() and "__pycache__" not in file.parts
    }
    packed = {name for name in ZipFile(wheel).namelist() if ".dist-info/" not in name}
    assert packed == sources
    assert {f"taku/engine/games/grimoire/{n}" for n in ("cards.toml", "RULES.md")} <= packed


def test_the_installed_engine_knows_its_games(installed: Path) -> None:
    code = "from taku import engine; print(engine.games())"
    assert "grimoire" in run(installed / "bin/python", "-c", code, cwd=installed)
    assert (installed / "bin/taku").is_file()


@pytest.mark.parametrize("name", FOLDERS)
def test_no_generic_name_is_installed(installed: Path, name: str) -> None:
    code = f"import importlib.util as u; print(u.find_spec({name!r}), u.find_spec('taku.{name}'))"
    generic, ours = run(installed / "bin/python", "-c", code, cwd=installed).split(" ", 1)
    assert generic == "None"
    assert str(installed) in ours


def lint_imports(cwd: Path, expect: int) -> str:
    """Check the imports of the `taku` found from `cwd` against our contracts."""
    command = Path(sys.executable).with_name("lint-imports")
    return run(command, "--no-cache", "--config", ROOT / "pyproject.toml", cwd=cwd, expect=expect)


def test_imports_point_one_way() -> None:
    assert " 0 broken" in lint_imports(ROOT, expect=0)


@pytest.mark.parametrize(
    ("module", "imports", "broken"),
    [
        ("taku.cli", "taku.engine", 0),
        ("taku.engine.games.one", "taku.engine.core", 0),
        ("taku.engine.core", "taku.protocol", 1),
        ("taku.protocol", "taku.bots", 1),
        ("taku.bots", "taku.cli", 1),
        ("taku.engine.core", "taku.engine.games.one", 1),
        ("taku.engine.games.one", "taku.engine.games.two", 1),
    ],
)
def test_a_wrong_import_is_noticed(tmp_path: Path, module: str, imports: str, broken: int) -> None:
    games = ("engine/games", "engine/games/one", "engine/games/two")
    for folder in (*FOLDERS, "engine/core", *games):
        (tmp_path / "taku" / folder).mkdir(parents=True)
        (tmp_path / "taku" / folder / "__init__.py").touch()
    (tmp_path / module.replace(".", "/") / "__init__.py").write_text(f"import {imports}\n")
    assert f" {broken} broken" in lint_imports(tmp_path, expect=broken)
