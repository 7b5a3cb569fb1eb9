const lines = require("readline").createInterface({ input: process.stdin });
const send = (answer) => process.stdout.write(JSON.stringify(answer) + "\n");

lines.on("line", (line) => {
  const message = JSON.parse(line);
  if (message.type === "hello") send({ type: "hello", protocol: 1, legal_actions: true });
  if (message.type === "decision") {
    const { turn, part, legal_actions: legal } = message;
    send({ type: "submission", turn, part, actions: legal[Math.floor(Math.random() * legal.length)] });
  }
});
