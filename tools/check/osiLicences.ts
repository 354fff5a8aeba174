/** SPDX identifiers of the licenses that the Open Source Initiative approved, as far as packages use them. */
export const osiLicences = new Set(
  `0BSD AAL AFL-3.0 AGPL-3.0 AGPL-3.0-only AGPL-3.0-or-later APL-1.0 Apache-1.1 Apache-2.0 APSL-2.0 Artistic-1.0 Artistic-2.0
  BlueOak-1.0.0 BSD-1-Clause BSD-2-Clause BSD-2-Clause-Patent BSD-3-Clause BSD-3-Clause-LBNL BSL-1.0 CAL-1.0 CATOSL-1.1
  CDDL-1.0 CECILL-2.1 CERN-OHL-P-2.0 CERN-OHL-S-2.0 CERN-OHL-W-2.0 CNRI-Python CPAL-1.0 CPL-1.0 CUA-OPL-1.0 ECL-1.0 ECL-2.0
  EFL-1.0 EFL-2.0 EPL-1.0 EPL-2.0 EUDatagrid EUPL-1.1 EUPL-1.2 Fair Frameworx-1.0 GPL-2.0 GPL-2.0-only GPL-2.0-or-later
  GPL-3.0 GPL-3.0-only GPL-3.0-or-later HPND ICU IPA IPL-1.0 ISC Intel Jam LGPL-2.0-only LGPL-2.0-or-later LGPL-2.1
  LGPL-2.1-only LGPL-2.1-or-later LGPL-3.0 LGPL-3.0-only LGPL-3.0-or-later LiLiQ-P-1.1 LiLiQ-R-1.1 LiLiQ-Rplus-1.1 LPL-1.0
  LPL-1.02 LPPL-1.3c MIT MIT-0 MIT-Modern-Variant MPL-1.0 MPL-1.1 MPL-2.0 MS-PL MS-RL MirOS Motosoto MulanPSL-2.0 Multics
  NASA-1.3 NCSA NGPL NPOSL-3.0 NTP Naumen Nokia OCLC-2.0 OFL-1.1 OGTSL OLDAP-2.8 OLFL-1.3 OSET-PL-2.1 OSL-1.0 OSL-2.0 OSL-2.1
  OSL-3.0 PHP-3.0 PHP-3.01 PostgreSQL Python-2.0 QPL-1.0 RPL-1.1 RPL-1.5 RPSL-1.0 RSCPL SISSL SPL-1.0 SimPL-2.0 Sleepycat
  UCL-1.0 UPL-1.0 Unicode-3.0 Unicode-DFS-2015 Unicode-DFS-2016 Unlicense VSL-1.0 W3C Watcom-1.0 Xnet ZPL-2.0 ZPL-2.1
  Zlib`.split(/\s+/),
)

/** Licenses that require only their notice: a site may bundle them without opening its own code. */
export const permissiveLicences = new Set(
  `0BSD Apache-2.0 Artistic-2.0 BlueOak-1.0.0 BSD-1-Clause BSD-2-Clause BSD-2-Clause-Patent BSD-3-Clause BSL-1.0 HPND ICU ISC
  MIT MIT-0 MulanPSL-2.0 NCSA NTP PostgreSQL Python-2.0 UPL-1.0 Unicode-3.0 Unicode-DFS-2016 Unlicense Zlib`.split(
    /\s+/,
  ),
)
