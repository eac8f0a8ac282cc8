"""The live protocol's sockets: frames in and out, chat, and who is present."""
