"""A match from setup to the final count, in the order the rulebook tells it."""

from __future__ import annotations

from collections.abc import Sequence

from taku.engine.core.operations import after
from taku.engine.games.grimoire.effects import (
    PAGE_EFFECTS,
    draw_quest,
    gain,
    gain_chips,
    lay_face_down,
    silenced,
)
from taku.engine.games.grimoire.scoring import final_count
from taku.engine.games.grimoire.state import State, offer, step

# -- setup ----------------------------------------------------------------------------------------


def set_up(s: State) -> None:
    """Shuffle both decks, draw the lot and let the players pick their tokens (GRM-SET)."""
    cards = s.cards
    s.quest_deck = [card.id for card in cards.quest for _ in range(card.copies)]
    s.item_deck = [card.id for card in cards.item for _ in range(card.copies)]
    s.shuffle(s.quest_deck)
    s.shuffle(s.item_deck)
    clear_areas(s)
    s.mp = cards.game.mp_start
    s.lot = list(s.seats)
    s.shuffle(s.lot)
    s.then(pick_token, set_phase)


def clear_areas(s: State) -> None:
    """Every player begins with an empty area (GRM-SET-16)."""
    s.tokens = [0] * s.players
    s.treasures = [[] for _ in s.seats]
    s.companions = [[] for _ in s.seats]
    s.items = [[] for _ in s.seats]
    s.chips = [0] * s.players
    s.pages = [0] * s.players


@step
def pick_token(s: State) -> None:
    """The next of the lot picks a token; the last one gets what remains (GRM-SET-12, -14)."""
    seat = s.lot[s.players - s.tokens.count(0)]
    left = free_tokens(s)
    if len(left) == 1:
        give_token(s, seat, left[0])
    else:
        s.ask(seat, "token")
        s.then((token_picked, seat), pick_token)


def free_tokens(s: State) -> list[int]:
    """The order tokens nobody has; as many tokens as players are used (GRM-SET-09 to -11)."""
    return [token for token in range(1, s.players + 1) if token not in s.tokens]


@offer("token")
def token_moves(s: State, seat: int) -> Sequence[str]:
    """Any token still left."""
    return [f"token {token}" for token in free_tokens(s)]


@step
def token_picked(s: State, seat: int) -> None:
    """Picks are open (GRM-SET-14)."""
    give_token(s, seat, int(s.answer(seat)[6:]))


def give_token(s: State, seat: int, token: int) -> None:
    """Give a token in the setup."""
    s.tokens[seat] = token
    s.emit("token", seat=seat, token=token)


# -- set phase ------------------------------------------------------------------------------------


@step
def set_phase(s: State) -> None:
    """MP up, then n + 1 cards on the field, the first face down (GRM-PREP)."""
    s.round += 1
    if s.round > 1 and s.mp < s.cards.game.mp_max:
        s.mp += 1
    s.pages = [0] * s.players
    s.silence = s.defence = 0
    if s.log is not None:
        s.emit("round", round=s.round, mp=s.mp)
    lay_field(s)
    if s.result is None:
        book_phase(s)


def lay_field(s: State) -> None:
    """Lay the field; if the deck is then used up, the game ends there and then (GRM-DECK-04)."""
    lay_face_down(s)
    for _ in range(s.players + s.cards.game.field_cards_extra - 1):
        if not s.quest_deck:
            break
        s.face_up.append(draw_quest(s))
    if s.log is not None:
        s.emit("field", cards=list(s.face_up))
    if not s.quest_deck:
        final_count(s, "cards-out")


# -- book phase -----------------------------------------------------------------------------------


@step
def book_phase(s: State) -> None:
    """All choose a page in secret at the same time (GRM-BOOK-01, -02)."""
    s.phase = "book"
    s.asks += [(seat, "page") for seat in s.seats]
    s.agenda.append(("open_books",))


def look(s: State, seat: int) -> None:
    """A Spy's owner looks at the face-down card (GRM-SPY-01, -03, -05)."""
    s.face_down_seen |= 1 << seat
    s.emit("look", seat=seat, to=(seat,), secret={"card": s.face_down})


@offer("page", instant={"look": look})
def page_moves(s: State, seat: int) -> Sequence[str]:
    """Any page up to the MP (GRM-BOOK-03); and a look, for who has a Spy (GRM-SPY-02)."""
    pages = s.cards.page_moves[s.mp]
    if "spy" in s.companions[seat] and not s.face_down_seen >> seat & 1:
        return (*pages, "look")
    return pages


@step
def open_books(s: State) -> None:
    """All open their books at once (GRM-BOOK-09); then the order is decided (GRM-ORD-10)."""
    s.pages = [int(answer[5:]) for answer in s.answers]
    s.answers = [""] * s.players
    s.phase = "quest"
    if s.log is not None:
        s.emit("books", pages=list(s.pages))
    pay_mercenaries(s)
    settle_order(s)
    s.agenda.append(("end_round",))
    s.agenda += [("act", seat) for seat in reversed(acting_order(s))]


