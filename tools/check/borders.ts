/**
 * Which folder may import which of our own by value: the table of docs/architecture.md. A type costs nothing at run
 * time, so type-only imports are free. A package may always import its own files.
 */
export const packageBorders: Record<string, string[]> = {
  'packages/protocol': [],
  'packages/core': ['packages/protocol'],
  'packages/react': ['packages/core', 'packages/protocol'],
  // Only through the kit's public entries: it is installed beside it.
  'packages/appkit-compat': ['packages/react'],
  'packages/testkit': ['packages/protocol'],
  // A command that writes files: it runs before anything is installed.
  'packages/create': [],
  // Other people's servers install it: it needs nothing else of ours.
  'packages/server-auth': [],
  'apps/server': ['packages/protocol'],
  'apps/guardian': ['packages/protocol'],
  'apps/frame': ['packages/protocol'],
  'apps/devnet': ['packages/protocol'],
  // Beyond react and core: the site reads the local network's manifest through its schema, and its playground offers a
  // newcomer the testkit's wallet, as the package's own devDependency says.
  'apps/web': ['packages/react', 'packages/core', 'packages/protocol', 'packages/testkit'],
}

/** Packages a site installs: no Node built-ins there, and chain libraries only behind a family or a connector. */
export const kitPackages = ['packages/protocol', 'packages/core', 'packages/react']

/** Third-party imports of these packages, if the list is closed. */
export const closedImports: Record<string, string[]> = {
  'packages/protocol': [
    'zod/mini',
    // The WalletConnect codec encrypts, signs and hashes: client, relay and test wallet must do it alike, so it lives
    // there.
    '@noble/ciphers/aes.js',
    '@noble/ciphers/chacha.js',
    '@noble/curves/ed25519.js',
    '@noble/curves/nist.js',
    '@noble/curves/secp256k1.js',
    '@noble/hashes/blake2.js',
    '@noble/hashes/blake3.js',
    '@noble/hashes/hkdf.js',
    '@noble/hashes/hmac.js',
    '@noble/hashes/legacy.js',
    '@noble/hashes/sha2.js',
    '@noble/hashes/sha3.js',
    '@noble/hashes/utils.js',
  ],
  'packages/server-auth': ['jose'],
}

/** Libraries that know a chain: heavy, and the reason why families are loaded only when used. */
export const chainLibraries =
  /^(?:viem|ox|abitype|ethers|web3|wagmi|bitcoinjs-lib|sats-connect|polkadot-api)$|^@(?:wagmi|solana|solana-program|scure|polkadot|polkadot-api)\//

/** Folders of the kit that may import a chain library. */
export const chainLibraryFolders = [
  'packages/core/src/chains/',
  'packages/core/src/connectors/',
  // Wallets of the kit's own: they build and verify what a device signs.
  'packages/core/src/qrSigner/',
  'packages/core/src/ledger/',
]

/**
 * The rooms of `packages/core/src`, from the ground up: a file imports its own room, the rooms beside it on its line and all lines
 * above. This includes types and `import()`: a room can be read knowing only the rooms before it.
 */
export const coreRooms: string[][] = [
  ['ports'],
  ['model'],
  ['store'],
  ['api', 'chains'],
  ['kit'],
  ['rpc', 'queries'],
  ['connectors', 'wc', 'qrSigner', 'ledger'],
  ['flows'],
  ['features'],
  ['families', 'reactions'],
  ['completeKit'],
  ['createKit', 'siteProviders'],
]

/** The interface files that anyone in core may import from the adapters' folders. */
export const adapterInterfaces = [
  'packages/core/src/chains/chain.ts',
  // The families' features, as data.
  'packages/core/src/chains/familyFeatures.ts',
  // The same interface, whose code loads with the first call to the wallet.
  'packages/core/src/connectors/lazyConnector.ts',
  'packages/core/src/connectors/siteConnector.ts',
]

/** The imports of an adapter from core, besides its own folder and its interface. */
export const adapterMayImport: { adapter: string; may: string }[] = [
  { adapter: 'packages/core/src/chains/', may: 'packages/core/src/ports/' },
  { adapter: 'packages/core/src/connectors/', may: 'packages/core/src/ports/' },
  { adapter: 'packages/core/src/chains/', may: 'packages/core/src/model/' },
  { adapter: 'packages/core/src/connectors/', may: 'packages/core/src/model/' },
  // Only the WalletConnect connector uses our WalletConnect client.
  { adapter: 'packages/core/src/connectors/walletconnect', may: 'packages/core/src/wc/' },
]

/** May import the actions of several features: the reactions, and the root that composes everything. */
export const conductors = [
  'packages/core/src/reactions/',
  'packages/core/src/createKit.ts',
  'packages/core/src/completeKit.ts',
]

/** Imports of a package's tests from tools/: one way to find a browser, and one to start a program of ours. */
export const toolsForTests = [
  'tools/test/needProgram.ts',
  'tools/test/builtEntry.ts',
  'tools/pack/bundleScript.ts',
  'tools/pack/scriptInDocs.ts',
]
