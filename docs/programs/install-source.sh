make install PREFIX="$HOME/duel"
export PKG_CONFIG_PATH="$HOME/duel/lib/pkgconfig"
cc examples/c/first.c -o "$HOME/first" $(pkg-config --cflags --libs duel) -Wl,-rpath,"$HOME/duel/lib"
"$HOME/first"
MANPATH="$HOME/duel/share/man" man duel_model_fit
