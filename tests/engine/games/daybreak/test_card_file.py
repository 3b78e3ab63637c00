"""Card files of other people: every mistake is named with card, field and reason (DBK-OPS-02, -18)."""

import random
import re
from pathlib import Path

import pytest

from taku import engine
from taku.engine.core.errors import Problem
from tests.support.daybreak import DEFAULTS, GAME, LAB, does, watch

SOURCE = (GAME.folder / "cards.toml").read_text("utf-8")
GUARD = 'id = "gate-guard"\n'
HELD = 'from = "stone-zone", n = 1, to = "you.held"'
MARKET = Path(__file__).parents[4] / "examples/cards/daybreak-night-market.toml"
PICK = '{ op = "pick", from = "you.cast" }'


def refused(folder: Path, text: str) -> list[Problem]:
    """The mistakes of a card file."""
    path = folder / "mine.toml"
    path.write_text(text, "utf-8")
    with pytest.raises(engine.BadCards) as error:
        engine.game("daybreak", cards=path)
    return list(error.value.problems)


def lab_mistakes(folder: Path, rest: str) -> list[tuple[str, str]]:
    """Fields and reasons of the mistakes in a card ``lab`` with these fields."""
    named = {line.partition("=")[0].strip() for line in rest.splitlines()}
    fields = [f"{name} = {value}" for name, value in DEFAULTS.items() if name not in named]
    found = refused(folder, SOURCE + LAB.format(rest="\n".join([*fields, rest])))
    return [(problem.field, problem.reason) for problem in found if problem.card == "lab"]


