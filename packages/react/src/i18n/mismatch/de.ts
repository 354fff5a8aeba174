import type { MismatchTexts } from './mismatchTexts.ts'

export const de = {
  sentence: (why) => `Gestoppt, weil das nicht der angezeigte Tausch ist: ${why}. Es wurde nichts getauscht.`,
  why: {
    contract: 'Es wird ein anderer Vertrag aufgerufen',
    spender: 'Ein anderer Vertrag würde Ihre Token nehmen',
    recipient: 'Jemand anderes würde bekommen, was Sie kaufen',
    paidToken: 'Sie würden mit einem anderen Token bezahlen',
    receivedToken: 'Sie würden einen anderen Token erhalten',
    amount: 'Es würde ein anderer Betrag genommen',
    minimum: 'Sie könnten weniger als das Minimum erhalten',
    fee: 'Die Gebühr ist höher',
    deadline: 'Er könnte erst viel später ausgeführt werden',
    permission: 'Ihre Signatur würde etwas anderes erlauben',
    approval: 'Die Freigabe würde etwas anderes erlauben',
    sentApproval: 'Ihre Wallet hat etwas anderes freigegeben, prüfen Sie ihre Freigaben',
    decimals: 'Ein Token hat andere Dezimalstellen',
    call: 'Niemand kann sagen, was er bewirkt',
    simulation: 'In der Simulation geschieht etwas anderes',
    response: 'Die Antwort des Servers ist ungültig',
  },
} satisfies MismatchTexts
