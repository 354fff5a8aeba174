import type { AccountType } from '@billfold/protocol/accountType'
import type { Profile } from '@billfold/protocol/api/profile'
import type { CaipNetworkId } from '@billfold/protocol/caip'
import type { Refusal, SendToken, Trace, TransferCall } from '../model/transfer.ts'
import type { QueryChain, QueryWallet, WalletRequest } from './chainQuery.ts'
/** A token's own metadata, sanitized; missing fields are absent. */
export type TokenFacts = { symbol?: string; decimals?: number }

/** An intended transfer; the amount is an integer in the token's smallest units. */
export type Transfer = {
  networkId: CaipNetworkId
  from: string
  to: string
  amount: bigint
  token: SendToken
  /** A memo for the recipient, if the chain supports it. */
  memo?: string | undefined
  /** The sender's public key in the family's format, if needed and known. */
  publicKey?: string | undefined
  /** The purpose of the sender's account, if the wallet reports one. */
  accountType?: AccountType | undefined
  /** Keys that only make the transaction findable, requested by the payee. */
  references?: readonly string[] | undefined
}

/**
 * The network fee in smallest units of the native coin, with non-refundable deposits: at most, and at current prices.
 */
export type Fee = { most: bigint; likely: bigint }

/** A transfer, built and simulated before any wallet request. */
export type TransferPlan = {
  transfer: Transfer
  call: TransferCall
  /** Absent if the chain would reject it, or the wallet determines the fee. */
  fee?: Fee
  /** A smart account's wallet computes the fee, finds a payer, and displays it. */
  isWalletsFee?: true
  refusal?: Refusal
  /** The recipient's gain; absent if the node cannot tell. */
  arrives?: bigint
  isContract: boolean
}

export type TokenMatch = { address: string; name: string; symbol: string; decimals: number; amount: bigint }

/** A transaction's hash. */
export type Sent = { hash: string; trace?: Trace }
/** The account and token that gain; the native coin has no address. */
export type Gain = { owner: string; token?: string }
/** A transaction that a wallet reported as sent. */
export type SentCall = Sent & {
  from: string
  call: TransferCall
  /** The gain to read from its receipt. */
  gain?: Gain
}

/** A wallet's send request; `isKnown` excludes tracked transactions. */
export type RequestedCall = {
  from: string
  call: TransferCall
  trace?: Trace
  askedAt: number
  isKnown: (hash: string) => boolean
}

/** A transaction's status on chain. `altered`: it differs from the request. */
export type TransactionStatus =
  /** No queried node has it, which proves nothing. */
  | { state: 'unknown' }
  /** `by` would replace it, if a block includes that. */
  | { state: 'pending'; trace?: Trace; altered?: boolean; by?: string }
  /** In a block, which may be final; with a failure's reason, if the chain has one. */
  | ({ state: 'included'; succeeded: boolean; altered?: boolean; refusal?: Refusal | undefined } & InBlock)
  /** Too late to be included, proven by final blocks: nothing has moved, and nothing will. */
  | { state: 'expired' }
  /** Another transaction used the nonce: the same at another price, or a different one. */
  | ({ state: 'replaced'; by?: string; same: boolean; succeeded?: boolean } & InBlock)
  /** Its nonce is used by an unknown transaction, perhaps itself. */
  | { state: 'overtaken' }

type InBlock = {
  /** Whether the block is final. */
  isFinal: boolean
  /** The actual gain in smallest units, if the receipt has it. */
  arrived?: string | undefined
}

/** A replacement at a higher fee for a pending transfer, of which only one can be included. Or why there is none. */
export type FeeBump =
  | { call: TransferCall; before: bigint; fee: bigint }
  | {
      refusal: /** The change cannot pay it. */
        | 'noChange'
        /** Its output is already spent, and that would be cancelled too. */
        | 'spent'
        /** It is no longer pending. */
        | 'settled'
        /** The wallet sent it its own way, or does not disclose its key. */
        | 'elsewhere'
    }

/** The content of a scanned or pasted request. */
export type TransferRequest = {
  address: string
  networkId?: CaipNetworkId
  token?: string
  amount?: bigint
  /** A decimal amount, if the token's decimals are unknown. */
  decimal?: string
  memo?: string
  references?: readonly string[]
  /** The creator's stated purpose: unverified, sanitized. */
  saying?: string
}

