// Instructions that ordinary programs rarely need.
package conformance;


class DoubleLocals {
    public static void main(String[] args) throws Exception {
        System.out.println(first(1.5, 2.5) + statics(3));
    }

    static double first(double a, double b) { a += 1; b = b * a; return a % b + b; }
    static double statics(int i) { double d = i; d %= 0.75; return d + f(2f) + l(5L); }
    static float f(float x) { x -= 0.5f; x %= 0.4f; return x; }
    static long l(long x) { x = -x; int i = (int) x; i = -i; return x + i; }
}

class LongArrayAssignments {
    public static void main(String[] args) throws Exception {
        long[] a = {1, 2};
        double[] d = {0.5};
        int i = 0;
        long r = a[i]++ + (a[i + 1] += 5) + a[i]--;
        double s = d[0]++ * (d[0] *= 2);
        LongArrayAssignments o = new LongArrayAssignments();
        long t = o.x++ + ++o.x + (o.x <<= 2);
        double u = o.y-- + (o.y += 1);
        System.out.println(r + " " + s + " " + t + " " + u + " " + (a[0] = a[1] = 9) + o.x);
    }

    long x = 1; double y = 2;
}

class SameReferences {
    public static void main(String[] args) throws Exception {
        Object a = new Object(), b = a, c = new Object();
        System.out.println((a == b) + " " + (a != c) + " " + (a != b ? 1 : 2) + (a == c ? 3 : 4));
        while (b != c) b = c;
        if (!(b == c)) System.out.println("never");
        boolean same = a == b || b == c;
        System.out.println(same);
    }
}

