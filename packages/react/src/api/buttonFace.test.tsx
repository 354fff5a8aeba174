import { openModal } from '@billfold/core/features/modal/openModal'
import type { Kit } from '@billfold/core/kit'
import { setUpKit } from '@billfold/core/test/setUpKit'
import type { Namespace } from '@billfold/protocol/caip'
import { renderToString } from 'react-dom/server'
import { afterEach, describe, expect, it } from 'vitest'
import { KitContext } from '../hooks/KitContext.ts'
import { ButtonFace } from './ButtonFace.tsx'

const kits: Kit[] = []
afterEach(() => {
  for (const kit of kits.splice(0)) kit.dispose()
})

const isConnecting = (kit: Kit, namespace?: Namespace) =>
  renderToString(
    <KitContext.Provider value={kit}>
      <ButtonFace namespace={namespace} />
    </KitContext.Provider>,
  ).includes('Connecting')

/** A kit whose modal was opened for a family, or for none. */
function open(namespace?: Namespace): Kit {
  const { kit } = setUpKit()
  kits.push(kit)
  openModal(kit, namespace ? { namespace } : {})
  return kit
}

describe('ButtonFace', () => {
  it('leaves other families’ buttons at rest while one family connects', () => {
    const kit = open('solana')
    expect(isConnecting(kit, 'solana')).toBe(true)
    expect(isConnecting(kit, 'eip155')).toBe(false)
  })

  it('is busy for the family in view and for no family while the modal is open for all', () => {
    const kit = open()
    expect(isConnecting(kit, 'eip155')).toBe(true)
    expect(isConnecting(kit)).toBe(true)
    expect(isConnecting(kit, 'solana')).toBe(false)
  })
})