def acting_order(s: State) -> list[int]:
    """The seats by rising token (GRM-ACT-01)."""
    return sorted(s.seats, key=s.tokens.__getitem__)


def pay_mercenaries(s: State) -> None:
    """Before tokens are dealt, B players are paid for their Mercenaries (GRM-MERC-01)."""
    for seat, companions in enumerate(s.companions):
        hired = companions.count("mercenary")
        if hired and s.pages.count(s.pages[seat]) > 1:
            gain_chips(s, seat, hired * s.cards.quests["mercenary"].gain_vp, "mercenary")


def settle_order(s: State) -> None:
    """A players by page, then B players by falling previous token, then the time arts (GRM-ORD)."""
    pages, previous = s.pages, s.tokens

    def rank(seat: int) -> tuple[bool, int]:
        clashing = pages.count(pages[seat]) > 1
        return clashing, -previous[seat] if clashing else pages[seat]

    order = sorted(s.seats, key=rank)
    arts = s.cards.time_pages
    if not arts.isdisjoint(pages) and sum(page in arts for page in pages) % 2:
        order.reverse()  # each time art reverses once, so two cancel out (GRM-TIME-04)
    s.tokens = [order.index(seat) + 1 for seat in s.seats]
    if s.log is not None:
        s.emit("order", seats=order)


# -- quest phase ----------------------------------------------------------------------------------


@step
def act(s: State, seat: int) -> None:
    """One action: companions first (GRM-ACT-16), the page, then a quest card of the field."""
    token = s.tokens[seat]
    if s.log is not None:
        s.emit("action", seat=seat, page=s.pages[seat], spell=s.cards.pages[s.pages[seat]].id)
    if token == 1:
        pay_companion(s, seat, "thief")
    if token == s.players:
        pay_companion(s, seat, "archer")
    depth = len(s.agenda)
    spell = s.cards.pages[s.pages[seat]]
    if s.silence and silenced(s, seat, spell.page):
        s.emit("silenced", seat=seat, spell=spell.id)
    else:
        PAGE_EFFECTS[spell.id](s, seat)
    after(s, depth, quest_card, seat)


def pay_companion(s: State, seat: int, companion: str) -> None:
    """Chips for each Thief of the first, each Archer of the last player (GRM-THF, GRM-ARC)."""
    count = s.companions[seat].count(companion)
    if count:
        gain_chips(s, seat, count * s.cards.quests[companion].gain_vp, companion)


@step
def quest_card(s: State, seat: int) -> None:
    """He gains one card of the field, forced (GRM-ACT-04, -05)."""
    moves = field_cards(s, seat)
    if len(moves) > 1:
        s.ask_listed(seat, "take", moves)
        s.agenda.append(("card_taken", seat))
    else:
        take_card(s, seat, s.face_up[0])


@offer("take")
def field_cards(s: State, seat: int) -> Sequence[str]:
    """Any card of the field, face up or face down (GRM-ACT-06)."""
    names = s.cards.take_moves
    moves = [names[card] for card in dict.fromkeys(s.face_up)]
    if s.face_down:
        moves.append(names["face-down"])
    return moves


@step
def card_taken(s: State, seat: int) -> None:
    """The choice is made; a face-down card cannot be put back (GRM-ACT-12)."""
    take_card(s, seat, s.answer(seat)[5:])


def take_card(s: State, seat: int, card: str) -> None:
    """A companion is shown, a treasure from the face-down card is not (GRM-ACT-07 to -11)."""
    if card != "face-down":
        s.face_up.remove(card)
        gain(s, seat, card)
        if s.log is not None:
            s.emit("take", seat=seat, card=card)
        return
    card, s.face_down = s.face_down, ""
    if card in s.cards.treasures:
        knowing = s.face_down_seen | 1 << seat
        s.secrets.append((seat, len(s.treasures[seat]), s.face_down_deck, knowing))
        if s.log is not None:
            to = tuple(other for other in s.seats if knowing >> other & 1)
            s.emit("take-face-down", seat=seat, to=to, secret={"card": card})
    elif s.log is not None:
        s.emit("take-face-down", seat=seat, card=card)
    gain(s, seat, card)


@step
def end_round(s: State) -> None:
    """What is left of the field is discarded, face up (GRM-ACT-13, -14)."""
    left = s.face_up
    if s.face_down:
        left.append(s.face_down)
    s.discards += left
    if s.log is not None:
        s.emit("discard", cards=list(left))
    s.face_up = []
    s.face_down = ""
    if s.ending:
        final_count(s, s.ending)
    else:
        set_phase(s)
