import type { FasterTexts } from './fasterTexts.ts'

export const de: FasterTexts = {
  text: 'Dieselbe Zahlung wird noch einmal mit höherer Gebühr gesendet. Nur eine von beiden kann ausgeführt werden.',
  before: 'Gebühr jetzt',
  fee: 'Neue Gebühr',
  more: 'Differenz',
  noChange: 'Von dieser Zahlung kommt zu wenig an Sie zurück, um eine höhere Gebühr zu zahlen.',
  spent: 'Eine andere Zahlung verwendet bereits, was von dieser zurückkommt, und würde abgebrochen.',
  settled: 'Sie ist inzwischen abgeschlossen.',
  elsewhere: 'Nur Ihre Wallet selbst kann diese Zahlung beschleunigen.',
}
