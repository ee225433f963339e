mkdir -p library
R CMD INSTALL --library=library "$DIST"/duel_0.2.0.tar.gz
R_LIBS=library Rscript first.R
