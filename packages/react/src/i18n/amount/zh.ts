import type { AmountTexts } from './amountTexts.ts'

export const zh: AmountTexts = {
  problem: {
    notNumber: (example) => `请用数字书写金额，例如 ${example}。`,
    exponent: '请写出完整金额，不要用“e”。',
    ambiguous: (thousands, fraction) => `这是千位还是小数？请写 ${thousands} 或 ${fraction}。`,
    tooManyDecimals: (symbol, decimals) => `${symbol} 最多 ${decimals} 位小数。`,
    wholeOnly: (symbol) => `${symbol} 只有整数单位：请写不带小数的金额。`,
    tooLarge: '金额超出上限。',
    tooMuch: '这超出了您的余额。',
    zero: '金额为零。',
  },
  token: {
    contract: '代币合约',
    callsItself: (symbol) => `自称 ${symbol}`,
    unlisted: '未列出',
    likeCoin: (symbol, network) =>
      `此代币自称 ${symbol}，与 ${network} 的原生币同名。任何人都可以给代币取任何名字：请以合约为准。`,
    likeListed: (symbol) =>
      `此代币自称 ${symbol}，与列表中的另一代币同名。任何人都可以给代币取任何名字：请以合约为准。`,
    onNoList: (symbol) => `${symbol} 不在任何已知列表中。任何人都可以给代币取任何名字：请以合约为准。`,
    otherSymbol: (says, shown) => `此代币在网络上自称 ${says}，而不是 ${shown}。`,
    showAs: (says) => `显示为 ${says}`,
    oddDecimals: (decimals) => `此代币声称有 ${decimals} 位小数，无法显示真实金额，因此不能在这里使用。`,
  },
  fee: {
    sponsored: '已赞助',
    wallets: '在您的钱包中显示',
  },
}
