import type { SignInTexts } from './signInTexts.ts'

export const tr: SignInTexts = {
  site: 'Bu uygulama',
  title: (site) => `${site} cüzdanınıza bağlanmak istiyor`,
  prove: 'Bu cüzdanın size ait olduğunu kanıtlamak için bu mesajı imzalayın.',
  required: 'İmzalamak ücretsizdir. İptal ederseniz bağlantınız kesilir.',
  optional: 'İmzalamak ücretsizdir. İptal ederseniz oturum açmadan bağlı kalırsınız.',
  sign: 'İmzala',
  signing: 'İmzalanıyor…',
  cancel: 'İptal',
  cancelling: 'İptal ediliyor…',
  again: 'Tekrar dene',
  without: 'Oturum açmadan devam et',
  continueIn: (wallet) => `${wallet} uygulamasında devam edin`,
  inWallet: 'Mesajı cüzdanınızda okuyun ve imzalayın.',
  checking: 'Oturumunuz kontrol ediliyor…',
  verifying: 'İmzanız doğrulanıyor…',
  expired: 'Oturumunuzun süresi doldu. Devam etmek için yeniden oturum açın.',
  signedIn: 'Oturum açtınız',
  done: 'Bitti',
  website: 'Web sitesi',
  account: 'Hesap',
  network: 'Ağ',
  troubles: {
    declined: { title: 'İmza reddedildi', detail: 'İsteği reddettiniz. Oturum açılmadı.' },
    wallet: { title: 'İmzalanamadı', detail: 'Cüzdanınız mesajı imzalayamadı. Oturum açılmadı.' },
    invalid: { title: 'İmza geçerli değil', detail: 'Cüzdanınız başka bir hesap kullandı. Oturum açılmadı.' },
    refused: { title: 'Oturum doğrulanmadı', detail: 'Web sitesi imzayı kabul etmedi. Oturum açılmadı.' },
    unavailable: {
      title: 'Oturum açılamıyor',
      detail: 'Oturum sunucusu yanıt vermedi. Cüzdanınız bağlı kalmaya devam ediyor.',
    },
    unknown: {
      title: 'Oturum açılamıyor',
      detail: 'Oturum sunucusu yanıt vermedi. Cüzdanınız bağlı kalmaya devam ediyor.',
    },
  },
  toasts: {
    declined: 'İmza reddedildi',
    smartAccount: 'Bu uygulama akıllı hesapları desteklemiyor olabilir',
    initialize: 'Oturum açma hazırlanırken bir sorun oluştu',
  },
}
