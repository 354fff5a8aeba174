/** What is said to be different here, and the files of the repository that show it. */
export const claims: readonly { title: string; text: string; proof: readonly string[] }[] = [
  {
    title: 'The chains are real',
    text: 'Blocks, gas, pools and fees come from EVM nodes that run the deployed Uniswap contracts, not from fixtures. Prices above are read from the pools and kept as exact fractions.',
    proof: ['apps/web/src/network/poolPrice.test.ts', 'e2e/site.e2e.ts'],
  },
  {
    title: 'Four families, one page',
    text: 'EVM, Solana, Bitcoin and Polkadot wallets are connected at once, each signs and sends on its own chain, and over WalletConnect the stock wallet SDK answers in all of them.',
    proof: ['e2e/kitFamilies.e2e.ts', 'e2e/walletConnectFamilies.e2e.ts'],
  },
  {
    title: 'This page may do almost nothing',
    text: 'Its policy starts from “nothing”, forbids inline code and eval, and asks for Trusted Types. The browser tests run under the same policy and fail on the first violation.',
    proof: ['apps/web/src/server/siteHeaders.ts', 'e2e/guard.e2e.ts'],
  },
  {
    title: 'It calls nobody else',
    text: 'No font, script, picture or count comes from another host. A browser test fails on any request that leaves this machine.',
    proof: ['e2e/guardContext.ts', 'e2e/guard.e2e.ts'],
  },
  {
    title: 'The test wallet stays at home',
    text: 'The wallet that plays your wallet on the local network, and its published keys, are compiled out of the production build. A test searches every built file for them.',
    proof: ['apps/web/src/server/build.int.test.ts'],
  },
  {
    title: 'Both ends of a wire check it',
    text: 'One schema per message, enforced by the side that sends and by the side that receives. A handler that is missing does not compile.',
    proof: ['packages/protocol/src/contract.ts', 'packages/protocol/src/contract.test.ts'],
  },
  {
    title: 'Errors have a table, not a mood',
    text: 'Every failure that the product can name is one row with its code. What you read says what happened and what it means for the money.',
    proof: ['packages/protocol/src/error.ts'],
  },
]
