"""The Conan 2 recipe of duel, for a checkout: conan create bindings/conan

It builds with cargo, and packages what `make install` installs. The interface is that of C, so one package serves all
compilers of a platform.
"""

import os
import re

from conan import ConanFile
from conan.errors import ConanInvalidConfiguration
from conan.tools.files import copy, load, rmdir

required_conan_version = ">=2.0"

# The sources of the build, and the files that installing reads.
_BUILT = ("Cargo.lock", "src/*", "benches/*", "bindings/xtask/*", "tests/mutants/*")
_INSTALLED = (
    "Cargo.toml", "bindings/c/*", "include/*", "docs/build.sh", "docs/tool/*", "LICENSE", "README.md", "CHANGELOG.md", "MIGRATION.md",
)  # fmt: skip
_PROFILES = {"Debug": ("dev", "debug"), "Release": ("release", "release")}


class Duel(ConanFile):
    name = "duel"
    description = "Rankings with honest uncertainty from pairwise judgements"
    license = "MIT"
    topics = ("statistics", "ranking", "paired-comparisons")
    package_type = "library"
    settings = "os", "arch", "compiler", "build_type"
    options = {"shared": [True, False]}
    default_options = {"shared": False}
    # Cargo and the installation write elsewhere, and the static and the shared package are one build.
    no_copy_source = True

    def set_version(self):
        manifest = load(self, os.path.join(self._checkout, "Cargo.toml"))
        self.version = re.search(r'^version *= *"(.*)"', manifest, re.M).group(1)

    @property
    def _checkout(self):
        return os.path.join(self.recipe_folder, "..", "..")

    def export_sources(self):
        for pattern in _BUILT + _INSTALLED:
            copy(self, pattern, self._checkout, self.export_sources_folder)

    def configure(self):
        # Nothing of the interface depends on C++.
        self.settings.rm_safe("compiler.cppstd")
        self.settings.rm_safe("compiler.libcxx")

    def validate(self):
        if self.settings.os not in ("Linux", "Macos"):
            raise ConanInvalidConfiguration("duel is installed by a shell script, which knows Linux and macOS")
        if str(self.settings.build_type) not in _PROFILES:
            raise ConanInvalidConfiguration("duel is built as Debug or as Release")

    def package_id(self):
        self.info.settings.rm_safe("compiler")

    def layout(self):
        self.folders.source = "."
        self.folders.build = "build"

    def build(self):
        profile, _ = _PROFILES[str(self.settings.build_type)]
        self.run(f'cargo build --locked --package duel-c --profile {profile} --target-dir "{self._target}"',
                 cwd=self.source_folder)  # fmt: skip

    @property
    def _target(self):
        return os.environ.get("CARGO_TARGET_DIR") or os.path.join(self.build_folder, "target")

    def package(self):
        _, folder = _PROFILES[str(self.settings.build_type)]
        built = os.path.join(self._target, folder)
        stage = os.path.join(self.build_folder, "stage")
        for pattern in _INSTALLED:
            copy(self, pattern, self.source_folder, stage)
        self.run(f'BUILT="{built}" PREFIX=/duel DESTDIR="{stage}" sh bindings/c/install.sh', cwd=stage)
        tree = os.path.join(stage, "duel")
        unwanted = ["*.a"] if self.options.shared else ["*.so*", "*.dylib"]
        copy(self, "*", os.path.join(tree, "lib"), os.path.join(self.package_folder, "lib"), excludes=unwanted)
        for part in ("include", "share"):
            copy(self, "*", os.path.join(tree, part), os.path.join(self.package_folder, part))
        copy(self, "LICENSE", self.source_folder, os.path.join(self.package_folder, "licenses"))
        copy(self, "static-libs", os.path.join(self.source_folder, "bindings", "c"), os.path.join(self.package_folder, "res"))
        # Conan writes its own for whoever asks.
        rmdir(self, os.path.join(self.package_folder, "lib", "pkgconfig"))
        rmdir(self, os.path.join(self.package_folder, "lib", "cmake"))

    def package_info(self):
        self.cpp_info.libs = ["duel"]
        if not self.options.shared:
            libraries = load(self, os.path.join(self.package_folder, "res", "static-libs"))
            self.cpp_info.system_libs = [name.removeprefix("-l") for name in libraries.split()]
