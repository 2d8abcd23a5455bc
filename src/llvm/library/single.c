/* What libraries ask to leave out atomic operations: there is always more than one thread.
   Provides also: __libc_single_threaded */

char __libc_single_threaded = 0;
