"""The Typer app: every command is a few lines that call something.

Annotations are not postponed here: Typer would evaluate every one of them twice at each start.
"""

import re
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer

from taku.cli import language
from taku.cli.guard import complain, guarded
from taku.cli.helps import HELPS

if TYPE_CHECKING:
    from taku.cli.terms import Terms
    from taku.engine import Game

F = TypeVar("F", bound=Callable[..., object])


def _given_language(arguments: Sequence[str]) -> str | None:
    """What ``--lang`` says, before anything is parsed: the help itself depends on it."""
    for number, argument in enumerate(arguments):
        if argument.startswith("--lang="):
            return argument[7:]
        if argument == "--lang" and number + 1 < len(arguments):
            return arguments[number + 1]
    return None


LANGUAGE = language.choose(_given_language(sys.argv[1:]))
"""The language of the help."""


def _help(key: str) -> str:
    ja, en = HELPS[key]
    return ja if LANGUAGE == "ja" else en


def _first_sentence(text: str) -> str:
    return re.split(r"(?<=。)|(?<=\.)\s", text)[0]


app = typer.Typer(
    help=_help("taku"),
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    add_completion=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _games(incomplete: str) -> list[str]:
    """The games whose ids begin so, for the shell to complete."""
    from taku import engine

    return [id for id in engine.games() if id.startswith(incomplete)]


def _cards(context: typer.Context, incomplete: str) -> list[str]:
    """The components of the game that is named before."""
    return _of_game(context, incomplete, lambda game: game.entries)


def _sections(context: typer.Context, incomplete: str) -> list[str]:
    """The sections of the rules of the game that is named before."""
    from taku.cli.reference import sections

    return _of_game(context, incomplete, lambda game: [part.key for part in sections(game)])


def _of_game(
    context: typer.Context, incomplete: str, words: "Callable[[Game[Any]], Iterable[str]]"
) -> list[str]:
    from taku.cli.terms import game_named
    from taku.engine import TakuError

    try:
        game = game_named(context.params["game"])
    except TakuError:
        return []  # a shell that completes is no place for an error
    return [word for word in words(game) if word.startswith(incomplete)]


GameId = Annotated[str, typer.Argument(help=_help("GAME"), metavar="GAME", autocompletion=_games)]
Lang = Annotated[str | None, typer.Option("--lang", help=_help("lang"), metavar="ja|en")]
NoColor = Annotated[bool, typer.Option("--no-color", help=_help("no-color"))]
Seed = Annotated[int | None, typer.Option("--seed", help=_help("seed"))]
Options = Annotated[list[str] | None, typer.Option("--option", help=_help("option"))]
MoveTime = Annotated[float, typer.Option("--move-time", help=_help("move-time"), metavar="SECONDS")]
Memory = Annotated[int | None, typer.Option("--memory", help=_help("memory"), metavar="MIB")]
Html = Annotated[Path | None, typer.Option("--html", help=_help("html"), metavar="FILE")]
Cards = Annotated[Path | None, typer.Option("--cards", help=_help("card-option"), metavar="FILE")]


def command(name: str) -> Callable[[F], F]:
    """Register a command whose help is in ``HELPS``."""
    return app.command(name, help=_help(name), short_help=_first_sentence(_help(name)))


bot = typer.Typer(help=_help("bot"))
app.add_typer(bot, name="bot")


def _terms(lang: str | None = None, no_color: bool = False) -> "Terms":
    from taku.cli.terms import Terms

    return Terms(lang, no_color)


def _version(wanted: bool) -> None:
    if wanted:
        from taku.protocol.version import VERSION

        print(f"taku {VERSION}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def start(
    context: typer.Context,
    lang: Lang = None,
    no_color: NoColor = False,
    _: Annotated[
        bool,
        typer.Option("--version", "-V", help=_help("version"), callback=_version, is_eager=True),
    ] = False,
) -> None:
    """Without a command: the menu in a terminal, the help elsewhere."""
    if context.invoked_subcommand is not None:
        # What stands before a command holds for it too.
        context.default_map = {context.invoked_subcommand: {"lang": lang, "no_color": no_color}}
        return
    from taku.cli.terms import in_terminal

    if not in_terminal():
        print(context.get_help())
        return
    from taku.cli.menu import run_menu

    raise typer.Exit(run_menu(_terms(lang, no_color)))


@command("games")
def games(lang: Lang = None, no_color: NoColor = False) -> None:
    """List the games."""
    from taku.cli import reference

    terms = _terms(lang, no_color)
    terms.show(reference.games(terms.language, terms.width))


@command("cards")
def cards(
    game: GameId,
    card: Annotated[
        str | None,
        typer.Argument(help=_help("CARD"), metavar="[CARD]", autocompletion=_cards),
    ] = None,
    file: Annotated[Path | None, typer.Argument(help=_help("card-file"), metavar="[FILE]")] = None,
    cards: Cards = None,
    whole: Annotated[bool, typer.Option("--file", help=_help("print-file"))] = False,
    lang: Lang = None,
    no_color: NoColor = False,
) -> None:
    """List or explain components, or check a card file."""
    from taku.cli import reference

    terms = _terms(lang, no_color)
    if game == "check":
        read = reference.checked(card, file, terms.language)
        said = {"file": read.card_path, "count": len(read.entries)}
        print(language.text(terms.language, "cards-fine", **said))
        return
    reference.end_of_words(card, file, terms.language)
    look = terms.look(game, cards)
    if whole:
        print(look.game.card_text, end="")
        return
    terms.show(reference.cards(look) if card is None else reference.card(look, card))


@command("rules")
def rules(
    game: GameId,
    topic: Annotated[
        str,
        typer.Argument(help=_help("SECTION"), metavar="[SECTION|ID]", autocompletion=_sections),
    ] = "",
    lang: Lang = None,
    no_color: NoColor = False,
) -> None:
    """Show the rules."""
    from taku.cli import reference

    terms = _terms(lang, no_color)
    terms.show(reference.rules(terms.look(game), topic))


@command("play")
def play(
    game: GameId,
    players: Annotated[int | None, typer.Option("--players", help=_help("players"))] = None,
    seats: Annotated[str | None, typer.Option("--seats", help=_help("seats"))] = None,
    seed: Seed = None,
    option: Options = None,
    lang: Lang = None,
    record: Annotated[Path | None, typer.Option("--record", help=_help("record"))] = None,
    scenario: Annotated[Path | None, typer.Option("--scenario", help=_help("scenario"))] = None,
    cards: Cards = None,
    strict: Annotated[bool, typer.Option("--strict", help=_help("strict"))] = False,
    plain: Annotated[bool, typer.Option("--plain", help=_help("plain"))] = False,
    no_color: NoColor = False,
) -> None:
    """Play at the prompt or from a pipe."""
    from taku.cli import play as playing

    code = playing.start(
        game,
        _terms(lang, no_color),
        seats=seats,
        players=players,
        seed=seed,
        options=option or (),
        scenario=scenario,
        cards=cards,
        record=record,
        strict=strict,
        plain=plain,
    )
    raise typer.Exit(code)


@command("resume")
def resume(
    file: Annotated[
        Path | None, typer.Argument(help=_help("resume-file"), metavar="[FILE]")
    ] = None,
    cards: Cards = None,
    plain: Annotated[bool, typer.Option("--plain", help=_help("plain"))] = False,
    lang: Lang = None,
    no_color: NoColor = False,
) -> None:
    """Go on with a match."""
    from taku.cli import play as playing

    terms = _terms(lang, no_color)
    code = playing.go_on(file, terms.language, terms.colour, terms.settings, cards, plain)
    raise typer.Exit(code)


@command("replay")
def replay(
    file: Annotated[Path | None, typer.Argument(help=_help("FILE"), metavar="[FILE]")] = None,
    match: Annotated[
        int | None, typer.Option("--match", help=_help("replay-match"), metavar="NUMBER")
    ] = None,
    to: Annotated[int | None, typer.Option("--to", help=_help("to"))] = None,
    seat: Annotated[int | None, typer.Option("--seat", help=_help("seat"))] = None,
    verify: Annotated[bool, typer.Option("--verify", help=_help("verify"))] = False,
    plain: Annotated[bool, typer.Option("--plain", help=_help("plain"))] = False,
    cards: Cards = None,
    lang: Lang = None,
    no_color: NoColor = False,
) -> None:
    """Look at a record."""
    from taku.cli import replay as replaying

    terms = _terms(lang, no_color)
    raise typer.Exit(
        replaying.run(
            file, terms, number=match, to=to, seat=seat, verify=verify, plain=plain, cards=cards
        )
    )


@command("learn")
def learn(game: GameId, lang: Lang = None, no_color: NoColor = False) -> None:
    """Learn a game by playing."""
    from taku.cli import learn as learning

    terms = _terms(lang, no_color)
    raise typer.Exit(learning.run(game, terms))


@command("demo")
def demo(
    games: Annotated[
        list[str] | None, typer.Argument(help=_help("names"), metavar="[GAME]...")
    ] = None,
    seed: Seed = 1,
    bot: Annotated[str | None, typer.Option("--bot", help=_help("strategy"))] = None,
    quick: Annotated[bool, typer.Option("--quick", help=_help("quick"))] = False,
    lang: Lang = None,
    no_color: NoColor = False,
) -> None:
    """Let bots play every game once."""
    from taku.cli import demo as demonstration

    demonstration.run(_terms(lang, no_color), games or [], seed or 0, bot, quick)


@command("schema")
def schema(
    what: Annotated[str, typer.Argument(help=_help("schema-what"), metavar="WHAT")],
    game: Annotated[str | None, typer.Argument(help=_help("GAME"), metavar="[GAME]")] = None,
    lang: Lang = None,
) -> None:
    """Print a JSON Schema."""
    import json

    from taku.cli import reference

    found = reference.schema(what, game, _terms(lang).language)
    print(json.dumps(found, indent=2, ensure_ascii=False))


@command("headless")
def headless() -> None:
    """Speak TP/1."""
    from taku.cli.main import headless as serve

    raise typer.Exit(serve())


MEASURED = ("protocol", "search", "limit", "arena", "start")
"""What ``taku bench`` measures besides games."""


@command("bench")
def bench(
    games: Annotated[
        list[str] | None, typer.Argument(help=_help("names"), metavar="[GAME]...")
    ] = None,
) -> None:
    """Measure speed."""
    from taku import engine
    from taku.engine.core.errors import near

    if games and games[0] == "start":
        from taku.cli.startup import run as measure_start

        print(measure_start())
        return
    if games and games[0] == "arena":
        from taku.bots.tournament.bench import run as measure_arena

        print(measure_arena(games[1:] or engine.games()))
        return
    if games and games[0] == "search":
        from taku.bots.bench import run as measure_search

        print(measure_search(games[1:] or engine.games()))
        return
    if games and games[0] == "limit":
        from taku.bots.limits import run as measure_limit

        print(measure_limit(games[1:] or engine.games()))
        return
    if games and games[0] == "protocol":
        from taku.protocol.bench import run as measure_protocol

        print(measure_protocol(games[1] if len(games) > 1 else "grimoire"))
        return
    from taku.cli.bench import run as measure

    known = (*engine.games(), *MEASURED)
    for id in games or ():
        if id not in engine.games():
            expected = f"{near(id, known)}; there are: {', '.join(known)}"
            raise engine.TakuError(f"cannot measure {id!r}{expected}")
    print(measure(games or engine.games()))


@command("bots")
def bots(lang: Lang = None, no_color: NoColor = False) -> None:
    """List the bots."""
    from taku.bots.registry import listed

    terms = _terms(lang, no_color)
    for name, parameters, about in listed(terms.language):
        terms.show([[("key", f" {name}")], [("", f"   {about}")]])
        if parameters:
            terms.show([[("dim", f"   {parameters}")]])


@command("check")
def check(
    words: Annotated[list[str], typer.Argument(help=_help("COMMAND"), metavar="-- COMMAND...")],
    game: Annotated[list[str] | None, typer.Option("--game", help=_help("check-games"))] = None,
    move_time: MoveTime = 30.0,
    memory: Memory = None,
    lang: Lang = None,
    no_color: NoColor = False,
) -> None:
    """Try somebody's bot."""
    from taku.cli import botkit

    limits = botkit.limits(move=move_time, memory=memory)
    raise typer.Exit(botkit.run_check(_terms(lang, no_color), words, game or (), limits))


@bot.callback(invoke_without_command=True)
def about_bots(context: typer.Context) -> None:
    """Without a command: the help."""
    if context.invoked_subcommand is None:
        print(context.get_help())


@bot.command("new", help=_help("bot-new"))
def bot_new(
    name: Annotated[str, typer.Argument(help=_help("bot-name"), metavar="NAME")],
    lang: Annotated[str, typer.Option("--lang", help=_help("bot-lang"))] = "python",
) -> None:
    """Write a first bot."""
    from taku.cli import botkit

    botkit.write_bot(_terms(), name, lang)


@command("match")
def match(
    game: GameId,
    bots: Annotated[
        list[str] | None, typer.Argument(help=_help("match-bots"), metavar="[PLAYER]...")
    ] = None,
    seat: Annotated[list[str] | None, typer.Option("--seat", help=_help("match-seat"))] = None,
    games: Annotated[int, typer.Option("--games", help=_help("match-games"), min=1)] = 1,
    seed: Seed = 0,
    option: Options = None,
    record: Annotated[Path | None, typer.Option("--record", help=_help("match-record"))] = None,
    tell: Annotated[bool, typer.Option("--tell", help=_help("tell"))] = False,
    json: Annotated[bool, typer.Option("--json", help=_help("json"))] = False,
    move_time: MoveTime = 30.0,
    total_time: Annotated[
        float | None, typer.Option("--total-time", help=_help("total-time"), metavar="SECONDS")
    ] = None,
    increment: Annotated[
        float, typer.Option("--increment", help=_help("increment"), metavar="SECONDS")
    ] = 0.0,
    memory: Memory = None,
    strikes: Annotated[int, typer.Option("--strikes", help=_help("strikes"), min=1)] = 1,
    cards: Cards = None,
    lang: Lang = None,
    no_color: NoColor = False,
) -> None:
    """Let players meet."""
    from taku.cli import botkit
    from taku.cli.meet import meet

    code = meet(
        _terms(lang, no_color),
        game,
        [*(bots or ()), *(seat or ())],
        games=games,
        seed=seed or 0,
        options=option or (),
        record=record,
        tell=tell,
        as_json=json,
        limits=botkit.limits(move_time, total_time, increment, memory),
        strikes=strikes,
        cards=cards,
    )
    raise typer.Exit(code)


@command("tournament")
def tournament(
    game: Annotated[
        str | None, typer.Argument(help=_help("game-or-file"), metavar="[GAME|FILE]")
    ] = None,
    bots: Annotated[
        list[str] | None, typer.Argument(help=_help("tournament-bots"), metavar="[PLAYER]...")
    ] = None,
    bot: Annotated[
        list[str] | None, typer.Option("--bot", help=_help("tournament-bot"), metavar="PLAYER")
    ] = None,
    players: Annotated[int | None, typer.Option("--players", help=_help("players"))] = None,
    format: Annotated[str | None, typer.Option("--format", help=_help("format"))] = None,
    deals: Annotated[int | None, typer.Option("--deals", help=_help("deals"), min=1)] = None,
    rounds: Annotated[int | None, typer.Option("--rounds", help=_help("rounds"), min=1)] = None,
    seed: Seed = None,
    option: Options = None,
    cards: Cards = None,
    sprt: Annotated[str | None, typer.Option("--sprt", help=_help("sprt"))] = None,
    results: Annotated[
        Path | None, typer.Option("--results", help=_help("results"), metavar="FILE")
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help=_help("resume-tournament"))] = False,
    jobs: Annotated[int, typer.Option("--jobs", help=_help("jobs"), min=1)] = 1,
    cluster: Annotated[str, typer.Option("--cluster", help=_help("cluster"))] = "",
    move_time: Annotated[
        float | None, typer.Option("--move-time", help=_help("move-time"), metavar="SECONDS")
    ] = None,
    total_time: Annotated[
        float | None, typer.Option("--total-time", help=_help("total-time"), metavar="SECONDS")
    ] = None,
    increment: Annotated[
        float | None, typer.Option("--increment", help=_help("increment"), metavar="SECONDS")
    ] = None,
    memory: Memory = None,
    strikes: Annotated[int | None, typer.Option("--strikes", help=_help("strikes"), min=1)] = None,
    json: Annotated[bool, typer.Option("--json", help=_help("json"))] = False,
    csv: Annotated[bool, typer.Option("--csv", help=_help("csv"))] = False,
    html: Html = None,
    lang: Lang = None,
    no_color: NoColor = False,
) -> None:
    """Let players meet many times."""
    from taku.cli import arena

    terms = _terms(lang, no_color)
    given = {
        "bots": [*(bots or ()), *(bot or ())] or None, "players": players, "format": format,
        "deals": deals, "rounds": rounds, "seed": seed, "options": option, "sprt": sprt,
        "cards": cards, "move-time": move_time, "total-time": total_time, "increment": increment,
        "memory": memory, "strikes": strikes,
    }  # fmt: skip
    given = {key: value for key, value in given.items() if value is not None}
    form = arena.Form(json=json, csv=csv, html=html)
    config = arena.described(terms, game, given, form)
    code = arena.hold(terms, config, form, results, resume, jobs=jobs, cluster=cluster)
    raise typer.Exit(code)