class ManyManyLocals {
    public static void main(String[] args) throws Exception {
        int sum = 0; long wide = 5; double wd = 1.5; float wf = 2.5f; Object wo = null;
        int v0 = 0; int v1 = 1; int v2 = 2; int v3 = 3; int v4 = 4; int v5 = 5; int v6 = 6; int v7 = 7; int v8 = 8; int v9 = 9; int v10 = 10; int v11 = 11; int v12 = 12; int v13 = 13; int v14 = 14; int v15 = 15; int v16 = 16; int v17 = 17; int v18 = 18; int v19 = 19; int v20 = 20; int v21 = 21; int v22 = 22; int v23 = 23; int v24 = 24; int v25 = 25; int v26 = 26; int v27 = 27; int v28 = 28; int v29 = 29; int v30 = 30; int v31 = 31; int v32 = 32; int v33 = 33; int v34 = 34; int v35 = 35; int v36 = 36; int v37 = 37; int v38 = 38; int v39 = 39; int v40 = 40; int v41 = 41; int v42 = 42; int v43 = 43; int v44 = 44; int v45 = 45; int v46 = 46; int v47 = 47; int v48 = 48; int v49 = 49; int v50 = 50; int v51 = 51; int v52 = 52; int v53 = 53; int v54 = 54; int v55 = 55; int v56 = 56; int v57 = 57; int v58 = 58; int v59 = 59; int v60 = 60; int v61 = 61; int v62 = 62; int v63 = 63; int v64 = 64; int v65 = 65; int v66 = 66; int v67 = 67; int v68 = 68; int v69 = 69; int v70 = 70; int v71 = 71; int v72 = 72; int v73 = 73; int v74 = 74; int v75 = 75; int v76 = 76; int v77 = 77; int v78 = 78; int v79 = 79; int v80 = 80; int v81 = 81; int v82 = 82; int v83 = 83; int v84 = 84; int v85 = 85; int v86 = 86; int v87 = 87; int v88 = 88; int v89 = 89; int v90 = 90; int v91 = 91; int v92 = 92; int v93 = 93; int v94 = 94; int v95 = 95; int v96 = 96; int v97 = 97; int v98 = 98; int v99 = 99; int v100 = 100; int v101 = 101; int v102 = 102; int v103 = 103; int v104 = 104; int v105 = 105; int v106 = 106; int v107 = 107; int v108 = 108; int v109 = 109; int v110 = 110; int v111 = 111; int v112 = 112; int v113 = 113; int v114 = 114; int v115 = 115; int v116 = 116; int v117 = 117; int v118 = 118; int v119 = 119; int v120 = 120; int v121 = 121; int v122 = 122; int v123 = 123; int v124 = 124; int v125 = 125; int v126 = 126; int v127 = 127; int v128 = 128; int v129 = 129; int v130 = 130; int v131 = 131; int v132 = 132; int v133 = 133; int v134 = 134; int v135 = 135; int v136 = 136; int v137 = 137; int v138 = 138; int v139 = 139; int v140 = 140; int v141 = 141; int v142 = 142; int v143 = 143; int v144 = 144; int v145 = 145; int v146 = 146; int v147 = 147; int v148 = 148; int v149 = 149; int v150 = 150; int v151 = 151; int v152 = 152; int v153 = 153; int v154 = 154; int v155 = 155; int v156 = 156; int v157 = 157; int v158 = 158; int v159 = 159; int v160 = 160; int v161 = 161; int v162 = 162; int v163 = 163; int v164 = 164; int v165 = 165; int v166 = 166; int v167 = 167; int v168 = 168; int v169 = 169; int v170 = 170; int v171 = 171; int v172 = 172; int v173 = 173; int v174 = 174; int v175 = 175; int v176 = 176; int v177 = 177; int v178 = 178; int v179 = 179; int v180 = 180; int v181 = 181; int v182 = 182; int v183 = 183; int v184 = 184; int v185 = 185; int v186 = 186; int v187 = 187; int v188 = 188; int v189 = 189; int v190 = 190; int v191 = 191; int v192 = 192; int v193 = 193; int v194 = 194; int v195 = 195; int v196 = 196; int v197 = 197; int v198 = 198; int v199 = 199; int v200 = 200; int v201 = 201; int v202 = 202; int v203 = 203; int v204 = 204; int v205 = 205; int v206 = 206; int v207 = 207; int v208 = 208; int v209 = 209; int v210 = 210; int v211 = 211; int v212 = 212; int v213 = 213; int v214 = 214; int v215 = 215; int v216 = 216; int v217 = 217; int v218 = 218; int v219 = 219; int v220 = 220; int v221 = 221; int v222 = 222; int v223 = 223; int v224 = 224; int v225 = 225; int v226 = 226; int v227 = 227; int v228 = 228; int v229 = 229; int v230 = 230; int v231 = 231; int v232 = 232; int v233 = 233; int v234 = 234; int v235 = 235; int v236 = 236; int v237 = 237; int v238 = 238; int v239 = 239; int v240 = 240; int v241 = 241; int v242 = 242; int v243 = 243; int v244 = 244; int v245 = 245; int v246 = 246; int v247 = 247; int v248 = 248; int v249 = 249; int v250 = 250; int v251 = 251; int v252 = 252; int v253 = 253; int v254 = 254; int v255 = 255; int v256 = 256; int v257 = 257; int v258 = 258; int v259 = 259; int v260 = 260; 
        long hl = 7; double hd = 8.5; float hf = 9.5f; Object ho = "high"; int hi = 10;
        hi += 5; hi += 1000; hl += hi; hd *= 2; hf -= 1; v260++; v259 += 300;
        sum = v0 + v1 + v2 + v3 + v4 + v5 + v6 + v7 + v8 + v9 + v10 + v11 + v12 + v13 + v14 + v15 + v16 + v17 + v18 + v19 + v20 + v21 + v22 + v23 + v24 + v25 + v26 + v27 + v28 + v29 + v30 + v31 + v32 + v33 + v34 + v35 + v36 + v37 + v38 + v39 + v40 + v41 + v42 + v43 + v44 + v45 + v46 + v47 + v48 + v49 + v50 + v51 + v52 + v53 + v54 + v55 + v56 + v57 + v58 + v59 + v60 + v61 + v62 + v63 + v64 + v65 + v66 + v67 + v68 + v69 + v70 + v71 + v72 + v73 + v74 + v75 + v76 + v77 + v78 + v79 + v80 + v81 + v82 + v83 + v84 + v85 + v86 + v87 + v88 + v89 + v90 + v91 + v92 + v93 + v94 + v95 + v96 + v97 + v98 + v99 + v100 + v101 + v102 + v103 + v104 + v105 + v106 + v107 + v108 + v109 + v110 + v111 + v112 + v113 + v114 + v115 + v116 + v117 + v118 + v119 + v120 + v121 + v122 + v123 + v124 + v125 + v126 + v127 + v128 + v129 + v130 + v131 + v132 + v133 + v134 + v135 + v136 + v137 + v138 + v139 + v140 + v141 + v142 + v143 + v144 + v145 + v146 + v147 + v148 + v149 + v150 + v151 + v152 + v153 + v154 + v155 + v156 + v157 + v158 + v159 + v160 + v161 + v162 + v163 + v164 + v165 + v166 + v167 + v168 + v169 + v170 + v171 + v172 + v173 + v174 + v175 + v176 + v177 + v178 + v179 + v180 + v181 + v182 + v183 + v184 + v185 + v186 + v187 + v188 + v189 + v190 + v191 + v192 + v193 + v194 + v195 + v196 + v197 + v198 + v199 + v200 + v201 + v202 + v203 + v204 + v205 + v206 + v207 + v208 + v209 + v210 + v211 + v212 + v213 + v214 + v215 + v216 + v217 + v218 + v219 + v220 + v221 + v222 + v223 + v224 + v225 + v226 + v227 + v228 + v229 + v230 + v231 + v232 + v233 + v234 + v235 + v236 + v237 + v238 + v239 + v240 + v241 + v242 + v243 + v244 + v245 + v246 + v247 + v248 + v249 + v250 + v251 + v252 + v253 + v254 + v255 + v256 + v257 + v258 + v259 + v260;
        if (wo == null) wo = ho;
        System.out.println(sum + " " + hl + " " + hd + " " + hf + " " + ho + " " + hi + " " + wide + wd + wf + wo);
        for (int k = 0; k < 3; k++) { hi += k; ho = ho + "" + k; }
        System.out.println(hi + " " + ho);
    }
}
