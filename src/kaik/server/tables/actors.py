"""Who asks something of a table.

Seats change hands while sockets stay open, so nobody comes with a seat number that was checked before: which
seat somebody has is looked up in the table's row, under the table's lock, at every frame and every act.
"""

from __future__ import annotations

from msgspec import Struct

from kaik.protocol.errors import Forbidden
from kaik.server.db.store import TableRow


class Visitor(Struct, frozen=True):
    """A person at a table, or a watcher. `facing`: at a shared device, the seat that is turned to."""

    person: str | None
    facing: int | None = None

    def view(self, row: TableRow) -> int | None:
        """The seat whose view they are sent; `None`: a watcher's view.

        It is the seat turned to as long as that is theirs, otherwise the only one they have.
        """
        return self.facing if self.facing in row.seats_of(self.person) else row.seat_of(self.person)

    def seat(self, row: TableRow) -> int:
        """The seat they act for. `Forbidden` for watchers, and where the seat turned to is theirs no more:
        they have not been shown yet which other one they would act for."""
        seat = self.view(row)
        if seat is None:
            raise Forbidden("error.watching")
        if self.facing not in (None, seat):
            raise Forbidden("error.seat_elsewhere")
        return seat


class ComputerSeat(Struct, frozen=True):
    """The computer player of a seat."""

    number: int

    def seat(self, row: TableRow) -> int:
        """Its seat. `Forbidden` if a person sits there."""
        if row.seats[self.number].kind != "computer":
            raise Forbidden("error.seat_elsewhere")
        return self.number


Actor = Visitor | ComputerSeat
