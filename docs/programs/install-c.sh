tar -xf "$DIST"/duel-0.2.0-linux-x86_64.tar.gz
duel=$PWD/duel-0.2.0-linux-x86_64
export PKG_CONFIG_PATH="$duel/lib/pkgconfig"
cc first.c -o first $(pkg-config --cflags --libs duel) -Wl,-rpath,"$duel/lib"
./first
# One file that needs no other:
cc -static first.c -o first-static $(pkg-config --static --cflags --libs duel)
./first-static