# -- the file as a whole --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "card", "field", "reason"),
    [
        (GUARD, GUARD + "speed = 3\n", "gate-guard", "speed", "unknown field `speed`"),
        (GUARD, GUARD + "use_cots = 3\n", "gate-guard", "use_cots", "did you mean 'use_cost'?"),
        (GUARD, 'id = "prankster"\n', "prankster", "id", "used twice"),
        (GUARD, 'id = "rosa-winter"\n', "rosa-winter", "id", "used twice, as normal and witch"),
        (GUARD, 'id = "Gate Guard"\n', "Gate Guard", "id", "small letters, digits and hyphens"),
        ('{ ja = "東門の門番", en = "East Gate Guard" }', '{ ja = "東門の門番" }', "gate-guard", "name.en", "missing required field `en`"),
        ('category = "block"', 'category = "blok"', "gate-guard", "category", "Invalid enum value 'blok'"),
        ('frame = "silver"', 'frame = "iron"', "moonlight-jeweller", "frame", "Invalid enum value 'iron'"),
        ('marks = ["attack"]', 'marks = ["atack"]', "lullaby-nurse", "marks[0]", "Invalid enum value 'atack'"),
        ('use_cost = 2', 'use_cost = "2"', "bakers-apprentice", "use_cost", "Expected `int`"),
        ('use_cost = 2', 'use_cost = -1', "bakers-apprentice", "use_cost", "is -1; must be 0 to 99"),
        ('use_cast = 3', 'use_cast = 6', "stardust-gatherer", "use_cast", "is 6; must be 1 to 5"),
        ('acquire_cast = 2', 'acquire_cast = 5', "curse", "acquire_cast", "is 5; must be 1 to 4"),
        ('set = "travellers"\nframe = "white"', 'set = "traveler"\nframe = "white"', "juggler", "set", "no set 'traveler' (did you mean 'travellers'?)"),
        ('icons = ["block-worked"]', 'icons = ["blok-worked"]', "gate-guard", "icons", "did you mean 'block-worked'?"),
        ('frame = "white"\ncategory = "stone"\nmarks = []\nuse_cost = 0\nuse_cast = 3\nacquire_cost = 0\nacquire_cast = 1\ncopies = 1', 'frame = "white"\ncategory = "stone"\nmarks = []\nuse_cost = 0\nuse_cast = 3\nacquire_cost = 0\nacquire_cast = 1\ncopies = 2', "stardust-gatherer", "copies", "is 2; only Curse cards"),
        ("copies = 12", "copies = -1", "curse", "copies", "is -1; must be 0 to 99"),
        ('id = "curse"\nname = { ja = "呪い"', 'id = "hex"\nname = { ja = "呪い"', "", "token", "one token card, with the id 'curse'"),
        ('kind = "base"', 'kind = "expansion"', "", "set", "one base set, not 0"),
        ("2 = 30", "2 = 0", "", "setup.stones.2", "is 0; must be 1 to 999"),
        ("3 = 40\n", "", "", "setup.stones", "no entry for 3 players"),
        ("4 = 1\n", "4 = 9\n", "", "setup.seat_bonus.4", "is 9; must be 1 to 4"),
        ("hand_limit = 3", "hand_limit = -1", "", "setup.hand_limit", "is -1; must be 0 to 99"),
        ("hand = 3", "hand = 5", "", "setup.white_total", "4 hands of 5 need 20"),
        ("white_total = 15", "white_total = 16", "", "normal", "15 white cards in the base set; setup.white_total says 16"),
        ("card_zone = 8", "card_zone = 30", "", "normal", "2 players need 31 cards"),
        ("stone = 4, other = 12, total = 16", "stone = 4, other = 11, total = 16", "", "setup.deck_with_expansions.2", "4 stone and 11 other cards are not 16"),
        ("copies = 12", "copies = 11", "", "counts.curse", "says 12; the file has 11"),
        ("4 = 50", "4 = 52", "", "counts.stones", "says 50; the file has 52"),
        ("normal = 50", "normal = 49", "", "counts.normal", "says 49; the file has 50"),
        ("stone_copper = 3", "stone_copper = 4", "", "counts.split.stone_copper", "says 4; the file has 3"),
        ("silver = 10", 'silver = "ten"', "counts", "silver", "Expected `int`"),
        ('prefix = "DBK"', 'prefix = "GRM"', "prefix", "", "Invalid enum value 'GRM'"),
        ('[[icon]]', '[[icons]]', "", "icons", "unknown field"),
        ('cost = "X"\nx_min = 1\nx_max = 3', 'cost = "X"\nx_min = 4\nx_max = 3', "kiara-smith", "turn.x_max", "x_min <= x_max"),
        ('cost = "X"\nx_min = 1\nx_max = 3', 'cost = "X"', "kiara-smith", "turn.x_max", "needs x_min and x_max"),
        ('cost = "X"\nx_min = 1', 'cost = 1\nx_min = 1', "kiara-smith", "turn.x_min", 'only for cost = "X"'),
        ('[witch.turn]\ncost = 1', '[witch.turn]\ncost = -1', "ellie-bennett", "turn.cost", "from 0 to 99, not -1"),
        ('usable_in_last_turn = false\n', "", "ellie-bennett", "game.usable_in_last_turn", "missing required field"),
        ('{ op = "each", from = "all", do', '{ op = "every", from = "all", do', "ellie-bennett", "game.ops[0].op", "no operation 'every'"),
        ('when = { event = "attacked" }\n', "", "gate-guard", "when", "missing: a card with the install mark needs its condition"),
        ('when = { event = "attacked" }\n', 'when = { event = "atacked" }\n', "gate-guard", "when.event", "no event 'atacked' (did you mean 'attacked'?)"),
        ('marks = ["install"]\n', "marks = []\n", "gate-guard", "when", "only a card with the install mark has a condition"),
    ],
)  # fmt: skip
def test_a_mistake_is_named_with_card_field_and_reason(
    tmp_path: Path, old: str, new: str, card: str, field: str, reason: str
) -> None:
    assert old in SOURCE
    problems = refused(tmp_path, SOURCE.replace(old, new, 1))
    found = [p for p in problems if (p.card, p.field) == (card, field) and reason in p.reason]
    assert len(found) == 1, problems
    assert found[0].line > 1


def test_the_line_of_a_number_is_its_own(tmp_path: Path) -> None:
    text = SOURCE.replace("gold = 9", "gold = 8").replace("rainbow = 6", "rainbow = 5")
    lines = text.splitlines()
    for problem in refused(tmp_path, text):
        name = problem.field.rpartition(".")[2]
        assert lines[problem.line - 1].startswith(f"{name} = "), problem


def test_all_mistakes_are_named_at_once(tmp_path: Path) -> None:
    text = (
        SOURCE.replace('{ ja = "東門の門番", en = "East Gate Guard" }', '{ ja = "東門の門番" }')
        .replace('op = "stones", from = "stone-zone", n = 4', 'op = "stone", from = "stone-zone", n = 4')
        .replace("hand_limit = 3", "hand_limit = -1")
        .replace("normal = 50", "normal = 49")
        .replace("x_max = 3", "x_max = 0")
    )  # fmt: skip
    found = {(problem.card, problem.field) for problem in refused(tmp_path, text)}
    assert found == {
        ("gate-guard", "name.en"), ("", "setup.hand_limit"), ("", "counts.normal"),
        ("kiara-smith", "turn.x_max"), ("bakers-apprentice", "ops[0].op"),
        ("lamplighter", "ops[0].op"), ("tomb-digger", "ops[0].op"), ("blessing-of-stars", "ops[0].op"),
    }  # fmt: skip


