"""Playing from Python: a sitting that reads well in a notebook, and pictures of any scene as SVG."""
