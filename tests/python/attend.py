import os, subprocess, sys
import grpc
from botwerk.v1 import bot_pb2 as b, bot_pb2_grpc as service

# Stays online and starts a player such as bot.py for every invitation: attend.py bot.py
server = os.environ["BOTWERK_SERVER"]
request = b.AttendRequest(bot_token=os.environ["BOTWERK_BOT_TOKEN"], max_parallel=2)
for frame in service.BotServiceStub(grpc.insecure_channel(server)).Attend(request):
    if frame.HasField("invited"):
        invitation = frame.invited
        subprocess.Popen([sys.executable, *sys.argv[1:], server, invitation.match, invitation.seat_token])
