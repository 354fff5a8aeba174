import type { AmountTexts } from './amountTexts.ts'

export const hi: AmountTexts = {
  problem: {
    notNumber: (example) => `रक़म अंकों में लिखें, जैसे ${example}।`,
    exponent: 'राशि पूरी लिखें, “e” के बिना।',
    ambiguous: (thousands, fraction) => `यह हज़ार है या दशमलव? ${thousands} या ${fraction} लिखें।`,
    tooManyDecimals: (symbol, decimals) => `${symbol} में दशमलव के बाद अधिकतम ${decimals} अंक होते हैं।`,
    wholeOnly: (symbol) => `${symbol} केवल पूरी इकाइयों में होता है: रक़म दशमलव के बिना लिखें।`,
    tooLarge: 'राशि सीमा से ज़्यादा है।',
    tooMuch: 'यह आपके पास मौजूद रक़म से ज़्यादा है।',
    zero: 'राशि शून्य है।',
  },
  token: {
    contract: 'टोकन का कॉन्ट्रैक्ट',
    callsItself: (symbol) => `ख़ुद को ${symbol} कहता है`,
    unlisted: 'सूची में नहीं',
    likeCoin: (symbol, network) =>
      `यह टोकन ख़ुद को ${symbol} कहता है, जैसे ${network} का अपना कॉइन। कोई भी टोकन को कोई भी नाम दे सकता है: उसका कॉन्ट्रैक्ट देखें।`,
    likeListed: (symbol) =>
      `यह टोकन ख़ुद को ${symbol} कहता है, जैसे सूची का एक दूसरा टोकन। कोई भी टोकन को कोई भी नाम दे सकता है: उसका कॉन्ट्रैक्ट देखें।`,
    onNoList: (symbol) => `${symbol} किसी ज्ञात सूची में नहीं है। कोई भी टोकन को कोई भी नाम दे सकता है: उसका कॉन्ट्रैक्ट देखें।`,
    otherSymbol: (says, shown) => `नेटवर्क पर यह टोकन ख़ुद को ${shown} नहीं, ${says} कहता है।`,
    showAs: (says) => `${says} के रूप में दिखाएँ`,
    oddDecimals: (decimals) =>
      `यह टोकन कहता है कि उसमें दशमलव के बाद ${decimals} अंक हैं। उसकी सही रक़म दिखाई नहीं जा सकती, इसलिए यहाँ उसका उपयोग नहीं हो सकता।`,
  },
  fee: {
    sponsored: 'प्रायोजित',
    wallets: 'आपके वॉलेट में दिखेगी',
  },
}
