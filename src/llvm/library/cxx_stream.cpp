// clang-format off
/* What this file defines, by tools/model_names.py:
   Provides also: _ZNKRSt7__cxx1115basic_stringbufIcSt11char_traitsIcESaIcEE3strEv
   Provides also: _ZNKRSt7__cxx1118basic_stringstreamIcSt11char_traitsIcESaIcEE3strEv
   Provides also: _ZNKRSt7__cxx1119basic_istringstreamIcSt11char_traitsIcESaIcEE3strEv
   Provides also: _ZNKRSt7__cxx1119basic_ostringstreamIcSt11char_traitsIcESaIcEE3strEv
   Provides also: _ZNKSi6gcountEv
   Provides also: _ZNKSi6sentrycvbEv
   Provides also: _ZNKSo6sentrycvbEv
   Provides also: _ZNKSt15basic_streambufIcSt11char_traitsIcEE4gptrEv
   Provides also: _ZNKSt15basic_streambufIcSt11char_traitsIcEE4pptrEv
   Provides also: _ZNKSt15basic_streambufIcSt11char_traitsIcEE5ebackEv
   Provides also: _ZNKSt15basic_streambufIcSt11char_traitsIcEE5egptrEv
   Provides also: _ZNKSt15basic_streambufIcSt11char_traitsIcEE5epptrEv
   Provides also: _ZNKSt15basic_streambufIcSt11char_traitsIcEE5pbaseEv
   Provides also: _ZNKSt15basic_streambufIcSt11char_traitsIcEE6getlocEv
   Provides also: _ZNKSt7__cxx1115basic_stringbufIcSt11char_traitsIcESaIcEE12_M_high_markEv
   Provides also: _ZNKSt7__cxx1115basic_stringbufIcSt11char_traitsIcESaIcEE13get_allocatorEv
   Provides also: _ZNKSt7__cxx1115basic_stringbufIcSt11char_traitsIcESaIcEE4viewEv
   Provides also: _ZNKSt7__cxx1118basic_stringstreamIcSt11char_traitsIcESaIcEE4viewEv
   Provides also: _ZNKSt7__cxx1118basic_stringstreamIcSt11char_traitsIcESaIcEE5rdbufEv
   Provides also: _ZNKSt7__cxx1119basic_istringstreamIcSt11char_traitsIcESaIcEE4viewEv
   Provides also: _ZNKSt7__cxx1119basic_istringstreamIcSt11char_traitsIcESaIcEE5rdbufEv
   Provides also: _ZNKSt7__cxx1119basic_ostringstreamIcSt11char_traitsIcESaIcEE4viewEv
   Provides also: _ZNKSt7__cxx1119basic_ostringstreamIcSt11char_traitsIcESaIcEE5rdbufEv
   Provides also: _ZNKSt9basic_iosIcSt11char_traitsIcEE10exceptionsEv
   Provides also: _ZNKSt9basic_iosIcSt11char_traitsIcEE3badEv
   Provides also: _ZNKSt9basic_iosIcSt11char_traitsIcEE3eofEv
   Provides also: _ZNKSt9basic_iosIcSt11char_traitsIcEE3tieEv
   Provides also: _ZNKSt9basic_iosIcSt11char_traitsIcEE4failEv
   Provides also: _ZNKSt9basic_iosIcSt11char_traitsIcEE4fillEv
   Provides also: _ZNKSt9basic_iosIcSt11char_traitsIcEE4goodEv
   Provides also: _ZNKSt9basic_iosIcSt11char_traitsIcEE5rdbufEv
   Provides also: _ZNKSt9basic_iosIcSt11char_traitsIcEE5widenEc
   Provides also: _ZNKSt9basic_iosIcSt11char_traitsIcEE6narrowEcc
   Provides also: _ZNKSt9basic_iosIcSt11char_traitsIcEE7rdstateEv
   Provides also: _ZNKSt9basic_iosIcSt11char_traitsIcEEcvbEv
   Provides also: _ZNKSt9basic_iosIcSt11char_traitsIcEEntEv
   Provides also: _ZNOSt7__cxx1115basic_stringbufIcSt11char_traitsIcESaIcEE3strEv
   Provides also: _ZNOSt7__cxx1118basic_stringstreamIcSt11char_traitsIcESaIcEE3strEv
   Provides also: _ZNOSt7__cxx1119basic_istringstreamIcSt11char_traitsIcESaIcEE3strEv
   Provides also: _ZNOSt7__cxx1119basic_ostringstreamIcSt11char_traitsIcESaIcEE3strEv
   Provides also: _ZNSd4swapERSd
   Provides also: _ZNSdC1EOSd
   Provides also: _ZNSdC1EPSt15basic_streambufIcSt11char_traitsIcEE
   Provides also: _ZNSdC1Ev
   Provides also: _ZNSdC2EOSd
   Provides also: _ZNSdC2EPSt15basic_streambufIcSt11char_traitsIcEE
   Provides also: _ZNSdC2Ev
   Provides also: _ZNSdD0Ev
   Provides also: _ZNSdD1Ev
   Provides also: _ZNSdD2Ev
   Provides also: _ZNSdaSEOSd
   Provides also: _ZNSi10_M_extractIdEERSiRT_
   Provides also: _ZNSi10_M_extractIjEERSiRT_
   Provides also: _ZNSi10_M_extractIlEERSiRT_
   Provides also: _ZNSi10_M_extractImEERSiRT_
   Provides also: _ZNSi10_M_extractItEERSiRT_
   Provides also: _ZNSi10_M_extractIxEERSiRT_
   Provides also: _ZNSi10_M_extractIyEERSiRT_
   Provides also: _ZNSi3getEPcl
   Provides also: _ZNSi3getEPclc
   Provides also: _ZNSi3getERSt15basic_streambufIcSt11char_traitsIcEE
   Provides also: _ZNSi3getERSt15basic_streambufIcSt11char_traitsIcEEc
   Provides also: _ZNSi3getERc
   Provides also: _ZNSi3getEv
   Provides also: _ZNSi4peekEv
   Provides also: _ZNSi4readEPcl
   Provides also: _ZNSi4swapERSi
   Provides also: _ZNSi4syncEv
   Provides also: _ZNSi5seekgESt4fposI11__mbstate_tE
   Provides also: _ZNSi5seekgElSt12_Ios_Seekdir
   Provides also: _ZNSi5tellgEv
   Provides also: _ZNSi5ungetEv
   Provides also: _ZNSi6ignoreEv
   Provides also: _ZNSi6sentryC1ERSib
   Provides also: _ZNSi6sentryC2ERSib
   Provides also: _ZNSi7getlineEPcl
   Provides also: _ZNSi7putbackEc
   Provides also: _ZNSi8readsomeEPcl
   Provides also: _ZNSiC1EOSi
   Provides also: _ZNSiC1EPSt15basic_streambufIcSt11char_traitsIcEE
   Provides also: _ZNSiC1Ev
   Provides also: _ZNSiC2EOSi
   Provides also: _ZNSiC2EPSt15basic_streambufIcSt11char_traitsIcEE
   Provides also: _ZNSiC2Ev
   Provides also: _ZNSiD0Ev
   Provides also: _ZNSiD1Ev
   Provides also: _ZNSiD2Ev
   Provides also: _ZNSiaSEOSi
   Provides also: _ZNSirsEPFRSiS_E
   Provides also: _ZNSirsEPFRSt8ios_baseS0_E
   Provides also: _ZNSirsEPFRSt9basic_iosIcSt11char_traitsIcEES3_E
   Provides also: _ZNSirsEPSt15basic_streambufIcSt11char_traitsIcEE
   Provides also: _ZNSirsERPv
   Provides also: _ZNSirsERb
   Provides also: _ZNSirsERd
   Provides also: _ZNSirsERe
   Provides also: _ZNSirsERf
   Provides also: _ZNSirsERi
   Provides also: _ZNSirsERj
   Provides also: _ZNSirsERl
   Provides also: _ZNSirsERm
   Provides also: _ZNSirsERs
   Provides also: _ZNSirsERt
   Provides also: _ZNSirsERx
   Provides also: _ZNSirsERy
   Provides also: _ZNSo3putEc
   Provides also: _ZNSo4swapERSo
   Provides also: _ZNSo5flushEv
   Provides also: _ZNSo5seekpESt4fposI11__mbstate_tE
   Provides also: _ZNSo5seekpElSt12_Ios_Seekdir
   Provides also: _ZNSo5tellpEv
   Provides also: _ZNSo5writeEPKcl
   Provides also: _ZNSo6sentryC1ERSo
   Provides also: _ZNSo6sentryC2ERSo
   Provides also: _ZNSo6sentryD1Ev
   Provides also: _ZNSo6sentryD2Ev
   Provides also: _ZNSo8_M_writeEPKcl
   Provides also: _ZNSo9_M_insertIPKvEERSoT_
   Provides also: _ZNSo9_M_insertIbEERSoT_
   Provides also: _ZNSo9_M_insertIdEERSoT_
   Provides also: _ZNSo9_M_insertIlEERSoT_
   Provides also: _ZNSo9_M_insertImEERSoT_
   Provides also: _ZNSo9_M_insertIxEERSoT_
   Provides also: _ZNSo9_M_insertIyEERSoT_
   Provides also: _ZNSoC1EOSo
   Provides also: _ZNSoC1EPSt15basic_streambufIcSt11char_traitsIcEE
   Provides also: _ZNSoC1ERSd
   Provides also: _ZNSoC1Ev
   Provides also: _ZNSoC2EOSo
   Provides also: _ZNSoC2EPSt15basic_streambufIcSt11char_traitsIcEE
   Provides also: _ZNSoC2ERSd
   Provides also: _ZNSoC2Ev
   Provides also: _ZNSoD0Ev
   Provides also: _ZNSoD1Ev
   Provides also: _ZNSoD2Ev
   Provides also: _ZNSoaSEOSo
   Provides also: _ZNSolsEDn
   Provides also: _ZNSolsEPFRSoS_E
   Provides also: _ZNSolsEPFRSt8ios_baseS0_E
   Provides also: _ZNSolsEPFRSt9basic_iosIcSt11char_traitsIcEES3_E
   Provides also: _ZNSolsEPKv
   Provides also: _ZNSolsEPSt15basic_streambufIcSt11char_traitsIcEE
   Provides also: _ZNSolsEb
   Provides also: _ZNSolsEd
   Provides also: _ZNSolsEe
   Provides also: _ZNSolsEf
   Provides also: _ZNSolsEi
   Provides also: _ZNSolsEj
   Provides also: _ZNSolsEl
   Provides also: _ZNSolsEm
   Provides also: _ZNSolsEs
   Provides also: _ZNSolsEt
   Provides also: _ZNSolsEx
   Provides also: _ZNSolsEy
   Provides also: _ZNSt15basic_streambufIcSt11char_traitsIcEE10pubseekoffElSt12_Ios_SeekdirSt13_Ios_Openmode
   Provides also: _ZNSt15basic_streambufIcSt11char_traitsIcEE10pubseekposESt4fposI11__mbstate_tESt13_Ios_Openmode
   Provides also: _ZNSt15basic_streambufIcSt11char_traitsIcEE12__safe_gbumpEl
   Provides also: _ZNSt15basic_streambufIcSt11char_traitsIcEE12__safe_pbumpEl
   Provides also: _ZNSt15basic_streambufIcSt11char_traitsIcEE4setgEPcS3_S3_
   Provides also: _ZNSt15basic_streambufIcSt11char_traitsIcEE4setpEPcS3_
   Provides also: _ZNSt15basic_streambufIcSt11char_traitsIcEE4swapERS2_
   Provides also: _ZNSt15basic_streambufIcSt11char_traitsIcEE4syncEv
   Provides also: _ZNSt15basic_streambufIcSt11char_traitsIcEE5gbumpEi
   Provides also: _ZNSt15basic_streambufIcSt11char_traitsIcEE5imbueERKSt6locale
   Provides also: _ZNSt15basic_streambufIcSt11char_traitsIcEE5pbumpEi
   Provides also: _ZNSt15basic_streambufIcSt11char_traitsIcEE5sgetcEv
   Provides also: _ZNSt15basic_streambufIcSt11char_traitsIcEE5sgetnEPcl
   Provides also: _ZNSt15basic_streambufIcSt11char_traitsIcEE5sputcEc
   Provides also: _ZNSt15basic_streambufIcSt11char_traitsIcEE5sputnEPKcl
   Provides also: _ZNSt15basic_streambufIcSt11char_traitsIcEE5uflowEv
   Provides also: _ZNSt15basic_streambufIcSt11char_traitsIcEE6sbumpcEv
   Provides also: _ZNSt15basic_streambufIcSt11char_traitsIcEE6setbufEPcl
   Provides also: _ZNSt15basic_streambufIcSt11char_traitsIcEE6snextcEv
   Provides also: _ZNSt15basic_streambufIcSt11char_traitsIcEE6xsgetnEPcl
   Provides also: _ZNSt15basic_streambufIcSt11char_traitsIcEE6xsputnEPKcl
   Provides also: _ZNSt15basic_streambufIcSt11char_traitsIcEE7pubsyncEv
   Provides also: _ZNSt15basic_streambufIcSt11char_traitsIcEE7seekoffElSt12_Ios_SeekdirSt13_Ios_Openmode
   Provides also: _ZNSt15basic_streambufIcSt11char_traitsIcEE7seekposESt4fposI11__mbstate_tESt13_Ios_Openmode
   Provides also: _ZNSt15basic_streambufIcSt11char_traitsIcEE7sungetcEv
   Provides also: _ZNSt15basic_streambufIcSt11char_traitsIcEE8in_availEv
   Provides also: _ZNSt15basic_streambufIcSt11char_traitsIcEE8overflowEi
   Provides also: _ZNSt15basic_streambufIcSt11char_traitsIcEE8pubimbueERKSt6locale
   Provides also: _ZNSt15basic_streambufIcSt11char_traitsIcEE9pbackfailEi
   Provides also: _ZNSt15basic_streambufIcSt11char_traitsIcEE9pubsetbufEPcl
   Provides also: _ZNSt15basic_streambufIcSt11char_traitsIcEE9showmanycEv
   Provides also: _ZNSt15basic_streambufIcSt11char_traitsIcEE9sputbackcEc
   Provides also: _ZNSt15basic_streambufIcSt11char_traitsIcEE9underflowEv
   Provides also: _ZNSt15basic_streambufIcSt11char_traitsIcEEC1ERKS2_
   Provides also: _ZNSt15basic_streambufIcSt11char_traitsIcEEC1Ev
   Provides also: _ZNSt15basic_streambufIcSt11char_traitsIcEEC2ERKS2_
   Provides also: _ZNSt15basic_streambufIcSt11char_traitsIcEEC2Ev
   Provides also: _ZNSt15basic_streambufIcSt11char_traitsIcEED0Ev
   Provides also: _ZNSt15basic_streambufIcSt11char_traitsIcEED1Ev
   Provides also: _ZNSt15basic_streambufIcSt11char_traitsIcEED2Ev
   Provides also: _ZNSt15basic_streambufIcSt11char_traitsIcEEaSERKS2_
   Provides also: _ZNSt6localeC1ERKS_
   Provides also: _ZNSt6localeC1Ev
   Provides also: _ZNSt6localeC2ERKS_
   Provides also: _ZNSt6localeC2Ev
   Provides also: _ZNSt6localeD1Ev
   Provides also: _ZNSt6localeD2Ev
   Provides also: _ZNSt6localeaSERKS_
   Provides also: _ZNSt7__cxx1115basic_stringbufIcSt11char_traitsIcESaIcEE14__xfer_bufptrsC1ERKS4_PS4_
   Provides also: _ZNSt7__cxx1115basic_stringbufIcSt11char_traitsIcESaIcEE14__xfer_bufptrsC2ERKS4_PS4_
   Provides also: _ZNSt7__cxx1115basic_stringbufIcSt11char_traitsIcESaIcEE14__xfer_bufptrsD1Ev
   Provides also: _ZNSt7__cxx1115basic_stringbufIcSt11char_traitsIcESaIcEE14__xfer_bufptrsD2Ev
   Provides also: _ZNSt7__cxx1115basic_stringbufIcSt11char_traitsIcESaIcEE15_M_update_egptrEv
   Provides also: _ZNSt7__cxx1115basic_stringbufIcSt11char_traitsIcESaIcEE17_M_stringbuf_initESt13_Ios_Openmode
   Provides also: _ZNSt7__cxx1115basic_stringbufIcSt11char_traitsIcESaIcEE3strEONS_12basic_stringIcS2_S3_EE
   Provides also: _ZNSt7__cxx1115basic_stringbufIcSt11char_traitsIcESaIcEE3strERKNS_12basic_stringIcS2_S3_EE
   Provides also: _ZNSt7__cxx1115basic_stringbufIcSt11char_traitsIcESaIcEE4swapERS4_
   Provides also: _ZNSt7__cxx1115basic_stringbufIcSt11char_traitsIcESaIcEE6setbufEPcl
   Provides also: _ZNSt7__cxx1115basic_stringbufIcSt11char_traitsIcESaIcEE7_M_syncEPcmm
   Provides also: _ZNSt7__cxx1115basic_stringbufIcSt11char_traitsIcESaIcEE7seekoffElSt12_Ios_SeekdirSt13_Ios_Openmode
   Provides also: _ZNSt7__cxx1115basic_stringbufIcSt11char_traitsIcESaIcEE7seekposESt4fposI11__mbstate_tESt13_Ios_Openmode
   Provides also: _ZNSt7__cxx1115basic_stringbufIcSt11char_traitsIcESaIcEE8_M_pbumpEPcS5_l
   Provides also: _ZNSt7__cxx1115basic_stringbufIcSt11char_traitsIcESaIcEE8overflowEi
   Provides also: _ZNSt7__cxx1115basic_stringbufIcSt11char_traitsIcESaIcEE9pbackfailEi
   Provides also: _ZNSt7__cxx1115basic_stringbufIcSt11char_traitsIcESaIcEE9showmanycEv
   Provides also: _ZNSt7__cxx1115basic_stringbufIcSt11char_traitsIcESaIcEE9underflowEv
   Provides also: _ZNSt7__cxx1115basic_stringbufIcSt11char_traitsIcESaIcEEC1EONS_12basic_stringIcS2_S3_EESt13_Ios_Openmode
   Provides also: _ZNSt7__cxx1115basic_stringbufIcSt11char_traitsIcESaIcEEC1EOS4_
   Provides also: _ZNSt7__cxx1115basic_stringbufIcSt11char_traitsIcESaIcEEC1EOS4_ONS4_14__xfer_bufptrsE
   Provides also: _ZNSt7__cxx1115basic_stringbufIcSt11char_traitsIcESaIcEEC1EOS4_RKS3_
   Provides also: _ZNSt7__cxx1115basic_stringbufIcSt11char_traitsIcESaIcEEC1EOS4_RKS3_ONS4_14__xfer_bufptrsE
   Provides also: _ZNSt7__cxx1115basic_stringbufIcSt11char_traitsIcESaIcEEC1ERKNS_12basic_stringIcS2_S3_EESt13_Ios_Openmode
   Provides also: _ZNSt7__cxx1115basic_stringbufIcSt11char_traitsIcESaIcEEC1ERKS3_
   Provides also: _ZNSt7__cxx1115basic_stringbufIcSt11char_traitsIcESaIcEEC1ESt13_Ios_Openmode
   Provides also: _ZNSt7__cxx1115basic_stringbufIcSt11char_traitsIcESaIcEEC1ESt13_Ios_OpenmodeRKS3_
   Provides also: _ZNSt7__cxx1115basic_stringbufIcSt11char_traitsIcESaIcEEC1Ev
   Provides also: _ZNSt7__cxx1115basic_stringbufIcSt11char_traitsIcESaIcEEC2EONS_12basic_stringIcS2_S3_EESt13_Ios_Openmode
   Provides also: _ZNSt7__cxx1115basic_stringbufIcSt11char_traitsIcESaIcEEC2EOS4_
   Provides also: _ZNSt7__cxx1115basic_stringbufIcSt11char_traitsIcESaIcEEC2EOS4_ONS4_14__xfer_bufptrsE
   Provides also: _ZNSt7__cxx1115basic_stringbufIcSt11char_traitsIcESaIcEEC2EOS4_RKS3_
   Provides also: _ZNSt7__cxx1115basic_stringbufIcSt11char_traitsIcESaIcEEC2EOS4_RKS3_ONS4_14__xfer_bufptrsE
   Provides also: _ZNSt7__cxx1115basic_stringbufIcSt11char_traitsIcESaIcEEC2ERKNS_12basic_stringIcS2_S3_EESt13_Ios_Openmode
   Provides also: _ZNSt7__cxx1115basic_stringbufIcSt11char_traitsIcESaIcEEC2ERKS3_
   Provides also: _ZNSt7__cxx1115basic_stringbufIcSt11char_traitsIcESaIcEEC2ESt13_Ios_Openmode
   Provides also: _ZNSt7__cxx1115basic_stringbufIcSt11char_traitsIcESaIcEEC2ESt13_Ios_OpenmodeRKS3_
   Provides also: _ZNSt7__cxx1115basic_stringbufIcSt11char_traitsIcESaIcEEC2Ev
   Provides also: _ZNSt7__cxx1115basic_stringbufIcSt11char_traitsIcESaIcEEaSEOS4_
   Provides also: _ZNSt7__cxx1118basic_stringstreamIcSt11char_traitsIcESaIcEE3strEONS_12basic_stringIcS2_S3_EE
   Provides also: _ZNSt7__cxx1118basic_stringstreamIcSt11char_traitsIcESaIcEE3strERKNS_12basic_stringIcS2_S3_EE
   Provides also: _ZNSt7__cxx1118basic_stringstreamIcSt11char_traitsIcESaIcEE4swapERS4_
   Provides also: _ZNSt7__cxx1118basic_stringstreamIcSt11char_traitsIcESaIcEEC1EONS_12basic_stringIcS2_S3_EESt13_Ios_Openmode
   Provides also: _ZNSt7__cxx1118basic_stringstreamIcSt11char_traitsIcESaIcEEC1EOS4_
   Provides also: _ZNSt7__cxx1118basic_stringstreamIcSt11char_traitsIcESaIcEEC1ERKNS_12basic_stringIcS2_S3_EESt13_Ios_Openmode
   Provides also: _ZNSt7__cxx1118basic_stringstreamIcSt11char_traitsIcESaIcEEC1ESt13_Ios_Openmode
   Provides also: _ZNSt7__cxx1118basic_stringstreamIcSt11char_traitsIcESaIcEEC1ESt13_Ios_OpenmodeRKS3_
   Provides also: _ZNSt7__cxx1118basic_stringstreamIcSt11char_traitsIcESaIcEEC1Ev
   Provides also: _ZNSt7__cxx1118basic_stringstreamIcSt11char_traitsIcESaIcEEC2EONS_12basic_stringIcS2_S3_EESt13_Ios_Openmode
   Provides also: _ZNSt7__cxx1118basic_stringstreamIcSt11char_traitsIcESaIcEEC2EOS4_
   Provides also: _ZNSt7__cxx1118basic_stringstreamIcSt11char_traitsIcESaIcEEC2ERKNS_12basic_stringIcS2_S3_EESt13_Ios_Openmode
   Provides also: _ZNSt7__cxx1118basic_stringstreamIcSt11char_traitsIcESaIcEEC2ESt13_Ios_Openmode
   Provides also: _ZNSt7__cxx1118basic_stringstreamIcSt11char_traitsIcESaIcEEC2ESt13_Ios_OpenmodeRKS3_
   Provides also: _ZNSt7__cxx1118basic_stringstreamIcSt11char_traitsIcESaIcEEC2Ev
   Provides also: _ZNSt7__cxx1118basic_stringstreamIcSt11char_traitsIcESaIcEED0Ev
   Provides also: _ZNSt7__cxx1118basic_stringstreamIcSt11char_traitsIcESaIcEED1Ev
   Provides also: _ZNSt7__cxx1118basic_stringstreamIcSt11char_traitsIcESaIcEED2Ev
   Provides also: _ZNSt7__cxx1118basic_stringstreamIcSt11char_traitsIcESaIcEEaSEOS4_
   Provides also: _ZNSt7__cxx1119basic_istringstreamIcSt11char_traitsIcESaIcEE3strEONS_12basic_stringIcS2_S3_EE
   Provides also: _ZNSt7__cxx1119basic_istringstreamIcSt11char_traitsIcESaIcEE3strERKNS_12basic_stringIcS2_S3_EE
   Provides also: _ZNSt7__cxx1119basic_istringstreamIcSt11char_traitsIcESaIcEE4swapERS4_
   Provides also: _ZNSt7__cxx1119basic_istringstreamIcSt11char_traitsIcESaIcEEC1EONS_12basic_stringIcS2_S3_EESt13_Ios_Openmode
   Provides also: _ZNSt7__cxx1119basic_istringstreamIcSt11char_traitsIcESaIcEEC1EOS4_
   Provides also: _ZNSt7__cxx1119basic_istringstreamIcSt11char_traitsIcESaIcEEC1ERKNS_12basic_stringIcS2_S3_EESt13_Ios_Openmode
   Provides also: _ZNSt7__cxx1119basic_istringstreamIcSt11char_traitsIcESaIcEEC1ESt13_Ios_Openmode
   Provides also: _ZNSt7__cxx1119basic_istringstreamIcSt11char_traitsIcESaIcEEC1ESt13_Ios_OpenmodeRKS3_
   Provides also: _ZNSt7__cxx1119basic_istringstreamIcSt11char_traitsIcESaIcEEC1Ev
   Provides also: _ZNSt7__cxx1119basic_istringstreamIcSt11char_traitsIcESaIcEEC2EONS_12basic_stringIcS2_S3_EESt13_Ios_Openmode
   Provides also: _ZNSt7__cxx1119basic_istringstreamIcSt11char_traitsIcESaIcEEC2EOS4_
   Provides also: _ZNSt7__cxx1119basic_istringstreamIcSt11char_traitsIcESaIcEEC2ERKNS_12basic_stringIcS2_S3_EESt13_Ios_Openmode
   Provides also: _ZNSt7__cxx1119basic_istringstreamIcSt11char_traitsIcESaIcEEC2ESt13_Ios_Openmode
   Provides also: _ZNSt7__cxx1119basic_istringstreamIcSt11char_traitsIcESaIcEEC2ESt13_Ios_OpenmodeRKS3_
   Provides also: _ZNSt7__cxx1119basic_istringstreamIcSt11char_traitsIcESaIcEEC2Ev
   Provides also: _ZNSt7__cxx1119basic_istringstreamIcSt11char_traitsIcESaIcEED0Ev
   Provides also: _ZNSt7__cxx1119basic_istringstreamIcSt11char_traitsIcESaIcEED1Ev
   Provides also: _ZNSt7__cxx1119basic_istringstreamIcSt11char_traitsIcESaIcEED2Ev
   Provides also: _ZNSt7__cxx1119basic_istringstreamIcSt11char_traitsIcESaIcEEaSEOS4_
   Provides also: _ZNSt7__cxx1119basic_ostringstreamIcSt11char_traitsIcESaIcEE3strEONS_12basic_stringIcS2_S3_EE
   Provides also: _ZNSt7__cxx1119basic_ostringstreamIcSt11char_traitsIcESaIcEE3strERKNS_12basic_stringIcS2_S3_EE
   Provides also: _ZNSt7__cxx1119basic_ostringstreamIcSt11char_traitsIcESaIcEE4swapERS4_
   Provides also: _ZNSt7__cxx1119basic_ostringstreamIcSt11char_traitsIcESaIcEEC1EONS_12basic_stringIcS2_S3_EESt13_Ios_Openmode
   Provides also: _ZNSt7__cxx1119basic_ostringstreamIcSt11char_traitsIcESaIcEEC1EOS4_
   Provides also: _ZNSt7__cxx1119basic_ostringstreamIcSt11char_traitsIcESaIcEEC1ERKNS_12basic_stringIcS2_S3_EESt13_Ios_Openmode
   Provides also: _ZNSt7__cxx1119basic_ostringstreamIcSt11char_traitsIcESaIcEEC1ESt13_Ios_Openmode
   Provides also: _ZNSt7__cxx1119basic_ostringstreamIcSt11char_traitsIcESaIcEEC1ESt13_Ios_OpenmodeRKS3_
   Provides also: _ZNSt7__cxx1119basic_ostringstreamIcSt11char_traitsIcESaIcEEC1Ev
   Provides also: _ZNSt7__cxx1119basic_ostringstreamIcSt11char_traitsIcESaIcEEC2EONS_12basic_stringIcS2_S3_EESt13_Ios_Openmode
   Provides also: _ZNSt7__cxx1119basic_ostringstreamIcSt11char_traitsIcESaIcEEC2EOS4_
   Provides also: _ZNSt7__cxx1119basic_ostringstreamIcSt11char_traitsIcESaIcEEC2ERKNS_12basic_stringIcS2_S3_EESt13_Ios_Openmode
   Provides also: _ZNSt7__cxx1119basic_ostringstreamIcSt11char_traitsIcESaIcEEC2ESt13_Ios_Openmode
   Provides also: _ZNSt7__cxx1119basic_ostringstreamIcSt11char_traitsIcESaIcEEC2ESt13_Ios_OpenmodeRKS3_
   Provides also: _ZNSt7__cxx1119basic_ostringstreamIcSt11char_traitsIcESaIcEEC2Ev
   Provides also: _ZNSt7__cxx1119basic_ostringstreamIcSt11char_traitsIcESaIcEED0Ev
   Provides also: _ZNSt7__cxx1119basic_ostringstreamIcSt11char_traitsIcESaIcEED1Ev
   Provides also: _ZNSt7__cxx1119basic_ostringstreamIcSt11char_traitsIcESaIcEED2Ev
   Provides also: _ZNSt7__cxx1119basic_ostringstreamIcSt11char_traitsIcESaIcEEaSEOS4_
   Provides also: _ZNSt8ios_base4InitC1Ev
   Provides also: _ZNSt8ios_base4InitC2Ev
   Provides also: _ZNSt8ios_base4InitD1Ev
   Provides also: _ZNSt8ios_base4InitD2Ev
   Provides also: _ZNSt8ios_base7_M_initEv
   Provides also: _ZNSt8ios_baseC1Ev
   Provides also: _ZNSt8ios_baseC2Ev
   Provides also: _ZNSt8ios_baseD0Ev
   Provides also: _ZNSt8ios_baseD1Ev
   Provides also: _ZNSt8ios_baseD2Ev
   Provides also: _ZNSt9basic_iosIcSt11char_traitsIcEE10exceptionsESt12_Ios_Iostate
   Provides also: _ZNSt9basic_iosIcSt11char_traitsIcEE11_M_setstateESt12_Ios_Iostate
   Provides also: _ZNSt9basic_iosIcSt11char_traitsIcEE15_M_cache_localeERKSt6locale
   Provides also: _ZNSt9basic_iosIcSt11char_traitsIcEE3tieEPSo
   Provides also: _ZNSt9basic_iosIcSt11char_traitsIcEE4fillEc
   Provides also: _ZNSt9basic_iosIcSt11char_traitsIcEE4initEPSt15basic_streambufIcS1_E
   Provides also: _ZNSt9basic_iosIcSt11char_traitsIcEE4moveEOS2_
   Provides also: _ZNSt9basic_iosIcSt11char_traitsIcEE4moveERS2_
   Provides also: _ZNSt9basic_iosIcSt11char_traitsIcEE4swapERS2_
   Provides also: _ZNSt9basic_iosIcSt11char_traitsIcEE5clearESt12_Ios_Iostate
   Provides also: _ZNSt9basic_iosIcSt11char_traitsIcEE5imbueERKSt6locale
   Provides also: _ZNSt9basic_iosIcSt11char_traitsIcEE5rdbufEPSt15basic_streambufIcS1_E
   Provides also: _ZNSt9basic_iosIcSt11char_traitsIcEE7copyfmtERKS2_
   Provides also: _ZNSt9basic_iosIcSt11char_traitsIcEE8setstateESt12_Ios_Iostate
   Provides also: _ZNSt9basic_iosIcSt11char_traitsIcEE9set_rdbufEPSt15basic_streambufIcS1_E
   Provides also: _ZNSt9basic_iosIcSt11char_traitsIcEEC1EPSt15basic_streambufIcS1_E
   Provides also: _ZNSt9basic_iosIcSt11char_traitsIcEEC1Ev
   Provides also: _ZNSt9basic_iosIcSt11char_traitsIcEEC2EPSt15basic_streambufIcS1_E
   Provides also: _ZNSt9basic_iosIcSt11char_traitsIcEEC2Ev
   Provides also: _ZNSt9basic_iosIcSt11char_traitsIcEED0Ev
   Provides also: _ZNSt9basic_iosIcSt11char_traitsIcEED1Ev
   Provides also: _ZNSt9basic_iosIcSt11char_traitsIcEED2Ev
   Provides also: _ZSt16__ostream_insertIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_PKS3_l
   Provides also: _ZSt2wsIcSt11char_traitsIcEERSt13basic_istreamIT_T0_ES6_
   Provides also: _ZSt3cin
   Provides also: _ZSt4cerr
   Provides also: _ZSt4clog
   Provides also: _ZSt4cout
   Provides also: _ZSt4endlIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_
   Provides also: _ZSt4endsIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_
   Provides also: _ZSt5flushIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_
   Provides also: _ZSt7getlineIcSt11char_traitsIcESaIcEERSt13basic_istreamIT_T0_ES7_RNSt7__cxx1112basic_stringIS4_S5_T1_EE
   Provides also: _ZSt7getlineIcSt11char_traitsIcESaIcEERSt13basic_istreamIT_T0_ES7_RNSt7__cxx1112basic_stringIS4_S5_T1_EES4_
   Provides also: _ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_PKa
   Provides also: _ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_PKc
   Provides also: _ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_PKh
   Provides also: _ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_a
   Provides also: _ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_c
   Provides also: _ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_h
   Provides also: _ZStlsIcSt11char_traitsIcESaIcEERSt13basic_ostreamIT_T0_ES7_RKNSt7__cxx1112basic_stringIS4_S5_T1_EE
   Provides also: _ZStrsIcSt11char_traitsIcEERSt13basic_istreamIT_T0_ES6_RS3_
   Provides also: _ZStrsIcSt11char_traitsIcESaIcEERSt13basic_istreamIT_T0_ES7_RNSt7__cxx1112basic_stringIS4_S5_T1_EE
   Provides also: _ZTCNSt7__cxx1118basic_stringstreamIcSt11char_traitsIcESaIcEEE0_Sd
   Provides also: _ZTCNSt7__cxx1118basic_stringstreamIcSt11char_traitsIcESaIcEEE0_Si
   Provides also: _ZTCNSt7__cxx1118basic_stringstreamIcSt11char_traitsIcESaIcEEE16_So
   Provides also: _ZTCNSt7__cxx1119basic_istringstreamIcSt11char_traitsIcESaIcEEE0_Si
   Provides also: _ZTCNSt7__cxx1119basic_ostringstreamIcSt11char_traitsIcESaIcEEE0_So
   Provides also: _ZTCSd0_Si
   Provides also: _ZTCSd16_So
   Provides also: _ZTINSt7__cxx1115basic_stringbufIcSt11char_traitsIcESaIcEEE
   Provides also: _ZTINSt7__cxx1118basic_stringstreamIcSt11char_traitsIcESaIcEEE
   Provides also: _ZTINSt7__cxx1119basic_istringstreamIcSt11char_traitsIcESaIcEEE
   Provides also: _ZTINSt7__cxx1119basic_ostringstreamIcSt11char_traitsIcESaIcEEE
   Provides also: _ZTISd
   Provides also: _ZTISi
   Provides also: _ZTISo
   Provides also: _ZTISt15basic_streambufIcSt11char_traitsIcEE
   Provides also: _ZTISt8ios_base
   Provides also: _ZTISt9basic_iosIcSt11char_traitsIcEE
   Provides also: _ZTTNSt7__cxx1118basic_stringstreamIcSt11char_traitsIcESaIcEEE
   Provides also: _ZTTNSt7__cxx1119basic_istringstreamIcSt11char_traitsIcESaIcEEE
   Provides also: _ZTTNSt7__cxx1119basic_ostringstreamIcSt11char_traitsIcESaIcEEE
   Provides also: _ZTTSd
   Provides also: _ZTTSi
   Provides also: _ZTTSo
   Provides also: _ZTVNSt7__cxx1115basic_stringbufIcSt11char_traitsIcESaIcEEE
   Provides also: _ZTVNSt7__cxx1118basic_stringstreamIcSt11char_traitsIcESaIcEEE
   Provides also: _ZTVNSt7__cxx1119basic_istringstreamIcSt11char_traitsIcESaIcEEE
   Provides also: _ZTVNSt7__cxx1119basic_ostringstreamIcSt11char_traitsIcESaIcEEE
   Provides also: _ZTVSd
   Provides also: _ZTVSi
   Provides also: _ZTVSo
   Provides also: _ZTVSt15basic_streambufIcSt11char_traitsIcEE
   Provides also: _ZTVSt8ios_base
   Provides also: _ZTVSt9basic_iosIcSt11char_traitsIcEE
   Provides also: _ZThn16_NSdD0Ev
   Provides also: _ZThn16_NSdD1Ev
   Provides also: _ZThn16_NSt7__cxx1118basic_stringstreamIcSt11char_traitsIcESaIcEED0Ev
   Provides also: _ZThn16_NSt7__cxx1118basic_stringstreamIcSt11char_traitsIcESaIcEED1Ev
   Provides also: _ZTv0_n24_NSdD0Ev
   Provides also: _ZTv0_n24_NSdD1Ev
   Provides also: _ZTv0_n24_NSiD0Ev
   Provides also: _ZTv0_n24_NSiD1Ev
   Provides also: _ZTv0_n24_NSoD0Ev
   Provides also: _ZTv0_n24_NSoD1Ev
   Provides also: _ZTv0_n24_NSt7__cxx1118basic_stringstreamIcSt11char_traitsIcESaIcEED0Ev
   Provides also: _ZTv0_n24_NSt7__cxx1118basic_stringstreamIcSt11char_traitsIcESaIcEED1Ev
   Provides also: _ZTv0_n24_NSt7__cxx1119basic_istringstreamIcSt11char_traitsIcESaIcEED0Ev
   Provides also: _ZTv0_n24_NSt7__cxx1119basic_istringstreamIcSt11char_traitsIcESaIcEED1Ev
   Provides also: _ZTv0_n24_NSt7__cxx1119basic_ostringstreamIcSt11char_traitsIcESaIcEED0Ev
   Provides also: _ZTv0_n24_NSt7__cxx1119basic_ostringstreamIcSt11char_traitsIcESaIcEED1Ev
   Needs: cxx_exception.cpp cxx_stdexcept.cpp
*/
// clang-format on
/* Streams: what goes to std::cout, std::cerr and std::clog is told in the trail, strings are written and read. There
   are no locales and no files, and std::cin cannot be read. The three are written to without touching their state,
   unless a width is set, since threads may share them.
   Compiled alone, as C++20: it wants templates of the headers as declarations, and all of their members. */
