from django.apps import AppConfig


class PuzzlesConfig(AppConfig):
    name = "games.puzzles"

    def ready(self) -> None:
        """Connect the signal for new reviews."""
        from games.community import reviews
        from games.puzzles import from_reviews

        reviews.made.connect(from_reviews.note, dispatch_uid="puzzles-of-second-looks")
