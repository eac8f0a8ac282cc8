"""How sockets compress what they send.

A frame is the whole view and much like the one before it: a window that holds the last frame lets the
quickest levels of zlib do better than the thorough ones do with a small window, at less cost.
"""

from __future__ import annotations

from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.extensions.permessage_deflate import ServerPerMessageDeflateFactory

LEVEL = 1


class Protocol(WebSocketsSansIOProtocol):
    """Uvicorn's sockets with a compression of our own."""

    def __init__(self, *words: Any, **named: Any) -> None:
        super().__init__(*words, **named)
        self.conn.available_extensions = [
            ServerPerMessageDeflateFactory(client_max_window_bits=12, compress_settings={"level": LEVEL})
        ]
