import { expect, test } from 'vitest'
import { setUpKit } from '../../../test/setUpKit.ts'
import { setTheme } from './setTheme.ts'

test('keeps its colors if a site passes an invalid mode', () => {
  const { kit } = setUpKit({ themeMode: 'light' })
  setTheme(kit, { mode: 'blue' as never })
  expect(kit.store.get().theme.mode).toBe('light')
  setTheme(kit, { mode: 'dark' })
  expect(kit.store.get().theme.mode).toBe('dark')
})
