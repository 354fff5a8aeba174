import type { AmountTexts } from './amountTexts.ts'

export const ja: AmountTexts = {
  problem: {
    notNumber: (example) => `金額を数字で書いてください。例：${example}`,
    exponent: '「e」を使わずに、金額をそのまま入力してください。',
    ambiguous: (thousands, fraction) => `千の位ですか、小数ですか。${thousands} または ${fraction} と書いてください。`,
    tooManyDecimals: (symbol, decimals) => `${symbol} の小数は最大 ${decimals} 桁です。`,
    wholeOnly: (symbol) => `${symbol} は整数でしか扱えません。小数なしで書いてください。`,
    tooLarge: '金額が上限を超えています。',
    tooMuch: '残高を超えています。',
    zero: '金額がゼロです。',
  },
  token: {
    contract: 'トークンのコントラクト',
    callsItself: (symbol) => `${symbol} を名乗る`,
    unlisted: 'リスト外',
    likeCoin: (symbol, network) =>
      `このトークンは ${network} のコインと同じ ${symbol} を名乗っています。名前は誰でも自由に付けられます。コントラクトで確かめてください。`,
    likeListed: (symbol) =>
      `このトークンはリストにある別のトークンと同じ ${symbol} を名乗っています。名前は誰でも自由に付けられます。コントラクトで確かめてください。`,
    onNoList: (symbol) =>
      `${symbol} はどのリストにも載っていません。名前は誰でも自由に付けられます。コントラクトで確かめてください。`,
    otherSymbol: (says, shown) => `ネットワーク上で、このトークンは ${shown} ではなく ${says} を名乗っています。`,
    showAs: (says) => `${says} として表示`,
    oddDecimals: (decimals) =>
      `このトークンは小数 ${decimals} 桁と称しています。正しい金額を表示できないため、ここでは使えません。`,
  },
  fee: {
    sponsored: 'スポンサー負担',
    wallets: 'ウォレットに表示されます',
  },
}
