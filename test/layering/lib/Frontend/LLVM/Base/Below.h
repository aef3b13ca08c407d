#include "Encode/Above.h"
