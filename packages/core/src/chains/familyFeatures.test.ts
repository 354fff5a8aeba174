import { namespaces } from '@billfold/protocol/caip'
import { expect, test } from 'vitest'
import { setUpKit } from '../../test/setUpKit.ts'
import { familyFeatures } from './familyFeatures.ts'

test('a family offers to send and to swap exactly where its code can', async () => {
  const { kit } = setUpKit()
  for (const namespace of namespaces) {
    const chain = await kit.chains[namespace]?.()
    expect(familyFeatures[namespace].includes('send'), `${namespace} sends`).toBe(chain?.transfers !== undefined)
    expect(familyFeatures[namespace].includes('swaps'), `${namespace} swaps`).toBe(chain?.swaps !== undefined)
  }
  kit.dispose()
})
