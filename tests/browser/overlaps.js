/* What a person would call broken in a page: () => [{kind, what, by, at}, ...]
 *
 * kinds:  text-text   two texts lie over each other
 *         badges      badges of seats, or the hub, lie over each other
 *         crowded     two things that can be pressed lie over each other
 *         covered     something that can be pressed cannot be reached at its middle
 *         under       a card lies over a text
 *         cut         text is cut off by its own box, without a sign that there is more; an action by its row
 *         outside     text stands outside the window's width
 *         below       at a table, an action is below the window's edge
 *         narrow      text stands one word a line
 *         sideways    a box must be scrolled sideways to be read
 *         large       a picture is drawn more than twice as wide as it says
 *         index       the index of a card in a hand is covered, or out of the window
 *
 * What is allowed on purpose, and why:
 *   FAN       cards in a fan lie over each other: what they are is read at their left edge (see index)
 *   ELLIPSIS  a text that ends in «…» is cut and says so; its whole is said elsewhere
 *   hides     a sheet or scorecard may hide another text whole: it is read first, and closed
 *   comes     what lies under a bar that sticks comes out of it where the page can be scrolled on
 *   open      what a dialog, a sheet or a menu that is open lies over is reached once it is closed
 *   HIGH      where all hands lie open the table is as high as they need, and is scrolled
 *   CELLS     columns of the tables in rules, licences and figures of AI players are narrow where letters are large: to scroll
 *             were worse
 *   SCROLLS   a row of short words is swiped, and so are a table of editions, the actions of a phone on its side and the
 *             lines of a record
 */
