import * as kit from '@billfold/react'
import { elementTable } from '@billfold/react/elements/elementTable.ts'
import * as networks from '@billfold/react/networks'
import { expect, test } from 'vitest'
import { buttonTag, quickStartCode } from './quickStartCode.ts'

const exportsOf: Record<string, object> = { '@billfold/react': kit, '@billfold/react/networks': networks }

test('the first screen’s code has three lines, imports what the packages export, and uses it', () => {
  expect(quickStartCode.split('\n')).toHaveLength(3)
  const imports = [...quickStartCode.matchAll(/^import \{ (\w+) \} from '([^']+)'$/gm)]
  expect(imports).toHaveLength(2)
  for (const [, name = '', from = ''] of imports) {
    expect(exportsOf[from], from).toHaveProperty(name)
    expect(quickStartCode.split(name).length, name).toBeGreaterThan(2)
  }
  expect(elementTable).toHaveProperty(buttonTag)
})
