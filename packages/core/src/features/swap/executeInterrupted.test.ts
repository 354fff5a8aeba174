import { afterEach, beforeAll, expect, test } from 'vitest'
import { eoa } from '../../../test/puppetConnector.ts'
import { until } from '../../../test/setUpKit.ts'
import { approvalHash, me, orderOf, other, setUpSwap, swapHash } from '../../../test/setUpSwap.ts'
import type { Kit } from '../../kit.ts'
import type { SwapStep } from '../../model/swap.ts'
import { trackedEventOf } from '../analytics/trackedEventOf.ts'
import { currentView } from '../modal/modal.ts'
import { push } from '../modal/navigate.ts'
import { openModal } from '../modal/openModal.ts'
import { executeSwap } from './executeSwap.ts'

beforeAll(() => import('../../chains/eip155/swapCalls.ts'))
const kits: Kit[] = []
afterEach(() => {
  for (const kit of kits.splice(0)) kit.dispose()
})
type Set = ReturnType<typeof setUpSwap>

/** Blocks the swap at a step until the gate opens. */
const holdAt: Readonly<Partial<Record<SwapStep, (set: Set, gate: Promise<void>) => void>>> = {
  approving: ({ wallet }, gate) => {
    wallet.sends = async () => gate.then(() => approvalHash)
  },
  approved: ({ kit, wallet }, gate) => {
    wallet.chainIsBusy = true
    void gate.then(() =>
      kit.store.send({ type: 'transaction/settled', hash: approvalHash, outcome: 'confirmed', at: 1 }),
    )
  },
  signing: ({ wallet }, gate) => {
    wallet.signs = async () => gate.then(() => `0x${'11'.repeat(65)}`)
  },
  building: ({ server }, gate) => {
    server.tries = () => gate
  },
  asking: ({ wallet }, gate) => {
    const { sends } = wallet
    wallet.sends = async (data) => (data.startsWith('0x095ea7b3') ? sends(data) : gate.then(() => swapHash))
  },
}
const leaving: Readonly<Record<string, (kit: Kit) => void>> = {
  'stopping to wait': (kit) => kit.store.send({ type: 'swap/abandoned' }),
  'closing the dialog': (kit) => kit.store.send({ type: 'swap/left' }),
  'another account': (kit) =>
    kit.store.send({
      type: 'account/changed',
      namespace: 'eip155',
      account: eoa(other),
      accounts: [eoa(other), eoa(me)],
    }),
  'another chain': (kit) =>
    kit.store.send({
      type: 'account/networkChanged',
      namespace: 'eip155',
      connectorId: 'io.puppet',
      networkId: 'eip155:10',
    }),
}
const cases = Object.keys(holdAt).flatMap((step) => Object.keys(leaving).map((way) => [way, step as SwapStep] as const))

async function stopAt(step: SwapStep) {
  const set = setUpSwap()
  kits.push(set.kit)
  let open = () => {}
  const gate = new Promise<void>((done) => {
    open = done
  })
  holdAt[step]?.(set, gate)
  const ended = executeSwap(set.kit, orderOf())
  await until(set.kit, (state) => state.swap.attempt.phase === step)
  // The wallet or server request follows the step's event.
  for (let turn = 0; turn < 20; turn++) await Promise.resolve()
  return { ...set, ended, open }
}

test.each(cases)('on %s while %s, makes no more requests and tracks what was sent', async (way, step) => {
  const { kit, methods, attempt, ended, open } = await stopAt(step)
  const before = methods()
  leaving[way]?.(kit)
  expect(attempt()).toEqual({ phase: 'idle' })
  open()
  expect(await ended).toBe(step === 'asking' ? swapHash : undefined)
  expect(methods()).toEqual(before)
  expect(attempt()).toEqual({ phase: 'idle' })
  const sent = [approvalHash, ...(step === 'asking' ? [swapHash] : [])]
  expect(new Set(kit.store.get().transactions.map(({ hash }) => hash))).toEqual(new Set(sent))
})

test.each(Object.keys(leaving))(
  'on %s while the wallet has the swap, keeps it pending, and tracks it once sent',
  async (way) => {
    const { kit, events, ended, open } = await stopAt('asking')
    const trackedEvents = () => events.map((event) => trackedEventOf(event, kit.store.get(), kit.store.get())?.event)
    openModal(kit, { view: { name: 'Swap' } })
    push(kit, { name: 'SwapPreview' })
    leaving[way]?.(kit)
    expect(kit.store.get().swap).toMatchObject({ attempt: { phase: 'idle' }, held: 1 })
    expect(trackedEvents()).not.toContain('SWAP_SUCCESS')
    open()
    expect(await ended).toBe(swapHash)
    expect(kit.store.get().swap.held).toBeUndefined()
    expect(kit.store.get().transactions[0]).toMatchObject({ hash: swapHash, kind: 'swap', status: 'pending' })
    expect(currentView(kit.store.get().modal)).toEqual({ name: 'Account' })
    // Sent is not confirmed: the chain may still reject it.
    expect(trackedEvents()).not.toContain('SWAP_SUCCESS')
    kit.store.send({ type: 'transaction/settled', hash: swapHash, outcome: 'confirmed', at: 1 })
    expect(trackedEvents().filter((event) => event === 'SWAP_SUCCESS')).toHaveLength(1)
  },
)

test('keeps what the visitor fills in while an earlier swap is sent', async () => {
  const { kit, ended, open } = await stopAt('asking')
  kit.store.send({ type: 'swap/abandoned' })
  kit.store.send({ type: 'swap/edited', change: { amount: '7' } })
  open()
  expect(await ended).toBe(swapHash)
  expect(kit.store.get().swap.draft.amount).toBe('7')
})

test.each(Object.keys(holdAt) as SwapStep[])(
  'after a reload while %s, makes no requests and tracks what was sent',
  async (step) => {
    const first = await stopAt(step)
    const known = first.kit.store.get().transactions
    expect(known.map(({ hash }) => hash)).toEqual(step === 'approving' ? [] : [approvalHash])
    const before = first.methods()
    first.kit.dispose()
    const second = setUpSwap(first.storage)
    kits.push(second.kit)
    first.open()
    await first.ended
    for (let turn = 0; turn < 20; turn++) await Promise.resolve()
    expect(second.kit.store.get().swap).toEqual({ draft: { amount: '' }, attempt: { phase: 'idle' } })
    expect(second.kit.store.get().transactions).toEqual(known)
    expect([first.methods(), second.methods()]).toEqual([before, []])
  },
)

test('does not continue a cancelled swap inside the next one', async () => {
  const { kit, wallet, methods, ended, open } = await stopAt('approving')
  kit.store.send({ type: 'swap/abandoned' })
  const next = executeSwap(kit, orderOf())
  await until(kit, (state) => state.swap.attempt.phase === 'approving')
  wallet.sends = async () => swapHash
  open()
  expect(await ended).toBeUndefined()
  expect(await next).toBe(swapHash)
  // The first requested one approval; the rest is the second's.
  expect(methods()).toEqual([
    'eth_sendTransaction',
    'eth_sendTransaction',
    'eth_signTypedData_v4',
    'eth_sendTransaction',
  ])
})

test('ignores a second press', async () => {
  const { kit, methods, ended, open } = await stopAt('signing')
  expect(await executeSwap(kit, orderOf())).toBeUndefined()
  open()
  expect(await ended).toBe(swapHash)
  expect(methods()).toEqual(['eth_sendTransaction', 'eth_signTypedData_v4', 'eth_sendTransaction'])
})
