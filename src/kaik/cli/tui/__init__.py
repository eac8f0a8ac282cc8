"""The full-screen terminal client: any game from its scene and its legal paths, here or on a server."""
