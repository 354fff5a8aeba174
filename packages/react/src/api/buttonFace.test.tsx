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

const draw = (kit: Kit, namespace?: Namespace) =>
  renderToString(
    <KitContext.Provider value={kit}>
      <ButtonFace namespace={namespace} />
    </KitContext.Provider>,
  )
const isPressed = (kit: Kit, namespace?: Namespace) => draw(kit, namespace).includes('aria-expanded="true"')

/** A kit whose modal was opened for a family, or for none. */
function open(namespace?: Namespace): Kit {
  const { kit } = setUpKit()
  kits.push(kit)
  openModal(kit, namespace ? { namespace } : {})
  return kit
}

describe('ButtonFace', () => {
  it('leaves other families’ buttons at rest while the modal is open for one family', () => {
    const kit = open('solana')
    expect(isPressed(kit, 'solana')).toBe(true)
    expect(isPressed(kit, 'eip155')).toBe(false)
  })

  it('stays pressed for the family in view and for no family while the modal is open for all', () => {
    const kit = open()
    expect(isPressed(kit, 'eip155')).toBe(true)
    expect(isPressed(kit)).toBe(true)
    expect(isPressed(kit, 'solana')).toBe(false)
  })

  it('keeps its label while the visitor looks at wallets, and reports a connection while one is made', () => {
    const kit = open()
    expect(draw(kit)).toContain('Connect wallet')
    expect(draw(kit)).not.toContain('Connecting')
    kit.store.send({ type: 'connect/started', namespace: 'eip155', connectorId: 'dev.billfold.devnet' })
    expect(draw(kit)).toContain('Connecting...')
    expect(draw(kit, 'solana')).not.toContain('Connecting')
  })
})
