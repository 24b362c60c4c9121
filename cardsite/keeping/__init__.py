"""Keeping what people have played: backups, moving house, looking whether all is well."""
