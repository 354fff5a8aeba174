import type { AmountTexts } from './amountTexts.ts'

export const fr: AmountTexts = {
  problem: {
    notNumber: (example) => `Écrivez le montant en chiffres, par exemple ${example}.`,
    exponent: 'Écrivez le montant en entier, sans « e ».',
    ambiguous: (thousands, fraction) => `Est-ce un millier ou une fraction ? Écrivez ${thousands} ou ${fraction}.`,
    tooManyDecimals: (symbol, decimals) => `${symbol} a au plus ${decimals} décimales.`,
    wholeOnly: (symbol) => `${symbol} n’existe qu’en unités entières : écrivez le montant sans décimales.`,
    tooLarge: 'Aucun jeton n’existe en telle quantité.',
    tooMuch: 'C’est plus que ce que vous avez.',
    zero: 'Le montant est nul.',
  },
  token: {
    contract: 'Contrat du jeton',
    callsItself: (symbol) => `se nomme ${symbol}`,
    likeCoin: (symbol, network) =>
      `Ce jeton se nomme ${symbol}, comme la monnaie de ${network}. N’importe qui peut donner n’importe quel nom à un jeton : fiez-vous à son contrat.`,
    likeListed: (symbol) =>
      `Ce jeton se nomme ${symbol}, comme un autre de la liste. N’importe qui peut donner n’importe quel nom à un jeton : fiez-vous à son contrat.`,
    oddDecimals: (decimals) =>
      `Ce jeton déclare ${decimals} décimales. Aucun montant exact ne peut être affiché, il n’est donc pas utilisable ici.`,
  },
  fee: {
    sponsored: 'Sponsorisé',
    wallets: 'Indiqué dans votre wallet',
  },
}
