"""What clients ask for besides a table, as plain functions.

Catalogue, rules, lessons, boards, replays, reviews, hints: no network, no database, no event loop. A server
calls these from its handlers, and anything else that runs kaik may call them directly.
"""
