"""The database: its schema, how it is reached, and a repository for each kind of thing in it."""
