import { namespaces } from '@billfold/protocol/caip'
import { expect, test } from 'vitest'
import { families } from '../families/families.ts'
import { familyFeatures } from './familyFeatures.ts'

test('offers send and swap exactly where a family’s code supports it', async () => {
  for (const namespace of namespaces) {
    const chain = await families[namespace].chain()
    expect(familyFeatures[namespace].includes('send'), `${namespace} sends`).toBe(chain?.transfers !== undefined)
    expect(familyFeatures[namespace].includes('swaps'), `${namespace} swaps`).toBe(chain?.swaps !== undefined)
  }
})
