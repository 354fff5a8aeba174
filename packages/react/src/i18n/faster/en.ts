/** The texts of paying more for what waits: the source that the other languages must match. */
export const en = {
  text: 'The same payment goes out again at a higher fee. Only one of the two can happen.',
  before: 'Fee now',
  fee: 'New fee',
  more: 'Difference',
  noChange: 'Too little of this payment comes back to you to pay a higher fee.',
  spent: 'Another payment already uses what comes back from this one, and would be cancelled.',
  settled: 'It has settled in the meantime.',
  elsewhere: 'Only your wallet itself can speed this one up.',
}
