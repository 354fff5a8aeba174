import type { RefusalTexts } from './refusalTexts.ts'

export const tr = {
  title: 'Ağ bu işlemi reddeder. Hiçbir şey gönderilmedi.',
  said: (text) => `Sözleşmenin mesajı: “${text}”`,
  panic: (code) => `Sözleşme yarıda kesiliyor (panic ${code}).`,
  named: (name) => `Sözleşme reddediyor: ${name}.`,
  coded: (selector) => `Sözleşme reddediyor: hata ${selector}.`,
  silent: 'Sözleşme neden göstermeden reddediyor.',
  returnedFalse: 'Token bu gönderimi gerçekleştirmez.',
  noToken: 'Bu ağda bu adreste token yok.',
  otherDecimals: 'Bu tokenin ondalık sayısı listedekinden farklı, bu yüzden tutar başka olurdu.',
  noFunds: 'Bakiye tutara ve ağ ücretine yetmiyor.',
  tooLittle: (amount: string) => `Oradaki bir hesapta en az ${amount} bulunmalı. Bu kadar veya daha fazla gönderin.`,
  leavesTooLittle: (amount: string) =>
    `Size ${amount} değerinden az kalır; bir hesapta en az bu kadar bulunmalı. Daha az ya da tamamını gönderin.`,
  dust: (amount) => `Burada ${amount} değerinden azı gönderilemez. O kadar ya da daha fazla gönderin.`,
  frozen: 'Bu tokenı çıkaran, sizin veya alıcının hesabını dondurmuş.',
  needsMemo: 'Alıcı bu tokenı yalnızca bir notla kabul ediyor. Geri dönüp bir not ekleyin.',
  nonTransferable: 'Bu token aktarılamaz: alan kişide kalır.',
  paused: 'Tokenı çıkaran taraf tüm transferleri durdurdu. Daha sonra yeniden deneyin.',
  notAdmitted: 'Tokenı çıkaran tarafın önce alıcının hesabını onaylaması gerekiyor.',
  hooked: 'Bu token her transferde kendi programını çalıştırıyor ve bu burada desteklenmiyor. Cüzdanınızdan gönderin.',
  confidentialOnly: 'Alıcı bu tokenı yalnızca gizli transferle kabul ediyor ve bu burada desteklenmiyor.',
  tooLarge: 'Bu tek bir işleme sığmıyor. Notu kısaltın veya tek seferde daha az gönderin.',
  notAWallet: 'Bu bir cüzdanın değil, bir tokenın veya programın adresi. Oraya gönderilen kaybolabilir.',
  leastLeft: 'Hesabınız bu ağda asgari bir bakiye tutmalı. Biraz daha az gönderin.',
  leastThere: 'Alıcıda bu ağın asgari tutarından az kalır. Daha fazla gönderin.',
  noAccount: 'Alıcının bu ağda henüz hesabı yok. Önce ağın kendi parasından biraz gerekir.',
  otherNetwork: 'Bu adres başka bir ağa ait. Alıcıdan bu ağdaki adresini isteyin.',
  sameAccount: 'Bu hesabın bu ağdaki adresini kullan',
  inscribed:
    'Buradaki coinler inscription taşıyor olabilir ve harcanmaz. Başka bir adresten ya da doğrudan cüzdandan gönderin.',
  noKey:
    'Bu adres, cüzdanınızın paylaşmadığı bir anahtar gerektiriyor. Başka bir adresten ya da doğrudan cüzdandan gönderin.',
} satisfies RefusalTexts
