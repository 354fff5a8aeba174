import type { MailTexts } from './en.ts'

export const tr: MailTexts = {
  approvalSubject: 'Yeni cihazdaki siz misiniz? ({site})',
  approval: 'E-postalarınızı okuyabilen biri, {site} cüzdanınızı yeni bir cihazda açmaya çalışıyor:',
  approvalThen: 'Sizseniz bu sayfayı açın ve cihazın gösterdiği sayıyı seçin:',
  approvalLives: 'Bağlantı bir kez ve 15 dakika boyunca çalışır.',
  sinceUnknown: 'Bu cüzdanı daha önce duymamıştık.',
  since: 'Bu cüzdanı ilk kez {date} tarihinde duyduk.',
  neverHad: 'Orada hiç cüzdanınız olmadıysa bu siz değilsiniz.',
  approvalNotYou:
    'Siz değilseniz hiçbir şey yapmayın ya da o sayfada bunu belirtin. Yanıtınız olmadan kimse giremez ve dürüst hiç kimse sizden bu bağlantıyı ya da sayıyı istemez.',
  cancelSubject: 'Yeni bir cihaz yarın cüzdanınızı açacak ({site})',
  cancel: 'Yeni bir cihazın {site} cüzdanınızı açmasına izin verdiniz:',
  cancelFrom: 'Bunu {date} itibarıyla yapabilir. Cihaz sizinse bir şey yapmanız gerekmez.',
  cancelStop: 'Değilse o zamana kadar durdurun:',
  cancelThen: 'Ardından e-posta parolanızı değiştirin: başka biri postalarınızı okuyabiliyor.',
  secondSubject: 'Bu, cüzdanlarınızdan hangisi? ({site})',
  second: 'Orada başka bir cüzdanla da tanınıyorsunuz.',
  secondWhy:
    'Bir cüzdanı silip yenisini oluşturmadıysanız bir sorun var: biri, kendisinin de açabildiği bir cüzdanı kullanmanızı istiyor olabilir.',
  secondStop: 'Cihaz onu {date} tarihinde açacak. Emin değilseniz o zamana kadar durdurun:',
  takeoverSubject: 'Başka biri yarın cüzdanınızı açacak ({site})',
  takeover: '{site} cüzdanınız yeni bir cihazda açılıyor; bu adresle değil, {person} ile:',
  takeoverFrom: 'Cihaz {date} tarihinde girecek. O andan sonra bu adres cüzdanı kurtaramaz.',
  takeoverIfYou: 'Adresinizi kendiniz değiştirdiyseniz bir şey yapmanız gerekmez.',
  takeoverStop: 'Değiştirmediyseniz o zamana kadar durdurun:',
  movedSubject: 'Cüzdanınızın kurtarması başka bir adrese taşındı ({site})',
  moved:
    '{site} cüzdanınızın bir cihazı, kurtarmayı şuraya taşıdı: {to}. Bundan sonra yeni cihazların bağlantıları oraya gider, bu adrese gelmez.',
  movedIfYou: 'Bunu siz yaptıysanız bir şey yapmanız gerekmez.',
  movedStop: 'Yapmadıysanız 72 saat içinde geri alın:',
  movedThen: 'Ardından cüzdanınızın güvenlik ayarlarında tanımadığınız cihazı kaldırın.',
  otherAccount: 'başka bir hesap',
  someAccount: 'bir {provider} hesabı',
}
