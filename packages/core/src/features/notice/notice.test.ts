import { expect, test } from 'vitest'
import { setUpKit } from '../../../test/setUpKit.ts'
import { raiseAlert } from '../alert/alertDeveloper.ts'
import { closeAlert } from '../alert/closeAlert.ts'
import { closeModal } from '../modal/closeModal.ts'
import { openModal } from '../modal/openModal.ts'
import { showNotice } from './showNotice.ts'

const phase = (kit: ReturnType<typeof setUpKit>['kit']) => kit.store.get().notice.phase

test('hides a notice after two and a half seconds, unless it is sticky', () => {
  const { kit, clock } = setUpKit()
  showNotice(kit, 'addressCopied')
  clock.advance(2499)
  expect(phase(kit)).toBe('shown')
  clock.advance(1)
  expect(phase(kit)).toBe('hidden')
  showNotice(kit, 'message', { variant: 'loading', autoClose: false, params: { message: 'Wait' } })
  clock.advance(60_000)
  expect(kit.store.get().notice).toMatchObject({ phase: 'shown', notice: { variant: 'loading' } })
})

test('hides the previous notice for 150 ms, then shows the next for its full time', () => {
  const { kit, clock } = setUpKit()
  showNotice(kit, 'addressCopied')
  clock.advance(2000)
  showNotice(kit, 'copyFailed', { variant: 'error' })
  expect(phase(kit)).toBe('changing')
  clock.advance(149)
  expect(phase(kit)).toBe('changing')
  clock.advance(1)
  expect(kit.store.get().notice).toMatchObject({ phase: 'shown', notice: { code: 'copyFailed' } })
  clock.advance(2499)
  expect(phase(kit)).toBe('shown')
  clock.advance(1)
  expect(phase(kit)).toBe('hidden')
  expect(clock.waiting()).toBe(0)
})

test('closes the notice with the modal', () => {
  const { kit, clock } = setUpKit()
  openModal(kit)
  showNotice(kit, 'addressCopied')
  closeModal(kit)
  expect(phase(kit)).toBe('hidden')
  expect(clock.waiting()).toBe(0)
})

test('shakes for half a second when it refuses to close', () => {
  const { kit, clock } = setUpKit()
  openModal(kit)
  kit.store.send({ type: 'modal/refusedToClose' })
  clock.advance(499)
  expect(kit.store.get().modal.shake).toBe(true)
  clock.advance(1)
  expect(kit.store.get().modal.shake).toBe(false)
})

test('always logs an alert, and shows it in debug mode until closed', async () => {
  const { kit, log } = setUpKit()
  raiseAlert(kit, 'networkUnknown', 'x')
  expect(kit.store.get().alert).toEqual({ phase: 'shown', code: 'networkUnknown', variant: 'error', detail: 'x' })
  closeAlert(kit)
  expect(kit.store.get().alert).toEqual({ phase: 'hidden' })
  expect(log.errors).toEqual(['Network Not Found: x'])
  const quiet = setUpKit({ debug: false, projectId: '' })
  expect(quiet.kit.store.get().alert).toEqual({ phase: 'hidden' })
  await expect.poll(() => quiet.log.errors).toEqual(['Project ID Not Configured: Pass a projectId to createAppKit.'])
  expect(quiet.kit.store.get().alert).toEqual({ phase: 'hidden' })
})