# -- operations -----------------------------------------------------------------------------------


@pytest.mark.rule("DBK-OPS-18", "DBK-OPS-13", "DBK-CHOICE-03")
@pytest.mark.parametrize(
    ("ops", "field", "reason"),
    [
        # a wrong operation, a wrong shape
        ('{ op = "stone", n = 1 }', "ops[0].op", "no operation 'stone' (did you mean 'stones'?)"),
        ('{ n = 1 }', "ops[0].op", "no operation None"),
        ('"gain"', "ops[0]", "Expected `object`"),
        # fields
        ('{ op = "stones", from = "stone-zone", n = 1 }', "ops[0].to", "missing: operation 'stones' needs it"),
        ('{ op = "stones", to = "you.held" }', "ops[0].from", "'stones' needs n and from, or pick"),
        ('{ op = "hold-end", n = 1 }', "ops[0].n", "unknown field of operation 'hold-end'; it has none"),
        ('{ op = "stones", form = "stone-zone", n = 1, to = "you.held" }', "ops[0].form", "(did you mean 'from'?)"),
        ('{ op = "if", cond = { end_state = true } }', "ops[0].then", "needs then, else or both"),
        # places
        ('{ op = "stones", from = "stonezone", n = 1, to = "you.held" }', "ops[0].from", "no place 'stonezone' (did you mean 'stone-zone'?)"),
        ('{ op = "stones", from = "deck", n = 1, to = "you.held" }', "ops[0].from", "'deck' is not allowed here"),
        ('{ op = "stones", from = "stone-zone", n = 1, to = "you.cast" }', "ops[0].to", "name the place, you.cast.1 to you.cast.4"),
        ('{ op = "stones", from = "stone-zone", n = 1, to = "you.cast.5" }', "ops[0].to", "the places of a cast zone are 1 to 4"),
        ('{ op = "stones", from = "stone-zone", n = 2, to = ["you.cast.1"] }', "ops[0].to", "a list of 1 places needs n = 1, not 2"),
        ('{ op = "stones", from = "others.held", n = 1, to = "you.held" }', "ops[0].from", "the group 'others' is not allowed here; use 'each'"),
        ('{ op = "pick", from = "all.cast", do = [] }', "ops[0].from", "use others or any"),
        ('{ op = "pick", from = "others.hand", do = [] }', "ops[0].from", "only cards in cast zones"),
        ('{ op = "pick", from = ["you.hand", "any.cast"], do = [] }', "ops[0].from[1]", "a group stands alone"),
        ('{ op = "pick", from = [] }', "ops[0].from", "the list of places is empty"),
        ('{ op = "pick", from = 3 }', "ops[0].from", "expected a place, not 3"),
        # numbers
        ('{ op = "stones", from = "stone-zone", n = "many", to = "you.held" }', "ops[0].n", "expected a whole number from -99 to 99, not 'many'"),
        ('{ op = "stones", from = "stone-zone", n = 100, to = "you.held" }', "ops[0].n", "not 100"),
        ('{ op = "stones", from = "stone-zone", n = "X", to = "you.held" }', "ops[0].n", "X has no value here"),
        ('{ op = "stones", from = "stone-zone", n = { count = "it" }, to = "you.held" }', "ops[0].n.count", "an earlier pick, not 'it'"),
        ('{ op = "stones", from = "stone-zone", n = { count = "you.cast", times = 2 }, to = "you.held" }', "ops[0].n.times", "unknown field of a count"),
        ('{ op = "pay", n = "X", then = [] }', "ops[0].min", 'a payment of "X" needs it'),
        ('{ op = "pay", n = "X", min = 3, max = 1, then = [] }', "ops[0].min", "3 is more than max, 1"),
        ('{ op = "pay", n = 1, max = 2, then = [] }', "ops[0].max", 'only with n = "X"'),
        ('{ op = "pay", n = "X", min = 0, max = 1, forced = true, then = [] }', "ops[0].forced", "not allowed with"),
        ('{ op = "extra-turn", n = 0 }', "ops[0].n", "expected a whole number from 1 to 99, not 0"),
        # players
        ('{ op = "stones", from = "target.held", n = 1, to = "you.held" }', "ops[0].from", "'target' is not set here"),
        ('{ op = "target", from = "event", do = [] }', "ops[0].from", "'event' is only for a card with `when`"),
        ('{ op = "target", from = "any", do = [] }', "ops[0].from", "expected others, all, event; not 'any'"),
        ('{ op = "each", from = "event", do = [] }', "ops[0].from", "expected others, all; not 'event'"),
        ('{ op = "acquire", from = "curse-zone", n = 1, who = "others", cost = "free" }', "ops[0].who", "a group ('others') is not allowed here"),
        ('{ op = "trip-block" }', "ops[0]", "'trip-block' needs a target"),
        ('{ op = "may", do = [], forced = true, chooser = "you" }', "ops[0].chooser", "with `forced` there is no choice"),
        # picks
        ('{ op = "remove", card = "it" }', "ops[0].card", "nothing was picked as 'it' before; picked so far: none"),
        ('{ op = "remove", card = "this" }', "ops[0].card", "'this' names only an installed card"),
        ('{ op = "pick", from = "you.cast", what = "stone" }, { op = "remove", card = "it" }', "ops[1].card", "is a pick of stones; cards are needed"),
        ('{ op = "pick", from = "you.cast", as = "you" }', "ops[0].as", "has a meaning of its own"),
        ('{ op = "pick", from = "you.cast", as = "My Pick" }', "ops[0].as", "expected a word in small letters"),
        ('{ op = "pick", from = "others.cast" }', "ops[0].do", "a pick from a group needs it"),
        ('{ op = "pick", from = "any.cast", n = 2, do = [] }', "ops[0].n", "from a group you pick exactly one"),
        ('{ op = "pick", from = "you.cast", what = "stone", where = { pos = [1] } }', "ops[0].where", "stones have no properties"),
        ('{ op = "each", from = "others", do = [{ op = "pick", from = "target.hand", up_to = true }] }', "ops[0].do[0].from", "picked from at random: no up_to"),
        # filters and conditions
        ('{ op = "pick", from = "you.cast", where = { category = "stones" } }', "ops[0].where.category", "not 'stones' (did you mean 'stone'?)"),
        ('{ op = "pick", from = "you.cast", where = { colour = "red" } }', "ops[0].where.colour", "unknown field of a filter"),
        ('{ op = "pick", from = "you.cast", where = { pos = [5] } }', "ops[0].where.pos", "a place from 1 to 4, not 5"),
        ('{ op = "pick", from = "you.cast", where = { state = "standing" } }', "ops[0].where.state", "expected waiting, installed; not 'standing'"),
        ('{ op = "pick", from = "you.cast", where = { attack = "yes" } }', "ops[0].where.attack", "expected true or false, not 'yes'"),
        ('{ op = "if", cond = { richest = "you" }, then = [] }', "ops[0].cond", "expected exactly one of most, fewest"),
        ('{ op = "if", cond = { most = "target" }, then = [] }', "ops[0].cond.most", "'target' is not set here"),
        ('{ op = "if", cond = { stones = "you.cast" }, then = [] }', "ops[0].cond", "needs min, max or both"),
        ('{ op = "if", cond = { cards = "you.hand", where = { attack = true }, min = 1 }, then = [] }', "ops[0].cond.cards", "can be counted, but not filtered"),
        ('{ op = "if", cond = { player = "you" }, then = [] }', "ops[0].cond.is", "missing: condition 'player' needs it"),
        ('{ op = { op = "stones" } }', "ops[0].op", "no operation {'op': 'stones'}"),
        ('{ op = "if", cond = { end_state = false }, then = [] }', "ops[0].cond.end_state", "expected true, not False"),
        ('{ op = "if", cond = { all = [] }, then = [] }', "ops[0].cond.all", "expected a list of conditions"),
        # the rest
        ('{ op = "shift", by = 1 }', "ops[0]", "needs exactly one of card, stones, all; it has 0"),
        ('{ op = "shift", by = 1, all = "you.cast.2" }', "ops[0].all", "only a whole cast zone"),
        (f'{PICK}, {{ op = "shift", by = 1, card = "it", what = "stone" }}', "ops[1].what", "only together with `all`"),
        (f'{PICK}, {{ op = "move", card = "it", to = "you.cast" }}', "ops[1].to", "name the place, 1 to 4"),
        (f'{PICK}, {{ op = "move", card = "it", to = "deck", state = "waiting" }}', "ops[1].state", "only for a place in a cast zone"),
        (f'{PICK}, {{ op = "flip", card = "it", face = "over" }}', "ops[1].face", "expected down, up, toggle; not 'over'"),
        ('{ op = "acquire", who = "you", cost = "free" }', "ops[0]", "needs either card, or from = 'curse-zone' with n"),
        (f'{PICK}, {{ op = "acquire", card = "it", who = "you", cost = "cheap" }}', "ops[1].cost", "expected free, printed; not 'cheap'"),
        (f'{PICK}, {{ op = "acquire", card = "it", who = "you", cost = "free", at = 5 }}', "ops[1].at", "a place from 1 to 4, not 5"),
        ('{ op = "negate" }', "ops[0]", "'negate' is only for a card with when.event = 'attacked'"),
        ('{ op = "static", rule = "use-cost", for = "turn" }', "ops[0].by", "missing: by how much"),
        ('{ op = "static", rule = "unchoosable", by = 1, for = "turn" }', "ops[0].by", "only for use-cost and acquire-cost"),
        ('{ op = "static", rule = "unchoosable", for = "installed" }', "ops[0].for", "'installed' is for cards that work always"),
        (f'{{ op = "stones", {HELD} }}, {{ op = "choose", red = [], blue = [] }}', "ops[1]", "must be the first operation"),
        ('{ op = "extra-turn", n = 1, start = [{ op = "go" }] }', "ops[0].start[0].op", "no operation 'go'"),
    ],
)  # fmt: skip
def test_a_mistake_in_operations(tmp_path: Path, ops: str, field: str, reason: str) -> None:
    found = lab_mistakes(tmp_path, does(ops))
    assert any(field == where and reason in why for where, why in found), found


