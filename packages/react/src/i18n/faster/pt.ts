import type { FasterTexts } from './fasterTexts.ts'

export const pt: FasterTexts = {
  text: 'O mesmo pagamento é enviado de novo com uma taxa maior. Só um dos dois pode acontecer.',
  before: 'Taxa atual',
  fee: 'Nova taxa',
  more: 'Diferença',
  noChange: 'Volta muito pouco deste pagamento para cobrir uma taxa maior.',
  spent: 'Outro pagamento já usa o que volta deste e seria cancelado.',
  settled: 'Ele já foi concluído.',
  elsewhere: 'Só a própria carteira pode acelerar este pagamento.',
}
