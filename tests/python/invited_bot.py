import os, subprocess, sys, time
import grpc
from botwerk.v1 import bot_pb2 as b, bot_pb2_grpc as service

# Stays online and starts a player such as bot.py for every invitation: invited_bot.py bot.py
server = os.environ["BOTWERK_SERVER"]
stub = service.BotServiceStub(grpc.insecure_channel(server))
request = b.StreamInvitationsRequest(max_concurrent_matches=2)
token = [("authorization", "Bearer " + os.environ["BOTWERK_BOT_TOKEN"])]
players = {}
while True:  # online again after a disconnect
    try:
        for frame in stub.StreamInvitations(request, metadata=token):
            invitation = frame.invitation
            if frame.HasField("tournament_ended") or frame.HasField("entrant_withdrawn"):
                sys.exit()
            # An invitation is sent again after a reconnect; its player reconnects by itself.
            elif invitation.match and invitation.match not in players:
                command = [sys.executable, *sys.argv[1:], server, invitation.match, invitation.seat_token]
                players[invitation.match] = subprocess.Popen(command)
    except grpc.RpcError as error:
        if error.code() in (grpc.StatusCode.UNAUTHENTICATED, grpc.StatusCode.PERMISSION_DENIED):
            raise
    time.sleep(0.2)
