import { expect, test } from 'vitest'
import { en } from '../../i18n/compiled/embedded/en.ts'
import { troubleText } from './troubleText.ts'

test.each([
  [{ code: 'invalid_input', message: 'anything' }, en.login.invalid],
  [{ code: 'sign_in_unproven', message: 'Invalid email' }, en.trouble.wrong],
  [{ code: 'clock_wrong', message: '' }, 'Your device’s clock is wrong. Set its date and time, then try again.'],
  [{ code: 'too_many_requests', message: '', againAt: 1 }, 'Too many attempts. Try again in 20 seconds.'],
  [
    { code: 'too_many_requests', message: 'Too many attempts', againAt: 1, isMailPause: true },
    'We just emailed a code to this address. You can request another in 20 seconds.',
  ],
] as const)('reads the code of %j, and not its message', (trouble, text) => {
  expect(troubleText(en, trouble, '20 seconds')).toBe(text)
})
