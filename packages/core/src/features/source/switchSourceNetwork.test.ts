import { expect, test } from 'vitest'
import { eoa } from '../../../test/puppetConnector.ts'
import { connectorId, friend, me, setUpSend } from '../../../test/setUpSend.ts'
import { closeModal } from '../modal/closeModal.ts'
import { openModal } from '../modal/openModal.ts'
import { editDraft } from '../send/editDraft.ts'
import { switchSourceNetwork } from './switchSourceNetwork.ts'

/** The review, with a wallet that has a pending network switch. */
function setUp() {
  const set = setUpSend()
  const { kit, connector } = set
  let answer = () => {}
  // A wallet knows no abort signal: it responds when the visitor does.
  connector.switchNetwork = () => new Promise((resolve) => (answer = resolve))
  const review = () => {
    openModal(kit, { view: { name: 'WalletSendPreview' } })
    return switchSourceNetwork(kit, { source: { connectorId, ...eoa(me) }, networkId: 'eip155:1' })
  }
  editDraft(kit, { amount: '1', to: friend })
  return { kit, review, answer: () => answer() }
}

test('resolves once the wallet has switched', async () => {
  const { kit, review, answer } = setUp()
  const moved = review()
  answer()
  expect(await moved).toBe(true)
  kit.dispose()
})

test('ignores a switch that an earlier dialog requested', async () => {
  const { kit, review, answer } = setUp()
  const moved = review()
  closeModal(kit)
  openModal(kit, { view: { name: 'WalletSendPreview' } })
  answer()
  expect(await moved).toBe(false)
  kit.dispose()
})
