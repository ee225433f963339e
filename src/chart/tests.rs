//! Drawings are legible from 3 rows to 200, whole, and refuse what they cannot show.

use super::page::Page;
use super::{Chart, ChartKind};
use crate::error::Error;

const SIZES: [usize; 6] = [3, 10, 31, 60, 129, 200];

/// Names as people give them: long, short, of a family, of other scripts.
fn names(count: usize) -> Vec<String> {
    let makers =
        ["gpt-4o-2024", "claude", "qwen2.5-72b-instruct-turbo", "模型", "gemini-1.5-pro-experimental", "l"];
    (0..count).map(|i| format!("{}-{i}", makers[i % makers.len()])).collect()
}

fn noise(i: usize) -> f64 {
    ((i as f64 * 12.9898).sin() * 43758.5453).fract()
}

/// Numbers of a chart of a kind with this many rows.
struct Given {
    values: Vec<f64>,
    columns: usize,
    labels: Vec<String>,
    names: Vec<String>,
}

fn given(kind: ChartKind, rows: usize) -> Given {
    let fallen = |i: usize| 1.2 - 2.5 * i as f64 / rows as f64 + 0.1 * noise(i);
    let (columns, rows_of_matrix) = match kind {
        ChartKind::Intervals => (1, rows),
        ChartKind::Matrix => (rows, rows),
        ChartKind::Points => (2, rows),
        ChartKind::Lines => (9, rows),
        ChartKind::Tree => (3, rows - 1),
    };
    let value = |row: usize, column: usize| match kind {
        ChartKind::Intervals => fallen(row),
        ChartKind::Matrix => (-((row as f64 - column as f64) / (0.1 * rows as f64 + 1.0)).powi(2)).exp(),
        ChartKind::Points => [fallen(row), noise(row + 7)][column],
        // Places, which change from look to look.
        ChartKind::Lines => 1.0 + ((row * (column + 1)) % rows) as f64,
        ChartKind::Tree => match column {
            0 if row == 0 => 0.0,
            0 => (rows + row - 1) as f64,
            1 => (row + 1) as f64,
            _ => 0.1 + 0.01 * row as f64,
        },
    };
    let values =
        (0..rows_of_matrix).flat_map(|row| (0..columns).map(move |column| value(row, column))).collect();
    let names = match kind {
        ChartKind::Matrix => (1..=rows).map(|rank| rank.to_string()).collect(),
        ChartKind::Points => vec!["Score".to_string(), "Disagreement".to_string()],
        ChartKind::Lines => (1..=9).map(|day| format!("2026-11-0{day}")).collect(),
        _ => Vec::new(),
    };
    Given { values, columns, labels: self::names(rows), names }
}

fn chart<'a>(kind: ChartKind, of: &'a Given, labels: &'a [&'a str], names: &'a [&'a str]) -> Chart<'a> {
    Chart {
        kind,
        values: &of.values,
        rows: of.values.len() / of.columns,
        columns: of.columns,
        title: "A board of chatbots in the eyes of twenty judges, whose title is long enough for more than a line of the page",
        note: "10 000 comparisons; ranks: all pairs compared at once",
        axis: if kind == ChartKind::Points { "" } else { "log odds" },
        labels,
        names,
        sides: &[],
        lower: &[],
        upper: &[],
        groups: &[],
        group_names: &[],
        limits: &[],
        positions: &[],
        ends: [0.0, 0.0],
        logarithmic: false,
        equal_axes: false,
        arrows: false,
        downward: kind == ChartKind::Lines,
    }
}

fn texts(of: &[String]) -> Vec<&str> {
    of.iter().map(String::as_str).collect()
}

/// Level texts lie on the page, and none on another.
fn is_legible(what: &str, chart: &Chart<'_>) {
    chart.check().unwrap();
    let mut page = Page::new(2);
    chart.draw(&mut page).unwrap();
    assert!(page.texts.len() >= chart.rows.min(3), "{what}: {} texts", page.texts.len());
    for (i, (place, text)) in page.texts.iter().enumerate() {
        assert!(
            place.left >= 0.0
                && place.right <= page.width + 0.5
                && place.top >= 0.0
                && place.bottom <= page.height,
            "{what}: \"{text}\" at {place:?} leaves the page of {} by {}",
            page.width,
            page.height
        );
        for (other, of_other) in &page.texts[..i] {
            assert!(
                !place.meets(other),
                "{what}: \"{text}\" at {place:?} lies on \"{of_other}\" at {other:?}"
            );
        }
    }
    let svg = chart.svg().unwrap();
    is_whole(&svg);
    assert_eq!(svg, chart.svg().unwrap());
}

