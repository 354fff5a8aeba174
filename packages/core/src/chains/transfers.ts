import type { AccountType } from '@billfold/protocol/accountType'
import type { Profile } from '@billfold/protocol/api/profile'
import type { CaipNetworkId } from '@billfold/protocol/caip'
import type { Ask, AskChain, WalletRequest } from './chain.ts'

/** An asset to send: a token by contract, or the native coin without one. */
export type SendToken = { address?: string; symbol: string; decimals: number }
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

/** JSON data for storage. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json | undefined }

/**
 * The wallet request including the fee, in the family's format: opaque outside its folder, and stored with the
 * transaction.
 */
export type TransferCall = { readonly [name: string]: Json | undefined }

/**
 * The network fee in smallest units of the native coin, with non-refundable deposits: at most, and at current prices.
 */
export type Fee = { most: bigint; likely: bigint }

/** Why the chain would reject it. A contract's message is shown as a quotation, since anyone may have written it. */
export type Refusal =
  | { kind: 'said'; text: string }
  | { kind: 'panic'; code: number }
  | { kind: 'named'; name: string }
  | { kind: 'coded'; selector: string }
  | { kind: 'silent' }
  | { kind: 'returnedFalse' }
  | { kind: 'noToken' }
  /** The token's decimals differ from those shown, which changes the amount. */
  | { kind: 'otherDecimals' }
  /** The token's symbol differs from the one shown. */
  | { kind: 'otherSymbol'; says: string }
  | { kind: 'noFunds' }
  /** The amount is below the recipient account's minimum (rent, existential deposit). */
  | { kind: 'tooLittle'; least: string }
  /** Below the network's minimum. */
  | { kind: 'dust'; least: string }
  /** The sender would be left below the minimum, but above zero. */
  | { kind: 'leavesTooLittle'; least: string }
  /** The token’s issuer has frozen one of the accounts. */
  | { kind: 'frozen' }
  /** The recipient requires a memo. */
  | { kind: 'needsMemo' }
  /** The token cannot be transferred. */
  | { kind: 'nonTransferable' }
  /** The token's issuer has paused all transfers. */
  | { kind: 'paused' }
  /** The token's issuer must admit the recipient's account first. */
  | { kind: 'notAdmitted' }
  /** The token's transfer hook requires accounts that cannot be resolved. */
  | { kind: 'hooked' }
  /** The recipient accepts only confidential transfers of the token. */
  | { kind: 'confidentialOnly' }
  /** Too large for one transaction: the memo is too long, or it needs too many accounts. */
  | { kind: 'tooLarge' }
  /** A system address, not a wallet. */
  | { kind: 'notAWallet' }
  /** The sender's account must keep its minimum, and cannot be emptied. */
  | { kind: 'leastLeft' }
  /** As `tooLittle`, for a token. */
  | { kind: 'leastThere' }
  /** The recipient's account cannot be created with this token. */
  | { kind: 'noAccount' }
  /** The recipient's address is in another network's format; `same` is the account in this one's. */
  | { kind: 'otherNetwork'; same: string }
  /** The available coins may be worth more than their value (inscriptions, runes), and stay unspent. */
  | { kind: 'inscribed' }
  /** Spending requires a public key that the wallet does not disclose, or several keys. */
  | { kind: 'noKey' }

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

export type TokenFound = { address: string; name: string; symbol: string; decimals: number; amount: bigint }

/** A transaction's position on its chain, in the family's format: data for finding it, or its replacement, later. */
export type Trace = Readonly<Record<string, string | number>>

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
export type AskedCall = {
  from: string
  call: TransferCall
  trace?: Trace
  askedAt: number
  isKnown: (hash: string) => boolean
}

/** A transaction's status on chain. `altered`: it differs from the request. */
export type Sighting =
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
export type Raise =
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
export type AskGateway = (question: { url: string; sender: string; data: string }) => Promise<string | undefined>
/** A name lookup: where names are registered (`place`), and where the payment goes (`networkId`). */
export type NameQuestion = {
  name: string
  registry: string
  networkId: CaipNetworkId
  place: CaipNetworkId
  gateway: AskGateway
  /** Queries the payment's network. */
  askThere: AskChain
}
/** A lookup of a name's record for any family's coin (ENSIP-9), where it is registered. */
export type CoinQuestion = Pick<NameQuestion, 'name' | 'registry' | 'gateway'> & { coinType: number }
/** The normalized name, and the record's bytes; undefined without such a record. */
export type CoinFound = { name: string; record?: Uint8Array }
/**
 * A name's address, its normalized form, and the source: `elsewhere` is the address on the names' own chain, `told` our
 * server's answer alone. Without either, the chain itself.
 */
export type NameFound = { address: string; name: string; proof?: NameProof }
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
  resolveName?(input: NameQuestion, ask: AskChain): Promise<NameFound | undefined>
  /** Resolves a name's record for another family's coin on the queried chain; undefined if unregistered. */
  resolveCoin?(input: CoinQuestion, ask: AskChain): Promise<CoinFound | undefined>
  /** Our server's address of a name on a network; for off-chain names. */
  readProfile?(profile: Profile, networkId: CaipNetworkId): Promise<NameFound | undefined>
  /** Whether it is a burn address. */
  isBurn(address: string): boolean
  /** The maximum memo in bytes of UTF-8; absent if unsupported. */
  memoBytes?: number
  /** Whether an account has code, its own or delegated (EIP-7702). */
  runsCode?(address: string, ask: AskChain): Promise<boolean>
  balance(input: { owner: string; token?: string | undefined }, ask: AskChain): Promise<bigint>
  /** Finds an unlisted token; absent if there are none, or no lookup. */
  findToken?(input: { address: string; owner: string }, ask: AskChain): Promise<TokenFound>
  /** A token's own metadata; absent without such tokens. Planning queries it by itself. */
  tokenFacts?(token: string, ask: AskChain): Promise<TokenFacts>
  plan(transfer: Transfer, ask: AskChain): Promise<TransferPlan>
  /** The maximum of the native coin after the network fee. */
  most(
    input: { from: string; to?: string | undefined; balance: bigint; accountType?: AccountType | undefined },
    ask: AskChain,
  ): Promise<bigint>
  /** Approximate cost of a transfer, before its recipient is known. */
  roughFee(input: { token?: string | undefined }, ask: AskChain): Promise<bigint>
  request(call: TransferCall, networkId: CaipNetworkId): WalletRequest
  /** The part of a call to store for tracking; all of it by default. */
  keep?(call: TransferCall): TransferCall
  /** Parses the wallet's response; verifies and broadcasts what was only signed. Throws on a mismatch. */
  readSent(answer: unknown, call: TransferCall, ask: AskChain): Promise<Sent>
  /** The wallet's current network, from the wallet itself; absent if wallets are on every network at once. */
  standsOn?(ask: Ask): Promise<CaipNetworkId>
  /** The chain's position before a wallet request, to find the transaction or a replacement later. */
  mark?(from: string, ask: AskChain): Promise<Trace>
  look(sent: SentCall, ask: AskChain): Promise<Sighting>
  /** Finds a requested transaction that the wallet never reported; absent if only the kit sends. */
  find?(request: AskedCall, ask: AskChain): Promise<Sent | undefined>
  /** Plans a fee bump of a pending transaction; absent if unsupported. */
  raise?(sent: SentCall & Pick<Transfer, 'publicKey'>, ask: AskChain): Promise<Raise>
}