@pytest.mark.rule("DBK-OPS-01")
@pytest.mark.parametrize(
    ("when", "ops", "field", "reason"),
    [
        ('event = "gains", who = "you"', "", "when.event", "(did you mean 'gain'?)"),
        ('event = "gain"', "", "when.who", "missing: event 'gain' needs it"),
        ('event = "gain", who = "all"', "", "when.who", "expected you, others; not 'all'"),
        ('event = "gain", who = "you", from = "deck"', "", "when.from", "expected stone-zone, card-zone, player"),
        ('event = "gain", who = "you", through = "luck"', "", "when.through", "expected installed, card, witch, rule"),
        ('event = "return", who = "you", phase = "end"', "", "when.phase", "expected not-end; not 'end'"),
        ('event = "turn-start", who = "you", where = {}', "", "when.where", "unknown field of event 'turn-start'"),
        ('event = "use", who = "you", where = { category = "atack" }', "", "when.where.category", "(did you mean 'attack'?)"),
        ('event = "always"', f'{{ op = "stones", {HELD} }}', "ops[0]", "only 'static' operations (DBK-OPS-01)"),
        ('event = "always"', '{ op = "static", rule = "unchoosable", for = "turn" }', "ops[0].for", "'turn' for others"),
    ],
)  # fmt: skip
def test_a_mistake_in_a_condition(
    tmp_path: Path, when: str, ops: str, field: str, reason: str
) -> None:
    found = lab_mistakes(tmp_path, watch(when, *([ops] if ops else [])))
    assert any(field == where and reason in why for where, why in found), found


