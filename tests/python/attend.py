import os, subprocess, sys
import grpc
from botwerk.v1 import bot_pb2 as b, bot_pb2_grpc as service

# Attends, and starts a player such as bot.py for every match: attend.py bot.py
server = os.environ["BOTWERK_SERVER"]
request = b.AttendRequest(bot_token=os.environ["BOTWERK_BOT_TOKEN"], max_parallel=2)
for told in service.BotServiceStub(grpc.insecure_channel(server)).Attend(request):
    if told.HasField("invited"):
        seat = told.invited
        subprocess.Popen([sys.executable, *sys.argv[1:], server, seat.match, seat.seat_token])
