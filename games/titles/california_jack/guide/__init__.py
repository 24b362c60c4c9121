"""The rules page of California Jack."""
