export type Claim = {
  title: string
  text: string
  proof: readonly string[]
  /** On the home page too: about the kit on an integrator's site, not about this site. */
  isForIntegrators?: true
}

/** The differences of this kit and this site, with the files of the repository that show them. */
export const claims: readonly Claim[] = [
  {
    title: 'The chains are real',
    text: 'Blocks, gas, pools and fees come from EVM nodes running the deployed Uniswap contracts, not from fixtures. Prices are read from the pools and kept as exact fractions.',
    proof: ['apps/web/src/network/poolPrice.test.ts', 'e2e/site.e2e.ts'],
  },
  {
    title: 'Four families, one page',
    text: 'EVM, Solana, Bitcoin and Polkadot wallets are connected at once, each signs and sends on its own chain, and over WalletConnect the stock wallet SDK answers in all of them.',
    proof: ['e2e/kitFamilies.e2e.ts', 'e2e/walletConnectFamilies.e2e.ts'],
    isForIntegrators: true,
  },
  {
    title: 'This page is locked down',
    text: 'Its CSP starts from “none”, blocks inline code and eval, and requires Trusted Types. The browser tests run under the same policy and fail on the first violation.',
    proof: ['apps/web/src/server/siteHeaders.ts', 'e2e/guard.e2e.ts'],
  },
  {
    title: 'No third parties',
    text: 'No font, script, image or tracker comes from another host. A browser test fails on any request that leaves this machine.',
    proof: ['e2e/guardContext.ts', 'e2e/guard.e2e.ts'],
    isForIntegrators: true,
  },
  {
    title: 'No test wallet in production',
    text: 'The local network’s test wallet and its well-known keys are compiled out of the production build. A test searches every built file for them.',
    proof: ['apps/web/src/server/build.int.test.ts'],
  },
  {
    title: 'Checked at both ends',
    text: 'One schema per message, enforced by both the sender and the receiver. A missing handler doesn’t compile.',
    proof: ['packages/protocol/src/contract.ts', 'packages/protocol/src/contract.test.ts'],
    isForIntegrators: true,
  },
  {
    title: 'Errors you can look up',
    text: 'Every known failure is one row with its code. The message says what happened and what it means for your money.',
    proof: ['packages/protocol/src/error.ts'],
    isForIntegrators: true,
  },
]
