const round = 'M5 0A5.2 7 0 1 0 5 14A5.2 7 0 1 0 5 0Z'
const bowl = 'M1 14V0H5.5A4 4 0 0 1 5.5 8H1'
const serpent = 'M9 2.6A4.2 3.4 0 0 0 5 0C-.6 0 .2 6.2 5 6.9C10.6 7.7 10.2 14 5 14A4.6 3.6 0 0 1 .8 11.2'

/** Our own letters as strokes in a box 10 wide and 14 high, so that a monogram looks the same wherever no font is. */
export const glyphs: Readonly<Record<string, string>> = {
  A: 'M0 14L5 0L10 14M1.8 9.5H8.2',
  B: 'M1 0V14H5.8A3.75 3.75 0 0 0 5.8 6.5H1M1 0H5.2A3.25 3.25 0 0 1 5.2 6.5',
  C: 'M9.4 2.8A5.6 7 0 1 0 9.4 11.2',
  D: 'M1 0H3.5A6.5 7 0 0 1 3.5 14H1Z',
  E: 'M9 0H1V14H9M1 6.8H7.6',
  F: 'M9 0H1V14M1 6.8H7.6',
  G: 'M9.4 2.8A5.6 7 0 1 0 10 7.6H6',
  H: 'M1 0V14M9 0V14M1 6.8H9',
  I: 'M5 0V14',
  J: 'M8 0V10A3.5 4 0 0 1 1 10',
  K: 'M1 0V14M9.4 0L1 8.6M4.2 5.4L9.6 14',
  L: 'M1.4 0V14H9',
  M: 'M0 14V0L5 8.6L10 0V14',
  N: 'M1 14V0L9 14V0',
  O: round,
  P: bowl,
  Q: `${round}M6.6 10.4L10 14`,
  R: `${bowl}M5 8L9.4 14`,
  S: serpent,
  T: 'M0 0H10M5 0V14',
  U: 'M1 0V9.5A4 4.5 0 0 0 9 9.5V0',
  V: 'M0 0L5 14L10 0',
  W: 'M0 0L2.6 14L5 5L7.4 14L10 0',
  X: 'M.6 0L9.4 14M9.4 0L.6 14',
  Y: 'M0 0L5 7.4L10 0M5 7.4V14',
  Z: 'M.8 0H9.4L.6 14H9.6',
  0: 'M5 0A4.4 7 0 1 0 5 14A4.4 7 0 1 0 5 0Z',
  1: 'M2 2.6L5.6 0V14',
  2: 'M1 3.4A4 3.6 0 1 1 8.4 5.4L.8 14H9.4',
  3: 'M1.4 0H8.8L4.6 5.6A4.2 4.2 0 1 1 .8 11.8',
  4: 'M7.2 14V0L.4 9.8H9.8',
  5: 'M8.6 0H2L1.4 6A4.4 4.4 0 1 1 .8 12',
  6: 'M8 .4C4 1.4 .8 5 .8 9.6A4.2 4.4 0 1 0 1.4 7',
  7: 'M.6 0H9.4L4 14',
  8: 'M5 6.6A3.3 3.3 0 1 1 5 0A3.3 3.3 0 1 1 5 6.6A4 3.7 0 1 1 5 14A4 3.7 0 1 1 5 6.6',
  9: 'M2 13.6C6 12.6 9.2 9 9.2 4.4A4.2 4.4 0 1 0 8.6 7',
  $: `${serpent}M5 -1.6V15.6`,
  '€': 'M9.4 2.6A5 7 0 1 0 9.4 11.4M-.4 5.6H6.6M-.4 8.4H6.6',
  '£': 'M9 3A3.6 3.6 0 0 0 2.6 3.6V14M.6 14H9.4M.6 7.4H6.6',
  '¥': 'M0 0L5 7L10 0M5 7V14M1.6 8.2H8.4M1.6 11H8.4',
}

/** The glyph for letters that we have not drawn. */
export const unknownGlyph = 'M5 1L10 7L5 13L0 7Z'
