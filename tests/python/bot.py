import queue, sys, time
import grpc
from botwerk.v1 import match_pb2 as m, match_pb2_grpc as service
from botwerk.v1.game_pb2 import ERROR_REASON_ILLEGAL_ACTION
from botwerk.v1.micro_robots_pb2 import MicroRobotsSpace

def solve(p):  # breadth first: a move keeps the row or column, and the number or colour
    shares = lambda x, y: x // 6 == y // 6 or x % 6 == y % 6
    cells = {space: cell for cell, space in enumerate(p.board)}
    routes, seen = [[p.start]], {p.start}
    for nodes, route in enumerate(routes):
        a = route[-1]
        if a == p.target:
            return [MicroRobotsSpace.Name(space)[-2:] for space in route], nodes
        for b in cells:
            if b not in seen and shares(a - 1, b - 1) and shares(cells[a], cells[b]):
                seen.add(b)
                routes.append(route + [b])

def answer(request):
    route, nodes = solve(request.view.position.micro_robots)
    text = f"say {len(route) - 1}" if request.stage == "race" else "show " + "-".join(route)
    return m.Submission(text=text, effort=nodes)

def play(answer, options=None):  # plays the seat of the command line to the end of its match
    server, match, seat_token = sys.argv[1:]
    stub = service.MatchServiceStub(grpc.insecure_channel(server))
    join = m.Join(match=match, seat_token=seat_token, view_options=options)
    while True:  # joins again after a disconnect
        outbox = queue.SimpleQueue()
        outbox.put(m.PlayRequest(join=join))
        try:
            for frame in stub.Play(iter(outbox.get, None)):
                if frame.HasField("action_request"):
                    request = frame.action_request
                    join.resume_after_seq = request.seq
                elif frame.HasField("match_over"):
                    return print("places", *frame.match_over.outcome.places)
                elif frame.HasField("rejected") and not frame.rejected.handle:
                    sys.exit(frame.rejected.error.message)  # the join
                elif frame.rejected.error.reason != ERROR_REASON_ILLEGAL_ACTION:
                    continue  # after an illegal action the request is still open
                submission = answer(request)
                submission.handle, submission.turn, submission.part = request.handle, request.turn, request.part
                outbox.put(m.PlayRequest(submission=submission))
        except grpc.RpcError:
            time.sleep(0.2)
        finally:
            outbox.put(None)  # ends the stream

if __name__ == "__main__":
    play(answer)
