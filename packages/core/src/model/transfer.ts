/** An asset to send: a token by contract, or the native coin without one. */
export type SendToken = { address?: string; symbol: string; decimals: number }

/** JSON data for storage. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json | undefined }

/**
 * The wallet request including the fee, in the family's format: opaque outside its folder, and stored with the
 * transaction.
 */
export type TransferCall = { readonly [name: string]: Json | undefined }

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

/** A transaction's position on its chain, in the family's format: data for finding it, or its replacement, later. */
export type Trace = Readonly<Record<string, string | number>>
