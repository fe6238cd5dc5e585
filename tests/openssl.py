"""OpenSSL's command line, and a time-stamp authority that is made with it."""

import shutil
import subprocess
from hashlib import sha256
from pathlib import Path

import pytest

MISSING = "Tests of time stamps need OpenSSL: install it (Debian: apt-get install openssl)."
EXTENSIONS = """[req]
distinguished_name = name
prompt = no
[name]
CN = A time-stamp authority
[stamps]
extendedKeyUsage = critical, timeStamping
basicConstraints = CA:FALSE
[tsa]
default_tsa = one
[one]
serial = {folder}/serial
signer_cert = {folder}/tsa.pem
signer_key = {folder}/tsa.key
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha256
accuracy = secs:1
ess_cert_id_alg = sha256
"""


def openssl(*arguments: str) -> bytes:
    """What it writes. Raises CalledProcessError; a missing program fails the test with what to install."""
    path = shutil.which("openssl")
    assert path, MISSING
    try:
        return subprocess.run([path, *arguments], check=True, capture_output=True).stdout
    except subprocess.CalledProcessError as error:
        error.add_note(error.stderr.decode(errors="replace"))
        raise


class Authority:
    """Its certificate is signed by itself."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.settings, self.certificate = folder / "tsa.cnf", folder / "tsa.pem"
        self.settings.write_text(EXTENSIONS.format(folder=folder), "ascii")
        (folder / "serial").write_text("01\n", "ascii")
        key = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout", str(folder / "tsa.key"))
        named = ("-config", str(self.settings), "-extensions", "stamps", "-days", "2")
        openssl("req", "-x509", *key, "-out", str(self.certificate), *named)

    def answer(self, question: bytes) -> bytes:
        asked, answered = self.folder / "question", self.folder / "answer"
        asked.write_bytes(question)
        openssl("ts", "-reply", "-config", str(self.settings), "-queryfile", str(asked), "-out", str(answered))
        return answered.read_bytes()

    @staticmethod
    def sha256(content: bytes) -> str:
        return sha256(content).hexdigest()


@pytest.fixture(scope="session")
def authority(tmp_path_factory: pytest.TempPathFactory) -> Authority:
    return Authority(tmp_path_factory.mktemp("tsa"))
