from botwerk.v1 import match_pb2 as m
from botwerk.v1.droids_pb2 import DROIDS_COLOUR_VIOLET, DROIDS_KIND_GREP
from bot import play

def column(position):  # the own transmitter whose column the own droid occupies, 1 to 10
    square = next(d.square for d in position.droids if d.side == position.acting)
    return [square.x + 1, square.y + 1, 10 - square.x, 10 - square.y][position.acting - 1]

def score(action, position):  # prefer violet stones near the own column, where they can be sent
    kind = action.WhichOneof("kind")
    if kind == "set" and action.set.stone.kind < DROIDS_KIND_GREP - 3:  # not grey
        return 9 - abs(action.set.slot.transmitter - column(position))
    return {"draw": action.draw == DROIDS_COLOUR_VIOLET, "send": 1, "lift": 1}.get(kind, 0)

def answer(request):
    position = request.view.position.droids
    best = max(request.legal_actions, key=lambda legal: score(legal.action.droids, position))
    return m.Submission(actions=[best.action])

play(answer, m.ViewOptions(include_legal_actions=True))
