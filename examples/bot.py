"""A bot in a few lines: of all it may do it chooses blindly among what takes the most touches.

    python examples/bot.py http://127.0.0.1:8340 new_play [TOKEN]

It looks for somebody who waits for an opponent, or waits itself, plays one match and prints how it ended.
"""

import random
import sys

from kaik import bot
from kaik.core.errors import Refusal


def choose(state):
    """An index into what is legal."""
    longest = max(len(choice.path) for choice in state.legal)
    return random.choice([n for n, choice in enumerate(state.legal) if len(choice.path) == longest])


if __name__ == "__main__":
    if len(sys.argv) not in (3, 4):
        sys.exit("usage: bot.py URL GAME [TOKEN]")
    try:
        end = bot.run(sys.argv[1], sys.argv[2], choose, *sys.argv[3:])
    except Refusal as refusal:
        sys.exit(str(refusal))
    print(f"{sys.argv[1]}/r/{end.table.id}")
    print("places:", *end.result.places, "- mine:", end.result.places[end.seat])
