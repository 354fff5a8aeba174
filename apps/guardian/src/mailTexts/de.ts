import type { MailTexts } from './en.ts'

export const de: MailTexts = {
  approvalSubject: 'Bist du das auf einem neuen Gerät? ({site})',
  approval: 'Jemand, der deine Mails lesen kann, will deine Wallet auf {site} auf einem neuen Gerät öffnen:',
  approvalThen: 'Wenn du es bist, öffne diese Seite und wähle die Zahl, die das Gerät zeigt:',
  approvalLives: 'Der Link gilt einmal und 15 Minuten lang.',
  sinceUnknown: 'Von dieser Wallet haben wir bisher nichts gehört.',
  since: 'Von dieser Wallet haben wir zuerst am {date} gehört.',
  neverHad: 'Wenn du dort nie eine Wallet hattest, bist du es nicht.',
  approvalNotYou:
    'Wenn du es nicht bist, tu nichts oder sag es auf dieser Seite. Ohne deine Antwort kommt niemand hinein, und niemand Ehrliches fragt dich nach diesem Link oder nach der Zahl.',
  cancelSubject: 'Ein neues Gerät öffnet morgen deine Wallet ({site})',
  cancel: 'Du hast einem neuen Gerät erlaubt, deine Wallet auf {site} zu öffnen:',
  cancelFrom: 'Es kann das ab {date}. Wenn es deines ist, musst du nichts tun.',
  cancelStop: 'Wenn nicht, halte es vorher auf:',
  cancelThen: 'Ändere dann das Passwort deiner E-Mail: Jemand anderes kann deine Mails lesen.',
  secondSubject: 'Welche deiner Wallets ist das? ({site})',
  second: 'Du bist dort auch mit einer anderen Wallet bekannt.',
  secondWhy:
    'Wenn du nicht eine Wallet gelöscht und eine neue erstellt hast, stimmt etwas nicht: Jemand will vielleicht, dass du eine Wallet benutzt, die auch er öffnen kann.',
  secondStop: 'Das Gerät öffnet sie am {date}. Wenn du nicht sicher bist, halte es vorher auf:',
  takeoverSubject: 'Jemand anderes öffnet morgen deine Wallet ({site})',
  takeover:
    'Deine Wallet auf {site} wird auf einem neuen Gerät geöffnet, nicht mit dieser Adresse, sondern mit {person}:',
  takeoverFrom:
    'Das Gerät kommt am {date} hinein. Ab dann lässt sich die Wallet mit dieser Adresse nicht mehr wiederherstellen.',
  takeoverIfYou: 'Wenn du deine Adresse selbst geändert hast, musst du nichts tun.',
  takeoverStop: 'Wenn nicht, halte es vorher auf:',
  movedSubject: 'Die Wiederherstellung deiner Wallet ist zu einer anderen Adresse umgezogen ({site})',
  moved:
    'Ein Gerät deiner Wallet auf {site} hat ihre Wiederherstellung umgezogen zu: {to}. Ab jetzt gehen Links für neue Geräte dorthin und nicht mehr an diese Adresse.',
  movedIfYou: 'Wenn du das warst, musst du nichts tun.',
  movedStop: 'Wenn nicht, mach es innerhalb von 72 Stunden rückgängig:',
  movedThen: 'Entferne dann das Gerät, das du nicht kennst, in den Sicherheitseinstellungen deiner Wallet.',
  otherAccount: 'ein anderes Konto',
  someAccount: 'einem Konto bei {provider}',
}
