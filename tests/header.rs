//! The header is generated from the sources, committed, and compared here. `DUEL_WRITE_HEADER=1`
//! writes it instead.

use std::path::Path;

/// Generates the header and repairs what C89 and C++98 do not take.
fn generate() -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let config = cbindgen::Config::from_file(root.join("cbindgen.toml")).expect("cbindgen.toml");
    let builder = std::fs::read_dir(root.join("src/ffi"))
        .expect("src/ffi")
        .map(|entry| entry.expect("entry").path())
        .filter(|path| path.extension().is_some_and(|e| e == "rs"));
    let mut sources: Vec<_> = builder.collect();
    // The order of the manual: status, data, sets, fits, models, inference.
    let order = [
        "status",
        "data",
        "set",
        "fit_choices",
        "fit",
        "quantities",
        "model",
        "options",
        "inference",
        "judging",
        "bootstrap",
        "hypotheses",
        "ranks",
        "profile",
        "functions",
        "assess",
        "metrics",
        "validate",
        "vuong",
        "goodness",
        "residuals",
        "influence",
        "agreement",
        "geometry",
        "clusters",
        "judges",
        "learning",
        "judge_report",
        "gars_choices",
        "gars",
        "gars_contexts",
        "gars_results",
        "learner",
        "policy",
        "policy_d_optimal",
        "next",
        "simulate",
    ];
    let place = |path: &Path| {
        let stem = path.file_stem().and_then(|s| s.to_str()).unwrap_or("").to_string();
        order.iter().position(|o| *o == stem)
    };
    sources.retain(|path| place(path).is_some());
    sources.sort_by_key(|path| place(path));
    let mut builder = cbindgen::Builder::new().with_config(config);
    for source in sources {
        builder = builder.with_src(source);
    }
    let mut bytes = Vec::new();
    builder.generate().expect("header").write(&mut bytes);
    let version = env!("CARGO_PKG_VERSION");
    let number = version.split('.').fold(0u32, |n, part| n * 1000 + part.parse::<u32>().expect("version"));
    String::from_utf8(bytes)
        .expect("UTF-8")
        .replace("@VERSION@", version)
        .replace("@VERSION_NUMBER@", &number.to_string())
        // Line comments are not C89.
        .replace("}  // extern \"C\"", "}")
        .replace("#endif  // __cplusplus", "#endif /* __cplusplus */")
        .replace("#endif // __cplusplus", "#endif /* __cplusplus */")
        .replace("#endif  /* DUEL_H */", "#endif /* DUEL_H */")
}

#[test]
fn the_committed_header_is_the_generated_one() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("include/duel.h");
    let fresh = generate();
    if std::env::var_os("DUEL_WRITE_HEADER").is_some() {
        std::fs::write(&path, &fresh).expect("write the header");
    }
    let committed = std::fs::read_to_string(&path).expect("include/duel.h");
    assert!(committed == fresh, "include/duel.h is out of date: run `make header`");
}

#[test]
fn the_version_number_is_that_of_the_package() {
    let fresh = generate();
    let part = |text: &str| text.parse::<u32>().expect("a number");
    let number = part(env!("CARGO_PKG_VERSION_MAJOR")) * 1_000_000
        + part(env!("CARGO_PKG_VERSION_MINOR")) * 1_000
        + part(env!("CARGO_PKG_VERSION_PATCH"));
    assert!(fresh.contains(&format!("#define DUEL_VERSION \"{}\"", env!("CARGO_PKG_VERSION"))));
    assert!(fresh.contains(&format!("#define DUEL_VERSION_NUMBER {number}\n")));
}
