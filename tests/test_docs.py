"""The examples in the documentation run."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
PYTHON = [
    pytest.param(block, id=f"{page.stem}-{number}")
    for page in PAGES
    for number, block in enumerate(
        re.findall(r"^```python\n(.*?)^```", page.read_text("utf-8"), re.DOTALL | re.MULTILINE)
    )
]
LINKS = [
    pytest.param(page, link, id=f"{page.stem}-{link}")
    for page in PAGES
    for link in re.findall(r"\]\(([^)#:]+)\)", page.read_text("utf-8"))
]

CONVERSATION = re.findall(
    r"^```tp1\n(.*?)^```", (ROOT / "docs/protocol.md").read_text("utf-8"), re.DOTALL | re.MULTILINE
)

OUTSIDE = re.compile(r"[.][.]/shared")
"""What lies beside the project is not part of it."""


@pytest.mark.parametrize("block", PYTHON)
def test_python_examples_run(block: str) -> None:
    command = [sys.executable, "-W", "error", "-c", block]
    done = subprocess.run(
        command, stdin=subprocess.DEVNULL, check=False, capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stderr


def test_the_conversation_of_the_protocol_page_is_true() -> None:
    lines = "".join(CONVERSATION).splitlines()
    said = "".join(line[2:] + "\n" for line in lines if line.startswith("> "))
    heard = [line[2:] for line in lines if line.startswith("< ")]
    command = [sys.executable, "-m", "taku.cli", "headless"]
    done = subprocess.run(command, check=True, input=said, capture_output=True, text=True)
    assert done.stdout.splitlines() == heard
    assert len(said) > 0 < len(heard)


@pytest.mark.parametrize(("page", "link"), LINKS)
def test_links_lead_somewhere(page: Path, link: str) -> None:
    assert (page.parent / link).exists()


def test_the_project_speaks_of_itself_alone() -> None:
    files = subprocess.check_output(["git", "ls-files"], cwd=ROOT, text=True).splitlines()
    for name in files:
        path = ROOT / name
        if path.suffix in {".py", ".md", ".toml", ".txt", ""} and path.is_file():
            assert not OUTSIDE.search(path.read_text("utf-8", errors="replace")), name
