import type { FasterTexts } from './fasterTexts.ts'

export const es: FasterTexts = {
  text: 'El mismo pago se envía otra vez con una comisión más alta. Solo uno de los dos puede realizarse.',
  before: 'Comisión actual',
  fee: 'Nueva comisión',
  more: 'Diferencia',
  noChange: 'De este pago te vuelve demasiado poco para cubrir una comisión más alta.',
  spent: 'Otro pago ya usa lo que vuelve de este y se cancelaría.',
  settled: 'Ya se ha completado.',
  elsewhere: 'Solo tu propia wallet puede acelerarlo.',
}