@command("stats")
def stats(
    files: Annotated[list[Path], typer.Argument(help=_help("results-file"), metavar="RESULTS...")],
    json: Annotated[bool, typer.Option("--json", help=_help("json"))] = False,
    html: Html = None,
    lang: Lang = None,
) -> None:
    """Tell what wins."""
    from taku.cli import arena

    arena.tell_what_wins(_terms(lang), files, json=json, html=html)


@command("settings")
def settings(write: Annotated[bool, typer.Option("--write", help=_help("write"))] = False) -> None:
    """Show the settings file."""
    from taku.cli import config

    path = config.write_default() if write else config.settings_path()
    config.read()
    print(path)
    source = path if path.exists() else config.DEFAULT
    print(source.read_text("utf-8"), end="")


def run(arguments: Sequence[str]) -> int:
    """Run the command line; errors are one line on standard error, and a code."""
    return guarded(lambda: _run(arguments))


def _run(arguments: Sequence[str]) -> int:
    try:
        code = app(list(arguments), standalone_mode=False, prog_name="taku")
    except typer.TyperException as error:
        message = error.format_message() + _given(error) + _known(error)
        return complain(message, error.exit_code)
    except typer.Abort:
        return 130
    return code if isinstance(code, int) else 0


def _given(error: typer.TyperException) -> str:
    """What was typed, where a value cannot be read: Typer's words leave it out."""
    mistakes = getattr(error.__cause__, "errors", None)
    return f": {mistakes()[0]['input']!r}" if mistakes else ""


def _known(error: typer.TyperException) -> str:
    """The games, where one is missing."""
    from taku import engine

    missing = getattr(getattr(error, "param", None), "name", "")
    return f" There are: {', '.join(engine.games())}" if missing == "game" else ""
