import { expect, test } from 'vitest'
import { answerOf, ask, axeFindings, frameSite, press, ready } from '../../test/frameSite.ts'

const { openSite } = frameSite()

test('changes an address on screens of the frame that name it', async () => {
  const { page, screen, violations } = await openSite()
  await ready(page)
  const id = await ask(page, 'UPDATE_EMAIL', { email: 'new@site.example' })
  await expect.poll(() => screen.locator('h1').textContent()).toBe('Change email address')
  expect(await screen.locator('dd').allTextContents()).toEqual(['ann@site.example', 'new@site.example'])
  expect(await axeFindings(screen)).toEqual([])
  const bySite = await ask(page, 'UPDATE_EMAIL_SECONDARY_OTP', { otp: '123456' })
  expect((await answerOf(page, bySite)).payload).toMatchObject({ code: 'method_unsupported' })
  for (const [label, to] of [
    ['Email me a code', 'ann@site.example'],
    ['Continue', 'new@site.example'],
  ] as const) {
    await press(screen, screen.getByRole('button', { name: label }))
    await screen.locator('p', { hasText: to }).waitFor()
    await screen.locator('#code').fill('123456')
  }
  expect(await axeFindings(screen)).toEqual([])
  await press(screen, screen.getByRole('button', { name: 'Continue' }))
  await screen.getByRole('status').filter({ hasText: 'new@site.example' }).waitFor()
  await press(screen, screen.getByRole('button', { name: 'Close' }))
  expect((await answerOf(page, id)).payload).toEqual({ action: 'CHANGED' })
  expect(violations).toEqual([])
})

test('tells the person’s own address, and one with a wallet, from a wrong code', async () => {
  const { page, screen } = await openSite()
  await ready(page)
  await ask(page, 'UPDATE_EMAIL', { email: 'Ann@site.example' })
  await screen.getByText('This is already your email address.').waitFor()
  await screen.locator('#code').fill('taken@site.example')
  await press(screen, screen.getByRole('button', { name: 'Continue' }))
  await press(screen, screen.getByRole('button', { name: 'Email me a code' }))
  for (const to of ['ann@site.example', 'taken@site.example']) {
    await screen.locator('p', { hasText: to }).waitFor()
    await screen.locator('#code').fill('123456')
    await press(screen, screen.getByRole('button', { name: 'Continue' }))
  }
  await screen.getByText('This address already has a wallet.').waitFor()
})

test('security says what each loss costs and removes an added passkey, on a phone, in the dark and from right to left', async () => {
  const context = { viewport: { width: 390, height: 844 }, colorScheme: 'dark', locale: 'ar' } as const
  const { page, screen } = await openSite('app', { lang: 'ar', context })
  await ready(page)
  await ask(page, 'SHOW_SECURITY')
  const losses = screen.getByTestId('frame-losses')
  await losses.locator('summary').click()
  expect(await losses.locator('dt').count()).toBe(4)
  expect(await axeFindings(screen)).toEqual([])
})
