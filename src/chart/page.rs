//! A page of SVG: lines, marks and texts, in the colours of a light and of a dark screen.

use super::text::{escaped, number, width};
use crate::room;
use std::fmt::Write;

/// Colours of one kind of screen.
struct Scheme {
    ground: &'static str,
    ink: &'static str,
    soft: &'static str,
    line: &'static str,
    axis: &'static str,
    stripe: &'static str,
    /// Of groups, from the first to the last.
    groups: [[u8; 3]; 5],
}

const LIGHT: Scheme = Scheme {
    ground: "#ffffff",
    ink: "#22303c",
    soft: "#5b6b79",
    line: "#dfe5ea",
    axis: "#98a6b3",
    stripe: "#f4f6f8",
    groups: [
        [0x17, 0x4a, 0x9c],
        [0x1b, 0x8f, 0x9e],
        [0x5b, 0x93, 0x2c],
        [0xc4, 0x8a, 0x10],
        [0xb2, 0x3c, 0x1e],
    ],
};
const DARK: Scheme = Scheme {
    ground: "#131a20",
    ink: "#e6edf3",
    soft: "#9fb0bd",
    line: "#2b3843",
    axis: "#6b7a88",
    stripe: "#1a232b",
    groups: [
        [0x7f, 0xb0, 0xff],
        [0x5c, 0xc8, 0xd6],
        [0xa6, 0xd6, 0x7a],
        [0xf2, 0xc0, 0x4a],
        [0xff, 0x8a, 0x66],
    ],
};

/// Where a text stands of its place.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

/// The sides of a rectangle.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Box4 {
    pub left: f64,
    pub top: f64,
    pub right: f64,
    pub bottom: f64,
}

impl Box4 {
    pub fn meets(&self, other: &Box4) -> bool {
        self.left < other.right
            && other.left < self.right
            && self.top < other.bottom
            && other.top < self.bottom
    }
}

/// The draws so far.
pub(super) struct Page {
    pub width: f64,
    pub height: f64,
    groups: usize,
    body: String,
    /// Where the level texts lie, for the tests: none may hide another.
    pub texts: Vec<(Box4, String)>,
}

impl Page {
    /// `groups` colours.
    pub fn new(groups: usize) -> Page {
        Page { width: 0.0, height: 0.0, groups: groups.max(2), body: String::new(), texts: Vec::new() }
    }

    fn put(&mut self, element: std::fmt::Arguments<'_>) {
        let element = element.to_string();
        room::grow_text(&mut self.body, element.len() + 1);
        self.body.push_str(&element);
        self.body.push('\n');
    }

    pub fn text(&mut self, x: f64, y: f64, size: f64, anchor: Anchor, class: &str, text: &str) {
        if text.is_empty() {
            return;
        }
        let wide = width(text, size);
        let left = match anchor {
            Anchor::Start => x,
            Anchor::Middle => x - wide / 2.0,
            Anchor::End => x - wide,
        };
        let place = Box4 { left, top: y - 0.78 * size, right: left + wide, bottom: y + 0.22 * size };
        room::grow(&mut self.texts, 1);
        self.texts.push((place, text.to_string()));
        let anchor = ["", " middle", " end"][anchor as usize];
        self.put(format_args!(
            "<text x=\"{x:.1}\" y=\"{y:.1}\" font-size=\"{}\" class=\"{class}{anchor}\">{}</text>",
            number(size, if size.fract() == 0.0 { 0 } else { 1 }),
            escaped(text)
        ));
    }

    /// A text that is turned about its start, in degrees.
    pub fn turned(&mut self, x: f64, y: f64, size: f64, degrees: f64, class: &str, text: &str) {
        self.put(format_args!(
            "<text x=\"{x:.1}\" y=\"{y:.1}\" font-size=\"{size:.0}\" class=\"{class}\" \
             transform=\"rotate({degrees:.0} {x:.1} {y:.1})\">{}</text>",
            escaped(text)
        ));
    }

    pub fn line(&mut self, from: [f64; 2], to: [f64; 2], class: &str) {
        self.put(format_args!(
            "<line x1=\"{:.1}\" y1=\"{:.1}\" x2=\"{:.1}\" y2=\"{:.1}\" class=\"{class}\"/>",
            from[0], from[1], to[0], to[1]
        ));
    }

    /// A path, as SVG writes it.
    pub fn path(&mut self, path: &str, class: &str) {
        self.put(format_args!("<path d=\"{path}\" class=\"{class}\"/>"));
    }

