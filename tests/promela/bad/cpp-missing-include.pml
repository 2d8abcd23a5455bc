#include "no-such-file.h"
init { skip }
