import { describe, expect, it } from 'vitest'
import { describeArea } from '../../test/describeArea.ts'
import { accountTexts } from './compiled/accountTexts.ts'
import { amountTexts } from './compiled/amountTexts.ts'
import { buyTexts } from './compiled/buyTexts.ts'
import { embeddedTexts } from './compiled/embeddedTexts.ts'
import { fasterTexts } from './compiled/fasterTexts.ts'
import { ledgerTexts } from './compiled/ledgerTexts.ts'
import { mismatchTexts } from './compiled/mismatchTexts.ts'
import { namesTexts } from './compiled/namesTexts.ts'
import { qrSignerTexts } from './compiled/qrSignerTexts.ts'
import { refusalTexts } from './compiled/refusalTexts.ts'
import { sendTexts } from './compiled/sendTexts.ts'
import { signInTexts } from './compiled/signInTexts.ts'
import { swapTexts } from './compiled/swapTexts.ts'
import { ar } from './compiled/walletConnect/ar.ts'
import { he } from './compiled/walletConnect/he.ts'
import { walletConnectTexts } from './compiled/walletConnectTexts.ts'

describe('account', () => describeArea(accountTexts, 'account', ['nfts/de', 'nfts/pt', 'tokens/es', 'tokens/pt']))
describe('amount', () => describeArea(amountTexts, 'amount'))
describe('buy', () => describeArea(buyTexts, 'buy'))
describe('embedded', () => describeArea(embeddedTexts, 'embedded', ['settings.passkey/de']))
describe('faster', () => describeArea(fasterTexts, 'faster'))
describe('ledger', () => describeArea(ledgerTexts, 'ledger'))
describe('mismatch', () => describeArea(mismatchTexts, 'mismatch'))
// A name is a name in German, too.
describe('names', () => describeArea(namesTexts, 'names', ['label/de']))
describe('qrSigner', () => describeArea(qrSignerTexts, 'qrSigner', ['request.pause/de', 'request.pause/fr']))
describe('refusal', () => describeArea(refusalTexts, 'refusal'))
describe('send', () => describeArea(sendTexts, 'send', ['max/fr']))
describe('signIn', () => describeArea(signInTexts, 'signIn', ['site/de', 'website/de']))
describe('swap', () => describeArea(swapTexts, 'swap', ['gasOf/de', 'max/fr', 'route/de']))
describe('walletConnect', () => {
  describeArea(walletConnectTexts, 'walletConnect', [
    'platforms.browser/de',
    'waiting.kinds.signature/fr',
    'waiting.kinds.transaction/fr',
  ])

  it('isolates a name from Arabic and Hebrew', () => {
    for (const texts of [ar, he]) expect(texts.open('Wallet (beta)')).toContain('\u2068Wallet (beta)\u2069')
  })
})
