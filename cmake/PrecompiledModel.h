// What sources that look at models include.
#include "PrecompiledBase.h"

#include "sooth/Expr/ExprContext.h"
#include "sooth/Model/Cfa.h"
#include "sooth/Result/Result.h"
