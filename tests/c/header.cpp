// The same file as C++98 and up.
#include "header.c"
