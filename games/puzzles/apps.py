from django.apps import AppConfig


class PuzzlesConfig(AppConfig):
    name = "games.puzzles"

    def ready(self) -> None:
        """Connect the signals for new reviews, and for guests who sign in or up."""
        from games.accounts.services import guest_signed_in
        from games.community import reviews
        from games.puzzles import from_reviews, seen

        reviews.review_done.connect(from_reviews.note, dispatch_uid="puzzles-of-second-looks")
        guest_signed_in.connect(seen.note_what_guest_saw, dispatch_uid="puzzles-seen-as-guest")
