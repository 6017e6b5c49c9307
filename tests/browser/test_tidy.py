"""No word is cut off or sticks out of its box, and nothing that is pressed lies over another thing:
on any page on a phone, in every language. What finds that is here; who asks it are the tests that
open the pages anyway (`test_axe.py`, `test_languages.py`, `test_one_screen.py`)."""

from playwright.sync_api import Browser

# Left alone: what is for ears alone, drawings (cards lie over one another in a hand and a stack,
# the landing page's banner runs out of the window), notes that are drawn along by a finger, and
# what is shortened by design because it stands elsewhere in full: a table's name in the bar, names
# at the seats, the last line of the log.
UNTIDY = r"""() => {
    const said = [];
    const short = one => one.textContent.trim().replace(/\s+/g, " ").slice(0, 50);
    const name = one => [one.tagName.toLowerCase(), ...one.classList].join(".");
    const tell = (what, one, more) => said.push(`${what}: ${name(one)} “${short(one)}” ${more}`);
    const styles = new Map();
    const style = one => styles.get(one) ?? styles.set(one, getComputedStyle(one)).get(one);
    const up = function* (one) {
        for (; one && one !== document.body; one = one.parentElement) yield one;
    };
    const LEFT = ".vh, .skip, [popover]:not(:popover-open), option, noscript, svg, .kd, " +
        "#announce, .tk, .mc, .cnt, .fan, .banner, .notes";
    const clipped = ({clip, clipPath}) => clipPath.startsWith("inset(50") || clip !== "auto";
    const left = one => one.closest(LEFT) || [...up(one)].some(around => clipped(style(around)));
    const SHORT = ".bar .where, .seat, .last, .idle";
    const seen = one => one.checkVisibility({opacityProperty: true, visibilityProperty: true});
    const floor = one => [...up(one)].find(around => /fixed|sticky/.test(style(around).position));
    const common = (a, b) => [Math.min(a.right, b.right) - Math.max(a.left, b.left),
        Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)];
    const apart = (a, b) => a === b || a.contains(b) || b.contains(a) || floor(a) !== floor(b);

    const texts = [], walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
        const box = walker.currentNode.parentElement;
        if (!walker.currentNode.data.trim() || !seen(box) || left(box)) continue;
        const range = document.createRange();
        range.selectNodeContents(walker.currentNode);
        const lines = [...range.getClientRects()].filter(line => line.width > 1 && line.height > 1);
        if (lines.length) texts.push([box, lines, range.getBoundingClientRect()]);
    }
    for (const [box, lines, all] of texts) {
        if (box.closest(SHORT)) continue;
        if (box.closest(".bar nav") && new Set(lines.map(line => line.top)).size > 1)
            tell("in two lines", box, "");
        for (const around of up(box)) {
            const {overflowX, overflowY, display, backgroundColor, borderLeftWidth} = style(around);
            if (/inline$|contents/.test(display)) continue;
            const edge = around.getBoundingClientRect();
            const x = Math.max(all.right - edge.right, edge.left - all.left);
            const y = Math.max(all.bottom - edge.bottom, edge.top - all.top);
            const drawn = backgroundColor !== "rgba(0, 0, 0, 0)" || borderLeftWidth !== "0px";
            if (/auto|scroll/.test(overflowX + overflowY)) break;
            const cuts = /hidden|clip/;
            // A line is higher than its letters, and more so where it leans with its card.
            const more = around.closest(".card") ? 8 : 4;
            const beyond = far => `of ${name(around)} by ${far.toFixed(1)}`;
            if (x > 1 && (drawn || cuts.test(overflowX))) tell("sideways", box, beyond(x));
            if (y > more && (drawn || cuts.test(overflowY))) tell("in height", box, beyond(y));
            if (/fixed/.test(style(around).position)) break;
        }
    }
    // What a list offers is text of no element that shows: as wide as its widest would be.
    for (const list of document.querySelectorAll("select:not([multiple])")) {
        if (!seen(list) || left(list)) continue;
        const free = list.cloneNode(true);
        free.removeAttribute("id");
        free.style.cssText = "position:absolute;visibility:hidden;width:max-content;max-width:none";
        list.after(free);
        const x = free.getBoundingClientRect().width - list.getBoundingClientRect().width;
        const widest = [...free.options].reduce((a, b) => a.text.length > b.text.length ? a : b);
        free.remove();
        if (x > 0.5) tell("chosen", widest, `of ${name(list)} ${list.name} by ${x.toFixed(1)}`);
    }
    const words = texts.filter(([box]) => !box.closest(`.slot, .hand, ${SHORT}`));
    const pairs = all => all.flatMap((one, i) => all.slice(i + 1).map(other => [one, other]));
    for (const [[one, these], [other, those]] of pairs(words)) {
        if (apart(one, other)) continue;
        for (const a of these) for (const b of those) {
            const [x, y] = common(a, b);
            // Lines of a large heading stand closer than their letters are high.
            const far = Math.max(5, a.height / 4);
            if (x > 2 && y > far) tell("words over words", one, `and “${short(other)}”`);
        }
    }
    const PRESSED = "a[href], button, summary, select, textarea, label:has(> .vh), " +
        "input:not([type=hidden], .vh)";
    const pressed = [...document.querySelectorAll(PRESSED)].filter(one => seen(one) && !left(one)
        && !one.closest(".hand, .row") && style(one).pointerEvents !== "none");
    for (const [one, other] of pairs(pressed)) {
        if (apart(one, other)) continue;
        for (const a of one.getClientRects()) for (const b of other.getClientRects()) {
            const [x, y] = common(a, b);
            if (x > 2 && y > 2) tell("shares ground", one, `with “${short(other)}”`);
        }
        // Side by side, and not alike.
        const [a, b] = [one, other].map(button => button.getBoundingClientRect());
        if (one.nextElementSibling === other && [one, other].every(it => it.matches(".btn, button"))
            && common(a, b)[1] > 8 && Math.abs(a.height - b.height) > 1)
            tell("of another height", one, `than “${short(other)}”`);
    }
    return [...new Set(said)];
}"""


def test_what_is_cut_off_sticks_out_or_lies_over_another_is_found(chromium: Browser) -> None:
    with chromium.new_context() as context:
        page = context.new_page()
        page.set_content(
            "<style>p{width:60px;overflow:hidden;white-space:nowrap}"
            "div{width:60px;border:1px solid}button{position:absolute;top:99px}</style>"
            "<p>Abracadabra</p><div>Abracadabra</div>"
            "<button>Abra</button><button style='left:20px;height:60px'>cadabra</button>"
            "<section style='position:absolute;top:300px'>Abra</section>"
            "<section style='position:absolute;top:303px'>Abra</section>"
            "<div class=bar style='width:999px'><nav style='width:60px'>Abra cadabra</nav></div>"
        )
        found = {one.split(":")[0] for one in page.evaluate(UNTIDY)}
        assert found == {
            *("sideways", "in two lines", "shares ground", "words over words"),
            "of another height",
        }
        page.set_content("<p style='width:60px'>Abra</p><button>Abra</button> <button>x</button>")
        assert page.evaluate(UNTIDY) == []