    /// A rectangle; `share` of its colour covers the ground. What it says is shown where the reader points at it.
    pub fn area(&mut self, place: Box4, class: &str, share: f64, says: &str) {
        let opacity =
            if share < 1.0 { format!(" fill-opacity=\"{}\"", number(share, 2)) } else { String::new() };
        let (wide, tall) = (place.right - place.left, place.bottom - place.top);
        let head = format!(
            "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{wide:.1}\" height=\"{tall:.1}\" class=\"{class}\"{opacity}",
            place.left, place.top
        );
        match says {
            "" => self.put(format_args!("{head}/>")),
            says => self.put(format_args!("{head}><title>{}</title></rect>", escaped(says))),
        }
    }

    /// A point in the colour of its group, which says what it is where the reader points at it.
    pub fn dot(&mut self, at: [f64; 2], radius: f64, group: usize, says: &str) {
        let head = format!(
            "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"{}\" class=\"{} dot\"",
            at[0],
            at[1],
            number(radius, 1),
            self.group(group)
        );
        match says {
            "" => self.put(format_args!("{head}/>")),
            says => self.put(format_args!("{head}><title>{}</title></circle>", escaped(says))),
        }
    }

    /// The class of a group. It says of how many, because charts stand beside each other, and rules hold for a whole page.
    pub fn group(&self, group: usize) -> String {
        format!("g{group}of{}", self.groups)
    }

    /// The whole.
    pub fn finish(&self, title: &str) -> String {
        let mut out = String::new();
        let (wide, tall) = (self.width, self.height);
        let style = format!(
            "{FIXED}{}@media (prefers-color-scheme: dark) {{\n{}}}\n",
            rules(&LIGHT, self.groups),
            rules(&DARK, self.groups)
        );
        room::grow_text(&mut out, self.body.len() + style.len() + 2 * title.len() + 512);
        let _ = write!(
            out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"duel-chart\" width=\"{wide:.0}\" height=\"{tall:.0}\" \
             viewBox=\"0 0 {wide:.0} {tall:.0}\" role=\"img\">\n<title>{}</title>\n<style>\n{style}</style>\n\
             <rect width=\"{wide:.0}\" height=\"{tall:.0}\" class=\"ground\"/>\n",
            escaped(title)
        );
        out.push_str(&self.body);
        out.push_str("</svg>\n");
        out
    }
}

/// Rules that do not depend on the screen. Pages stand in others: every rule is of this class.
const FIXED: &str = "\
.duel-chart text { font-family: Inter, 'Helvetica Neue', Helvetica, Arial, 'DejaVu Sans', sans-serif; \
font-variant-numeric: tabular-nums; stroke: none; }
.duel-chart .strong { font-weight: 600; }
.duel-chart .middle { text-anchor: middle; }
.duel-chart .end { text-anchor: end; }
.duel-chart .limit { stroke-dasharray: 4 3; }
.duel-chart .halo { paint-order: stroke; stroke-width: 3px; stroke-linejoin: round; }
.duel-chart .span { stroke-width: 2; fill-opacity: 0; }
.duel-chart .thin { stroke-width: 1.2; stroke-opacity: 0.6; fill-opacity: 0; }
.duel-chart .dot, .duel-chart .cell { stroke-width: 0; }
";

fn rules(of: &Scheme, groups: usize) -> String {
    let mut out = String::new();
    for (class, rule) in [
        ("ground", format!("fill: {}", of.ground)),
        ("stripe", format!("fill: {}", of.stripe)),
        ("grid", format!("stroke: {}", of.line)),
        ("axis, .duel-chart .limit, .duel-chart .leader", format!("stroke: {}", of.axis)),
        ("ink", format!("fill: {}", of.ink)),
        ("soft", format!("fill: {}", of.soft)),
        ("on", format!("fill: {}", of.ground)),
        // After the rule of all texts, which have no edge.
        ("ink.halo", format!("stroke: {}", of.ground)),
        ("soft.halo", format!("stroke: {}", of.ground)),
    ] {
        let _ = writeln!(out, ".duel-chart .{class} {{ {rule}; }}");
    }
    for group in 0..groups {
        let [red, green, blue] = colour(of, group, groups);
        let hex = format!("#{red:02x}{green:02x}{blue:02x}");
        let _ = writeln!(out, ".duel-chart .g{group}of{groups} {{ fill: {hex}; stroke: {hex}; }}");
    }
    out
}

/// The colour of a group: from the first to the last stop.
fn colour(of: &Scheme, group: usize, groups: usize) -> [u8; 3] {
    let last = of.groups.len() - 1;
    let at = group as f64 / (groups - 1) as f64 * last as f64;
    let stop = (at as usize).min(last - 1);
    let share = at - stop as f64;
    let mix = |c: usize| {
        let (from, to) = (f64::from(of.groups[stop][c]), f64::from(of.groups[stop + 1][c]));
        (from + share * (to - from)).round() as u8
    };
    [mix(0), mix(1), mix(2)]
}
