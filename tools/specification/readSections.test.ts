import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import { readSections } from './readSections.ts'

const root = resolve(import.meta.dirname, '../..')
const constants = (await readSections(root)).flatMap(({ statements }) =>
  statements.flatMap(({ id, constants: all = [] }) => all.flatMap((each) => ('of' in each ? { id, ...each } : []))),
)

describe('a constant of the specification', () => {
  it.each(constants)('$of is $is ($id)', async ({ of, is }) => {
    const [path, name] = of.split('#') as [string, string]
    const module: unknown = await import(pathToFileURL(resolve(root, path)).href)
    const value = name.split('.').reduce((whole, key) => (whole as Record<string, unknown>)[key], module)
    expect(String(value)).toBe(String(is))
  })
})
