// A bot for taku that moves at random. It needs nothing but Node.js.
//
//     taku match grimoire "exec:node random_bot.js" random
//
// Every line on stdin is a JSON message; an ask wants a move on stdout.

// The move to make, one of ask.moves. Your ideas go here.
function choose(ask) {
  return ask.moves[Math.floor(Math.random() * ask.moves.length)];
}

function say(message) {
  process.stdout.write(JSON.stringify(message) + "\n");
}

const lines = require("readline").createInterface({ input: process.stdin });

lines.on("line", (line) => {
  const message = JSON.parse(line);
  if (message.type === "hello") {
    // "wants" may name view (what you see), events (what happens), labels (moves for people).
    say({ type: "hello", protocol: 1, name: "random-bot", wants: [] });
  } else if (message.type === "ask") {
    say({ type: "move", id: message.id, move: choose(message) });
  } else if (message.type === "error") {
    console.error(message.code, message.message);
  } else if (message.type === "bye") {
    process.exit(0);
  }
});
