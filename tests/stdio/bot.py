import json, random, sys

for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        answer = {"type": "hello", "protocol": 1, "legal_actions": True}
    elif message["type"] == "decision":
        action = random.choice(message["legal_actions"])
        answer = {"type": "submission", "turn": message["turn"], "part": message["part"], "actions": action}
    else:  # accepted, rejected, error, end
        continue
    print(json.dumps(answer), flush=True)
