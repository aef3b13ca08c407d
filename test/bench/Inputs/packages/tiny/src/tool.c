#error "no part of the library"
