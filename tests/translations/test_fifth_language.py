"""A language is added by one folder: nothing else knows which there are."""

import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
ASK = """
from shared.language import LANGUAGES, name_of, speaking, translated, translated_forms, wished, listing, number
assert LANGUAGES == ("en", "pt-BR"), LANGUAGES
assert name_of("pt-BR") == "Portugu\\u00eas (Brasil)"
assert wished("pt-BR,pt;q=0.8") == "pt-BR" and wished("pt") == "pt-BR" and wished("de") is None
with speaking("pt-BR"):
    seats = translated_forms("{n} seat", "{n} seats", 2)
    print(translated("Close"), seats, translated("New"), listing(["A", "B"]), number(12345))
"""
CATALOGUE = """
msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\\n"
"Plural-Forms: nplurals=2; plural=(n > 1);\\n"

msgid "Close"
msgstr "Fechar"

msgid "{n} seat"
msgid_plural "{n} seats"
msgstr[0] "{n} lugar"
msgstr[1] "{n} lugares"
"""


def test_a_folder_is_a_language(tmp_path: Path):
    """A sentence that its catalogue lacks is said in English until it is translated."""
    shutil.copytree(ROOT / "shared/language", tmp_path / "shared/language")
    for file in ("shared/__init__.py", "shared/marked.py"):
        shutil.copy(ROOT / file, tmp_path / file)
    catalogue = tmp_path / "frontend/translations/pt-BR/LC_MESSAGES/messages.po"
    catalogue.parent.mkdir(parents=True)
    catalogue.write_text(CATALOGUE.lstrip(), encoding="utf-8")
    asked = subprocess.run(
        [sys.executable, "-c", ASK], cwd=tmp_path, capture_output=True, text=True, check=False, env={"PYTHONUTF8": "1"}
    )
    assert asked.stdout.strip() == "Fechar {n} lugares New A e B 12.345", asked.stderr
