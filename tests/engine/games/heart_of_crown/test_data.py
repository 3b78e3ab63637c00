"""What the box holds and what the cards show (HOC-COMP, HOC-CARD, HOC-TYPE, HOC-SETS)."""

from collections import Counter
from pathlib import Path

import msgspec
import pytest

from taku import engine
from taku.engine.games.heart_of_crown.cards import NUMBERS, Cards
from taku.engine.games.heart_of_crown.effects.defence import DEFENCES
from taku.engine.games.heart_of_crown.programs import EFFECTS
from taku.engine.games.heart_of_crown.state import rules
from taku.engine.games.heart_of_crown.turn import ABILITIES
from tests.support.heart_of_crown import CITY, LARGE, MAID, VILLAGE, crown, seat

GAME = engine.game("heart-of-crown")
CARDS: Cards = GAME.cards
BASICS = {VILLAGE, CITY, LARGE, MAID, "royal-maid", "senator", "duke", "curse"}


def copies(*cards: str) -> set[int]:
    return {CARDS.by_id[card].copies for card in cards}


@pytest.mark.rule(
    "HOC-COMP-01",
    "HOC-COMP-02",
    "HOC-COMP-03",
    "HOC-COMP-04",
    "HOC-COMP-05",
    "HOC-COMP-06",
    "HOC-COMP-07",
    "HOC-COMP-08",
    "HOC-COMP-09",
    "HOC-COMP-10",
)
def test_the_box() -> None:
    assert sum(card.copies for card in CARDS.card) == 300
    assert (len(CARDS.princesses), copies(*CARDS.princesses)) == (6, {1})
    assert set(CARDS.rares) == {"imperial-capital", "imperial-crown"}
    assert copies(*CARDS.rares) == {1}
    assert (len(CARDS.commons), copies(*CARDS.commons)) == (30, {5})
    assert copies(MAID, "royal-maid", "senator", "duke") == {12}
    assert [CARDS.by_id[c].copies for c in (VILLAGE, CITY, LARGE, "curse")] == [28, 30, 20, 16]
    assert set(CARDS.of_kind("basic")) == BASICS


@pytest.mark.rule("HOC-CARD-01", "HOC-BACK-02", "HOC-PRIN-03")
def test_every_princess_shows_a_name_a_backing_cost_and_an_ability() -> None:
    for princess in map(CARDS.by_id.__getitem__, CARDS.princesses):
        assert (princess.cost, princess.types) == (6, ("princess",))
        assert princess.name.ja
        assert princess.text.en
    assert sum("双子" in CARDS.by_id[each].name.ja for each in CARDS.princesses) == 1


@pytest.mark.rule("HOC-CARD-04", "HOC-CARD-05")
def test_links_point_right_and_down() -> None:
    places = {0: (), 1: ("right",), 2: ("right", "down")}
    assert all(card.link_dirs == places[card.links] for card in CARDS.card)
    assert CARDS.links[VILLAGE] == 1
    assert CARDS.links["swift-courier"] == 2


@pytest.mark.rule("HOC-CARD-06", "HOC-CARD-07", "HOC-TYPE-01", "HOC-TYPE-02", "HOC-TYPE-03")
def test_types() -> None:
    ordinary = {"territory", "action", "attack", "defense", "succession"}
    for card in CARDS.card:
        assert card.types
        if card.kind == "common":
            assert set(card.types) <= ordinary or card.id == "magic-talisman"
        if card.kind == "basic":
            assert len(card.types) == 1
    assert set(CARDS.by_id["magic-talisman"].types) == {"action", "defense", "curse"}
    assert {t for card in CARDS.card for t in card.types} == {*ordinary, "princess", "curse"}
    assert "imperial-estate" in CARDS.territories & CARDS.successions


@pytest.mark.rule("HOC-TYPE-07", "HOC-EX-01", "HOC-TYPE-13", "HOC-TYPE-14")
def test_attacks_are_actions_and_subtypes_count_like_types() -> None:
    assert CARDS.attacks <= CARDS.actions
    battalion = "infantry-battalion"
    assert all(battalion in CARDS.typed(each) for each in ("action", "attack", "military"))
    assert CARDS.typed("maid") == {MAID, "royal-maid"}


@pytest.mark.rule("HOC-TYPE-10", "HOC-TERM-01")
def test_succession_cards_carry_points() -> None:
    assert all(CARDS.points[card] for card in CARDS.successions)
    assert (CARDS.points["duke"], CARDS.points["senator"]) == (6, 3)
    assert (CARDS.points[VILLAGE], CARDS.points[MAID]) == (-2, -2)