/// Every element ends, in its order, and nothing is drawn at a place that is no number.
fn is_whole(svg: &str) {
    let mut open: Vec<&str> = Vec::new();
    for part in svg.split('<').skip(1) {
        let (tag, _) = part.split_once('>').expect("a tag ends");
        match tag.strip_prefix('/') {
            Some(name) => assert_eq!(open.pop(), Some(name)),
            None if tag.ends_with('/') => {}
            None => open.push(tag.split(' ').next().unwrap()),
        }
    }
    assert!(open.is_empty(), "{open:?}");
    assert!(!svg.contains("NaN") && !svg.contains("inf\""), "a place is no number");
    assert!(svg.contains("prefers-color-scheme: dark"));
}

#[test]
fn every_kind_is_legible_from_3_rows_to_200() {
    for kind in ChartKind::ALL {
        for rows in SIZES {
            let of = given(kind, rows);
            is_legible(
                &format!("{} of {rows}", kind.name()),
                &chart(kind, &of, &texts(&of.labels), &texts(&of.names)),
            );
        }
    }
}

#[test]
fn intervals_have_plots_beside_each_other_with_sides_groups_and_limits() {
    for rows in SIZES {
        let columns = 3;
        let values: Vec<f64> = (0..rows * columns).map(|i| 3.0 * noise(i)).collect();
        let lower: Vec<f64> = values.iter().enumerate().map(|(i, v)| v - 0.2 - noise(i).abs()).collect();
        // One end is far away, one unknown, one not finite.
        let mut upper: Vec<f64> = values.iter().map(|v| v + 0.4).collect();
        (upper[0], upper[4], upper[8]) = (1e6, f64::NAN, f64::INFINITY);
        let of = Given {
            values,
            columns,
            labels: names(rows),
            names: vec!["Sensitivity (mean 1)".into(), "b".into(), String::new()],
        };
        let ranks: Vec<String> = (0..rows).map(|i| format!("{}-{}", i + 1, i + 9)).collect();
        let groups: Vec<i32> = (0..rows).map(|i| (i % 7) as i32).collect();
        let (labels, columns_names, sides) = (texts(&of.labels), texts(&of.names), texts(&ranks));
        let chart = Chart {
            lower: &lower,
            upper: &upper,
            sides: &sides,
            groups: &groups,
            group_names: &["Tier 1", "Tier 2", "Tier 3", "Tier 4", "Tier 5", "Tier 6", "Tier 7"],
            limits: &[1.0, f64::NAN, 0.0, 2.0, f64::NAN, 1.0],
            ..chart(ChartKind::Intervals, &of, &labels, &columns_names)
        };
        is_legible(&format!("three plots of {rows}"), &chart);
    }
}

/// Intervals of like width are shown whole, however close their points; one ten times as wide ends in an arrow, and the page
/// says so.
#[test]
fn only_an_interval_far_wider_than_the_others_is_cut() {
    let of = |values: &[f64]| Given {
        values: values.to_vec(),
        columns: 1,
        labels: names(values.len()),
        names: Vec::new(),
    };
    let arrows = |values: &[f64], lower: &[f64], upper: &[f64]| {
        let of = of(values);
        let labels = texts(&of.labels);
        let svg = Chart { lower, upper, ..chart(ChartKind::Intervals, &of, &labels, &[]) }.svg().unwrap();
        let (cut, said) = (svg.matches("v8 z").count(), svg.contains("An arrow: the interval goes on"));
        assert_eq!(cut > 0, said);
        cut
    };
    assert_eq!(arrows(&[0.22, 0.11, -0.08], &[-0.14, -0.26, -0.45], &[0.59, 0.48, 0.29]), 0);
    assert_eq!(arrows(&[0.1, 0.2], &[-1.0, -0.9], &[1.2, 1.3]), 0);
    assert_eq!(arrows(&[0.0, 0.0], &[-0.011, -0.02], &[0.011, 0.02]), 0);
    assert_eq!(arrows(&[0.1, 0.2, 0.3, 9.0], &[0.0, 0.1, 0.2, -40.0], &[0.2, 0.3, 0.4, 60.0]), 2);
    assert_eq!(arrows(&[0.1, 0.2, 0.3], &[0.0, 0.1, f64::NEG_INFINITY], &[0.2, 0.3, f64::INFINITY]), 2);
}

/// Between counts there is nothing to mark.
#[test]
fn counts_have_whole_ticks() {
    let of = Given { values: vec![0.0, 1.0, 2.0], columns: 1, labels: names(3), names: Vec::new() };
    let labels = texts(&of.labels);
    let svg = chart(ChartKind::Intervals, &of, &labels, &[]).svg().unwrap();
    assert!(
        svg.contains(">1</text>") && !svg.contains(">0.5</text>") && !svg.contains(">1.5</text>"),
        "{svg}"
    );
}

