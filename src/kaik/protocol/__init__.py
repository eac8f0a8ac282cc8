"""Every type that goes over a wire, REST and live, and one JSON Schema of them all (`schema`).

Clients, bots and the server import these modules; they import only the games' protocol and the referee.
"""
