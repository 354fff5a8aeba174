import type { AmountTexts } from './amountTexts.ts'

export const ru: AmountTexts = {
  problem: {
    notNumber: (example) => `Напишите сумму цифрами, например ${example}.`,
    exponent: 'Введите все цифры суммы, без «e».',
    ambiguous: (thousands, fraction) => `Это тысяча или дробь? Напишите ${thousands} или ${fraction}.`,
    tooManyDecimals: (symbol, decimals) => `У ${symbol} знаков после запятой не больше ${decimals}.`,
    wholeOnly: (symbol) => `${symbol} бывает только целым: напишите сумму без дробной части.`,
    tooLarge: 'Слишком большая сумма.',
    tooMuch: 'Это больше, чем у вас есть.',
    zero: 'Сумма равна нулю.',
  },
  token: {
    contract: 'Контракт токена',
    callsItself: (symbol) => `называет себя ${symbol}`,
    unlisted: 'не в списке',
    likeCoin: (symbol, network) =>
      `Этот токен называет себя ${symbol}, как монета сети ${network}. Назвать токен можно как угодно: смотрите на контракт.`,
    likeListed: (symbol) =>
      `Этот токен называет себя ${symbol}, как другой токен из списка. Назвать токен можно как угодно: смотрите на контракт.`,
    onNoList: (symbol) =>
      `${symbol} нет ни в одном известном списке. Назвать токен можно как угодно: смотрите на контракт.`,
    otherSymbol: (says, shown) => `В сети этот токен называет себя ${says}, а не ${shown}.`,
    showAs: (says) => `Показывать как ${says}`,
    oddDecimals: (decimals) =>
      `Токен сообщает, что знаков после запятой у него ${decimals}. Верную сумму показать нельзя, поэтому здесь его использовать нельзя.`,
  },
  fee: {
    sponsored: 'Оплачивает спонсор',
    wallets: 'Показана в кошельке',
  },
}