#[test]
fn intervals_on_a_logarithmic_axis_leave_out_what_is_not_positive() {
    let of =
        Given { values: vec![0.001, 5.0, -1.0, 0.0, 300.0], columns: 1, labels: names(5), names: Vec::new() };
    let labels = texts(&of.labels);
    let chart =
        Chart { logarithmic: true, limits: &[0.05], ..chart(ChartKind::Intervals, &of, &labels, &[]) };
    is_legible("logarithmic", &chart);
    assert_eq!(chart.svg().unwrap().matches("<circle").count(), 3);
}

#[test]
fn narrow_intervals_show_their_width_in_digits() {
    let of = Given { values: vec![0.1024, 0.0511, -0.1535], columns: 1, labels: names(3), names: Vec::new() };
    let labels = texts(&of.labels);
    let chart = Chart {
        lower: &[0.1018, 0.0506, -0.1541],
        upper: &[0.1030, 0.0516, -0.1529],
        ..chart(ChartKind::Intervals, &of, &labels, &[])
    };
    let svg = chart.svg().unwrap();
    assert!(svg.contains("0.1024 [0.1018, 0.1030]"), "{svg}");
}

#[test]
fn maps_place_all_names_also_of_points_on_a_line() {
    for rows in SIZES {
        let mut of = given(ChartKind::Points, rows);
        for level in [false, true] {
            if level {
                of.values.chunks_exact_mut(2).for_each(|place| place[1] = 0.0);
            }
            let labels = texts(&of.labels);
            let chart =
                Chart { equal_axes: true, axis: "log odds", ..chart(ChartKind::Points, &of, &labels, &[]) };
            is_legible(&format!("map of {rows}, level: {level}"), &chart);
            let svg = chart.svg().unwrap();
            assert!(!svg.contains("without room"), "{rows} {level}");
            // The last two letters are of the number alone.
            assert!(svg.matches("</text>").count() >= rows);
        }
    }
}

#[test]
fn judges_and_items_are_points_with_arrows_and_colours() {
    for rows in SIZES {
        let of = given(ChartKind::Points, rows);
        let groups: Vec<i32> = (0..rows).map(|i| i32::from(i % 5 == 0)).collect();
        let (labels, names) = (texts(&of.labels), texts(&of.names));
        let chart = Chart {
            groups: &groups,
            group_names: &["As others", "Stands out"],
            limits: &[0.0, 0.0],
            arrows: true,
            ..chart(ChartKind::Points, &of, &labels, &names)
        };
        is_legible(&format!("judges, {rows}"), &chart);
    }
}

/// None above zero, and the least and largest there are.
#[test]
fn a_logarithmic_axis_has_few_ticks_whatever_stands_on_it() {
    for values in [[0.0, -1.0, 0.0], [5e-324, 1e-320, 5e-324], [5e-324, 1.0, 1e300]] {
        let of = Given { values: values.to_vec(), columns: 3, labels: names(1), names: Vec::new() };
        let labels = texts(&of.labels);
        for (kind, columns, rows) in [(ChartKind::Lines, 3, 1), (ChartKind::Intervals, 1, 3)] {
            let labels = if rows == 1 { &labels[..] } else { &[] };
            let chart = Chart { logarithmic: true, columns, rows, ..chart(kind, &of, labels, &[]) };
            let svg = chart.svg().unwrap();
            assert!(
                svg.len() < 20_000 && !svg.contains("NaN") && !svg.contains("inf"),
                "{kind:?} {values:?}"
            );
        }
    }
}

#[test]
fn lines_have_gaps_intervals_and_uneven_times() {
    for rows in [1, 3, 200] {
        let columns = 40;
        let mut values: Vec<f64> =
            (0..rows * columns).map(|i| (i % columns) as f64 * 0.1 + noise(i)).collect();
        values[3] = f64::NAN;
        let lower: Vec<f64> = values.iter().map(|v| v - 0.5).collect();
        let upper: Vec<f64> = values.iter().map(|v| v + 0.5).collect();
        let positions: Vec<f64> = (0..columns).map(|i| (i * i + 100) as f64).collect();
        let of = Given { values, columns, labels: names(rows), names: Vec::new() };
        let labels = texts(&of.labels);
        let chart = Chart {
            lower: &lower,
            upper: &upper,
            positions: &positions,
            downward: false,
            ..chart(ChartKind::Lines, &of, &labels, &[])
        };
        is_legible(&format!("lines, {rows}"), &chart);
        is_legible(&format!("lines without names, {rows}"), &Chart { labels: &[], ..chart });
    }
}

