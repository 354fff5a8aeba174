import type { AccountType } from '@billfold/protocol/accountType'
import type { Profile } from '@billfold/protocol/api/profile'
import type { CaipNetworkId } from '@billfold/protocol/caip'
import type { Ask, AskChain, WalletRequest } from './chain.ts'

/** What can be sent: a token by its contract, or the chain's own coin, which has none. */
export type SendToken = { address?: string; symbol: string; decimals: number }
/** What a token says of itself on the chain, made safe to show; what it does not say is absent. */
export type TokenFacts = { symbol?: string; decimals?: number }

/** A transfer as the visitor means it; the amount is a whole number of the token's smallest units. */
export type Transfer = {
  networkId: CaipNetworkId
  from: string
  to: string
  amount: bigint
  token: SendToken
  /** What the recipient is told with it, where the chain carries texts. */
  memo?: string | undefined
  /** The sender's key, as the family writes keys: where it is needed and the wallet tells it. */
  publicKey?: string | undefined
  /** What the sender's wallet keeps in the account, where it says so. */
  accountType?: AccountType | undefined
  /** Keys that the transaction names for nothing but to be found by: the payee asked for them. */
  references?: readonly string[] | undefined
}

/** Plain data, as it is kept in storage. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json | undefined }

/** What the wallet is asked to sign, fee included, in the family's own words: opaque outside its folder, and kept with the transaction. */
export type TransferCall = { readonly [name: string]: Json | undefined }

/** What the network takes, in smallest units of its own coin, with deposits that do not come back: at most, and as things stand now. */
export type Fee = { most: bigint; likely: bigint }

/** Why the chain would refuse. What a contract said is shown as a quotation: anyone may have written it. */
export type Refusal =
  | { kind: 'said'; text: string }
  | { kind: 'panic'; code: number }
  | { kind: 'named'; name: string }
  | { kind: 'coded'; selector: string }
  | { kind: 'silent' }
  | { kind: 'returnedFalse' }
  | { kind: 'noToken' }
  /** The token counts in other decimals than it was shown with: the amount would be another. */
  | { kind: 'otherDecimals' }
  /** The token calls itself something else than it was shown as. */
  | { kind: 'otherSymbol'; says: string }
  | { kind: 'noFunds' }
  /** What would arrive is less than an account there must hold (rent, existential deposit). */
  | { kind: 'tooLittle'; least: string }
  /** Less than the network carries. */
  | { kind: 'dust'; least: string }
  /** The sender would be left with less than an account must hold, and not with nothing. */
  | { kind: 'leavesTooLittle'; least: string }
  /** The token’s issuer has stopped one of the two accounts. */
  | { kind: 'frozen' }
  /** The recipient takes nothing without a text that says what it is for. */
  | { kind: 'needsMemo' }
  /** Anyone who holds the token keeps it. */
  | { kind: 'nonTransferable' }
  /** The token's issuer has stopped all transfers for now. */
  | { kind: 'paused' }
  /** The token's issuer has to let the recipient's account in first. */
  | { kind: 'notAdmitted' }
  /** The token calls a program of its own on each transfer, with accounts that cannot be worked out. */
  | { kind: 'hooked' }
  /** The recipient takes the token only by transfers that hide the amount. */
  | { kind: 'confidentialOnly' }
  /** It does not fit into one transaction: the text is too long, or it comes from too many accounts. */
  | { kind: 'tooLarge' }
  /** An address of the chain's own things, and no one's wallet. */
  | { kind: 'notAWallet' }
  /** The sender's account must keep the least it may hold, and cannot be emptied. */
  | { kind: 'leastLeft' }
  /** As `tooLittle`, of a token. */
  | { kind: 'leastThere' }
  /** The recipient's account cannot begin with this token. */
  | { kind: 'noAccount' }
  /** The recipient's address is written for another network; `same` is the same account as this one writes it. */
  | { kind: 'otherNetwork'; same: string }
  /** What could pay it may hold more than its value says (inscriptions, runes), and is left alone. */
  | { kind: 'inscribed' }
  /** The sender's address can only be paid from with a key that the wallet does not tell, or with several. */
  | { kind: 'noKey' }

