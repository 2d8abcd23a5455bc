c_decl { typedef struct P { int a[4]; } P; };
init { skip }
