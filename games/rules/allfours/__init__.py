"""All Fours 四张: a trick game with four chances in each hand (/rules/all-fours/)."""
