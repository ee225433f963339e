//! Names the shared library for the loader, so that programs linked today find a library that
//! still fits tomorrow. While the version is 0.x every minor release may break, so the name
//! carries the minor number; from 1.0 on the major number alone will do.
//! For cargo-c it also fills in what CMake's find_package reads; `make install` does so by install.sh.

use std::path::Path;
use std::{env, fs};

fn main() {
    let templates = Path::new("../../bindings/c");
    println!("cargo::rerun-if-changed={}", templates.join("build.rs").display());

    let major = variable("CARGO_PKG_VERSION_MAJOR");
    let series = if major == "0" { format!("0.{}", variable("CARGO_PKG_VERSION_MINOR")) } else { major };
    match variable("CARGO_CFG_TARGET_OS").as_str() {
        "macos" => {
            let name = format!("@rpath/libduel.{series}.dylib");
            println!("cargo::rustc-cdylib-link-arg=-Wl,-install_name,{name}");
        }
        // A DLL carries no such name.
        "windows" => {}
        _ => println!("cargo::rustc-cdylib-link-arg=-Wl,-soname,libduel.so.{series}"),
    }
    if env::var_os("CARGO_FEATURE_CAPI").is_some() {
        for file in ["duel-config.cmake", "duel-config-version.cmake"] {
            fill(templates, file, &series);
        }
    }
}

fn variable(name: &str) -> String {
    env::var(name).unwrap_or_default()
}

/// Writes a file of CMake's where cargo-c looks for it.
fn fill(templates: &Path, file: &str, series: &str) {
    let template = templates.join(format!("{file}.in"));
    let libs = templates.join("static-libs");
    let (text, libs) = (read(&template), read(&libs));
    let version = variable("CARGO_PKG_VERSION");
    let named = |number: &str| match variable("CARGO_CFG_TARGET_OS").as_str() {
        "macos" => format!("libduel.{number}.dylib"),
        _ => format!("libduel.so.{number}"),
    };
    let folder = Path::new(&variable("OUT_DIR")).join("capi/cmake");
    let text = text
        .replace("@VERSION@", &version)
        .replace("@SERIES@", series)
        .replace("@SHARED_FILE@", &named(&version))
        .replace("@SONAME@", &named(series))
        .replace("@STATIC_LIBS@", &libs.trim().replace(' ', ";"))
        .replace("@INCLUDEDIR@", "")
        .replace("@INCLUDE_FROM_LIB@", "../include");
    fs::create_dir_all(&folder)
        .and_then(|()| fs::write(folder.join(file), text))
        .expect("OUT_DIR cannot be written");
}

fn read(path: &Path) -> String {
    println!("cargo::rerun-if-changed={}", path.display());
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}
