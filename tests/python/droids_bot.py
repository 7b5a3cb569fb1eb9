import queue, sys
import grpc
from botwerk.v1 import match_pb2 as m, match_pb2_grpc as service
from botwerk.v1.droids_pb2 import DROIDS_COLOUR_VIOLET, DROIDS_KIND_GREP

def column(position):  # the own transmitter whose column the own droid occupies, 1 to 10
    square = next(d.square for d in position.droids if d.side == position.acting)
    return [square.x + 1, square.y + 1, 10 - square.x, 10 - square.y][position.acting - 1]

def score(action, position):  # prefer violet stones near the own column, where they can be sent
    kind = action.WhichOneof("kind")
    if kind == "set" and action.set.stone.kind < DROIDS_KIND_GREP - 3:  # not grey
        return 9 - abs(action.set.slot.transmitter - column(position))
    return {"draw": action.draw == DROIDS_COLOUR_VIOLET, "send": 1, "lift": 1}.get(kind, 0)

server, match, token = sys.argv[1:]
outbox = queue.SimpleQueue()
options = m.ViewOptions(include_legal_actions=True)
outbox.put(m.PlayRequest(join=m.Join(match=match, seat_token=token, view_options=options)))
stub = service.MatchServiceStub(grpc.insecure_channel(server))
for frame in stub.Play(iter(outbox.get, None)):
    if frame.HasField("action_request"):
        request = frame.action_request
        position = request.view.position.droids
        best = max(request.legal_actions, key=lambda legal: score(legal.action.droids, position))
        submission = m.Submission(handle=request.handle, turn=request.turn, part=request.part, actions=[best.action])
        outbox.put(m.PlayRequest(submission=submission))
    elif frame.HasField("match_over"):
        print("places", *frame.match_over.outcome.places)
        outbox.put(None)
