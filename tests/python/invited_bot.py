import os, subprocess, sys
import grpc
from botwerk.v1 import bot_pb2 as b, bot_pb2_grpc as service

# Stays online and starts a player such as bot.py for every invitation: invited_bot.py bot.py
server = os.environ["BOTWERK_SERVER"]
request = b.StreamInvitationsRequest(bot_token=os.environ["BOTWERK_BOT_TOKEN"], max_concurrent_matches=2)
for frame in service.BotServiceStub(grpc.insecure_channel(server)).StreamInvitations(request):
    if frame.HasField("invitation"):
        invitation = frame.invitation
        subprocess.Popen([sys.executable, *sys.argv[1:], server, invitation.match, invitation.seat_token])
