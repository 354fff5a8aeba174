/** A family's wallet request: encoded here, sent by a connector. */
export type WalletRequest = { method: string; params: unknown }

/** Sends a query to the wallet, for verifying its responses. */
export type QueryWallet = (request: WalletRequest) => Promise<unknown>

/** A query to a node: JSON-RPC, a path to read, or data to post. */
export type ChainQuery = WalletRequest | { path: string; post?: string }

/** Sends a query to a chain. */
export type QueryChain = (question: ChainQuery) => Promise<unknown>
