import type { Speech } from '../screens/texts/createSpeech.ts'
import type { ViewLine } from './approvalView.ts'
import type { TokenWords } from './readToken.ts'

/** Warnings about tokens: one that impersonates another, and one that two sources describe differently. */
export function tokenWarnings(tokens: ReadonlyMap<string, TokenWords>, { say }: Speech) {
  const posing = [...tokens].flatMap(([value, { pose }]): ViewLine[] =>
    pose === undefined
      ? []
      : [
          {
            ...{ text: say('poses', { symbol: pose }), tone: 'danger' },
            rows: [{ label: say('token'), value, kind: 'address' }],
          },
        ],
  )
  return {
    lines: posing,
    mustConfirm: [...new Set(posing.map(({ text }) => text))],
    isDisputed: [...tokens.values()].some(({ isDisputed }) => isDisputed),
  }
}
