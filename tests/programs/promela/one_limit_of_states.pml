/* waymark: check --states 50 --por off
   expect:  incomplete: 50 */
/* 256 values of one byte are more states than the limit lets a search keep. */
byte n;
active proctype Count() { do :: n++ od }
