"""The texts of ``--help``, in Japanese and English, by key."""

from __future__ import annotations

HELPS: dict[str, tuple[str, str]] = {
    "taku": (
        (
            "卓: 日本のボードゲームを、人・スクリプト・ボットで遊ぶ。\n\n"
            "\b\n例:\n  taku                                 メニュー(端末で)\n"
            "  taku play grimoire                   すぐに遊ぶ\n"
            "  taku learn grimoire                  遊びながら覚える\n"
            "  taku match grimoire greedy random    ボット同士の対局"
        ),
        (
            "A table for Japanese games: for people, scripts and bots.\n\n"
            "\b\nExamples:\n  taku                                 a menu, in a terminal\n"
            "  taku play grimoire                   play at once\n"
            "  taku learn grimoire                  learn by playing\n"
            "  taku match grimoire greedy random    let bots meet"
        ),
    ),
    "games": ("遊べるゲームの一覧。\n\n例: taku games", "List the games.\n\nExample: taku games"),
    "cards": (
        (
            "カードの一覧、または1枚の説明。check はカードファイルを調べ、誤りをすべて示す。\n\n"
            "\b\n例:\n  taku cards grimoire\n  taku cards grimoire 密偵\n"
            "  taku cards check my-cards.toml\n  taku cards grimoire --file > my-cards.toml"
        ),
        (
            "List a game's components, or explain one. 'check' reads a card file and names every "
            "mistake in it.\n\n"
            "\b\nExamples:\n  taku cards grimoire\n  taku cards grimoire spy\n"
            "  taku cards check my-cards.toml\n  taku cards grimoire --file > my-cards.toml"
        ),
    ),
    "rules": (
        (
            "ルールの章の一覧、章、ID、語で探す。\n\n"
            "\b\n例:\n  taku rules grimoire\n  taku rules grimoire book\n  taku rules grimoire GRM-ORD-05"
        ),
        (
            "Show the rules: all sections, one of them, a rule by its id, or rules with a word.\n\n"
            "\b\nExamples:\n  taku rules grimoire\n  taku rules grimoire book\n  taku rules grimoire GRM-ORD-05"
        ),
    ),
    "play": (
        (
            "プロンプトで遊ぶ。入力がパイプなら、1行1手の行指向プログラムになる。\n\n"
            "\b\n例:\n  taku play grimoire\n  taku play grimoire --players 3 --seed 7\n"
            "  taku play grimoire --seats human,human,greedy\n"
            "  taku play grimoire --seed 1 < moves.txt\n\n"
            "\b\n終了コード: 0 対局が終わった  1 内部エラー  2 使い方の誤り\n"
            "  3 違法な手(--strict)  4 入力が途中で終わった  5 途中でやめた"
        ),
        (
            "Play at the prompt. With piped input it is a line program: a move per line in, text out.\n\n"
            "\b\nExamples:\n  taku play grimoire\n  taku play grimoire --players 3 --seed 7\n"
            "  taku play grimoire --seats human,human,greedy\n"
            "  taku play grimoire --seed 1 < moves.txt\n\n"
            "\b\nExit codes: 0 the game ended  1 internal error  2 usage\n"
            "  3 illegal move (--strict)  4 the input ended early  5 left before the end"
        ),
    ),
    "resume": (
        "最後の対局の続きから遊ぶ。\n\n例: taku resume",
        "Go on with the last match that was not played to its end.\n\nExample: taku resume",
    ),
    "replay": (
        (
            "棋譜を見直す。端末では矢印キーで前後に動く。\n\n"
            "\b\n例:\n  taku replay\n  taku replay match.jsonl\n  taku replay match.jsonl --to 20 --seat 1\n"
            "  taku replay match.jsonl --verify"
        ),
        (
            "Look at a record step by step. In a terminal the arrow keys go forward and back.\n\n"
            "\b\nExamples:\n  taku replay\n  taku replay match.jsonl\n  taku replay match.jsonl --to 20 --seat 1\n"
            "  taku replay match.jsonl --verify"
        ),
    ),
    "learn": (
        "遊びながら覚える短い手引き。\n\n例: taku learn grimoire",
        "A short tutorial that teaches a game by playing it.\n\nExample: taku learn grimoire",
    ),
    "demo": (
        "ボットが全ゲームを1局ずつ遊ぶ。端末は要らない。\n\n例: taku demo grimoire --seed 3",
        (
            "Let bots play every game once. It is printed for a reader and needs no terminal.\n\n"
            "Example: taku demo grimoire --seed 3"
        ),
    ),
    "schema": (
        "JSON Schema を出す: protocol、scenario GAME、options GAME。\n\n例: taku schema scenario grimoire",
        (
            "Print a JSON Schema: protocol, scenario GAME, or options GAME.\n\n"
            "Example: taku schema scenario grimoire"
        ),
    ),
    "headless": (
        "標準入出力で TP/1 を話す(1行1つの JSON)。\n\n例: taku headless",
        "Speak TP/1, lines of JSON, on standard input and output.\n\nExample: taku headless",
    ),
    "bench": (
        (
            "速さを測る。protocol はボットとのやりとり、search は探索、limit は制限時間の守り方、arena は大会、start は起動。\n\n"
            "\b\n例:\n  taku bench grimoire\n  taku bench protocol\n"
            "  taku bench search grimoire\n  taku bench limit grimoire\n"
            "  taku bench arena grimoire\n  taku bench start"
        ),
        (
            "Measure speed: of games, of the talk with bots, of search and how it keeps a limit in "
            "seconds, of tournaments, of the start.\n\n"
            "\b\nExamples:\n  taku bench grimoire\n  taku bench protocol\n"
            "  taku bench search grimoire\n  taku bench limit grimoire\n"
            "  taku bench arena grimoire\n  taku bench start"
        ),
    ),
    "bots": ("ボットの一覧。\n\n例: taku bots", "List the bots.\n\nExample: taku bots"),
    "settings": (
        "設定ファイルの場所と中身。--write で注釈つきの既定ファイルを作る。\n\n例: taku settings --write",
        (
            "Show the settings file and where it is. --write puts the commented default there.\n\n"
            "Example: taku settings --write"
        ),
    ),
    "match": (
        (
            "プレイヤー同士が対戦する。席は動かない。\n\n"
            "\b\n例:\n  taku match grimoire greedy random\n"
            "  taku match grimoire greedy mcts:seconds=0.5 --tell --record match.jsonl\n"
            "  taku match grimoire greedy 'exec:python my_bot.py'\n"
            "  taku match grimoire --seat greedy --seat exec:./bot --games 20 --record games --json\n\n"
            "終了コード: 0 反則なし、1 反則あり、2 使い方の誤り"
        ),
        (
            "Let players meet, each in its seat.\n\n"
            "\b\nExamples:\n  taku match grimoire greedy random\n"
            "  taku match grimoire greedy mcts:seconds=0.5 --tell --record match.jsonl\n"
            "  taku match grimoire greedy 'exec:python my_bot.py'\n"
            "  taku match grimoire --seat greedy --seat exec:./bot --games 20 --record games --json\n\n"
            "Exit codes: 0 no faults, 1 a player was at fault, 2 usage"
        ),
    ),
    "check": (
        (
            "ボットがプロトコルどおりに動くか、すべてのゲームで一歩ずつ調べる。\n\n"
            "\b\n例:\n  taku check -- python3 my_bot.py\n"
            "  taku check --game grimoire -- ./my-bot --fast\n\n"
            "終了コード: 0 すべて合格、1 不合格あり、2 使い方の誤り"
        ),
        (
            "Walk a bot through the protocol, step by step, in every game.\n\n"
            "\b\nExamples:\n  taku check -- python3 my_bot.py\n"
            "  taku check --game grimoire -- ./my-bot --fast\n\n"
            "Exit codes: 0 all passed, 1 a step failed, 2 usage"
        ),
    ),
    "bot": ("ボットを書く人のために。", "For those who write bots."),
    "bot-new": (
        "動くボットのひな型を書く。\n\n例: taku bot new my-bot --lang javascript",
        (
            "Write a bot that works, to start from.\n\n"
            "Example: taku bot new my-bot --lang javascript"
        ),
    ),
    "tournament": (
        (
            "プレイヤー同士が何度も対戦し、順位をつける。\n\n"
            "\b\n例:\n  taku tournament grimoire --bot greedy --bot random --deals 50 --jobs 2\n"
            "  taku tournament cup.toml --results cup.jsonl --html cup.html\n"
            "  taku tournament --results cup.jsonl --resume   続きから\n"
            "  taku tournament --results cup.jsonl            今の順位を見る\n"
            "  taku tournament grimoire new=mcts old=greedy --sprt elo0=0,elo1=20"
        ),
        (
            "Let players meet many times, and rank them.\n\n"
            "\b\nExamples:\n  taku tournament grimoire --bot greedy --bot random --deals 50 --jobs 2\n"
            "  taku tournament cup.toml --results cup.jsonl --html cup.html\n"
            "  taku tournament --results cup.jsonl --resume   goes on\n"
            "  taku tournament --results cup.jsonl            shows how it stands\n"
            "  taku tournament grimoire new=mcts old=greedy --sprt elo0=0,elo1=20"
        ),
    ),
    "stats": (
        (
            "何が勝つかを結果ファイルから集計する: 取った札、姫、最初のページ、選択ルールなど。\n\n"
            "例: taku stats cup.jsonl --html cup.html"
        ),
        (
            "Tell what wins: by card taken, princess, opening page, option and so on.\n\n"
            "Example: taku stats cup.jsonl --html cup.html"
        ),
    ),
    "match-bots": (
        "席ごとに1つ: greedy、mcts:seconds=1、exec:コマンド",
        "one per seat: greedy, mcts:seconds=1, exec:COMMAND",
    ),
    "match-seat": ("席のプレイヤー(席ごとに1度)", "the player of the next seat; once per seat"),
    "match-games": ("対局の数(シードは1ずつ増える)", "how many; the seed goes up by one"),
    "match-record": (
        "棋譜の .jsonl ファイル、または棋譜と標準エラー出力を置くフォルダー",
        "a .jsonl file, or a folder for the record and the bots' stderr of every match",
    ),
    "json": ("JSON で報告する", "report as JSON"),
    "move-time": (
        "exec: のボットの一手の秒数(0 は無制限)",
        "seconds an exec: bot has for a move; 0 is no limit",
    ),
    "total-time": ("exec: のボットの一局の秒数", "seconds an exec: bot has for a match"),
    "increment": ("一手ごとに増える秒数", "seconds that each move adds to --total-time"),
    "memory": ("exec: のボットのメモリの上限", "the most memory an exec: bot may take"),
    "strikes": (
        "何度目の反則で負けになるか",
        "at which fault a player forfeits; random plays on for it",
    ),
    "COMMAND": ("ボットを動かすコマンド", "the command that runs the bot"),
    "check-games": ("このゲームだけ(何度でも)", "only this game; repeatable"),
    "bot-name": ("ボットの名前", "the bot's name"),
    "bot-lang": ("python、javascript、bash、c、java", "python, javascript, bash, c or java"),
    "tournament-bot": ("参加者(何度でも)", "somebody who takes part; repeatable"),
    "tournament-bots": ("参加者。名前=指定 もできる", "who takes part; NAME=SPEC gives a name"),
    "game-or-file": (
        "ゲームの ID か、大会の TOML ファイル",
        "the game's id, or a tournament's TOML file",
    ),
    "tell": ("対局の様子も出す", "tell the match as well"),
    "format": (
        "round-robin、gauntlet、knockout、swiss",
        "round-robin, gauntlet, knockout or swiss",
    ),
    "deals": (
        "配りの数(席を入れ替えて打つ)",
        "deals per table, each in every rotation of the seats",
    ),
    "rounds": ("スイス式の回戦数", "rounds of a Swiss tournament"),
    "sprt": ("逐次検定: elo0=0,elo1=20", "a sequential test: elo0=0,elo1=20"),
    "results": ("結果を書き足すファイル", "the file every result is appended to"),
    "resume-tournament": ("結果ファイルの続きから", "go on with the results file"),
    "jobs": ("並べて動かす数", "worker processes"),
    "cluster": (
        "Dask スケジューラのアドレス、または local",
        "the address of a Dask scheduler, or local",
    ),
    "csv": ("順位を CSV で出す", "report the ranking as CSV"),
    "html": ("図と棋譜つきの1ページを書く", "write one page with plots and every record"),
    "results-file": ("大会の結果ファイル(いくつでも)", "results files of tournaments"),
    "GAME": ("ゲームの ID", "the game's id"),
    "CARD": ("カードの ID か名前", "a card's id or name"),
    "replay-match": (
        "大会の結果ファイルの何番の対戦か",
        "the number of a match in a tournament's results file",
    ),
    "FILE": (
        "棋譜ファイル(省くと最後の対局)",
        "the record; that of the latest match unless given",
    ),
    "print-file": ("カードファイルそのものを書き出す", "write the card file itself"),
    "card-file": ("調べるカードファイル", "the card file to check"),
    "SECTION": ("章、ID、または語", "a section, an id, or a word"),
    "lang": ("言語: ja か en", "language: ja or en"),
    "no-color": ("色を使わない", "no colours"),
    "version": ("taku のバージョン", "which taku this is"),
    "players": ("人数", "how many play"),
    "seats": ("席ごとに human かボット: human,greedy", "who sits where: human,greedy"),
    "seed": ("シード(同じなら同じ対局)", "the seed; the same seed deals the same"),
    "option": (
        "ゲームのオプション 名前=値 か 名前=値,値(何度でも)",
        "an option of the game, NAME=VALUE or NAME=A,B; repeatable",
    ),
    "record": ("棋譜を書くファイル", "write the record to this file"),
    "scenario": (
        "局面のファイル(TOML か JSON)",
        "begin with the position in this TOML or JSON file",
    ),
    "card-option": ("別のカードファイルで遊ぶ", "play with another card file"),
    "strict": ("違法な手で止まる(終了コード3)", "stop at the first illegal move (exit code 3)"),
    "plain": ("端末でも行指向で動く", "plain lines, also in a terminal"),
    "to": ("この手数まで", "up to this move"),
    "seat": ("この席から見る(省くとすべて)", "as this seat saw it; all is shown unless given"),
    "verify": ("棋譜が正しいか確かめる", "prove that the record is whole and replays the same"),
    "quick": ("結果だけを短く", "only how each match ended"),
    "write": ("既定の設定ファイルを置く", "put the default settings file in place"),
    "schema-what": ("protocol、scenario、options", "protocol, scenario or options"),
    "resume-file": (
        "続ける棋譜(省くと最後のもの)",
        "the record to go on with; the latest unless given",
    ),
    "strategy": ("座るボット", "the bot that plays every seat"),
    "names": ("対象のゲーム(省くとすべて)", "the games; all unless given"),
}
"""By key: Japanese, English."""
