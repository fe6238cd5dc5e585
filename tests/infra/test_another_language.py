"""The draws of real matches, made again in JavaScript by ten lines that follow the document and not the code."""

import json
import subprocess
import sys
from pathlib import Path

from infra.verify import verify
from tests.node import MISSING, node
from tests.records import KINDS, at, record, rows

PROGRAM = Path(__file__).parent / "draws.mjs"
DRAWN = [record(*kind) for kind in KINDS if verify(record(*kind)).grade in ("fair", "committed only", "practice")]


def test_another_implementation_finds_the_same_orders_and_seals():
    path = node()
    assert path, MISSING
    asked = "".join(json.dumps(file.decode()) + "\n" for file in DRAWN)
    said = subprocess.run([path, PROGRAM], input=asked, capture_output=True, check=False, timeout=60, text=True)
    assert (said.returncode, said.stderr) == (0, "")
    found = [json.loads(line) for line in said.stdout.splitlines()]
    assert len(found) == len(DRAWN) > 5
    for file, draws in zip(DRAWN, found, strict=True):
        line = rows(file)[at(rows(file), "match.drawn")]
        assert [draw["order"] for draw in draws] == line["sealed"]["part"]["orders"]
        assert [draw["label"] for draw in draws] == [draw["label"] for draw in line["envelope"]["data"]["draws"]]
        assert all(draw["sealed"] for draw in draws)


def test_the_ten_lines_of_the_document_find_them_too(tmp_path: Path):
    text = (Path(__file__).parents[2] / "docs" / "audit.md").read_text(encoding="utf-8")
    program = text.split("```python\n")[1].split("```")[0]
    assert program.count("\n") <= 10
    for number, file in enumerate(DRAWN):
        (tmp_path / f"{number}.jsonl").write_bytes(file)
        said = subprocess.run(
            [sys.executable, "-c", program, tmp_path / f"{number}.jsonl"],
            capture_output=True,
            check=True,
            timeout=60,
            text=True,
        )
        draws = rows(file)[at(rows(file), "match.drawn")]["envelope"]["data"]["draws"]
        told = said.stdout.splitlines()
        assert [line.split()[0] for line in told] == [draw["label"] for draw in draws]
        assert all(line.endswith("] as stored") for line in told)