def test_every_mistake_of_one_card_is_named(tmp_path: Path) -> None:
    ops = [
        '{ op = "stone" }',
        '{ op = "stones", from = "nowhere", n = "X", to = "you.cast" }',
        '{ op = "each", from = "others", do = [{ op = "remove", card = "that" }] }',
    ]
    fields = {field for field, _ in lab_mistakes(tmp_path, does(*ops) + "\nuse_cast = 0")}
    assert fields == {
        "ops[0].op", "ops[1].from", "ops[1].n", "ops[1].to", "ops[2].do[0].card", "use_cast",
    }  # fmt: skip


def test_whatever_a_file_says_it_is_refused_or_can_be_played(tmp_path: Path) -> None:
    """Words and numbers of the example set are swapped at random, one or two at a time."""
    source = MARKET.read_text("utf-8")
    body = source.index("[[witch]]")
    tokens = [m.span() for m in re.finditer(r'"[a-zX.\d-]+"|(?<== )-?\d+', source[body:])]
    rng = random.Random(1)
    played = 0
    for number in range(80):
        text = source
        for _ in range(rng.randint(1, 2)):
            (at, end), (other, stop) = rng.choice(tokens), rng.choice(tokens)
            text = text[: body + at] + source[body + other : body + stop] + text[body + end :]
        path = tmp_path / f"{number}.toml"
        path.write_text(text, "utf-8")
        try:
            state = engine.game("daybreak", cards=path).new(players=4, seed=number)
        except engine.BadCards:
            continue
        while state.pending:
            decision = state.pending[0]
            state.apply(decision.seat, rng.choice(decision.moves))
        played += 1
    assert played > 5