#[test]
fn matrices_have_two_colours_about_zero_and_gaps() {
    let of = Given {
        values: vec![f64::NAN, 0.7, -0.3, -0.7, f64::NAN, 0.1, 0.3, -0.1, f64::NAN],
        columns: 3,
        labels: names(3),
        names: names(3),
    };
    let (labels, names) = (texts(&of.labels), texts(&of.names));
    let chart = chart(ChartKind::Matrix, &of, &labels, &names);
    is_legible("wins less one half", &chart);
    let svg = chart.svg().unwrap();
    // Of the six cells and the legend's five: three and two below zero.
    assert_eq!(svg.matches("class=\"g1of2 cell\"").count(), 5, "{svg}");
    assert_eq!(svg.matches("<rect").count(), 1 + 6 + 2 * 5);
}

#[test]
fn leaves_of_a_tree_are_in_the_order_of_its_sides() {
    let of = Given {
        values: vec![2.0, 0.0, 0.5, 1.0, 3.0, 1.0],
        columns: 3,
        labels: vec!["a".into(), "b".into(), "c".into()],
        names: Vec::new(),
    };
    let labels = texts(&of.labels);
    let svg = Chart { sides: &["1", "2", "3"], ..chart(ChartKind::Tree, &of, &labels, &[]) }.svg().unwrap();
    let at = |text: &str| svg.find(&format!(">{text}</text>")).unwrap();
    assert!(at("b") < at("c") && at("c") < at("a"));
}

#[test]
fn what_cannot_be_drawn_is_refused_by_name() {
    let of = given(ChartKind::Intervals, 4);
    let labels = texts(&of.labels);
    let fine = chart(ChartKind::Intervals, &of, &labels, &[]);
    let refused = |chart: Chart<'_>, says: &str| match chart.svg() {
        Err(error) => assert!(error.to_string().contains(says), "{error}"),
        Ok(_) => panic!("{says}: it was drawn"),
    };
    refused(Chart { rows: 0, values: &[], labels: &[], ..fine }, "rows is 0");
    refused(Chart { columns: 1001, ..fine }, "columns is 1001");
    refused(Chart { labels: &labels[1..], ..fine }, "labels has 3 values; this chart needs 4");
    refused(Chart { lower: &[0.0; 4], ..fine }, "lower and upper go together");
    refused(Chart { groups: &[0, 1, -1, 0], ..fine }, "groups[2] is -1");
    refused(Chart { ends: [1.0, 1.0], ..fine }, "least is 1 and most is 1");
    refused(Chart { ends: [0.0, 1.0], logarithmic: true, ..fine }, "least is 0");
    refused(Chart { kind: ChartKind::Points, ..fine }, "columns is 1; a chart of points has 2");
    refused(Chart { downward: true, ..fine }, "downward is not read of a chart of intervals");
    refused(Chart { positions: &[0.0], ..fine }, "positions is not read");
    refused(
        Chart { kind: ChartKind::Matrix, groups: &[0; 4], ..fine },
        "groups is not read of a chart of matrix",
    );
    let two = Given { values: vec![1.0, 2.0, 3.0, 4.0], columns: 2, labels: names(2), names: Vec::new() };
    let labels = texts(&two.labels);
    let lines = chart(ChartKind::Lines, &two, &labels, &[]);
    refused(Chart { positions: &[1.0, 1.0], ..lines }, "positions must be finite and ascend");
    refused(
        Chart { kind: ChartKind::Intervals, downward: false, limits: &[1.0], ..lines },
        "no multiple of the 2 columns",
    );
    for (values, says) in [
        ([0.0, 0.0, 1.0], "the right cluster of merge 0 is 0"),
        ([0.0, 2.0, 1.0], "the right cluster of merge 0 is 2"),
        ([0.5, 1.0, 1.0], "the left cluster of merge 0 is 0.5"),
        ([0.0, 1.0, f64::NAN], "the height of merge 0 is NaN"),
    ] {
        let of = Given { values: values.to_vec(), columns: 3, labels: names(2), names: Vec::new() };
        let labels = texts(&of.labels);
        let tree = chart(ChartKind::Tree, &of, &labels, &[]);
        refused(tree, says);
        assert!(matches!(tree.svg(), Err(Error::Data { row: Some(0), .. })));
    }
}

#[test]
fn numbers_that_are_all_equal_or_all_missing_are_drawn() {
    for kind in [ChartKind::Intervals, ChartKind::Matrix, ChartKind::Points, ChartKind::Lines] {
        for value in [0.0, 3.0, -1e-300, 1e300, f64::MAX, f64::NAN, f64::INFINITY] {
            let of = given(kind, 4);
            let of = Given { values: vec![value; of.values.len()], ..of };
            let (labels, names) = (texts(&of.labels), texts(&of.names));
            is_whole(&chart(kind, &of, &labels, &names).svg().unwrap());
            if kind == ChartKind::Points {
                is_whole(&Chart { equal_axes: true, ..chart(kind, &of, &labels, &[]) }.svg().unwrap());
            }
        }
    }
}
