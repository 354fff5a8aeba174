import { expect, test } from 'vitest'
import type { Modal, View } from '../../model/modal.ts'
import type { Event } from '../../model/state.ts'
import { reduceDeferredModal } from './deferredModal.ts'
import { currentView, modalInitial } from './modal.ts'

const reduce = (modal: Modal, e: Event) => reduceDeferredModal(modal, e, undefined as never)
const run = (events: readonly Event[], from: Modal = modalInitial) => events.reduce(reduce, from)
const names = (modal: Modal) => modal.history.map((v) => v.name)
const opened: Event = { type: 'modal/opened', view: { name: 'Account' } }
const push = (view: View): Event => ({ type: 'modal/pushed', view })
const back: Event = { type: 'modal/wentBack' }

test('pushes a different view, goes back, and reports the direction', () => {
  const there = run([opened, push({ name: 'Networks' }), push({ name: 'Networks' })])
  expect(names(there)).toEqual(['Account', 'Networks'])
  expect(there.direction).toBe('next')
  const here = run([back], there)
  expect(names(here)).toEqual(['Account'])
  expect(here.direction).toBe('prev')
})

test('counts the same view with other data as another view', () => {
  const modal = run([
    opened,
    push({ name: 'SwitchNetwork', networkId: 'eip155:1' }),
    push({ name: 'SwitchNetwork', networkId: 'eip155:10' }),
  ])
  expect(modal.history).toHaveLength(3)
})

test('closes on going back from the first view, even with the wrong network in the history', () => {
  expect(run([opened, back]).open).toBe(false)
  const wall = run([opened, push({ name: 'UnsupportedChain' }), push({ name: 'Networks' }), back, back])
  expect(names(wall)).toEqual(['Account'])
  expect(wall.open).toBe(true)
})

test('resets to one view, replaces the last, and truncates by goBackToIndex', () => {
  const deep = run([opened, push({ name: 'AccountSettings' }), push({ name: 'Networks' })])
  expect(names(run([{ type: 'modal/reset', view: { name: 'Connect' } }], deep))).toEqual(['Connect'])
  expect(names(run([{ type: 'modal/replaced', view: { name: 'Profile' } }], deep))).toEqual([
    'Account',
    'AccountSettings',
    'Profile',
  ])
  expect(names(run([{ type: 'modal/wentBackToIndex', index: 0 }], deep))).toEqual(['Account'])
  expect(run([{ type: 'modal/wentBackToIndex', index: 7 }], deep)).toEqual(deep)
  expect(run([{ type: 'modal/wentBackToIndex', index: -1 }], deep).open).toBe(false)
})

test('shakes only while open, and forgets everything but its resting view on close', () => {
  expect(run([{ type: 'modal/refusedToClose' }]).shake).toBe(false)
  const shaking = run([opened, { type: 'modal/refusedToClose' }])
  expect(shaking.shake).toBe(true)
  const closed = run([{ type: 'modal/closed', rest: { name: 'Account' } }], shaking)
  expect(closed).toMatchObject({ open: false, shake: false })
  expect(currentView(closed)).toEqual({ name: 'Account' })
})

test('ignores replacing a view with itself', () => {
  const there = run([opened, push({ name: 'Networks' })])
  expect(run([{ type: 'modal/replaced', view: { name: 'Networks' } }], there)).toBe(there)
})

test.each([
  ['send', 'WalletSendPreview'],
  ['swap', 'SwapPreview'],
] as const)('goes to Account once a %s was sent, without history', (kind, name) => {
  const form = kind === 'send' ? 'WalletSend' : 'Swap'
  const review = run([opened, push({ name: form }), push({ name })])
  const sent = { type: 'transaction/sent', transaction: { kind } } as Event
  expect(run([sent], review)).toMatchObject({ open: true, history: [{ name: 'Account' }] })
  // A visitor who has navigated away stays there.
  const elsewhere = run([push({ name: 'Networks' })], review)
  expect(run([sent], elsewhere).history).toEqual(elsewhere.history)
})
