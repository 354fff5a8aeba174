/** Why a text is not a valid amount. */
export type AmountProblem = 'notNumber' | 'exponent' | 'ambiguous' | 'tooManyDecimals' | 'zero' | 'tooLarge'

/** State of an amount field. */
export type AmountEntry = {
  /** Parsed digits with at most one point; empty if there is no valid number. */
  amount: string
  /** The visitor's own text, if it differs from the formatted one: unfinished, in another notation, or rejected. */
  written?: WrittenAmount | undefined
}

export type WrittenAmount = { text: string; problem?: AmountProblem; either?: readonly [string, string] }
