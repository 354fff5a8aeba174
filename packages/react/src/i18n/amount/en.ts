/** What is said of amounts and of the tokens they are of, wherever one is filled in or decided on: the source that the other languages must match. */
export const en = {
  problem: {
    notNumber: (example: string) => `Enter the amount in digits, such as ${example}.`,
    exponent: 'Enter the full amount, without “e”.',
    ambiguous: (thousands: string, fraction: string) =>
      `Is that a thousand or a decimal? Enter ${thousands} or ${fraction}.`,
    tooManyDecimals: (symbol: string, decimals: string) => `${symbol} supports up to ${decimals} decimals.`,
    wholeOnly: (symbol: string) => `${symbol} doesn’t support decimals. Enter a whole number.`,
    tooLarge: 'This amount is too large.',
    tooMuch: 'This is more than you have.',
    zero: 'The amount is zero.',
  },
  token: {
    contract: 'Token contract',
    callsItself: (symbol: string) => `calls itself ${symbol}`,
    unlisted: 'not listed',
    likeCoin: (symbol: string, network: string) =>
      `This token calls itself ${symbol}, like ${network}’s own coin. Anyone can create a token with any name. Check its contract.`,
    likeListed: (symbol: string) =>
      `This token calls itself ${symbol}, like another listed token. Anyone can create a token with any name. Check its contract.`,
    onNoList: (symbol: string) =>
      `${symbol} is an unlisted token. Anyone can create a token with any name. Check its contract.`,
    otherSymbol: (says: string, shown: string) => `On the network, this token calls itself ${says}, not ${shown}.`,
    showAs: (says: string) => `Show it as ${says}`,
    oddDecimals: (decimals: string) =>
      `This token reports ${decimals} decimals. Its amounts can’t be shown, so it can’t be used here.`,
  },
  fee: {
    sponsored: 'Sponsored',
    wallets: 'Shown in your wallet',
  },
}
