"""Points, coronation, and how a match ends."""

from __future__ import annotations

from taku.engine.games.heart_of_crown.state import State


def change_points(s: State, seat: int, change: int) -> None:
    """Count points and see at once what follows (HOC-SET-09, HOC-CORO-14, -18)."""
    s.points[seat] += change
    points = s.points[seat]
    if points >= s.cards.game.win_points and seat == s.turn:
        crown(s, seat, "points")
    elif points < s.cards.game.declare_points and s.declared[seat] and not s.overtime:
        s.declared[seat] = 0  # HOC-CORO-08; in overtime it has no consequence (HOC-OVER-05)
        s.emit("cancelled", seat=seat)


def can_declare(s: State, seat: int) -> bool:
    """Whether the active player may declare now (HOC-CORO-05, -23).

    In overtime all who are still in have declared, so nobody does (HOC-OVER-07).
    """
    return s.points[seat] >= s.cards.game.declare_points and not s.declared[seat]


def declare(s: State, seat: int) -> None:
    """Announce the coronation."""
    s.declared[seat] = s.number
    s.emit("declare", seat=seat, points=s.points[seat])


def check_coronation(s: State, seat: int) -> None:
    """At the start of a turn: win, or overtime, if the turn has gone round (HOC-CORO-13, -17)."""
    since = s.declared[seat]
    if not since or s.overtime or not gone_round(s, seat):
        return
    if any(s.declared[other] for other in s.seats if other != seat):
        start_overtime(s)
    else:
        crown(s, seat, "coronation")


def gone_round(s: State, seat: int) -> bool:
    """Whether every other player has had a turn since this seat declared (HOC-CORO-10)."""
    since = s.declared[seat]
    return all(s.last_turn[o] > since for o in s.seats if o != seat and not s.out[o])


def start_overtime(s: State) -> None:
    """Who has not declared is out (HOC-OVER-01)."""
    s.overtime = True
    s.out = [not declared for declared in s.declared]
    s.emit("overtime", seats=[seat for seat in s.seats if not s.out[seat]])


def crown(s: State, seat: int, reason: str) -> None:
    """One player wins."""
    end(s, [seat], reason)


def judge(s: State, reason: str) -> None:
    """The most points of those still in the game win, ties share (HOC-JUDGE-02, -03, HOC-OVER-08)."""
    playing = [seat for seat in s.seats if not s.out[seat]]
    most = max(s.points[seat] for seat in playing)
    end(s, [seat for seat in playing if s.points[seat] == most], reason)


def end(s: State, winners: list[int], reason: str) -> None:
    """Winners come first, then those still in the game, each by points."""
    s.phase = "over"
    order = [(seat in winners, not s.out[seat], s.points[seat]) for seat in s.seats]
    order = [each if not each[0] else (True, True, 0) for each in order]
    ranks = [1 + sum(other > mine for other in order) for mine in order]
    s.finish(winners, s.points, reason, ranks)
