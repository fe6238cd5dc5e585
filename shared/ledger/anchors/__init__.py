"""Anchors in time: what all streams of an hour had come to, folded into one digest that anybody can keep elsewhere.

Source: docs/ledger.md, "Anchors".
"""

from shared.ledger.anchors.anchor import Anchor, Leaf
from shared.ledger.anchors.check import check_all
from shared.ledger.anchors.folder import Anchors
from shared.ledger.anchors.heads import every_stream, heads_of
from shared.ledger.anchors.making import Maker
from shared.ledger.anchors.noted import Noted
from shared.ledger.anchors.proof import proof_of

__all__ = ["Anchor", "Anchors", "Leaf", "Maker", "Noted", "check_all", "every_stream", "heads_of", "proof_of"]
