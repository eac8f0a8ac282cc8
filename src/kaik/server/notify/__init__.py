"""Notices that a table has changed, within a process and between processes."""
