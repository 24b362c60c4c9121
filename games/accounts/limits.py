"""Rate limits of accounts, friends, reports and exports."""

from __future__ import annotations

from django.conf import settings

from games.foundation.rate_limit import RateLimit

#: Guests that one network may become: without a cookie each press would be another guest's, with limits of their own.
GUESTS_OF_NETWORK = RateLimit("guests-of-network", settings.GUESTS_A_MINUTE, 60)
REQUESTS = RateLimit("friend-requests", 10, 60 * 60)
#: Guests are limited by network, because anybody can become a new guest at any time; a network may be a school.
REQUESTS_OF_NETWORK = RateLimit("friend-requests-of-network", 120, 60 * 60)
INVITATIONS = RateLimit("invitations", 20, 10 * 60)
#: How often one person reaches the same other one: with requests or their friend link (more are not refused but reach
#: nobody), and with invitations while others of theirs are unread (more take the place of one).
REQUESTS_OF_ONE = RateLimit("friend-requests-of-one", 3, 24 * 60 * 60)
INVITATIONS_OF_ONE = RateLimit("invitations-of-one", 6, 24 * 60 * 60)
REPORTS = RateLimit("reports", 10, 60 * 60)
REPORTS_OF_NETWORK = RateLimit("reports-of-network", 30, 60 * 60)
PASSWORDS = RateLimit("passwords", 5, 60)
EXPORTS = RateLimit("exports", 6, 60 * 60)
#: How often an account may add an e-mail address, which may be a stranger's and gets a mail.
ADDRESSES = RateLimit("addresses-added", 6, 24 * 60 * 60)
#: How often a new password may be requested for an e-mail address, whether or not an account has it.
RESETS = RateLimit("password-resets", 6, 24 * 60 * 60)
