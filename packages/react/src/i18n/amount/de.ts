import type { AmountTexts } from './amountTexts.ts'

export const de: AmountTexts = {
  problem: {
    notNumber: (example) => `Schreiben Sie den Betrag in Ziffern, zum Beispiel ${example}.`,
    exponent: 'Geben Sie alle Ziffern des Betrags ein, ohne „e“.',
    ambiguous: (thousands, fraction) =>
      `Ist das ein Tausender oder ein Bruchteil? Schreiben Sie ${thousands} oder ${fraction}.`,
    tooManyDecimals: (symbol, decimals) => `${symbol} hat höchstens ${decimals} Nachkommastellen.`,
    wholeOnly: (symbol) => `${symbol} gibt es nur in ganzen Einheiten: Schreiben Sie den Betrag ohne Nachkommastellen.`,
    tooLarge: 'Der Betrag ist zu groß.',
    tooMuch: 'Das ist mehr, als Sie haben.',
    zero: 'Der Betrag ist null.',
  },
  token: {
    contract: 'Token-Vertrag',
    callsItself: (symbol) => `nennt sich ${symbol}`,
    unlisted: 'nicht gelistet',
    likeCoin: (symbol, network) =>
      `Dieser Token nennt sich ${symbol}, so wie die Münze von ${network}. Jeder kann einem Token einen beliebigen Namen geben: Verlassen Sie sich auf den Vertrag.`,
    likeListed: (symbol) =>
      `Dieser Token nennt sich ${symbol}, so wie ein anderer auf der Liste. Jeder kann einem Token einen beliebigen Namen geben: Verlassen Sie sich auf den Vertrag.`,
    onNoList: (symbol) =>
      `${symbol} steht auf keiner uns bekannten Liste. Jeder kann einem Token einen beliebigen Namen geben: Verlassen Sie sich auf den Vertrag.`,
    otherSymbol: (says, shown) => `Im Netzwerk nennt sich dieser Token ${says}, nicht ${shown}.`,
    showAs: (says) => `Als ${says} anzeigen`,
    oddDecimals: (decimals) =>
      `Dieser Token gibt an, ${decimals} Nachkommastellen zu haben. Dafür lässt sich kein wahrer Betrag anzeigen, deshalb ist er hier nicht nutzbar.`,
  },
  fee: {
    sponsored: 'Gesponsert',
    wallets: 'Steht in Ihrer Wallet',
  },
}
