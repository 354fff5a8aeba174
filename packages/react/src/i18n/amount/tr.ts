import type { AmountTexts } from './amountTexts.ts'

export const tr: AmountTexts = {
  problem: {
    notNumber: (example) => `Tutarı rakamla yazın, örneğin ${example}.`,
    exponent: 'Tutarın tüm rakamlarını yazın, “e” kullanmayın.',
    ambiguous: (thousands, fraction) => `Bu bin mi, kesir mi? ${thousands} ya da ${fraction} yazın.`,
    tooManyDecimals: (symbol, decimals) => `${symbol} en fazla ${decimals} ondalık basamak alır.`,
    wholeOnly: (symbol) => `${symbol} yalnızca tam birim olarak var: tutarı ondalık basamak olmadan yazın.`,
    tooLarge: 'Tutar çok büyük.',
    tooMuch: 'Bu, sahip olduğunuzdan fazla.',
    zero: 'Tutar sıfır.',
  },
  token: {
    contract: 'Token sözleşmesi',
    callsItself: (symbol) => `kendine ${symbol} diyor`,
    unlisted: 'listede yok',
    likeCoin: (symbol, network) =>
      `Bu token, ${network} ağının kendi parası gibi ${symbol} adını kullanıyor. Bir tokene herkes istediği adı verebilir: sözleşmesine bakın.`,
    likeListed: (symbol) =>
      `Bu token, listedeki başka bir token gibi ${symbol} adını kullanıyor. Bir tokene herkes istediği adı verebilir: sözleşmesine bakın.`,
    onNoList: (symbol) =>
      `${symbol} bilinen hiçbir listede yok. Bir tokene herkes istediği adı verebilir: sözleşmesine bakın.`,
    otherSymbol: (says, shown) => `Bu token ağda kendine ${shown} değil, ${says} diyor.`,
    showAs: (says) => `${says} olarak göster`,
    oddDecimals: (decimals) =>
      `Bu token ${decimals} ondalık basamağı olduğunu söylüyor. Doğru bir tutar gösterilemeyeceği için burada kullanılamaz.`,
  },
  fee: {
    sponsored: 'Sponsorlu',
    wallets: 'Cüzdanınızda gösterilir',
  },
}
