// What GoogleTest programs include.
#include "PrecompiledBase.h"

#include <gtest/gtest.h>