@pytest.mark.rule("HOC-ACT-06", "HOC-ACT-01")
def test_only_the_curse_witch_is_activated_from_hand() -> None:
    from_hand = {card.id for card in CARDS.card if "hand-activate" in card.timing}
    activated = {card.id for card in CARDS.card if "activate" in card.timing}
    assert from_hand == {"curse-witch"}
    assert set(ABILITIES) == from_hand | activated


@pytest.mark.rule("HOC-PRIN-02")
def test_princesses_work_once_always_or_when_activated() -> None:
    timings = {timing for each in CARDS.princesses for timing in CARDS.by_id[each].timing}
    assert timings == {"back", "passive", "activate"}


@pytest.mark.rule("HOC-CNT-01")
def test_counters_are_no_components_of_the_box() -> None:
    assert len(CARDS.counter) == 3
    assert not {each.id for each in CARDS.counter} & set(CARDS.by_id)


def test_every_card_that_says_more_than_numbers_has_an_effect() -> None:
    assert list(NUMBERS) == [card.id for card in CARDS.card]
    order = {card: place for place, card in enumerate(NUMBERS)}
    texts = [text for text in EFFECTS if text != "curse-witch activated"]
    assert sorted(texts, key=order.__getitem__) == texts
    silent = {"rampart", "imperial-estate"}
    assert set(CARDS.commons) - set(texts) == silent
    assert set(DEFENCES) == CARDS.defences


def test_every_operation_of_a_text_is_known_and_none_is_superfluous() -> None:
    named = {operation.name for operation in CARDS.operations}
    assert named == set(rules.operations)


def test_every_text_is_there_in_both_languages() -> None:
    for entry in GAME.entries.values():
        assert entry.name.ja
        assert entry.name.en
    for card in CARDS.card:
        assert card.text.ja
        assert card.text.en


def test_designed_numbers_say_so() -> None:
    assert CARDS.by_id["bank"].designed
    assert not CARDS.by_id["duke"].designed


SETS = {
    "first-play": "斥候, 願いの泉, 早馬, 交易船, 御用商人, 補給部隊, 図書館, 都市開発, 冒険者, 錬金術師",
    "beginner": "斥候, 早馬, 願いの泉, 城壁, 破城槌, 交易船, 都市開発, 歩兵大隊, 御用商人, 錬金術師",
    "beginner-2": "寄付, 斥候, 願いの泉, 城壁, 破城槌, 焼き畑農業, 都市開発, 近衛騎士団, 冒険者, 錬金術師",
    "intermediate": "斥候, 寄付, 魔法の護符, 補給部隊, 図書館, 星詠みの魔女, 追い立てられた魔獣, 御用商人, 皇室領, 呪詛の魔女",
    "intermediate-2": "早馬, 願いの泉, 買収工作, 召集令状, 交易船, 隠れ家, シノビ, 金貸し, 歩兵大隊, 噂好きの公爵夫人",
    "big-business": "願いの泉, 斥候, 買収工作, 補給部隊, 交易船, 図書館, 都市開発, 銀行, 金貸し, 錬金術師",
    "great-war": "斥候, 早馬, 城壁, 破城槌, 交易船, 補給部隊, 歩兵大隊, シノビ, 隠れ家, 近衛騎士団",
    "expedition": "寄付, 願いの泉, 埋もれた財宝, 補給部隊, 追い立てられた魔獣, 星詠みの魔女, 図書館, 錬金術師, 冒険者, 皇室領",
    "walpurgis-night": "寄付, 斥候, 願いの泉, 魔法の護符, 魅了術の魔女, 図書館, 星詠みの魔女, 追い立てられた魔獣, 隠れ家, 呪詛の魔女",
    "court-politics": "願いの泉, 買収工作, 召集令状, 魔法の護符, 魅了術の魔女, 星詠みの魔女, 近衛騎士団, 錬金術師, 皇室領, 噂好きの公爵夫人",
}  # fmt: skip
"""The rulebook's page 30 and 31."""


@pytest.mark.rule(
    "HOC-SETS-01",
    "HOC-SETS-02",
    "HOC-SETS-03",
    "HOC-SETS-04",
    "HOC-SETS-05",
    "HOC-SETS-06",
    "HOC-SETS-07",
    "HOC-SETS-08",
    "HOC-SETS-09",
    "HOC-SETS-10",
)
@pytest.mark.parametrize("slug", SETS)
def test_recommended_set(slug: str) -> None:
    names = [CARDS.by_id[card].name.ja for card in CARDS.sets[slug]]
    assert names == SETS[slug].split(", ")
    state = GAME.new(2, 1, {"set": slug})
    kinds = set(state.market) - set(CARDS.game.basic_market) - set(CARDS.rares)
    assert kinds == set(CARDS.sets[slug])


