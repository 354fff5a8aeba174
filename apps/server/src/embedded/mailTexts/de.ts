import type { MailTexts } from './en.ts'

export const de: MailTexts = {
  yourCode: 'Dein Code: {code}',
  codeLives: 'Er gilt einmal, 20 Minuten lang und nur auf dem Gerät, das ihn angefordert hat.',
  codeNotYou:
    'Wenn du das nicht bist oder nicht auf {site} bist, tu nichts und gib den Code nicht weiter. Niemand Ehrliches fragt dich danach.',
  signInSubject: 'Dein Code für {site}',
  signIn: 'Jemand, hoffentlich du, meldet sich auf {site} mit dieser Adresse an.',
  oldSubject: 'Bestätige deine bisherige Adresse ({site})',
  old: 'Jemand, hoffentlich du, ist auf {site} und will deine Wallet von dieser E-Mail-Adresse umziehen zu:',
  oldThen:
    'Mit diesem Code und einem, der an die neue Adresse geht, gilt die Änderung sofort: Codes und Links, die deine Wallet öffnen, gehen dann an die neue Adresse, und diese öffnet sie nicht mehr. Wir schreiben dir hier, wenn es geschieht, mit einem Link, der es 72 Stunden lang rückgängig macht.',
  oldThenNotices:
    'Mit diesem Code und einem, der an die neue Adresse geht, gehen unsere Mitteilungen zu deiner Wallet sofort dorthin. Du meldest dich an wie bisher. Wir schreiben dir hier, wenn es geschieht, mit einem Link, der es 72 Stunden lang rückgängig macht.',
  newSubject: 'Bestätige deine neue Adresse ({site})',
  new: 'Jemand, hoffentlich du, macht diese Adresse zur E-Mail-Adresse einer Wallet auf {site}.',
  newThen:
    'Mit diesem Code gilt die Änderung sofort: Codes und Links, die die Wallet öffnen, kommen dann an diese Adresse.',
  newThenNotices:
    'Mit diesem Code kommen unsere Mitteilungen zur Wallet sofort an diese Adresse. Sie öffnet die Wallet nicht.',
  reauthSubject: 'Bestätige, dass du es bist ({site})',
  reauthDelete:
    'Jemand, hoffentlich du, ist dabei, das Konto deiner Wallet auf {site} zu löschen. Es würde 7 Tage später gelöscht.',
  reauthExport:
    'Jemand, hoffentlich du, ist dabei, deine Wallet auf {site} zu exportieren: Wer sie sieht, besitzt alles darin.',
  ifNotYou:
    'Wenn du es nicht warst, kann jemand anderes deine Mails lesen: Ändere das Passwort deiner E-Mail und bring dein Geld in Sicherheit.',
  stolenSubject: 'Du wurdest von deiner Wallet abgemeldet',
  stolen:
    'Ein Schlüssel zu einer deiner Sitzungen wurde ein zweites Mal oder von einem anderen Gerät benutzt. Er könnte kopiert worden sein, deshalb haben wir die Sitzung beendet.',
  stolenThen: 'Geöffnet wurde damit nichts. Melde dich bitte neu an und entferne Geräte, die du nicht kennst.',
  guessedSubject: 'Zu viele falsche Codes für deine Wallet',
  guessed: 'Jemand hat zu viele falsche Codes für diese Adresse eingegeben. Codes sind für eine Stunde gesperrt.',
  guessedThen: 'Niemand ist hineingekommen. Wenn du es warst, warte eine Stunde und fordere einen neuen Code an.',
  enrolledSubject: 'Ein neues Gerät kann deine Wallet öffnen',
  enrolled: 'Dieses Gerät kann deine Wallet ab jetzt öffnen: {device}.',
  revokedSubject: 'Ein Gerät wurde von deiner Wallet entfernt',
  revoked: 'Dieses Gerät kann deine Wallet nicht mehr öffnen: {device}.',
  changedSubject: 'Deine Wallet hat eine neue Adresse',
  changed: 'Die E-Mail-Adresse deiner Wallet wurde auf {site} geändert, am {date}. Die neue Adresse ist:',
  changedThen:
    'Ab jetzt gehen Codes und Links, die deine Wallet öffnen, an die neue Adresse. Diese öffnet sie nicht mehr.',
  changedThenNotices:
    'Ab jetzt gehen unsere Mitteilungen zu deiner Wallet an die neue Adresse. Du meldest dich an wie bisher.',
  changedUndo: 'Wenn du es nicht warst, mach es rückgängig, vor dem {date}:',
  changedUndoThen:
    'Der Link zeigt erst, was er tut: Deine Wallet öffnet sich wieder mit dieser Adresse, alle werden abgemeldet, und das Gerät, das die Änderung gemacht hat, wird ausgesperrt.',
  undoneSubject: 'Die Adressänderung wurde rückgängig gemacht',
  undone: 'Deine Wallet öffnet sich wieder mit der alten E-Mail-Adresse. Alle wurden abgemeldet.',
  deletionSubject: 'Das Konto deiner Wallet wird gelöscht',
  deletion: 'Dein Konto und seine Schlüssel werden am {date} gelöscht. Melde dich vorher an, um sie zu behalten.',
  deletionThen: 'Was danach noch in der Wallet ist, ist nur mit ihrer Wiederherstellungsphrase erreichbar.',
  keptSubject: 'Das Konto deiner Wallet bleibt',
  kept: 'Jemand, hoffentlich du, hat sich wieder angemeldet: Das Konto wird nicht gelöscht.',
  exportedSubject: 'Deine Wallet wurde exportiert',
  exported: 'Die Wiederherstellungsphrase deiner Wallet wurde angezeigt auf: {device}.',
  revertTitle: 'Adressänderung rückgängig machen?',
  revertOpens: 'Deine Wallet lässt sich wieder mit dieser Adresse öffnen und nicht mehr mit der neuen.',
  revertLocks:
    'Alle werden abgemeldet. Das Gerät, das die Adresse geändert hat, und jedes seither hinzugefügte wird ausgesperrt.',
  revertButton: 'Änderung rückgängig machen',
  revertedTitle: 'Die Änderung wurde rückgängig gemacht',
  reverted:
    'Melde dich mit dieser Adresse an. Auf einem Gerät, das deine Wallet nicht kennt, entsperrst du sie wie immer.',
  revertedThen:
    'Wenn jemand anderes die Änderung gemacht hat, war deine Wallet für sie offen: Bring weg, was darin ist, und ändere das Passwort deiner E-Mail.',
  endedTitle: 'Dieser Link funktioniert nicht mehr',
  ended: 'Er funktioniert einmal und 72 Stunden lang nach der Änderung.',
}
