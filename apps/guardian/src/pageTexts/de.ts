import type { PageTexts } from './en.ts'

export const de: PageTexts = {
  askTitle: 'Bist du das?',
  ask: 'Jemand will die Wallet von {person} auf {site} auf einem neuen Gerät öffnen:',
  thisAccount: 'diesem Konto',
  askNumber: 'Wenn du es bist: Welche Zahl zeigt das Gerät?',
  notYouEmail: 'Wenn du es nicht bist, kann jemand anderes deine Mails lesen. Ändere das Passwort deiner E-Mail.',
  notYouAccount:
    'Wenn du es nicht bist, hat dich jemand hierher geschickt, um in deine Wallet zu kommen. Lehne ab und schließe diese Seite.',
  notMe: 'Das bin ich nicht',
  stopTitle: 'Dieses Gerät aufhalten?',
  stop: 'Dieses Gerät wartet darauf, die Wallet von {person} auf {site} zu öffnen:',
  stopBy: 'Erlaubt hat es {person}.',
  stopByOther: 'Erlaubt hat es ein anderes Konto.',
  stopEmail:
    'Wenn es nicht deines ist, halte es auf und ändere das Passwort deiner E-Mail: Jemand anderes kann deine Mails lesen.',
  stopAccount:
    'Wenn es nicht deines ist, halte es auf und sichere das Konto, mit dem du dich anmeldest: Jemand anderes hat Zugriff darauf.',
  stopSecond: 'Du bist dort auch mit einer anderen Wallet bekannt. Wenn du die nicht gelöscht hast, halte es auf.',
  stopMoved:
    'Wenn du deine Adresse nicht geändert hast, halte es auf: Jemand anderes ist dabei, deine Wallet zu öffnen.',
  stopButton: 'Dieses Gerät aufhalten',
  undoTitle: 'Diese Änderung rückgängig machen?',
  undo: 'Die Wiederherstellung deiner Wallet ist von {from} zu {to} umgezogen.',
  undoOther: 'Die Wiederherstellung deiner Wallet ist von {from} zu einem anderen Konto umgezogen.',
  undoThen:
    'Wenn du das nicht warst, mach es rückgängig. Neue Geräte brauchen dann wieder diese Adresse, und die andere bekommt 30 Tage lang nichts.',
  undoButton: 'Änderung rückgängig machen',
  approvedTitle: 'Das Gerät darf weitermachen',
  approved: 'Du kannst diese Seite schließen und dorthin zurückgehen.',
  refusedTitle: 'Es wurde nichts geöffnet',
  refused: 'Das Gerät wurde abgelehnt. Wenn es deines war, fang dort neu an und wähle die Zahl, die es zeigt.',
  waitTitle: 'Das Gerät muss einen Tag warten',
  held: 'Deine Wallet wird auf einem anderen Gerät benutzt, darum kommt dieses erst morgen hinein. Wir haben dir einen Link gemailt, der es aufhält. Ein Passkey, ein Wiederherstellungscode oder ein anderes Gerät lässt es sofort hinein.',
  moving:
    'Diese Wallet gehört zu einer anderen Adresse, die jetzt einen Link hat, der das Gerät aufhält. Wenn du deine Adresse geändert hast, komm morgen wieder. Ein Passkey, ein Wiederherstellungscode oder ein anderes Gerät lässt es sofort hinein.',
  second:
    'Du bist hier auch mit einer anderen Wallet bekannt. Wir haben dir einen Link gemailt, der dieses Gerät aufhält: Benutze ihn, wenn du die andere nicht gelöscht hast. Ein Passkey, ein Wiederherstellungscode oder ein anderes Gerät lässt es sofort hinein.',
  deniedTitle: 'Dieses Gerät kommt so nicht hinein',
  unlike:
    'Du bist hier auch mit einer anderen Wallet bekannt. Ein neues Gerät muss einen Tag warten, in dem du es per Mail aufhalten kannst, und dein Konto hat keine bestätigte Adresse, an die wir schreiben könnten. Benutze einen Passkey, einen Wiederherstellungscode oder ein anderes Gerät.',
  pinned:
    'Diese Wallet gehört zu einem anderen Konto. Benutze dieses, einen Passkey, einen Wiederherstellungscode oder ein anderes Gerät.',
  unreachable:
    'Deine Wallet wird auf einem anderen Gerät benutzt. Ein neues muss einen Tag warten, in dem du es per Mail aufhalten kannst, und dein Konto hat keine bestätigte Adresse, an die wir schreiben könnten. Benutze einen Passkey, einen Wiederherstellungscode oder das andere Gerät.',
  undoneTitle: 'Die Änderung wurde rückgängig gemacht',
  undone:
    'Neue Geräte brauchen wieder diese Adresse. Entferne das Gerät, das du nicht kennst, in den Sicherheitseinstellungen deiner Wallet.',
  linkEndedTitle: 'Dieser Link gilt nicht mehr',
  undoTooLate: 'Die Änderung wurde schon rückgängig gemacht oder ist älter als 72 Stunden.',
  cancelledTitle: 'Das Gerät wurde aufgehalten',
  cancelled: 'Es kann deine Wallet nicht öffnen. Ändere das Passwort deiner E-Mail, wenn es nicht deines war.',
  tooLate:
    'Das Gerät wurde schon aufgehalten oder ist schon hineingekommen. Entferne es auf einem anderen Gerät, in den Sicherheitseinstellungen deiner Wallet.',
  ended: 'Er gilt einmal und 15 Minuten lang. Fang auf dem Gerät neu an.',
  loginEndedTitle: 'Diese Anmeldung gilt nicht mehr',
  loginEnded: 'Sie gilt einmal und 15 Minuten lang. Geh zum Gerät zurück und fang neu an.',
  awayTitle: '{provider} antwortet nicht',
  away: 'Es wurde nichts geöffnet. Schließe diese Seite und versuch es gleich noch einmal.',
  otherTitle: 'Ein anderes Konto',
  other:
    'Dieses Konto bei {provider} gehört nicht zu dieser Wallet. Es wurde nichts geöffnet. Schließe diese Seite und melde dich mit dem Konto an, das du dort benutzt.',
  unprovenTitle: '{provider} hat nicht gesagt, wer du bist',
  unproven: 'Es wurde nichts geöffnet. Schließe diese Seite und versuch es noch einmal.',
  phoneTitle: 'Mit Farcaster anmelden',
  phone:
    'Scanne diesen Code mit deinem Telefon und melde dich dort an. Deine Farcaster-App nennt die Adresse dieser Seite.',
  phoneCode: 'QR-Code',
  phoneOpen: 'Farcaster auf diesem Gerät öffnen',
  phoneWait: 'Wartet auf deine Unterschrift. Diese Seite geht von selbst weiter.',
  phoneSent: 'Wenn dich jemand hierher geschickt hat und kein Gerät von dir wartet, schließe diese Seite.',
}
