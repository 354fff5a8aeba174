import * as z from 'zod/mini'

const address = z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/))
const url = z.string().check(z.regex(/^(https?|wss?):\/\/[^\s]+$/))

/** How a token behaves where tokens differ: what a wallet must get right. */
export const tokenKinds = ['wrapped', 'plain', 'permit', 'noReturn', 'feeOnTransfer'] as const

const token = z.object({
  address,
  name: z.string(),
  symbol: z.string(),
  decimals: z.int().check(z.nonnegative()),
  kind: z.enum(tokenKinds),
})

const pool = z.object({
  protocol: z.enum(['uniswap-v2', 'uniswap-v3']),
  address,
  token0: address,
  token1: address,
  /** In hundredths of a basis point, as Uniswap counts: 500 is 0.05%. */
  fee: z.int(),
})

/** One EVM chain of the local network: its endpoints and contracts. */
const devnetChain = z.object({
  id: z.int().check(z.positive()),
  name: z.string(),
  rpcUrl: url,
  wsUrl: url,
  /** ERC-4337 JSON-RPC (`eth_sendUserOperation` …). */
  bundlerUrl: url,
  /** ERC-7677 JSON-RPC (`pm_getPaymasterData` …). */
  paymasterUrl: url,
  nativeCurrency: z.object({ name: z.string(), symbol: z.string(), decimals: z.int() }),
  /** Seconds between blocks; 0 mines a block for each transaction, at once. */
  blockTime: z.number(),
  contracts: z.record(z.string(), address),
  /** The account kind of embedded wallets here; absent if the saved chain predates the accounts' factory. */
  smartAccounts: z.optional(z.enum(['7702', '4337'])),
  tokens: z.array(token),
  nfts: z.array(z.object({ address, name: z.string(), standard: z.enum(['erc721', 'erc1155']) })),
  pools: z.array(pool),
  names: z.array(z.object({ name: z.string(), address })),
})

/**
 * On a chain without an exchange of its own, the dollar prices of its coin (`native`) and its tokens, by address;
 * others have no price.
 */
const prices = z.optional(z.record(z.string(), z.string().check(z.regex(/^\d+(\.\d+)?$/))))

const solanaKey = z.string().check(z.regex(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/))

/** The Solana chain of the local network: its endpoints and tokens. */
const devnetSolana = z.object({
  /** The part after `solana:` in its CAIP-2 id and in wallets' own. */
  id: z.string(),
  genesisHash: solanaKey,
  name: z.string(),
  rpcUrl: url,
  wsUrl: url,
  faucetUrl: url,
  nativeCurrency: z.object({ name: z.string(), symbol: z.string(), decimals: z.int() }),
  prices,
  tokens: z.array(
    z.object({
      /** The mint. */
      address: solanaKey,
      /** SPL Token or Token-2022. */
      program: solanaKey,
      name: z.string(),
      symbol: z.string(),
      decimals: z.int().check(z.nonnegative()),
      kind: z.enum(['plain', 'transferFee']),
      /** The owner of a frozen account for it. */
      frozenOwners: z.array(solanaKey),
      /** The owner of an account for it that accepts no transfer without a memo. */
      memoOwners: z.array(solanaKey),
    }),
  ),
  /** The accounts of the manifest's mnemonic, as Solana wallets derive them. */
  accounts: z.array(z.object({ address: solanaKey, label: z.string(), privateKey: z.string() })),
})

const hex32 = z.string().check(z.regex(/^[0-9a-f]{64}$/))

/** The Bitcoin chain of the local network: a regtest, asked in Esplora's words. */
const devnetBitcoin = z.object({
  /** The part after `bip122:` in its CAIP-2 id: half of its first block's hash. */
  id: z.string().check(z.regex(/^[0-9a-f]{32}$/)),
  genesisHash: hex32,
  name: z.string(),
  esploraUrl: url,
  faucetUrl: url,
  nativeCurrency: z.object({ name: z.string(), symbol: z.string(), decimals: z.int() }),
  prices,
  /** The accounts of the manifest's mnemonic, as Bitcoin wallets derive them: native segwit (BIP-84). */
  accounts: z.array(
    z.object({
      address: z.string().check(z.regex(/^bcrt1q[0-9a-z]{38}$/)),
      label: z.string(),
      publicKey: z.string().check(z.regex(/^0[23][0-9a-f]{64}$/)),
      privateKey: hex32,
    }),
  ),
})

const ss58Address = z.string().check(z.regex(/^[1-9A-HJ-NP-Za-km-z]{46,50}$/))
const wholeText = z.string().check(z.regex(/^[0-9]+$/))

/** The Polkadot chain of the local network: its endpoint and assets. */
const devnetPolkadot = z.object({
  /** The part after `polkadot:` in its CAIP-2 id. */
  id: z.string().check(z.regex(/^[0-9a-f]{32}$/)),
  genesisHash: z.string().check(z.regex(/^0x[0-9a-f]{64}$/)),
  name: z.string(),
  rpcUrl: url,
  wsUrl: url,
  faucetUrl: url,
  nativeCurrency: z.object({ name: z.string(), symbol: z.string(), decimals: z.int() }),
  prices,
  ss58Prefix: z.int().check(z.nonnegative()),
  /** The least an account holds, in smallest units. */
  existentialDeposit: wholeText,
  assets: z.array(
    z.object({
      id: z.int().check(z.nonnegative()),
      name: z.string(),
      symbol: z.string(),
      decimals: z.int().check(z.nonnegative()),
      minBalance: wholeText,
      /** Whether an account lives by it alone, without the chain's own coin. */
      isSufficient: z.boolean(),
    }),
  ),
  /** The accounts of the manifest's mnemonic (ed25519), with the seed of each. */
  accounts: z.array(z.object({ address: ss58Address, label: z.string(), seed: z.string() })),
})

/** What `/manifest.json` of the local network says: enough for any wallet, library or test to use it. */
export const devnetManifest = z.object({
  version: z.literal(1),
  chains: z.array(devnetChain),
  /** Published test keys with funds on every chain; worthless anywhere else. */
  accounts: z.array(
    z.object({ address, label: z.string(), privateKey: z.string().check(z.regex(/^0x[0-9a-f]{64}$/)) }),
  ),
  mnemonic: z.string(),
  faucetUrl: url,
  /** The chain of Farcaster's registries, apart from the others: no wallet is on it. */
  farcaster: z.optional(z.object({ chainId: z.literal(10), rpcUrl: url, idRegistry: address, keyRegistry: address })),
  /** Absent if disabled. It is a separate process and may respond a little later than the others. */
  solana: z.optional(devnetSolana),
  /** As Solana's. */
  bitcoin: z.optional(devnetBitcoin),
  /** Likewise; it starts when it is first asked for. */
  polkadot: z.optional(devnetPolkadot),
})

export type DevnetChain = z.infer<typeof devnetChain>
export type DevnetSolana = z.infer<typeof devnetSolana>
export type DevnetBitcoin = z.infer<typeof devnetBitcoin>
export type DevnetPolkadot = z.infer<typeof devnetPolkadot>
export type DevnetManifest = z.infer<typeof devnetManifest>
