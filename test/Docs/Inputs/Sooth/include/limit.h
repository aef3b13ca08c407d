#ifndef LIMIT
#define LIMIT 5
#endif
