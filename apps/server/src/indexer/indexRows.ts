/** A hexadecimal string as JSON-RPC writes it. */
export type Hex = `0x${string}`

/** Kinds of transfers; the numbers are in the database. */
export const transferKinds = { native: 0, internal: 1, erc20: 2, erc721: 3, erc1155: 4 } as const
export type TransferKind = (typeof transferKinds)[keyof typeof transferKinds]

/** Protocols of pools; the numbers are in the database. */
export const swapProtocols = { uniswapV2: 2, uniswapV3: 3 } as const
export type SwapProtocol = (typeof swapProtocols)[keyof typeof swapProtocols]

/** A position in a chain. */
export type BlockPosition = { block: number; txIndex: number }

type TransactionRow = BlockPosition & {
  hash: Hex
  sender: Hex
  recipient: Hex | null
  value: bigint
  nonce: number
  succeeded: boolean
  minedAt: number
  selector: Hex | null
}
export type TransferRow = BlockPosition & {
  logIndex: number
  part: number
  kind: TransferKind
  token: Hex | null
  sender: Hex
  recipient: Hex
  tokenId: bigint | null
  amount: bigint
}
export type ApprovalRow = BlockPosition & {
  logIndex: number
  token: Hex
  owner: Hex
  spender: Hex
  amount: bigint | null
  tokenId: bigint | null
}
export type SwapRow = BlockPosition & {
  logIndex: number
  protocol: SwapProtocol
  pool: Hex
  recipient: Hex
  amount0: bigint
  amount1: bigint
}
type BlockRow = { number: number; hash: Hex; minedAt: number; isEmpty: boolean }
export type ActivityRow = BlockPosition & { address: Hex; minedAt: number }

/** Everything that a range of blocks adds to the index. */
export type IndexRows = {
  blocks: BlockRow[]
  transactions: TransactionRow[]
  transfers: TransferRow[]
  approvals: ApprovalRow[]
  swaps: SwapRow[]
  activity: ActivityRow[]
}
