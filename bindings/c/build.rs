//! Names the shared library for the loader, so that programs linked today find a library that
//! still fits tomorrow. While the version is 0.x every minor release may break, so the name
//! carries the minor number; from 1.0 on the major number alone will do.

use std::env;

fn main() {
    println!("cargo::rerun-if-changed=bindings/c/build.rs");

    let variable = |name: &str| env::var(name).unwrap_or_default();
    let major = variable("CARGO_PKG_VERSION_MAJOR");
    let version = if major == "0" { format!("0.{}", variable("CARGO_PKG_VERSION_MINOR")) } else { major };
    match variable("CARGO_CFG_TARGET_OS").as_str() {
        "macos" => {
            let name = format!("@rpath/libduel.{version}.dylib");
            println!("cargo::rustc-cdylib-link-arg=-Wl,-install_name,{name}");
        }
        // A DLL carries no such name.
        "windows" => {}
        _ => println!("cargo::rustc-cdylib-link-arg=-Wl,-soname,libduel.so.{version}"),
    }
}
