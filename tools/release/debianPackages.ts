/** An architecture of the release: Node's name of it, Debian's, and the folder of its libraries. */
export const arches = {
  x64: { debian: 'amd64', libraries: 'x86_64-linux-gnu', loader: 'lib64/ld-linux-x86-64.so.2' },
  arm64: { debian: 'arm64', libraries: 'aarch64-linux-gnu', loader: 'lib/ld-linux-aarch64.so.1' },
} as const
export type Arch = keyof typeof arches

export type DebianPackage = {
  name: string
  version: string
  licence: string
  /** Hashes (SHA-256) of the package for each architecture. */
  hashes: Record<Arch, string>
}

/**
 * Debian 12's packages with what Node links and the certificates of public authorities. The images contain a few of their files.
 * `node tools/release/pinPackages.ts` prints the present versions.
 */
export const debianPackages: readonly DebianPackage[] = [
  {
    name: 'libc6',
    version: '2.36-9+deb12u14',
    licence: 'LGPL-2.1-or-later',
    hashes: {
      x64: 'ba4f88f73dbc3ae9055f3c20f4523bfdbaf1ad13ff95e258924f77d20b4fbedf',
      arm64: '01f4330719fd4f65580e16ea5a0527f372fca750e8f588d26deaf09f2d3b1cf4',
    },
  },
  {
    name: 'libstdc++6',
    version: '12.2.0-14+deb12u1',
    licence: 'GPL-3.0-or-later WITH GCC-exception-3.1',
    hashes: {
      x64: '5cd3171216d4ab0fc911cfe9c35509bf2dd8f47761c43b7f6a4296701551a24d',
      arm64: '26e138c677a985775331373828a6c286c551ff397cb735d00e2383cb273d1cb2',
    },
  },
  {
    name: 'libgcc-s1',
    version: '12.2.0-14+deb12u1',
    licence: 'GPL-3.0-or-later WITH GCC-exception-3.1',
    hashes: {
      x64: '3016e62cb4b7cd8038822870601f5ed131befe942774d0f745622cc77d8a88f7',
      arm64: '576926b283613db80168ddf76380a3bd877602778cf0d226caa7bfbfa71eacf3',
    },
  },
  {
    // The licence texts of the two before it.
    name: 'gcc-12-base',
    version: '12.2.0-14+deb12u1',
    licence: 'GPL-3.0-or-later WITH GCC-exception-3.1',
    hashes: {
      x64: '1896a2aacf4ad681ff5eacc24a5b0ca4d5d9c9b9c9e4b6de5197bc1e116ea619',
      arm64: '674cf6cba6d432bd200c45fe866c1652c7a53523cc2e7a613e05bc4abf7b5440',
    },
  },
  {
    name: 'ca-certificates',
    version: '20250419~deb12u2',
    licence: 'MPL-2.0',
    hashes: {
      x64: 'b9f76b5271a7ac373fd5e7e1b5b826a71ddd702b42a0d104955ecb1acfffc94b',
      arm64: 'b9f76b5271a7ac373fd5e7e1b5b826a71ddd702b42a0d104955ecb1acfffc94b',
    },
  },
]
