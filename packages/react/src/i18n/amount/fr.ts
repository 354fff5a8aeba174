import type { AmountTexts } from './amountTexts.ts'

export const fr: AmountTexts = {
  problem: {
    notNumber: (example) => `Écrivez le montant en chiffres, par exemple ${example}.`,
    exponent: 'Saisissez tous les chiffres du montant, sans « e ».',
    ambiguous: (thousands, fraction) => `Est-ce un millier ou une fraction\u00a0? Écrivez ${thousands} ou ${fraction}.`,
    tooManyDecimals: (symbol, decimals) => `${symbol} a au plus ${decimals} décimales.`,
    wholeOnly: (symbol) => `${symbol} n’existe qu’en unités entières\u00a0: écrivez le montant sans décimales.`,
    tooLarge: 'Le montant est trop élevé.',
    tooMuch: 'C’est plus que ce que vous avez.',
    zero: 'Le montant est nul.',
  },
  token: {
    contract: 'Contrat du jeton',
    callsItself: (symbol) => `se nomme ${symbol}`,
    unlisted: 'non listé',
    likeCoin: (symbol, network) =>
      `Ce jeton se nomme ${symbol}, comme la monnaie de ${network}. N’importe qui peut donner n’importe quel nom à un jeton\u00a0: fiez-vous à son contrat.`,
    likeListed: (symbol) =>
      `Ce jeton se nomme ${symbol}, comme un autre de la liste. N’importe qui peut donner n’importe quel nom à un jeton\u00a0: fiez-vous à son contrat.`,
    onNoList: (symbol) =>
      `${symbol} ne figure sur aucune liste connue. N’importe qui peut donner n’importe quel nom à un jeton\u00a0: fiez-vous à son contrat.`,
    otherSymbol: (says, shown) => `Sur le réseau, ce jeton se nomme ${says}, et non ${shown}.`,
    showAs: (says) => `L’afficher comme ${says}`,
    oddDecimals: (decimals) =>
      `Ce jeton déclare ${decimals} décimales. Aucun montant exact ne peut être affiché, il n’est donc pas utilisable ici.`,
  },
  fee: {
    sponsored: 'Sponsorisé',
    wallets: 'Indiqué dans votre wallet',
  },
}
