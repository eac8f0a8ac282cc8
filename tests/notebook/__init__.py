"""Playing from Python, and the pictures of a notebook."""
