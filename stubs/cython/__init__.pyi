# What kaik's pure-Python-mode modules use of cython. C numbers are ints to the type checker, C buffers lists.
from collections.abc import Callable
from typing import Any, TypeVar

_F = TypeVar("_F", bound=Callable[..., Any])
_T = TypeVar("_T")

__version__: str
compiled: bool

int = int
uint = int
longlong = int
double = float
ulonglong: Any
uchar: Any
bint = bool
void = None
p_int = list[int]
p_uchar = list[int]
p_ulonglong = list[int]

def cfunc(function: _F) -> _F: ...
def inline(function: _F) -> _F: ...

class _NoGil:
    def __call__(self, function: _F) -> _F: ...
    def __enter__(self) -> None: ...
    def __exit__(self, *wrong: object) -> None: ...

nogil: _NoGil

def exceptval(*, check: bool = ...) -> Callable[[_F], _F]: ...
def cast(kind: type[_T], value: Any) -> _T: ...
def address(value: Any) -> Any: ...
def declare(kind: Any) -> Any: ...
