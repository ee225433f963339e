tar -xf "$DIST"/duel-0.2.0-linux-x86_64.tar.gz
cmake -S . -B build -DCMAKE_PREFIX_PATH="$PWD/duel-0.2.0-linux-x86_64"
cmake --build build
build/first