/** Queries a gateway that a contract names (EIP-3668), by its URL template; undefined without a response. */
export type QueryGateway = (question: { url: string; sender: string; data: string }) => Promise<string | undefined>
/** A name lookup: where names are registered (`place`), and where the payment goes (`networkId`). */
export type NameLookup = {
  name: string
  registry: string
  networkId: CaipNetworkId
  place: CaipNetworkId
  gateway: QueryGateway
  /** Queries the payment's network. */
  askThere: QueryChain
}
/** A lookup of a name's record for any family's coin (ENSIP-9), where it is registered. */
export type CoinLookup = Pick<NameLookup, 'name' | 'registry' | 'gateway'> & { coinType: number }
/** The normalized name, and the record's bytes; undefined without such a record. */
export type CoinMatch = { name: string; record?: Uint8Array }
/**
 * A name's address, its normalized form, and the source: `elsewhere` is the address on the names' own chain, `told` our
 * server's answer alone. Without either, the chain itself.
 */
export type NameMatch = { address: string; name: string; proof?: NameProof }
export type NameProof = 'elsewhere' | 'told'

/** A family's code for sending. It only queries, and never contacts a wallet by itself. */
export type Transfers = {
  /** The canonical form of an address; throws if it is invalid, has a wrong checksum, or belongs to another network. */
  parseRecipient(text: string, networkId: CaipNetworkId): string
  /** The content of a payment link; undefined if the text is not one. */
  parseRequest(text: string, networkId: CaipNetworkId): TransferRequest | undefined
  /** The name registry's address, if it is the same on all of the family's networks. */
  nameRegistry?: string
  /** Resolves a name by its registry on the queried chain. */
  resolveName?(input: NameLookup, ask: QueryChain): Promise<NameMatch | undefined>
  /** Resolves a name's record for another family's coin on the queried chain; undefined if unregistered. */
  resolveCoin?(input: CoinLookup, ask: QueryChain): Promise<CoinMatch | undefined>
  /** Our server's address of a name on a network; for off-chain names. */
  readProfile?(profile: Profile, networkId: CaipNetworkId): Promise<NameMatch | undefined>
  /** Whether it is a burn address. */
  isBurn(address: string): boolean
  /** The maximum memo in bytes of UTF-8; absent if unsupported. */
  memoBytes?: number
  /** Whether an account has code, its own or delegated (EIP-7702). */
  runsCode?(address: string, ask: QueryChain): Promise<boolean>
  balance(input: { owner: string; token?: string | undefined }, ask: QueryChain): Promise<bigint>
  /** Finds an unlisted token; absent if there are none, or no lookup. */
  findToken?(input: { address: string; owner: string }, ask: QueryChain): Promise<TokenMatch>
  /** A token's own metadata; absent without such tokens. Planning queries it by itself. */
  tokenFacts?(token: string, ask: QueryChain): Promise<TokenFacts>
  plan(transfer: Transfer, ask: QueryChain): Promise<TransferPlan>
  /** The maximum of the native coin after the network fee. */
  most(
    input: { from: string; to?: string | undefined; balance: bigint; accountType?: AccountType | undefined },
    ask: QueryChain,
  ): Promise<bigint>
  /** Approximate cost of a transfer, before its recipient is known. */
  roughFee(input: { token?: string | undefined }, ask: QueryChain): Promise<bigint>
  request(call: TransferCall, networkId: CaipNetworkId): WalletRequest
  /** The part of a call to store for tracking; all of it by default. */
  keep?(call: TransferCall): TransferCall
  /** Parses the wallet's response; verifies and broadcasts what was only signed. Throws on a mismatch. */
  readSent(answer: unknown, call: TransferCall, ask: QueryChain): Promise<Sent>
  /** The wallet's current network, from the wallet itself; absent if wallets are on every network at once. */
  standsOn?(ask: QueryWallet): Promise<CaipNetworkId>
  /** The chain's position before a wallet request, to find the transaction or a replacement later. */
  mark?(from: string, ask: QueryChain): Promise<Trace>
  look(sent: SentCall, ask: QueryChain): Promise<TransactionStatus>
  /** Finds a requested transaction that the wallet never reported; absent if only the kit sends. */
  find?(request: RequestedCall, ask: QueryChain): Promise<Sent | undefined>
  /** Plans a fee bump of a pending transaction; absent if unsupported. */
  raise?(sent: SentCall & Pick<Transfer, 'publicKey'>, ask: QueryChain): Promise<FeeBump>
}
