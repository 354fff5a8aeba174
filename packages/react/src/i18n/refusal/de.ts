import type { RefusalTexts } from './refusalTexts.ts'

export const de = {
  title: 'Das Netzwerk würde dies ablehnen. Es wurde nichts gesendet.',
  said: (text) => `Meldung des Smart Contracts: „${text}“`,
  panic: (code) => `Der Smart Contract bricht ab (Panic ${code}).`,
  named: (name) => `Der Smart Contract lehnt ab: ${name}.`,
  coded: (selector) => `Der Smart Contract lehnt ab: Fehler ${selector}.`,
  silent: 'Der Smart Contract lehnt ohne Begründung ab.',
  returnedFalse: 'Der Token würde diese Überweisung nicht ausführen.',
  noToken: 'Unter dieser Adresse gibt es in diesem Netzwerk keinen Token.',
  otherDecimals:
    'Dieser Token zählt mit anderen Nachkommastellen, als die Liste sagt, der Betrag wäre also ein anderer.',
  noFunds: 'Das Guthaben reicht nicht für Betrag und Netzwerkgebühr.',
  tooLittle: (amount: string) => `Ein Konto muss dort mindestens ${amount} haben. Senden Sie so viel oder mehr.`,
  leavesTooLittle: (amount: string) =>
    `Ihnen bliebe weniger als ${amount}, das Mindeste für ein Konto. Senden Sie weniger oder alles.`,
  dust: (amount) => `Weniger als ${amount} lässt sich hier nicht senden. Sende so viel oder mehr.`,
  frozen: 'Der Herausgeber dieses Tokens hat Ihr Konto oder das des Empfängers dafür gesperrt.',
  needsMemo: 'Der Empfänger nimmt diesen Token nur mit einer Notiz an. Gehen Sie zurück und fügen Sie eine hinzu.',
  nonTransferable: 'Dieser Token lässt sich nicht übertragen: Wer ihn bekommt, behält ihn.',
  paused: 'Der Herausgeber hat alle Übertragungen dieses Tokens angehalten. Versuchen Sie es später erneut.',
  notAdmitted: 'Der Herausgeber des Tokens muss das Konto des Empfängers erst freigeben.',
  hooked:
    'Dieser Token ruft bei jeder Übertragung ein eigenes Programm auf, was hier nicht unterstützt wird. Senden Sie ihn aus Ihrer Wallet.',
  confidentialOnly:
    'Der Empfänger nimmt diesen Token nur als vertrauliche Übertragung an, was hier nicht unterstützt wird.',
  tooLarge: 'Das passt nicht in eine Transaktion. Kürzen Sie die Notiz oder senden Sie weniger auf einmal.',
  notAWallet:
    'Das ist die Adresse eines Tokens oder eines Programms, keine Wallet. Was dorthin geht, kann verloren sein.',
  leastLeft: 'Ihr Konto muss in diesem Netzwerk ein Mindestguthaben behalten. Senden Sie etwas weniger.',
  leastThere: 'Beim Empfänger läge weniger als das Minimum dieses Netzwerks. Senden Sie mehr.',
  noAccount: 'Der Empfänger hat in diesem Netzwerk noch kein Konto. Er braucht zuerst etwas von dessen eigener Münze.',
  otherNetwork:
    'Diese Adresse gehört zu einem anderen Netzwerk. Bitten Sie den Empfänger um seine Adresse in diesem Netzwerk.',
  sameAccount: 'Adresse dieses Kontos in diesem Netzwerk verwenden',
  inscribed:
    'Coins hier können Inscriptions tragen und bleiben unberührt. Senden Sie von einer anderen Adresse oder in der Wallet selbst.',
  noKey:
    'Diese Adresse braucht einen Schlüssel, den Ihre Wallet nicht mitteilt. Senden Sie von einer anderen Adresse oder in der Wallet selbst.',
} satisfies RefusalTexts