#include <bits/c++config.h>
#undef _GLIBCXX_EXTERN_TEMPLATE
#define _GLIBCXX_EXTERN_TEMPLATE 0
#include <cstdio>
#include <istream>
#include <limits>
#include <new>
#include <ostream>
#include <sstream>

#include "machine.h"

namespace std {

/* As large as they are, and made before main. */
alignas(ostream) char room_of_cout[sizeof(ostream)] __asm__("_ZSt4cout");
alignas(ostream) char room_of_cerr[sizeof(ostream)] __asm__("_ZSt4cerr");
alignas(ostream) char room_of_clog[sizeof(ostream)] __asm__("_ZSt4clog");
alignas(istream) char room_of_cin[sizeof(istream)] __asm__("_ZSt3cin");

static bool is_standard(const ostream& out) {
  const void* const address = &out;
  return address == room_of_cout || address == room_of_cerr || address == room_of_clog;
}

static void emit(ostream& out, const char* text, streamsize length) {
  if (length == 0) return;
  if (is_standard(out)) {
    waymark_print(text, static_cast<unsigned long>(length));
  } else if (out.good() && out.rdbuf()->sputn(text, length) != length) {
    out.setstate(ios_base::badbit);
  }
}

static ostream& emit_padded(ostream& out, const char* text, streamsize length) {
  const streamsize width = out.width();
  const bool left = (out.flags() & ios_base::adjustfield) == ios_base::left;
  const char fill = out.fill();
  if (!left)
    for (streamsize i = length; i < width; i++) emit(out, &fill, 1);
  emit(out, text, length);
  if (left)
    for (streamsize i = length; i < width; i++) emit(out, &fill, 1);
  if (width) out.width(0);
  return out;
}

static ostream& emit_number(ostream& out, unsigned long value, bool minus) {
  char text[32];
  int at = sizeof text;
  const ios_base::fmtflags flags = out.flags();
  const ios_base::fmtflags base_flags = flags & ios_base::basefield;
  const unsigned base = base_flags == ios_base::hex ? 16 : base_flags == ios_base::oct ? 8 : 10;
  const char* const digits = flags & ios_base::uppercase ? "0123456789ABCDEF" : "0123456789abcdef";
  const bool zero = value == 0;
  do {
    text[--at] = digits[value % base];
    value /= base;
  } while (value);
  if ((flags & ios_base::showbase) && !zero && base != 10) {
    if (base == 16) text[--at] = flags & ios_base::uppercase ? 'X' : 'x';
    text[--at] = '0';
  }
  if (minus)
    text[--at] = '-';
  else if ((flags & ios_base::showpos) && base == 10)
    text[--at] = '+';
  return emit_padded(out, text + at, static_cast<streamsize>(sizeof text) - at);
}

static ostream& emit_signed(ostream& out, long value) {
  const bool decimal = !(out.flags() & (ios_base::hex | ios_base::oct));
  const bool minus = decimal && value < 0;
  return emit_number(out, minus ? 0 - static_cast<unsigned long>(value) : static_cast<unsigned long>(value), minus);
}

template <>
char basic_ios<char>::widen(char c) const {
  return c;
}

template <>
basic_istream<char>& ws(basic_istream<char>& in) {
  while (in.rdbuf()->sgetc() == ' ' || (in.rdbuf()->sgetc() >= '\t' && in.rdbuf()->sgetc() <= '\r'))
    in.rdbuf()->sbumpc();
  if (in.rdbuf()->sgetc() == -1) in.setstate(ios_base::eofbit);
  return in;
}

template <>
char basic_ios<char>::narrow(char c, char) const {
  return c;
}

template <>
void basic_ios<char>::init(basic_streambuf<char>* buffer) {
  ios_base::_M_init();
  _M_ctype = nullptr;
  _M_num_put = nullptr;
  _M_num_get = nullptr;
  _M_fill = ' ';
  _M_fill_init = true;
  _M_tie = nullptr;
  _M_exception = ios_base::goodbit;
  _M_streambuf = buffer;
  _M_streambuf_state = buffer ? ios_base::goodbit : ios_base::badbit;
}

template <>
void basic_ios<char>::clear(iostate state) {
  _M_streambuf_state = rdbuf() ? state : iostate(state | ios_base::badbit);
  if (exceptions() & rdstate()) waymark_unsupported("exceptions of streams");
}

template <>
basic_ostream<char>& basic_ostream<char>::put(char c) {
  emit(*this, &c, 1);
  return *this;
}

template <>
basic_ostream<char>& basic_ostream<char>::write(const char* text, streamsize length) {
  emit(*this, text, length);
  return *this;
}

template <>
basic_ostream<char>& basic_ostream<char>::flush() {
  return *this;
}

template <>
basic_ostream<char>& __ostream_insert(basic_ostream<char>& out, const char* text, streamsize length) {
  return emit_padded(out, text, length);
}

template <>
template <>
basic_ostream<char>& basic_ostream<char>::_M_insert(long value) {
  return emit_signed(*this, value);
}

template <>
template <>
basic_ostream<char>& basic_ostream<char>::_M_insert(long long value) {
  return emit_signed(*this, static_cast<long>(value));
}

template <>
template <>
basic_ostream<char>& basic_ostream<char>::_M_insert(unsigned long value) {
  return emit_number(*this, value, false);
}

template <>
template <>
basic_ostream<char>& basic_ostream<char>::_M_insert(unsigned long long value) {
  return emit_number(*this, static_cast<unsigned long>(value), false);
}

template <>
template <>
basic_ostream<char>& basic_ostream<char>::_M_insert(bool value) {
  if (!(flags() & ios_base::boolalpha)) return emit_number(*this, value, false);
  return emit_padded(*this, value ? "true" : "false", value ? 4 : 5);
}

template <>
template <>
basic_ostream<char>& basic_ostream<char>::_M_insert(double value) {
  char text[400];
  const ios_base::fmtflags how = flags() & ios_base::floatfield;
  const int digits = static_cast<int>(precision());
  int length = 0;
  if (how == ios_base::fixed) {
    length = snprintf(text, sizeof text, "%.*f", digits, value);
  } else if (how == ios_base::scientific) {
    length = snprintf(text, sizeof text, "%.*e", digits, value);
  } else if (how == ios_base::floatfield) {
    waymark_unsupported("std::hexfloat");
  } else {
    length = snprintf(text, sizeof text, "%.*g", digits, value);
  }
  return emit_padded(*this, text, length);
}

template <>
template <>
basic_ostream<char>& basic_ostream<char>::_M_insert(const void*) {
  waymark_unsupported("an address as text");
}

static bool is_space(int c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

template <>
basic_istream<char>::sentry::sentry(basic_istream<char>& in, bool keeps_spaces) : _M_ok(false) {
  if (in.good() && !keeps_spaces && (in.flags() & ios_base::skipws)) {
    while (is_space(in.rdbuf()->sgetc())) in.rdbuf()->sbumpc();
    if (in.rdbuf()->sgetc() == -1) in.setstate(ios_base::eofbit);
  }
  if (in.good())
    _M_ok = true;
  else
    in.setstate(ios_base::failbit);
}

/* A number of this base; what does not fit is the largest or smallest one, and a failure. */
template <typename Number>
static istream& read_number(istream& in, Number& to) {
  istream::sentry ready(in, false);
  if (!ready) return in;
  streambuf& from = *in.rdbuf();
  const ios_base::fmtflags base_flags = in.flags() & ios_base::basefield;
  if (base_flags == ios_base::fmtflags(0)) waymark_unsupported("numbers of any base");
  const unsigned long base = base_flags == ios_base::hex ? 16 : base_flags == ios_base::oct ? 8 : 10;
  const bool minus = from.sgetc() == '-';
  if (minus || from.sgetc() == '+') from.sbumpc();
  const bool is_signed = numeric_limits<Number>::is_signed;
  const unsigned long most = static_cast<unsigned long>(numeric_limits<Number>::max()) + (minus && is_signed ? 1 : 0);
  unsigned long value = 0;
  bool any = false, over = false;
  for (int c = from.sgetc(); c != -1; from.sbumpc(), c = from.sgetc()) {
    const unsigned digit = c >= '0' && c <= '9'   ? static_cast<unsigned>(c - '0')
                           : c >= 'a' && c <= 'f' ? static_cast<unsigned>(c - 'a' + 10)
                           : c >= 'A' && c <= 'F' ? static_cast<unsigned>(c - 'A' + 10)
                                                  : 99;
    if (digit >= base) break;
    any = true;
    over = over || value > (most - digit) / base;
    if (!over) value = value * base + digit;
  }
  ios_base::iostate state = from.sgetc() == -1 ? ios_base::eofbit : ios_base::goodbit;
  if (over || !any) state |= ios_base::failbit;
  to = !any   ? 0
       : over ? (minus && is_signed ? numeric_limits<Number>::min() : numeric_limits<Number>::max())
              : static_cast<Number>(minus ? 0 - value : value);
  if (state) in.setstate(state);
  return in;
}

#define WAYMARK_READS(type)                                           \
  template <>                                                         \
  template <>                                                         \
  basic_istream<char>& basic_istream<char>::_M_extract(type& value) { \
    return read_number(*this, value);                                 \
  }

WAYMARK_READS(unsigned short)
WAYMARK_READS(unsigned int)
WAYMARK_READS(long)
WAYMARK_READS(unsigned long)
WAYMARK_READS(long long)
WAYMARK_READS(unsigned long long)

template <>
basic_istream<char>& basic_istream<char>::operator>>(short& value) {
  return read_number(*this, value);
}

template <>
basic_istream<char>& basic_istream<char>::operator>>(int& value) {
  return read_number(*this, value);
}

template <>
template <>
basic_istream<char>& basic_istream<char>::_M_extract(double&) {
  waymark_unsupported("floating numbers from streams");
}

template <>
basic_istream<char>& operator>>(basic_istream<char>& in, char& to) {
  istream::sentry ready(in, false);
  if (!ready) return in;
  to = static_cast<char>(in.rdbuf()->sbumpc());
  return in;
}

template <>
basic_istream<char>& operator>>(basic_istream<char>& in, string& to) {
  istream::sentry ready(in, false);
  if (!ready) return in;
  to.clear();
  streamsize most = in.width() > 0 ? in.width() : numeric_limits<streamsize>::max();
  int c = in.rdbuf()->sgetc();
  for (; c != -1 && !is_space(c) && most > 0; --most, c = in.rdbuf()->sgetc()) {
    to.push_back(static_cast<char>(c));
    in.rdbuf()->sbumpc();
  }
  in.width(0);
  ios_base::iostate state = c == -1 ? ios_base::eofbit : ios_base::goodbit;
  if (to.empty()) state |= ios_base::failbit;
  if (state) in.setstate(state);
  return in;
}

template <>
basic_istream<char>& getline(basic_istream<char>& in, string& to, char end) {
  istream::sentry ready(in, true);
  if (!ready) return in;
  to.clear();
  bool any = false;
  for (;;) {
    const int c = in.rdbuf()->sbumpc();
    if (c == -1) {
      in.setstate(any ? ios_base::eofbit : ios_base::iostate(ios_base::eofbit | ios_base::failbit));
      return in;
    }
    any = true;
    if (c == static_cast<unsigned char>(end)) return in;
    to.push_back(static_cast<char>(c));
  }
}

ios_base::ios_base() noexcept
    : _M_precision(6),
      _M_width(0),
      _M_flags(skipws | dec),
      _M_exception(goodbit),
      _M_streambuf_state(goodbit),
      _M_callbacks(nullptr),
      _M_word_zero(),
      _M_word_size(_S_local_word_size),
      _M_word(_M_local_word) {}
ios_base::~ios_base() {}
void ios_base::_M_init() noexcept {
  _M_precision = 6;
  _M_width = 0;
  _M_flags = skipws | dec;
}

locale::locale() noexcept : _M_impl(nullptr) {}
locale::locale(const locale&) noexcept : _M_impl(nullptr) {}
locale::~locale() noexcept {}
const locale& locale::operator=(const locale&) noexcept { return *this; }

namespace {

struct Narration final : streambuf {
  int underflow() override { waymark_unsupported("std::cin"); }
  streamsize xsputn(const char* text, streamsize length) override {
    waymark_print(text, static_cast<unsigned long>(length));
    return length;
  }
  int overflow(int c) override {
    const char one = static_cast<char>(c);
    if (c != -1) waymark_print(&one, 1);
    return 0;
  }
};

bool made;
alignas(Narration) char room_of_narration[sizeof(Narration)];

}  // namespace

ios_base::Init::Init() {
  if (made) return;
  made = true;
  Narration* const narration = new (room_of_narration) Narration;
  new (room_of_cout) ostream(narration);
  new (room_of_cerr) ostream(narration);
  new (room_of_clog) ostream(narration);
  new (room_of_cin) istream(narration);
}
ios_base::Init::~Init() {}

template class basic_streambuf<char>;
template class basic_ios<char>;
template class basic_ostream<char>;
template class basic_istream<char>;
template class basic_iostream<char>;
template class basic_stringbuf<char>;
template class basic_istringstream<char>;
template class basic_ostringstream<char>;
template class basic_stringstream<char>;
template ostream& endl(ostream&);
template ostream& ends(ostream&);
template ostream& flush(ostream&);
template ostream& operator<<(ostream&, char);
template ostream& operator<<(ostream&, signed char);
template ostream& operator<<(ostream&, unsigned char);
template ostream& operator<<(ostream&, const char*);
template ostream& operator<<(ostream&, const signed char*);
template ostream& operator<<(ostream&, const unsigned char*);
template ostream& operator<<(ostream&, const string&);
template istream& getline(istream&, string&);

}  // namespace std
