#ifndef SIZE
#error SIZE is missing
#endif
init { skip }
