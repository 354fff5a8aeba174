import type { AmountTexts } from './amountTexts.ts'

export const ar: AmountTexts = {
  problem: {
    notNumber: (example) => `اكتب المبلغ بالأرقام، مثل ${example}.`,
    exponent: 'اكتب المبلغ كاملًا دون «e».',
    ambiguous: (thousands, fraction) => `أهو ألف أم كسر؟ اكتب ${thousands} أو ${fraction}.`,
    tooManyDecimals: (symbol, decimals) => `الحد الأقصى للمنازل العشرية في ${symbol} هو ${decimals}.`,
    wholeOnly: (symbol) => `لا يوجد ${symbol} إلا بوحدات كاملة: اكتب المبلغ دون كسور.`,
    tooLarge: 'المبلغ يتجاوز الحد الأقصى.',
    tooMuch: 'هذا أكثر مما لديك.',
    zero: 'المبلغ صفر.',
  },
  token: {
    contract: 'عقد الرمز',
    callsItself: (symbol) => `يسمي نفسه ${symbol}`,
    unlisted: 'غير مدرج',
    likeCoin: (symbol, network) =>
      `هذا الرمز يسمي نفسه ${symbol} مثل عملة ${network}. يمكن لأي شخص أن يسمي رمزًا بأي اسم: اعتمد على عقده.`,
    likeListed: (symbol) =>
      `هذا الرمز يسمي نفسه ${symbol} مثل رمز آخر في القائمة. يمكن لأي شخص أن يسمي رمزًا بأي اسم: اعتمد على عقده.`,
    onNoList: (symbol) => `${symbol} غير مدرج في أي قائمة معروفة. يمكن لأي شخص أن يسمي رمزًا بأي اسم: اعتمد على عقده.`,
    otherSymbol: (says, shown) => `يسمي هذا الرمز نفسه على الشبكة ${says} وليس ${shown}.`,
    showAs: (says) => `اعرضه باسم ${says}`,
    oddDecimals: (decimals) =>
      `يقول هذا الرمز إن له ${decimals} منزلة عشرية. لا يمكن عرض مبلغ صحيح له، لذلك لا يمكن استخدامه هنا.`,
  },
  fee: {
    sponsored: 'برعاية',
    wallets: 'تظهر في محفظتك',
  },
}
