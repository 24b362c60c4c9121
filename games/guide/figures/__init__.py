"""The figures of the rules pages: each is worked out by the engine for the options asked for."""
