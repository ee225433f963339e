//! Texts of a drawing: how wide they are, how they are cut, and numbers in digits.

use crate::room::Gather as _;
use std::borrow::Cow;

/// Width of a text set in a size. A sans-serif face is not known before it is drawn; these are the widths of a wide one,
/// so that what has room here has room anywhere.
pub(super) fn width(text: &str, size: f64) -> f64 {
    text.chars().map(advance).sum::<f64>() * size
}

fn advance(letter: char) -> f64 {
    match letter {
        '\u{300}'..='\u{36f}' | '\u{200b}'..='\u{200f}' | '\u{fe00}'..='\u{fe0f}' => 0.0,
        '\u{1100}'..='\u{115f}' | '\u{2e80}'..='\u{a4cf}' | '\u{ac00}'..='\u{d7a3}' => 1.0,
        '\u{f900}'..='\u{faff}' | '\u{fe30}'..='\u{fe6f}' | '\u{ff00}'..='\u{ff60}' => 1.0,
        '\u{1f300}'..='\u{1faff}' | '\u{20000}'..='\u{3fffd}' => 1.3,
        'i' | 'j' | 'l' | 'I' | '|' | '\'' => 0.3,
        ' ' | '.' | ',' | ':' | ';' | '/' | '!' | '-' | 'f' | 't' | 'r' | '(' | ')' | '[' | ']' => 0.41,
        'm' | 'M' | 'W' | '@' | '%' | '…' => 1.0,
        'w' => 0.82,
        'A'..='Z' => 0.72,
        _ => 0.63,
    }
}

/// A text that is no wider than it may be: cut in the middle, as names of a family differ at their ends.
pub(super) fn shortened(text: &str, most: f64, size: f64) -> Cow<'_, str> {
    if width(text, size) <= most {
        return Cow::Borrowed(text);
    }
    let letters: Vec<char> = text.chars().gathered();
    let room = (most / size - advance('…')).max(0.0);
    let (mut first, mut last, mut used) = (0, letters.len(), 0.0);
    // From both ends in turn, for as long as there is room.
    while first < last {
        let next = if first <= letters.len() - last { letters[first] } else { letters[last - 1] };
        used += advance(next);
        if used > room {
            break;
        }
        if first <= letters.len() - last {
            first += 1;
        } else {
            last -= 1;
        }
    }
    Cow::Owned(letters[..first].iter().chain(&['…']).chain(&letters[last..]).collect::<String>())
}

/// A number with this many decimals; "-" for NaN.
pub(super) fn number(value: f64, decimals: usize) -> String {
    if value.is_nan() {
        return "-".to_string();
    }
    if value.is_infinite() {
        return if value > 0.0 { "inf" } else { "-inf" }.to_string();
    }
    if value.abs() >= 1e9 {
        return format!("{value:.2e}");
    }
    let shown = format!("{value:.decimals$}");
    match shown.strip_prefix('-') {
        Some(rest) if rest.chars().all(|c| c == '0' || c == '.') => rest.to_string(),
        _ => shown,
    }
}

/// A number by itself, in three significant digits; whole numbers from a thousand on.
pub(super) fn digits(value: f64) -> String {
    if !value.is_finite() || value == 0.0 {
        return number(value, 0);
    }
    if value.abs() < 1e-5 {
        return format!("{value:.1e}");
    }
    let shown = number(value, decimals_of(value.abs()));
    match shown.contains('.') {
        true => shown.trim_end_matches('0').trim_end_matches('.').to_string(),
        false => shown,
    }
}

/// Decimals that show three digits of a positive number.
pub(super) fn decimals_of(value: f64) -> usize {
    (2.0 - value.log10().floor()).clamp(0.0, 12.0) as usize
}

/// A text as XML has it, without control characters.
pub(super) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\u{fffe}' | '\u{ffff}' => {}
            letter if letter.is_control() => {}
            letter => out.push(letter),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_texts_are_cut_in_the_middle_to_the_width_they_may_have() {
        let name = "gemini-1.5-pro-experimental-0801";
        assert_eq!(shortened(name, 1000.0, 12.0), name);
        for most in [20.0, 60.0, 100.0, 150.0] {
            let cut = shortened(name, most, 12.0);
            assert!(width(&cut, 12.0) <= most && cut.contains('…'), "{cut}");
        }
        let cut = shortened(name, 120.0, 12.0);
        assert!(cut.starts_with("gemini") && cut.ends_with("0801"), "{cut}");
        assert_eq!(shortened("漢字漢字漢字", 36.0, 12.0), "漢…字");
    }

    #[test]
    fn numbers_have_no_negative_zero() {
        assert_eq!(number(-0.001, 2), "0.00");
        assert_eq!(number(-0.5, 2), "-0.50");
        assert_eq!(number(f64::NAN, 2), "-");
        assert_eq!(
            [1234.5, 12.34, 0.0012345, 0.5, -3.0, 1e-9].map(digits),
            ["1234", "12.3", "0.00123", "0.5", "-3", "1.0e-9"]
        );
    }

    #[test]
    fn xml_is_escaped() {
        assert_eq!(escaped("a<b>&\"c\"\u{1}\n\u{ffff}"), "a&lt;b&gt;&amp;&quot;c&quot;");
    }
}
