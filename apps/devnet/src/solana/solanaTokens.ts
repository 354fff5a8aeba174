import type { DevnetSolana } from '@billfold/protocol/devnetManifest'
import { deriveDevKeys, namedKey } from './devKeys.ts'
import { programs } from './programs.ts'

/** The accounts of the published phrase. */
export const solanaAccounts = deriveDevKeys(10)
/** Pays coins and tokens, and is every mint's authority. */
export const faucetKey = namedKey('faucet')

const mintKeys = new Map(['USDC', 'TICK', 'TAX', 'NOTE'].map((symbol) => [symbol, namedKey(`mint ${symbol}`)]))
const mint = (symbol: string) => mintKeys.get(symbol)!.address
const owner = (index: number) => solanaAccounts[index]!.address

/** The transfer fee of the token that has one: one hundredth, at most five tokens. */
export const transferFee = { bps: 100, most: 5_000_000n }

/** The chain's tokens, with the special cases that a wallet must handle. */
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

/** Names of the chain, in the form of the Solana Name Service. */
export const solanaNames = [{ name: 'billfold.sol', owner: owner(3) }]

/** In dollars; the tickets have no market. */
export const solanaPrices: DevnetSolana['prices'] = {
  native: '150',
  [mint('USDC')]: '1',
  [mint('TAX')]: '0.98',
  [mint('NOTE')]: '0.25',
}

export const mintKeyOf = (symbol: string) => mintKeys.get(symbol)!
