"""Everything the command says, in Japanese and English, by key."""

from __future__ import annotations

TEXTS: dict[str, tuple[str, str]] = {
    # -- at the prompt
    "person": ("あなた", "Player"),
    "player": ("プレイヤー", "Player"),
    "thinks": ("{name}が考えています", "{name} is thinking"),
    "starts": ("{name}を起動しています", "{name} is starting"),
    "hurry": ("Ctrl-C で急がせる", "Ctrl-C hurries it"),
    "interrupt": ("Ctrl-C でやめる", "Ctrl-C to leave"),
    "hand-over": (
        "{name}の番です。画面をほかの人に見せずに Enter を押してください",
        "It is {name}'s turn. Press Enter when nobody else is looking",
    ),
    "leave?": (
        "やめますか? 対局は残り、taku resume で続けられます",
        "Leave? The match is kept; taku resume goes on with it",
    ),
    "leave-unkept?": ("やめますか?", "Leave?"),
    "kept": (
        "対局を残しました。続けるには: taku resume",
        "The match is kept. To go on: taku resume",
    ),
    "read-on": (
        "はじめてなら、rules で遊び方、help で打ち方が出ます",
        "New to it? 'rules' tells how it goes, 'help' how to type",
    ),
    "several": (
        "「{entry}」に当てはまる手がいくつもあります:",
        "{entry!r} could be several moves:",
    ),
    "meant": ("もしかして: {move}({label})", "Did you mean {move!r} ({label})?"),
    "meant-command": ("もしかして: {command}", "Did you mean {command!r}?"),
    "legal-are": ("できる手: {moves}", "Legal: {moves}"),
    "no-number": (
        "{number} 番の手はありません。1 から {last} までです",
        "There is no move {number}; they are 1 to {last}",
    ),
    "only-number": (
        "{number} 番の手はありません。今は 1 だけです",
        "There is no move {number}; there is only move 1",
    ),
    "not-a-move": ("「{entry}」は今できる手ではありません。", "{entry!r} is not a legal move now."),
    "unseen-not-a-move": (
        "今できる手ではありません。上の番号で選べます",
        "That is not a legal move now. The numbers above are the moves",
    ),
    "not-now-card": ("{card}は今は選べません。", "{card} cannot be chosen now."),
    "see-moves": ("Tab か moves で手の一覧が出ます", "Tab or 'moves' lists what is legal"),
    "dropped": ("続きは実行していません: {entries}", "Not done: {entries}"),
    "no-command": (
        "「{word}」という命令はありません{near}",
        "There is no command {word!r}{near}",
    ),
    "bar-help": ("Tab 候補  help 説明", "Tab completes  help"),
    "since-your-move": ("前のあなたの手から", "Since your last move"),
    "earlier": (
        "  … ほかに{count}行 (log で全部)",
        "  ... {count} more lines before ('log' shows all)",
    ),
    "more-moves": (
        "  … 手は{count}まで (moves で全部)",
        "  ... and so on to {count} ('moves' shows all)",
    ),
    "nothing-yet": ("まだ何も起きていません", "Nothing has happened yet"),
    "nothing-to-undo": ("戻せる手がありません", "You have made no move that could be taken back"),
    "undone": ("1手戻しました", "Your last move is taken back"),
    "saved": ("保存しました: {path}", "Saved: {path}"),
    "loaded": ("読み込みました: {path}", "Loaded: {path}"),
    "no-save": (
        "保存「{name}」はありません{near}。あるもの: {saves}",
        "There is no save {name!r}{near}; there are: {saves}",
    ),
    "no-player": (
        "プレイヤー「{name}」はいません{near}。いるのは: {players}",
        "There is no single player {name!r}{near}; there are: {players}",
    ),
    "not-a-save": (
        "{path} は棋譜ではないので上書きしません",
        "{path} is no record, and is left as it is",
    ),
    "cannot-save": ("{path} に書けません: {reason}", "{path}: cannot be written: {reason}"),
    "other-players": (
        "{path} は{players}人の対局です",
        "{path} is a match of {players} players; start it with: taku resume",
    ),
    "no-language": (
        "言語は ja か en です: {language}",
        "The language is ja or en, not {language!r}",
    ),
    "cannot-pass": ("ここではパスできません", "There is no pass here"),
    "hint-is": ("{name}なら: {move}({label})", "{name} would choose {move} ({label})"),
    "hint-why": ("評価(100%は勝ち): {moves}", "How it values them (100% is won): {moves}"),
    "card-which": ("カード名を続けてください: card 名前", "Say which: card NAME"),
    "help-moves": (
        (
            "手は、番号・ID・日本語名・英語名のどれでも打てます。始めの数文字で足ります。"
            "Tab で候補が出ます。; で区切ると続けて打てます。"
        ),
        (
            "Type a move as its number, its id, or its name in Japanese or English; the first letters "
            "are enough. Tab completes. Several moves on one line are separated by ;"
        ),
    ),
    "help-keys": (
        "手と同じ言葉の命令は :undo のように : を付けます。Ctrl-C は行を消し、Ctrl-D は終わるか尋ねます。",
        "A command that is also a move is written :undo. Ctrl-C cancels the line, Ctrl-D asks to leave.",
    ),
    "command-help": ("この説明", "this text"),
    "command-moves": ("できる手を説明つきで", "the legal moves, with what they do"),
    "command-table": (
        "卓のすべてを描く (table 名前 でその人だけ)",
        "the table with all that is open (table NAME: what one player has)",
    ),
    "command-card": ("カードの説明 (card 名前)", "what a card does (card NAME)"),
    "command-rules": ("遊び方とルール (rules 話題)", "how the game goes, its rules (rules TOPIC)"),
    "command-log": ("これまでの出来事", "what has happened so far"),
    "command-hint": ("一番強いボットに聞く", "ask the best bot"),
    "command-undo": ("自分の手を1つ戻す", "take back your last move"),
    "command-save": ("名前をつけて保存", "keep a copy under a name"),
    "command-load": ("保存から続ける", "go on from a save"),
    "command-lang": ("言語を切り替える", "switch the language"),
    "command-auto": ("何かが変わるまでパスする", "pass until something changes"),
    "command-quit": ("やめる (対局は残る)", "leave (the match is kept)"),
    # -- the end
    "over": ("ゲーム終了", "The game is over"),
    "wins": ("勝ち", "wins"),
    "rank": ("{rank}位", "{rank}."),
    "nobody": ("勝者なし", "Nobody wins"),
    "won": ("あなたの勝ちです", "You win"),
    "lost": ("あなたの負けです", "You do not win"),
    "record-is": ("棋譜: {path}", "The record: {path}"),
    "replay-it": ("見直すには: taku replay", "To look at it again: taku replay"),
    # -- looking things up
    "for-players": ("{players}人", "{players} players"),
    "rules-word": ("ルール", "rules"),
    "primer-of": ("{game}の遊び方", "How {game} goes"),
    "rules-of": ("細かいルール(章ごと)", "All rules of {game}, by section"),
    "rules-note": (
        "続けて: rules 章 / ID / 語(端末では taku rules {game} 章)。細かいルールの本文は英語です。",
        "More: rules SECTION, ID or any word; in a shell, taku rules {game} SECTION.",
    ),
    "kind-grimoire-quest": ("クエストカード", "Quest cards"),
    "kind-grimoire-item": ("アイテムカード", "Item cards"),
    "kind-grimoire-spell": ("ページの魔法", "Pages and their magic"),
    "kind-grimoire-chip": ("チップ", "Chips"),
    "kind-grimoire-component": ("そのほか", "Other components"),
    "kind-heart-of-crown-counter": ("カウンター", "Counters"),
    "kind-heart-of-crown-card": ("カード", "Cards"),
    "kind-heart-of-crown-recommended_set": ("おすすめセット", "Recommended sets"),
    "kind-daybreak-set": ("セット", "Sets"),
    "kind-daybreak-piece": ("そのほか", "Other components"),
    "kind-daybreak-token": ("トークンカード", "Token cards"),
    "kind-daybreak-witch": ("ウィッチカード", "Witch cards"),
    "kind-daybreak-normal": ("ノーマルカード", "Normal cards"),
    "kind-mitakihara-magic": ("魔力カード", "Magic cards"),
    "kind-mitakihara-ability": ("能力", "Abilities"),
    "kind-mitakihara-girl": ("魔法少女カード", "Magical girl cards"),
    "kind-mitakihara-witch": ("魔女カード", "Witch cards"),
    "kind-mitakihara-event": ("イベントカード", "Event cards"),
    "kind-mitakihara-loot": ("戦利品カード", "Loot cards"),
    "kind-mitakihara-identity": ("正体カード", "Identity cards"),
    "kind-mitakihara-special": ("敵", "Enemies"),
    "kind-mitakihara-reference": ("説明カード", "Reference cards"),
    "kind-mitakihara-piece": ("そのほか", "Other components"),
    "everything": ("すべて", "everything"),
    "designed": (
        "印刷された札ではわからないため、taku が決めたもの: {fields}",
        "Not known from the printed game, chosen by taku: {fields}",
    ),
    "designed-list": (
        "印刷された札ではわからないため、taku が決めたものを含む",
        "designed: wholly or partly not known from the printed game, chosen by taku",
    ),
    "check-what": (
        "調べるカードファイルを指定してください: taku cards check ファイル",
        "name the card file to check: taku cards check FILE",
    ),
    "whose-cards": (
        "{file}: どのゲームのカードかわかりません(prefix は {prefixes} のどれか)。taku cards check ゲーム {file}",
        "{file} does not say which game it is for (prefix, one of {prefixes}); try: taku cards check GAME {file}",
    ),
    "no-card": (
        "{game}に「{word}」というカードはありません{near}",
        "{game} has no card {word!r}{near}",
    ),
    "several-cards": ("「{word}」に当てはまるカード: {cards}", "{word!r} could be: {cards}"),
    "no-rule": (
        "{game}のルールに「{word}」は見つかりません{near}。章: {sections}",
        "nothing in the rules of {game} fits {word!r}{near}; sections: {sections}",
    ),
    "no-schema": (
        "「{what}」のスキーマはありません{near}。protocol、scenario、options があります",
        "no schema {what!r}{near}; there are: protocol, scenario, options",
    ),
    "schema-of": ("どのゲームの {what} ですか: {games}", "schema {what}: of which game? {games}"),
    "cards-fine": ("{file}: 問題ありません({count}種)", "{file}: fine, {count} components"),
    # -- replay
    "verified": ("{path}: 正しい棋譜です({moves}手)", "{path}: whole and true, {moves} moves"),
    "no-seat": (
        "席{seat}はありません。0から{last}まで",
        "there is no seat {seat}; they are 0 to {last}",
    ),
    "no-move": (
        "{to}手目はありません。0から{last}まで",
        "there is no move {to}; they are 0 to {last}",
    ),
    "surplus": (
        "{word!r} は余分です。{what} に続く語はありません",
        "{word!r} is one word too many: nothing follows {what}",
    ),
    "replay-place": ("{at}/{length}手", "move {at} of {length}"),
    "all-open": ("すべて公開", "all cards open"),
    "replay-keys": (
        "←→ 1手  PgUp/PgDn 10手  Home/End 端  ↑↓ 続き  s 席  l 言語  q 終わる",
        "←→ a move  PgUp/PgDn ten  Home/End ends  ↑↓ scroll  s seat  l language  q leave",
    ),
    "json-or-csv": ("--json か --csv のどちらか一方です", "--json or --csv, not both"),
    "no-game": (
        "{options} にはゲームか TOML ファイルが要ります",
        "{options} go with a game or a TOML file: name one first",
    ),
    "no-format": (
        "大会の形式に「{format}」はありません{near}。あるもの: {formats}",
        "no format {format!r}{near}; there are: {formats}",
    ),
    "one-page": (
        "--html は結果ファイル1つについて書きます({count}つ指定されました)",
        "--html writes the page of one results file, not of {count}",
    ),
    "page-written": ("書きました: {path}", "Written: {path}"),
    "page-failed": ("{path} に書けません: {error}", "cannot write {path}: {error}"),
    "tournament-kept": (
        "中断しました。済んだ対戦は残っています。続けるには: taku tournament --results {path} --resume",
        "Interrupted. What was played is safe; to go on: taku tournament --results {path} --resume",
    ),
    "tournament-lost": (
        "中断しました。何も残していません(--results FILE なら残ります)",
        "Interrupted. Nothing was kept; with --results FILE it would be.",
    ),
    # -- lessons
    "lesson": ("手引き {at}/{length}", "Lesson {at} of {length}"),
    "lesson-not": ("ここでは: {moves}", "Here, try: {moves}"),
    "lesson-done": (
        "手引きはここまでです。本番は: taku play {game}",
        "That is all. Now play: taku play {game}",
    ),
    "no-load": ("手引きでは load は使えません", "A lesson cannot load a match"),
    "no-lesson": (
        "{game}の手引きはまだありません{near}。あるもの: {games}",
        "there is no tutorial of {game}{near}; there are: {games}",
    ),
    # -- the menu
    "menu-game": ("何をしますか", "What shall it be?"),
    "about-daybreak": (
        "札を先の番に仕込み、魔法石を集める",
        "Plan ahead, hold the most stones",
    ),
    "about-grimoire": (
        "ページを同時に選び、財宝と仲間を得る",
        "Open a page at once, gather treasure",
    ),
    "about-heart-of-crown": (
        "デッキを組み、姫を女王に戴冠させる",
        "Build a deck, see a princess crowned",
    ),
    "about-mitakihara": (
        "魔法少女たちが力を合わせて街を守る(協力)",
        "Together: save the city from witches",
    ),
    "menu-players": ("何人で遊びますか", "How many play?"),
    "menu-opponents": ("相手は", "Against whom?"),
    "menu-keys": (
        "↑↓ か番号で選び、Enter。Esc で戻る",
        "Arrow keys or a number, Enter. Esc goes back",
    ),
    "menu-resume": ("前の対局を続ける", "Go on with a match"),
    "menu-learn": ("遊びながら覚える", "Learn a game"),
    "menu-lesson": ("どのゲームを覚えますか", "Which game will you learn?"),
    "people": ("人", "people"),
    "people-note": ("1つのキーボードを回して遊ぶ", "who share this keyboard"),
    # -- starting
    "bad-option": (
        "--option は 名前=値 です: {given!r}",
        "--option takes NAME=VALUE, not {given!r}",
    ),
    "no-such-seat": (
        "プレイヤー「{spec}」はいません{near}",
        "unknown player {spec!r}{near}",
    ),
    "seats-players": (
        "--seats は{seats}席、--players は{players}人です",
        "--seats names {seats} seats, --players says {players}",
    ),
    "not-utf8": ("UTF-8ではありません", "it is not UTF-8"),
    "tournament-of-what": (
        "ゲームとボットを指定してください(例: taku tournament grimoire greedy random)。続きなら --results FILE",
        "name a game and its bots, as in taku tournament grimoire greedy random, or --results FILE",
    ),
    "bad-file": ("{path}: 読めません: {reason}", "{path}: cannot be read: {reason}"),
    "not-data": (
        "{path}: TOML でも JSON でもありません: {reason}",
        "{path}: neither TOML nor JSON: {reason}",
    ),
    "bad-lang": ("--lang は ja か en です: {given!r}", "--lang is ja or en, not {given!r}"),
    "no-resume": ("続けられる対局がありません", "there is no match to go on with"),
    "no-replay": ("見直せる対局がありません", "there is no match to look at"),
    "resuming": ("{game}を続けます({moves}手目から)", "Going on with {game} after {moves} moves"),
    "seed-is": ("シード {seed}", "seed {seed}"),
    "ended-early": ("入力が対局の途中で終わりました", "the input ended before the game did"),
    # -- players that meet, and bots
    "no-seats": ("プレイヤーを席の数だけ指定してください", "name a player for each seat"),
    "record-file": (
        "{path}: 棋譜が{games}局あります。フォルダーを指定してください",
        "{path}: one file cannot hold {games} matches; name a folder",
    ),
    "bad-time": (
        "{name} は 0 以上の秒数です: {given:g}",
        "{name} must be a number of seconds from 0: {given:g}",
    ),
    "bad-memory": ("--memory は 16 以上です: {given}", "--memory must be at least 16: {given}"),
    "no-program": (
        "{spec}: プログラム {command} が見つかりません",
        "{spec}: there is no program {command}",
    ),
    "plays-on": (
        "{name}の負けです。ここからは random が打ちます",
        "{name} has forfeited; random plays on for it",
    ),
    "forfeited": (
        "{name}は反則で負け。残りは random が打ちました",
        "{name} forfeited; random played on for it",
    ),
    "forfeited-some": (
        "{name}は{count}局で反則負け。残りは random が打ちました",
        "{name} forfeited {count} of them; random played on for it",
    ),
    "series": ("{count}局", "{count} matches"),
    "series-wins": ("{count}勝", "{count} won"),
    "series-rank": ("平均{rank:.2f}位", "mean place {rank:.2f}"),
    "series-faults": ("反則{count}", "{count} faults"),
    "passed": ("合格", "ok"),
    "failed": ("不合格", "FAILED"),
    "all-passed": ("{count}項目すべて合格", "all {count} steps passed"),
    "some-failed": ("{count}項目のうち{failed}項目が不合格", "{failed} of {count} steps failed"),
    "what-was-said": (
        "最後のやりとり( > 送ったもの、 < 返ってきたもの、 ! 標準エラー出力):",
        "the last lines (> sent, < came back, ! on its stderr):",
    ),
    "bot-written": ("{file} を書きました。次は:", "Wrote {file}. Next:"),
    "bot-there": ("{file} はもうあります", "{file} is there already"),
    "internal": (
        "内部エラー: {error}。詳しくは TAKU_DEBUG=1 で",
        "internal error: {error}; TAKU_DEBUG=1 shows where",
    ),
}
"""By key: Japanese, English."""
