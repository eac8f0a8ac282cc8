"""How refusals and failures are answered over HTTP: a status, and a `Trouble` as JSON."""

from __future__ import annotations

import logging

from litestar import Response
from litestar.exceptions import HTTPException, ValidationException
from litestar.types import ExceptionHandlersMap

from kaik.core.errors import Refusal
from kaik.core.messages import Message, msg
from kaik.protocol.errors import Problem, Trouble, trouble
from kaik.server.http.requests import HttpRequest

log = logging.getLogger(__name__)


def _refused(_: HttpRequest, refusal: Refusal) -> Response[Trouble]:
    return _answer(refusal.message, refusal.status if isinstance(refusal, Problem) else 400)


def _http_error(_: HttpRequest, error: HTTPException) -> Response[Trouble]:
    if isinstance(error, ValidationException):
        return _answer(msg("error.request", detail=_detail(error)), error.status_code)
    keys = {404: "error.not_found", 405: "error.method", 413: "error.body_size"}
    key = keys.get(error.status_code, "error.request" if error.status_code < 500 else "error.internal")
    return _answer(msg(key, detail=str(error.detail)), error.status_code)


def _detail(error: ValidationException) -> str:
    """What is wrong with the request, in the words of the validator."""
    extra = error.extra
    if isinstance(extra, list) and extra and isinstance(extra[0], dict):
        return "; ".join(f"{item.get('key', '')}: {item.get('message', '')}".strip(": ") for item in extra)
    return str(error.detail)


def _no_json(_: HttpRequest, __: Exception) -> Response[Trouble]:
    return _answer(msg("error.request", detail="JSON"), 400)


def _internal(request: HttpRequest, error: Exception) -> Response[Trouble]:
    log.error("%s %s failed", request.method, request.url.path, exc_info=error)
    return _answer(msg("error.internal"), 500)


def _answer(message: Message, status: int) -> Response[Trouble]:
    return Response(trouble(message), status_code=status, media_type="application/json")


HANDLERS: ExceptionHandlersMap = {
    Refusal: _refused,
    HTTPException: _http_error,
    RecursionError: _no_json,
    UnicodeDecodeError: _no_json,
    Exception: _internal,
}
