import type { AmountTexts } from './amountTexts.ts'

export const pt: AmountTexts = {
  problem: {
    notNumber: (example) => `Escreva o valor em algarismos, por exemplo ${example}.`,
    exponent: 'Digite todos os algarismos do valor, sem “e”.',
    ambiguous: (thousands, fraction) => `É um milhar ou uma fração? Escreva ${thousands} ou ${fraction}.`,
    tooManyDecimals: (symbol, decimals) => `${symbol} tem no máximo ${decimals} casas decimais.`,
    wholeOnly: (symbol) => `${symbol} só existe em unidades inteiras: escreva o valor sem casas decimais.`,
    tooLarge: 'O valor é grande demais.',
    tooMuch: 'É mais do que você tem.',
    zero: 'O valor é zero.',
  },
  token: {
    contract: 'Contrato do token',
    callsItself: (symbol) => `diz chamar-se ${symbol}`,
    unlisted: 'não listado',
    likeCoin: (symbol, network) =>
      `Este token se chama ${symbol}, como a moeda da ${network}. Qualquer pessoa pode dar qualquer nome a um token: confira o contrato.`,
    likeListed: (symbol) =>
      `Este token se chama ${symbol}, como outro da lista. Qualquer pessoa pode dar qualquer nome a um token: confira o contrato.`,
    onNoList: (symbol) =>
      `${symbol} não está em nenhuma lista conhecida. Qualquer pessoa pode dar qualquer nome a um token: confira o contrato.`,
    otherSymbol: (says, shown) => `Na rede, este token diz chamar-se ${says}, e não ${shown}.`,
    showAs: (says) => `Mostrar como ${says}`,
    oddDecimals: (decimals) =>
      `Este token diz ter ${decimals} casas decimais. Não é possível mostrar um valor exato, por isso ele não pode ser usado aqui.`,
  },
  fee: {
    sponsored: 'Patrocinado',
    wallets: 'Exibido na sua carteira',
  },
}
