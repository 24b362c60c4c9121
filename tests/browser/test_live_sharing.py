"""A teacher goes through a hand; a pupil in another browser sees each step, leaves and comes back."""

from __future__ import annotations

import json

import pytest

pytestmark = pytest.mark.browser


def shows(page, step):
    """Wait until a page stands at a step."""
    page.wait_for_function("n => document.querySelector('#range').value === n", arg=str(step))


def test_a_pupil_follows_the_steps_of_a_teacher(visit, site):
    pk, _key, session = json.loads(
        site.run("from tests.browser import tables; tables.prepare_finished('forty')").splitlines()[-1]
    )
    teacher = visit(at=None)
    teacher.context.add_cookies([{"name": "sessionid", "value": session, "url": site.url}])
    teacher.goto(f"{site.url}/hands/{pk}/about/")
    teacher.get_by_role("button", name="Show it step by step").click()
    link = teacher.locator(".led input[readonly]").input_value()

    pupil = visit("phone", at=None)
    pupil.goto(link)
    shows(pupil, 0)
    for step in (1, 2, 3):
        teacher.keyboard.press("ArrowRight")
        shows(pupil, step)
    teacher.keyboard.press("o")
    pupil.wait_for_selector("#replay.own")
    teacher.keyboard.press("End")
    last = int(teacher.locator("#range").get_attribute("max"))
    shows(pupil, last)

    # they leave, look elsewhere, and come back to where the teacher is by then
    pupil.get_by_role("link", name="Look by myself").click()
    pupil.wait_for_url(f"**/step/{last}/**")
    pupil.keyboard.press("Home")
    shows(pupil, 0)
    teacher.keyboard.press("ArrowLeft")
    shows(teacher, last - 1)
    assert pupil.locator("#range").input_value() == "0"
    pupil.reload()
    pupil.get_by_role("link", name="Follow Mei").click()
    shows(pupil, last - 1)

    # one without scripts sees where the teacher is whenever they load the page
    plain = visit(javascript=False, at=None)
    plain.goto(link)
    assert plain.locator("#range").get_attribute("value") == str(last - 1)

    # the teacher stops, and stays where they are: the pupil has the controls
    teacher.get_by_role("button", name="Stop showing").click()
    teacher.wait_for_selector(".led", state="detached")
    shows(teacher, last - 1)
    pupil.wait_for_selector("#on")
    pupil.keyboard.press("Home")
    shows(pupil, 0)