() => {
  const TOUCH = 3;                                   // so many pixels may touch
  const FAN = '.cards, .fan, [data-c]';              // cards among themselves
  const ELLIPSIS = (style) => style.textOverflow === 'ellipsis';
  const CELLS = '.guide table, .met';
  const SCROLLS = '.phrases, .actions, .scroll, pre';
  const CONTROLS = 'a[href], button, input:not([type=hidden]), select, textarea, label[for], summary';
  const HIGH = document.querySelector('.room .open');
  const faults = [];
  // nothing changes while this runs: what is asked of an element is asked once
  const once = (ask) => {
    const known = new Map();
    return (el) => {
      if (!known.has(el)) known.set(el, ask(el));
      return known.get(el);
    };
  };
  const styleOf = once((el) => getComputedStyle(el));
  const scrollsX = once((el) => styleOf(el).overflowX);
  const positionOf = once((el) => styleOf(el).position);
  const whole = once((el) => !el || styleOf(el).clip !== 'rect(0px, 0px, 0px, 0px)' && styleOf(el).clipPath !== 'inset(50%)' && whole(el.parentElement));
  const seen = once((el) => el.checkVisibility({opacityProperty: true, visibilityProperty: true}) && whole(el));
  const name = (el) => el.id ? `#${el.id}` : `${el.tagName.toLowerCase()}.${String(el.className).trim().split(/\s+/).join('.')}`.slice(0, 60);
  const round = (box) => [box.left, box.top, box.right, box.bottom].map(Math.round);
  const ALL = {left: -Infinity, top: -Infinity, right: Infinity, bottom: Infinity};
  const within = (one, other) => ({
    left: Math.max(one.left, other.left), top: Math.max(one.top, other.top),
    right: Math.min(one.right, other.right), bottom: Math.min(one.bottom, other.bottom),
  });
  // what boxes which scroll or hide leave to be seen, from an element on upwards
  const frameOf = once((el) => {
    if (!el || el === document.body) return ALL;
    // what stands in the window is clipped by nothing above it
    const above = positionOf(el) === 'fixed' ? ALL : frameOf(el.parentElement);
    if (scrollsX(el) === 'visible' && styleOf(el).overflowY === 'visible') return above;
    return within(above, el.getBoundingClientRect());
  });
  const clipped = (from, box) => {
    const left = within(box, frameOf(from));
    return {...left, width: left.right - left.left, height: left.bottom - left.top};
  };
  const texts = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    const el = node.parentElement, text = node.data.trim().slice(0, 40);
    if (!text || el.closest('script, style, noscript, option, select, svg') || el.closest(FAN) || !seen(el)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const raw of range.getClientRects()) {
      // letters fill about the middle three fifths of their line
      const box = clipped(el, {left: raw.left, right: raw.right, top: raw.top + raw.height / 5, bottom: raw.bottom - raw.height / 5});
      if (box.width <= TOUCH || box.height <= TOUCH) continue;
      texts.push({el, box, text});
      const button = el.closest('#actions .btn')?.getBoundingClientRect();
      if (button && (box.top < button.top - 1 || box.bottom > button.bottom + 1))
        faults.push({kind: 'cut', what: text, by: name(el.closest('.btn')), at: round(box)});
      if ((box.right > innerWidth + TOUCH || box.left < -TOUCH) && positionOf(el) !== 'fixed')
        faults.push({kind: 'outside', what: text, by: name(el), at: round(box)});
    }
  }
  const hides = (over, under) => {
    for (let up = over.el; up && !up.contains(under.el); up = up.parentElement) {
      const box = up.getBoundingClientRect(), colour = styleOf(up).backgroundColor, r = under.box;
      const filled = !/^(transparent|rgba\(.*, 0\))$/.test(colour);
      if (filled && box.left <= r.left && box.right >= r.right && box.top <= r.top && box.bottom >= r.bottom) return true;
    }
    return false;
  };
  const layer = once((el) => !el || /sticky|fixed/.test(positionOf(el)) ? el : layer(el.parentElement));
  const more = scrollY + innerHeight < document.documentElement.scrollHeight - 1;
  const comes = (one, other) => more && layer(one) !== layer(other) &&
    [one, other].some((el) => layer(el) && positionOf(layer(el)) === 'sticky');
  const open = document.querySelector('dialog[open], [popover]:popover-open, details.more[open], :target');
  texts.sort((one, other) => one.box.top - other.box.top);
  for (let i = 0; i < texts.length; i++) for (let j = i + 1; j < texts.length && texts[j].box.top < texts[i].box.bottom; j++) {
    const one = texts[i], other = texts[j];
    const across = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
    const down = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
    if (across <= TOUCH || down <= TOUCH || one.el === other.el || hides(one, other) || hides(other, one)) continue;
    if (open && open.contains(one.el) !== open.contains(other.el) || comes(one.el, other.el)) continue;
    faults.push({kind: 'text-text', what: one.text, by: other.text, at: round(one.box)});
  }
  // at its two ends and its middle: cards at a table cover their place, and what they lie on, but no words
  const cardOver = ({el, box}) => [.1, .5, .9].some((part) => {
    const x = box.left + part * box.width, y = (box.top + box.bottom) / 2;
    const card = x > 0 && y > 0 && x < innerWidth && y < innerHeight && document.elementFromPoint(x, y)?.closest('[data-c]');
    if (!card || card.contains(el) || el.contains(card) || comes(el, card)) return false;
    return !card.closest('.scorecard') || el.closest('.scorecard');
  });
  for (const text of texts) if (!open && cardOver(text)) faults.push({kind: 'under', what: text.text, by: 'a card', at: round(text.box)});
  const pressed = [];
  for (const el of document.querySelectorAll(CONTROLS)) {
    if (el.disabled || !seen(el) || el.closest('.skip')) continue;
    const box = clipped(el.parentElement, el.getBoundingClientRect());
    const what = (el.getAttribute('aria-label') || el.textContent || el.name || '').trim().slice(0, 40);
    if (el.closest('#actions') && el.getBoundingClientRect().width > Math.max(0, box.width) + TOUCH)
      faults.push({kind: 'cut', what, by: '#actions', at: round(el.getBoundingClientRect())});
    if (box.width <= TOUCH || box.height <= TOUCH) continue;
    if (el.closest('#actions') && !HIGH && box.bottom > innerHeight + TOUCH) faults.push({kind: 'below', what, by: '', at: round(box)});
    if (!el.closest(FAN) && !(open && !open.contains(el)) && styleOf(el).display !== 'inline') pressed.push({el, box, what});
    const x = box.left + box.width / 2, y = box.top + box.height / 2;
    if (x < 0 || y < 0 || x > innerWidth || y > innerHeight) continue;
    const top = document.elementFromPoint(x, y);
    if (!top || el.contains(top) || top.contains(el) || [...el.labels ?? []].some((label) => label.contains(top))) continue;
    if (el.closest(FAN) && top.closest(FAN)) continue;
    if (open?.contains(top) && !open.contains(el) || comes(el, top)) continue;
    faults.push({kind: 'covered', what, by: name(top), at: round(box)});
  }
  const badges = [...document.querySelectorAll('.spot > .badge, .board > .hub')].filter(seen);
  badges.forEach((one, at) => badges.slice(at + 1).forEach((other) => {
    const box = within(one.getBoundingClientRect(), other.getBoundingClientRect());
    if (box.right - box.left > 1 && box.bottom - box.top > 1)
      faults.push({kind: 'badges', what: one.textContent.trim().slice(0, 40), by: other.textContent.trim().slice(0, 40), at: round(box)});
  }));
  for (let i = 0; i < pressed.length; i++) for (let j = i + 1; j < pressed.length; j++) {
    const one = pressed[i], other = pressed[j];
    const across = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
    const down = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
    if (across <= TOUCH || down <= TOUCH || one.el.contains(other.el) || other.el.contains(one.el)) continue;
    if ([...one.el.labels ?? [], ...other.el.labels ?? []].some((label) => label === one.el || label === other.el)) continue;
    if (layer(one.el) === layer(other.el)) faults.push({kind: 'crowded', what: one.what, by: other.what, at: round(one.box)});
  }
  for (const el of document.querySelectorAll('h1, h2, h3, p, b, small, a, button, td, th, label, li, span')) {
    if (!el.textContent.trim() || el.closest(FAN) || !seen(el)) continue;
    if (scrollsX(el) === 'hidden' && !ELLIPSIS(styleOf(el)) && el.scrollWidth > el.clientWidth + TOUCH)
      faults.push({kind: 'cut', what: el.textContent.trim().slice(0, 40), by: name(el), at: round(el.getBoundingClientRect())});
  }
  // one word a line in a column of less than six letters' height: it is far too narrow for what it holds
  const lines = (el) => {
    const range = document.createRange(), tops = new Set();
    for (const node of el.childNodes) if (node.nodeType === Node.TEXT_NODE && node.data.trim()) {
      range.selectNodeContents(node);
      for (const box of range.getClientRects())
        if (box.width > TOUCH && clipped(el, box).height > TOUCH) tops.add(Math.round(box.top));
    }
    return tops.size;
  };
  for (const {el} of new Map(texts.map((one) => [one.el, one])).values()) {
    const words = [...el.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE).map((node) => node.data).join(' ').trim()
      .match(/[\u3000-\u9fff]|[^\s\u3000-\u9fff]+/g) ?? [];
    const number = words.length > 3 && !el.closest(CELLS) ? lines(el) : 0;
    if (number > 3 && number >= .7 * words.length && el.clientWidth < 6 * parseFloat(styleOf(el).fontSize)
      && el.clientWidth < innerWidth - 40)          // as wide as the window is: a column can be no wider
      faults.push({kind: 'narrow', what: words.join(' ').slice(0, 40), by: name(el), at: round(el.getBoundingClientRect())});
  }
  for (const el of document.querySelectorAll('body *')) {
    if (/auto|scroll/.test(scrollsX(el)) && el.scrollWidth > el.clientWidth + TOUCH && !el.closest(SCROLLS) && seen(el))
      faults.push({kind: 'sideways', what: el.textContent.trim().slice(0, 40), by: name(el), at: round(el.getBoundingClientRect())});
  }
  for (const el of document.querySelectorAll('svg[width], img[width]'))
    if (el.getBoundingClientRect().width > 2 * parseFloat(el.getAttribute('width')) && seen(el))
      faults.push({kind: 'large', what: name(el), by: name(el.parentElement), at: round(el.getBoundingClientRect())});
  const hand = [...document.querySelectorAll('#hand label [data-c]')];
  hand.forEach((card, at) => {
    const {left, top, width} = card.getBoundingClientRect(), next = hand[at + 1]?.getBoundingClientRect();
    const drawn = getComputedStyle(card, '::before'), first = (value) => Number(value.match(/[\d.]+/)?.[0] ?? 0);
    const end = left + first(drawn.maskPosition) + first(drawn.maskSize);
    const covered = next && Math.abs(next.top - top) < 4 && next.left > left && end > next.left + 1;
    if (seen(card) && (covered || left < -1 || end > innerWidth))
      faults.push({kind: 'index', what: card.dataset.c, by: name(card), at: round(card.getBoundingClientRect())});
  });
  return faults;
}
