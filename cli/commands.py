"""The words of the prompt that are not moves: help, log, hint, undo and so on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from taku.cli import config, reference, render
from taku.cli.config import state_folder
from taku.cli.language import LANGUAGES
from taku.cli.moves import choices, fold
from taku.cli.render.common import ENDLESS, Cell, columns, rule, wrap
from taku.cli.style import Line
from taku.engine import Decision, TakuError
from taku.engine.core.errors import near

if TYPE_CHECKING:
    from taku.cli.session import Session
    from taku.protocol.players import Player

Topics = Callable[["Session"], Sequence[tuple[str, str]]]


class Command(NamedTuple):
    """One word of the prompt."""

    name: str
    alias: str
    """The word in Japanese."""
    reading: str
    """The word in kana, as it is typed without conversion."""
    run: Callable[[Session, Decision, str], bool]
    """Does it; whether the position has changed."""
    topics: Topics | None = None
    """What may follow it."""


def show_help(session: Session, decision: Decision, argument: str) -> bool:
    """How to play at the prompt."""
    session.tell(session.say("help-moves"))
    rows: list[list[Cell]] = [
        [
            ("key", c.name),
            *([c.alias] if session.language == "ja" else []),
            session.say(f"command-{c.name}"),
        ]
        for c in COMMANDS
    ]
    session.show(columns(rows, session.console.width, indent="  "))
    session.tell(session.say("help-keys"), "dim")
    return False


def show_moves(session: Session, decision: Decision, argument: str) -> bool:
    """Every legal move with everything about it."""
    lines: list[Line] = []
    for choice in session.offered(decision):
        lines.append(
            [
                ("key", f" {choice.number:>2} "),
                ("strong", choice.title),
                ("dim", f"  {choice.move}"),
            ]
        )
        if choice.note:
            told = wrap(choice.note, session.console.width - 6)
            lines += [[("dim", "      " + line)] for line in told]
    session.show(lines)
    return False


def show_card(session: Session, decision: Decision, argument: str) -> bool:
    """What a component is and does."""
    if not argument:
        raise TakuError(session.say("card-which"))
    session.show(reference.card(session.look, argument))
    return False


def show_rules(session: Session, decision: Decision, argument: str) -> bool:
    """The rules: the sections, or what is asked for."""
    session.show(reference.rules(session.look, argument))
    return False


def show_log(session: Session, decision: Decision, argument: str) -> bool:
    """Everything this seat has seen happen."""
    from taku.cli.telling import told

    match, look, since = session.match, session.look, session.told_to(decision.seat)
    news = told(match, decision.seat, look, since)
    lines = told(match, decision.seat, look, 0, since)
    if lines and news:
        lines.append(rule(session.say("since-your-move"), look.width))
    session.show([*lines, *news] or [[("dim", session.say("nothing-yet"))]])
    return False


def show_table(session: Session, decision: Decision, argument: str) -> bool:
    """Draw the table again, or what one player has, with what a small screen has no room for."""
    view = session.match.state.view(decision.seat)
    look = replace(session.look, height=ENDLESS)
    if argument:
        session.show(render.player(view, _seat_named(session, argument), look))
    else:
        session.show(render.table(view, look))
    return False


def _seat_named(session: Session, entry: str) -> int:
    """The seat of a player, by name or the beginning of it."""
    names = [fold(name) for name in session.names]
    typed = fold(entry)
    found = [seat for seat, name in enumerate(names) if name == typed]
    found = found or [seat for seat, name in enumerate(names) if name.startswith(typed)]
    if len(found) == 1:
        return found[0]
    players, hint = ", ".join(session.names), near(entry, session.names)
    raise TakuError(session.say("no-player", name=entry, near=hint, players=players))


def give_hint(session: Session, decision: Decision, argument: str) -> bool:
    """Ask the best bot there is, and why."""
    from taku.bots.registry import make
    from taku.protocol.players import PlayerFault

    usual = session.settings.hint
    bot = make(argument or (config.player("hint", usual) if usual else best_bot()))
    try:
        move = _advice(session, decision, bot)
    except PlayerFault as fault:
        raise TakuError(f"{bot.name}: {fault.message}") from None
    finally:
        bot.close()
    (choice,) = choices([move], session.look)
    session.tell(session.say("hint-is", name=bot.name, move=move, label=choice.title), "good")
    explain = getattr(bot, "explain", None)
    considered = list(explain())[:3] if explain else []
    if len(considered) > 1:
        told = [f"{choices([c.move], session.look)[0].title} {c.value:.0%}" for c in considered]
        session.tell(session.say("hint-why", moves=session.look.say("、", ", ").join(told)), "dim")
    return False


def _advice(session: Session, decision: Decision, bot: Player) -> str:
    """What the bot would do in this seat."""
    from taku.cli.seating import follow
    from taku.protocol.players import Start, Turn

    state, seat = session.match.state, decision.seat
    start = Start(state.game, state.players, session.match.options, session.names, [seat])
    session.think("starts", bot.name, lambda: bot.begin(start), None)
    follow(bot, session.console)
    bot.ask(Turn(state, decision))
    bot.flush()
    hurry = getattr(bot, "hurry", None)
    return session.think("thinks", bot.name, lambda: bot.answer(seat), hurry)


def best_bot() -> str:
    """The spec of the strongest bot that ships with taku."""
    from taku.bots.registry import BOTS

    if "mcts" in BOTS:
        return "mcts:seconds=2" if "seconds" in BOTS["mcts"].parameters else "mcts"
    return "greedy" if "greedy" in BOTS else "random"


def take_back(session: Session, decision: Decision, argument: str) -> bool:
    """Take back your last move and all that followed."""
    session.undo(decision.seat)
    session.note(session.say("undone"), "dim")
    return True


def save(session: Session, decision: Decision, argument: str) -> bool:
    """Keep a copy of the match under a name."""
    from taku.protocol.records import Recorder

    path = saved_path(argument or session.match.game.id)
    if path.exists() and not _is_record(path):
        raise TakuError(session.say("not-a-save", path=path))
    fresh = path.with_name(path.name + ".new")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        fresh.unlink(missing_ok=True)
        Recorder.create(fresh, session.match, session.seats).close()
        fresh.replace(path)
    except OSError as error:
        raise TakuError(session.say("cannot-save", path=path, reason=error.strerror)) from None
    session.tell(session.say("saved", path=str(path)), "good")
    return False


def _is_record(path: Path) -> bool:
    """Whether a save may take the place of this file."""
    from taku.protocol import records

    try:
        records.read(path)
    except records.BadRecord:
        return False
    return True


def load(session: Session, decision: Decision, argument: str) -> bool:
    """Go on with a match that was saved."""
    from taku.cli.play import new_record
    from taku.protocol import records

    path = saved_path(argument or session.match.game.id)
    if not path.exists():
        names = [name for name, _ in saved_names(session)]
        saves = ", ".join(names) or "-"
        hint = near(path.stem, names)
        raise TakuError(session.say("no-save", name=path.stem, near=hint, saves=saves))
    recording = records.read(path)
    match = records.replay(recording, session.match.game)
    if match.players != session.match.players:
        raise TakuError(session.say("other-players", path=str(path), players=match.players))
    session.replace(match, new_record(match, session.seats) if session.recorder else None)
    session.note(session.say("loaded", path=str(path)), "good")
    return True


def saved_path(name: str) -> Path:
    """Where a save of this name lies; a path is taken as it is."""
    given = Path(name).expanduser()
    if given.suffix or len(given.parts) > 1:
        return given
    return state_folder() / "saves" / f"{name}.jsonl"


def saved_names(session: Session) -> list[tuple[str, str]]:
    """The saves there are."""
    return [(path.stem, "") for path in sorted((state_folder() / "saves").glob("*.jsonl"))]


def switch_language(session: Session, decision: Decision, argument: str) -> bool:
    """Speak the other language, or the one named."""
    other = "en" if session.language == "ja" else "ja"
    if argument and argument not in LANGUAGES:
        raise TakuError(session.say("no-language", language=argument))
    session.language = argument or other
    session.show(session.screen(decision))
    return False


def pass_on(session: Session, decision: Decision, argument: str) -> bool:
    """Pass until something changes."""
    session.pass_on(decision)
    return True


def leave(session: Session, decision: Decision, argument: str) -> bool:
    """Leave; the match is kept."""
    from taku.cli.seating import Quit

    raise Quit


def _players(session: Session) -> list[tuple[str, str]]:
    return [(name, "") for name in session.names]


def _cards(session: Session) -> list[tuple[str, str]]:
    look = session.look
    return [(id, look.name(id)) for id in look.game.entries]


def _sections(session: Session) -> list[tuple[str, str]]:
    game, language = session.match.game, session.language
    short = [(part.title.in_language(language), "") for part in reference.primer(game)]
    return short + [(section.key, section.title) for section in reference.sections(game)]


def _languages(session: Session) -> list[tuple[str, str]]:
    return [("ja", "日本語"), ("en", "English")]


COMMANDS = (
    Command("help", "ヘルプ", "へるぷ", show_help),
    Command("moves", "手", "て", show_moves),
    Command("table", "卓", "たく", show_table, _players),
    Command("card", "カード", "かーど", show_card, _cards),
    Command("rules", "ルール", "るーる", show_rules, _sections),
    Command("log", "記録", "きろく", show_log),
    Command("hint", "ヒント", "ひんと", give_hint),
    Command("undo", "戻す", "もどす", take_back),
    Command("save", "保存", "ほぞん", save, saved_names),
    Command("load", "読込", "よみこみ", load, saved_names),
    Command("lang", "言語", "げんご", switch_language, _languages),
    Command("auto", "自動", "じどう", pass_on),
    Command("quit", "終了", "しゅうりょう", leave),
)
"""Every command, in the order in which help lists them."""


def command_named(word: str, prefix: bool = False) -> Command | None:
    """The command of this name in either language; on request also by a prefix that only one has."""
    typed = fold(word)
    typed = "help" if typed == "?" else typed
    for command in COMMANDS:
        if typed in (command.name, fold(command.alias), command.reading):
            return command
    found = [c for c in COMMANDS if prefix and typed and c.name.startswith(typed)]
    return found[0] if len(found) == 1 else None
