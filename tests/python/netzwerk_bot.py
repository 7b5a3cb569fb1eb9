from botwerk.v1 import match_pb2 as m
from botwerk.v1.netzwerk_pb2 import NETZWERK_SIDE_WHITE
from bot import play

def score(action, side):  # prefer captures, then forward steps, then the end of a phase; never move batteries
    kind = action.WhichOneof("kind")
    if kind == "robot":
        ranks = (action.robot.to - 1) // 6 - (getattr(action.robot, "from") - 1) // 6
        return 10 * action.robot.captures + (ranks if side == NETZWERK_SIDE_WHITE else -ranks)
    return {"end_robots": 0.5, "end_turn": 0.5}.get(kind, 0)

def answer(request):
    side = request.view.position.netzwerk.side
    best = max(request.legal_actions, key=lambda legal: score(legal.action.netzwerk, side))
    return m.Submission(actions=[best.action])

play(answer, m.ViewOptions(include_legal_actions=True))
