// What GoogleTest programs include.
#include "PrecompiledModel.h"

#include <gtest/gtest.h>
