"""Caches of one process: bounded by use, cleared together."""

from games.foundation.process_cache import ProcessCache, clear_caches


def test_the_entry_not_used_for_longest_makes_room():
    cache = ProcessCache(2)
    cache.set("a", 1)
    cache.set("b", 2)
    assert cache.get("a") == 1
    cache.set("c", 3)
    assert cache.get_many(["a", "b", "c"]) == {"a": 1, "c": 3}


def test_an_older_value_does_not_replace_a_newer_one():
    cache = ProcessCache(2)
    for value in (2, 1, 3):
        cache.set_if("a", value, lambda value, cached: value > cached)
    assert cache.get("a") == 3
    cache.set_if("a", 2, lambda value, cached: value > cached)
    assert cache.get("a") == 3


def test_all_caches_of_the_process_are_cleared_together():
    one, other = ProcessCache(2), ProcessCache(2)
    one.set_many({"a": 1, "b": 2})
    other.set("a", 1)
    one.drop("a")
    assert (one.get("a"), one.get("b")) == (None, 2)
    clear_caches()
    assert (one.get("b"), other.get("a")) == (None, None)
