import type { FasterTexts } from './fasterTexts.ts'

export const fr: FasterTexts = {
  text: 'Le même paiement est renvoyé avec des frais plus élevés. Un seul des deux peut aboutir.',
  before: 'Frais actuels',
  fee: 'Nouveaux frais',
  more: 'Différence',
  noChange: 'Ce paiement vous rend trop peu pour couvrir des frais plus élevés.',
  spent: 'Un autre paiement utilise déjà ce que celui-ci vous rend et serait annulé.',
  settled: 'Il a abouti entre-temps.',
  elsewhere: 'Seul votre portefeuille peut accélérer ce paiement.',
}