@pytest.mark.rule("HOC-SETS-11", "HOC-SETUP-08")
def test_free_and_random_commons() -> None:
    ten = list(CARDS.commons[5:15])
    for options in ({"commons": ten}, {"set": "free", "commons": ten}):
        assert set(ten) < set(GAME.new(2, 1, options).market)
    drawn = {frozenset(GAME.new(2, seed, {"set": "random"}).market) for seed in range(5)}
    assert len(drawn) == 5
    assert all(len(kinds) == 17 for kinds in drawn)


TEN = list(CARDS.commons[:10])


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"set": "first-pley"}, "unknown set 'first-pley' (did you mean 'first-play'?)"),
        ({"set": "freee", "commons": TEN}, "unknown set 'freee' (did you mean 'free'?)"),
        ({"set": "free"}, "10 missing, 10 are needed; named: none"),
        ({"commons": []}, "10 missing, 10 are needed; named: none"),
        ({"set": "beginner", "commons": TEN}, "either set or commons, not both: set 'beginner'"),
        ({"set": "first-play", "commons": TEN}, f"set 'first-play', commons {', '.join(TEN)}"),
        ({"commons": [*TEN[:8], "alchemyst", "bnak"]},
         "no common: 'alchemyst' (did you mean 'alchemist'?), 'bnak' (did you mean 'bank'?)"),
        ({"commons": [*TEN[:9], "city"]}, "no common: 'city'"),
        ({"commons": [*TEN[:8], *TEN[:2]]}, "named more than once: donation, swift-courier"),
        ({"commons": TEN[:8]}, f"2 missing, 10 are needed; named: {', '.join(TEN[:8])}"),
        ({"commons": [*TEN, "bank"]}, "10 are needed, not 11; too many: bank"),
        ({"market": 1}, "unknown option of heart-of-crown: 'market'"),
    ],
)  # fmt: skip
def test_bad_options_are_refused_by_name(options: dict[str, object], message: str) -> None:
    with pytest.raises(engine.BadOptions) as refused:
        GAME.new(2, 1, options)
    assert message in str(refused.value)


@pytest.mark.parametrize("given", [{}, {"set": "beginner"}, {"set": "random"}, {"commons": TEN}])
def test_options_written_down_are_read_as_the_same(given: dict[str, object]) -> None:
    """Records and messages hold the options as they were read."""
    written = msgspec.to_builtins(GAME.read_options(given))
    assert GAME.new(2, 1, written) == GAME.new(2, 1, given)
    assert GAME.read_options(written) == GAME.read_options(given)


def changed(tmp_path: Path, old: str, new: str) -> Path:
    text = (GAME.folder / "cards.toml").read_text("utf-8")
    assert old in text
    path = tmp_path / "cards.toml"
    path.write_text(text.replace(old, new, 1), "utf-8")
    return path


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ('id = "alchemist"', 'id = "alchymist"', "the rules have no effect for this card"),
        ("numbers = { debt = 4 }", "numbers = { dept = 4 }", "moneylender.numbers: the rules need"),
        ("copies = 30", "copies = 31", "the copies add up to 301"),
        ('types = ["action", "attack"]', 'types = ["attack"]', "every attack card is an action"),
    ],
)
def test_a_bad_card_file_is_refused(tmp_path: Path, old: str, new: str, reason: str) -> None:
    with pytest.raises(engine.BadCards) as refused:
        engine.game("heart-of-crown", changed(tmp_path, old, new))
    assert reason in str(refused.value)


def test_numbers_come_from_the_card_file(tmp_path: Path) -> None:
    path = changed(tmp_path, "numbers = { debt = 4 }", "numbers = { debt = 7 }")
    state = engine.game("heart-of-crown", path).new(
        scenario={"seats": [seat(hand=["moneylender"]), {}], "coins": 0}
    )
    state.apply(0, "play moneylender")
    state.apply(0, "end")
    assert state.view(0).areas[0].debt == 7


def occurrences() -> Counter[str]:
    return Counter(card for each in CARDS.sets.values() for card in each)


def test_the_variants_reach_every_common() -> None:
    reached = set(CARDS.sets["first-play"])
    for variant in GAME.variants:
        reached |= set(variant.get("commons", ()))
    assert reached == set(CARDS.commons)
    assert set(occurrences()) == set(CARDS.commons)


def test_every_move_fits_in_a_few_hundred() -> None:
    """The longest list: everything can be played, kept, bought and bribed, above or below."""
    pile = [card.id for card in CARDS.card if card.kind not in ("princess", "rare")]
    lands = sorted(CARDS.territories)
    others = [seat(discard=pile) for _ in range(3)]
    mine = seat(hand=list(CARDS.commons), princess="bergamotte", domain=lands)
    stock = dict.fromkeys([*CARDS.commons[:7], "imperial-crown"], 1)
    table = crown(mine, *others, coins=20, links=3, market=stock)
    table.play(0, "play bribery", "play court-merchant")
    assert 350 < len(table.moves(0)) < 400