/** A transfer worked out and tried on the chain, before any wallet is asked. */
export type TransferPlan = {
  transfer: Transfer
  call: TransferCall
  /** Absent where the chain refuses, and where it is the wallet's. */
  fee?: Fee
  /** A smart account's wallet works the fee out, finds who pays it, and says so. */
  isWalletsFee?: true
  refusal?: Refusal
  /** What the recipient has more afterwards; absent where the node cannot say. */
  arrives?: bigint
  isContract: boolean
}

export type TokenFound = { address: string; name: string; symbol: string; decimals: number; amount: bigint }

/** Where a transaction stands on its chain, in the family's own words: what finds it, or what took its place, later. */
export type Trace = Readonly<Record<string, string | number>>

/** A transaction's name on its chain. */
export type Sent = { hash: string; trace?: Trace }
/** Whose balance it raises, and of which token; the chain's own coin has no address. */
export type Gain = { owner: string; token?: string }
/** A transaction that a wallet said it sent. */
export type SentCall = Sent & {
  from: string
  call: TransferCall
  /** What its receipt is read for. */
  gain?: Gain
}

/** What a wallet was asked to send; `isKnown` leaves out what the kit follows already. */
export type AskedCall = {
  from: string
  call: TransferCall
  trace?: Trace
  askedAt: number
  isKnown: (hash: string) => boolean
}

/** What the chain knows of it. `altered` says that it is not what was asked for. */
export type Sighting =
  /** No node that was asked has it, which proves nothing. */
  | { state: 'unknown' }
  /** `by` names what would take its place, once a block decides for that. */
  | { state: 'pending'; trace?: Trace; altered?: boolean; by?: string }
  /** In a block, which is final where the chain can no longer take it back; with the reason of a failure, where the chain tells it. */
  | ({ state: 'included'; succeeded: boolean; altered?: boolean; refusal?: Refusal | undefined } & InBlock)
  /** Too late to be included, by what the chain can no longer take back: nothing has moved, and nothing will. */
  | { state: 'expired' }
  /** Another transaction took its turn: the same again at another price, or something else. */
  | ({ state: 'replaced'; by?: string; same: boolean; succeeded?: boolean } & InBlock)
  /** Its turn is taken, and no one can say by what: perhaps by itself. */
  | { state: 'overtaken' }

type InBlock = {
  /** Whether the chain can no longer take the block back. */
  isFinal: boolean
  /** What its gain came to, in smallest units, where the receipt tells. */
  arrived?: string | undefined
}

/** The same transfer once more at a higher fee, in place of one that waits: only one of them can happen. Or why that cannot be. */
export type Raise =
  | { call: TransferCall; before: bigint; fee: bigint }
  | {
      refusal: /** What comes back to the sender is too little to pay it. */
        | 'noChange'
        /** Something spends what it pays already, and would be cancelled with it. */
        | 'spent'
        /** It no longer waits. */
        | 'settled'
        /** The wallet sent it in its own way, or keeps its key to itself. */
        | 'elsewhere'
    }

/** What a scanned or pasted text asks for. */
export type TransferRequest = {
  address: string
  networkId?: CaipNetworkId
  token?: string
  amount?: bigint
  /** How much of a token, as people write it, where only the token knows its decimals. */
  decimal?: string
  memo?: string
  references?: readonly string[]
  /** What its creator says it is for: a claim of theirs, made safe to show. */
  saying?: string
}

/** Asks a gateway that a contract names (EIP-3668), by its address with its two gaps; nothing where it has no answer. */
export type AskGateway = (question: { url: string; sender: string; data: string }) => Promise<string | undefined>
/** Whose a name is, where it is registered (`place`) and where it is paid to (`networkId`). */
export type NameQuestion = {
  name: string
  registry: string
  networkId: CaipNetworkId
  place: CaipNetworkId
  gateway: AskGateway
  /** Asks the network that is paid on. */
  askThere: AskChain
}
/** What a name keeps for a coin of any family (ENSIP-9), where it is registered. */
export type CoinQuestion = Pick<NameQuestion, 'name' | 'registry' | 'gateway'> & { coinType: number }
/** The name as it is rightly written, and the record's bytes; none where the name has no such record. */
export type CoinFound = { name: string; record?: Uint8Array }
/**
 * The address that a name stands for, the normalised name, and what the answer rests on: `elsewhere` is the address that it has on the names' own chain, and
 * `told` our server's word alone. Without either, the chain says so.
 */
