import type { AmountTexts } from './amountTexts.ts'

export const he: AmountTexts = {
  problem: {
    notNumber: (example) => `יש לכתוב את הסכום בספרות, למשל ${example}.`,
    exponent: 'יש לכתוב את הסכום במלואו, בלי "e".',
    ambiguous: (thousands, fraction) => `אלף או שבר? יש לכתוב ${thousands} או ${fraction}.`,
    tooManyDecimals: (symbol, decimals) => `ל־${symbol} יש לכל היותר ${decimals} ספרות אחרי הנקודה.`,
    wholeOnly: (symbol) => `${symbol} קיים רק ביחידות שלמות: יש לכתוב את הסכום בלי ספרות אחרי הנקודה.`,
    tooLarge: 'הסכום חורג מהמקסימום.',
    tooMuch: 'זה יותר ממה שיש לך.',
    zero: 'הסכום הוא אפס.',
  },
  token: {
    contract: 'חוזה האסימון',
    callsItself: (symbol) => `קורא לעצמו ${symbol}`,
    unlisted: 'לא ברשימה',
    likeCoin: (symbol, network) =>
      `האסימון הזה קורא לעצמו ${symbol}, כמו המטבע של ${network}. כל אחד יכול לתת לאסימון כל שם: יש לבדוק את החוזה שלו.`,
    likeListed: (symbol) =>
      `האסימון הזה קורא לעצמו ${symbol}, כמו אסימון אחר ברשימה. כל אחד יכול לתת לאסימון כל שם: יש לבדוק את החוזה שלו.`,
    onNoList: (symbol) => `${symbol} לא מופיע באף רשימה מוכרת. כל אחד יכול לתת לאסימון כל שם: יש לבדוק את החוזה שלו.`,
    otherSymbol: (says, shown) => `ברשת, האסימון הזה קורא לעצמו ${says}, ולא ${shown}.`,
    showAs: (says) => `להציג בתור ${says}`,
    oddDecimals: (decimals) =>
      `האסימון הזה מצהיר על ${decimals} ספרות אחרי הנקודה. אי אפשר להציג עבורו סכום אמיתי, ולכן אי אפשר להשתמש בו כאן.`,
  },
  fee: {
    sponsored: 'ממומן',
    wallets: 'מוצג בארנק שלכם',
  },
}
