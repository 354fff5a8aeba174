import { expect, it } from 'vitest'
import { describeArea } from '../../../test/describeArea.ts'
import { ar } from './ar.ts'
import { he } from './he.ts'
import { walletConnectTexts } from './walletConnectTexts.ts'

describeArea(walletConnectTexts, 'walletConnect', [
  'platforms.browser/de',
  'waiting.kinds.signature/fr',
  'waiting.kinds.transaction/fr',
])

it('isolates a name from Arabic and Hebrew', () => {
  for (const texts of [ar, he]) expect(texts.open('Wallet (beta)')).toContain('\u2068Wallet (beta)\u2069')
})