export type NameFound = { address: string; name: string; proof?: NameProof }
export type NameProof = 'elsewhere' | 'told'

/** What a family must know to send. It works everything out by asking, and never talks to a wallet by itself. */
export type Transfers = {
  /** The one written form of an address; throws where it is none or its check letters are wrong, or it is another network's. */
  parseRecipient(text: string, networkId: CaipNetworkId): string
  /** What a payment link asks for; nothing where the text is none. */
  parseRequest(text: string, networkId: CaipNetworkId): TransferRequest | undefined
  /** The registry of names that every network of the family has in the same place, if any. */
  nameRegistry?: string
  /** Who has a name, by the names' registry on the chain that is asked; the name as it is rightly written. */
  resolveName?(input: NameQuestion, ask: AskChain): Promise<NameFound | undefined>
  /** What a name's resolver says of another family's coin, on the chain that is asked; nothing where no one has the name. */
  resolveCoin?(input: CoinQuestion, ask: AskChain): Promise<CoinFound | undefined>
  /** The address that our server has for a name on a network; for names that are kept off the chain. */
  readProfile?(profile: Profile, networkId: CaipNetworkId): Promise<NameFound | undefined>
  /** Whether no one can have the key of it. */
  isBurn(address: string): boolean
  /** The longest text that a transfer can carry for its recipient, in bytes of UTF-8; absent where transfers carry none. */
  memoBytes?: number
  /** Whether an account runs code, its own or lent (EIP-7702). */
  runsCode?(address: string, ask: AskChain): Promise<boolean>
  balance(input: { owner: string; token?: string | undefined }, ask: AskChain): Promise<bigint>
  /** A token that no list names; absent where there are none, or none can be looked up. */
  findToken?(input: { address: string; owner: string }, ask: AskChain): Promise<TokenFound>
  /** What a token says of itself; absent where there are no such tokens. Planning asks it by itself. */
  tokenFacts?(token: string, ask: AskChain): Promise<TokenFacts>
  plan(transfer: Transfer, ask: AskChain): Promise<TransferPlan>
  /** The most of the chain's own coin that can be sent with the network's cost left over. */
  most(
    input: { from: string; to?: string | undefined; balance: bigint; accountType?: AccountType | undefined },
    ask: AskChain,
  ): Promise<bigint>
  /** Roughly what a transfer costs, before its recipient is known. */
  roughFee(input: { token?: string | undefined }, ask: AskChain): Promise<bigint>
  request(call: TransferCall, networkId: CaipNetworkId): WalletRequest
  /** What of a call is kept to follow it by; all of it unless told. */
  keep?(call: TransferCall): TransferCall
  /** What the wallet has sent; what it only signed is checked and sent off here. Throws where the answer is to something else. */
  readSent(answer: unknown, call: TransferCall, ask: AskChain): Promise<Sent>
  /** The network that a wallet is on, asked of the wallet itself; absent where wallets are on every network at once. */
  standsOn?(ask: Ask): Promise<CaipNetworkId>
  /** Where things stand before a wallet is asked, to find what it sent, or a replacement, later. */
  mark?(from: string, ask: AskChain): Promise<Trace>
  look(sent: SentCall, ask: AskChain): Promise<Sighting>
  /** Looks on the chain for what a wallet was asked to send and never said that it did; absent where only the kit sends. */
  find?(asked: AskedCall, ask: AskChain): Promise<Sent | undefined>
  /** Works out how one that waits can be paid more for; absent where the family cannot. */
  raise?(sent: SentCall & Pick<Transfer, 'publicKey'>, ask: AskChain): Promise<Raise>
}
