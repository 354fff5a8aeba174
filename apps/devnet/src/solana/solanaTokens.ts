import type { DevnetSolana } from '@billfold/protocol/devnetManifest'
import { deriveDevKeys, namedKey } from './devKeys.ts'
import { programs } from './programs.ts'

/** The accounts of the published phrase. */
export const solanaAccounts = deriveDevKeys(10)
/** Gives coins and tokens, and is every mint's authority. */
export const faucetKey = namedKey('faucet')

const mintKeys = new Map(['USDC', 'TICK', 'TAX', 'NOTE'].map((symbol) => [symbol, namedKey(`mint ${symbol}`)]))
const mint = (symbol: string) => mintKeys.get(symbol)!.address
const owner = (index: number) => solanaAccounts[index]!.address

/** What a transfer of the token that takes a fee leaves behind: one hundredth, and no more than five of it. */
export const transferFee = { bps: 100, most: 5_000_000n }

/** The tokens of the chain: what a wallet must get right is among them. */
export const solanaTokens: DevnetSolana['tokens'] = [
  {
    address: mint('USDC'),
    program: programs.token,
    name: 'Local Dollar',
    symbol: 'USDC',
    decimals: 6,
    kind: 'plain',
    frozenOwners: [owner(9)],
    memoOwners: [],
  },
  {
    address: mint('TICK'),
    program: programs.token,
    name: 'Local Ticket',
    symbol: 'TICK',
    decimals: 0,
    kind: 'plain',
    frozenOwners: [],
    memoOwners: [],
  },
  {
    address: mint('TAX'),
    program: programs.token2022,
    name: 'Taxed Dollar',
    symbol: 'TAX',
    decimals: 6,
    kind: 'transferFee',
    frozenOwners: [],
    memoOwners: [],
  },
  {
    address: mint('NOTE'),
    program: programs.token2022,
    name: 'Noted Dollar',
    symbol: 'NOTE',
    decimals: 9,
    kind: 'plain',
    frozenOwners: [],
    memoOwners: [owner(8)],
  },
]

/** Names of the chain, as the Solana Name Service would keep them. */
export const solanaNames = [{ name: 'billfold.sol', owner: owner(3) }]

/** In dollars; no one trades the tickets. */
export const solanaPrices: DevnetSolana['prices'] = {
  native: '150',
  [mint('USDC')]: '1',
  [mint('TAX')]: '0.98',
  [mint('NOTE')]: '0.25',
}

export const mintKeyOf = (symbol: string) => mintKeys.get(symbol)!
