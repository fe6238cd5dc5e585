"""Links in mails: each says whose it is and what it is for, signed by this instance, and is opened without a cookie."""

from itsdangerous import BadSignature, URLSafeSerializer

CONFIRM, STOP = "confirm", "end"
LONGEST = 200  # characters


def token(key: bytes, purpose: str, person: str, serial: str) -> str:
    return str(_serializer(key, purpose).dumps([person, serial]))


def meant(key: bytes, purpose: str, text: str) -> tuple[str, str] | None:
    """Person and serial; None if the link is none of ours."""
    try:
        person, serial = _serializer(key, purpose).loads(text[:LONGEST])
    except (BadSignature, ValueError, TypeError):
        return None
    return str(person), str(serial)


def _serializer(key: bytes, purpose: str) -> URLSafeSerializer:
    return URLSafeSerializer(key, salt=f"mail: {purpose}")
