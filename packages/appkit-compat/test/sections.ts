/** The versions whose names are listed: the first that the kit follows, and the last under an open license. */
export const versions = ['1.7.1', '1.8.0'] as const

/** AppKit's entry points next to ours. */
export const entries = [
  { theirs: '@reown/appkit', ours: '.' },
  { theirs: '@reown/appkit/react', ours: './react' },
  { theirs: '@reown/appkit/vue', ours: './vue' },
  { theirs: '@reown/appkit/core', ours: './core' },
  { theirs: '@reown/appkit/react-core', ours: './react-core' },
  { theirs: '@reown/appkit/vue-core', ours: './vue-core' },
  { theirs: '@reown/appkit/library/react', ours: './library/react' },
  { theirs: '@reown/appkit/library/vue', ours: './library/vue' },
  { theirs: '@reown/appkit/networks', ours: './networks' },
  { theirs: '@reown/appkit/adapters', ours: './adapters' },
  { theirs: '@reown/appkit/constants', ours: './constants' },
  { theirs: '@reown/appkit/store', ours: './store' },
  { theirs: '@reown/appkit/utils', ours: './utils' },
  { theirs: '@reown/appkit/connectors', ours: './connectors' },
  { theirs: '@reown/appkit/connections', ours: './connections' },
  { theirs: '@reown/appkit/auth-provider', ours: './auth-provider' },
  { theirs: '@reown/appkit/testing', ours: './testing' },
  { theirs: '@reown/appkit-adapter-wagmi', ours: './adapter-wagmi' },
  { theirs: '@reown/appkit-adapter-ethers', ours: './adapter-ethers' },
  { theirs: '@reown/appkit-adapter-solana', ours: './adapter-solana' },
  { theirs: '@reown/appkit-adapter-solana/react', ours: './adapter-solana/react' },
  { theirs: '@reown/appkit-adapter-solana/vue', ours: './adapter-solana/vue' },
  { theirs: '@reown/appkit-adapter-bitcoin', ours: './adapter-bitcoin' },
  { theirs: '@reown/appkit-wallet-button', ours: './wallet-button' },
  { theirs: '@reown/appkit-wallet-button/react', ours: './wallet-button/react' },
] as const
