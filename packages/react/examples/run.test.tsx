import { readdir } from 'node:fs/promises'
import { createAppKit } from '@billfold/react'
import { mainnet } from '@billfold/react/networks'
import type { ComponentType } from 'react'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { kitById } from '../src/api/currentKits.ts'

const samples = (await readdir(import.meta.dirname, { recursive: true })).filter((file) =>
  /(?<!\.test)\.tsx?$/.test(file),
)

beforeEach(() => {
  createAppKit({ projectId: 'samples', networks: [mainnet] })
})
afterEach(() => kitById('default')?.dispose())

it.each(samples)('%s runs, and its exports work for a new visitor', async (file) => {
  const made: Record<string, unknown> = await import(/* @vite-ignore */ `./${file}`)
  expect(kitById('default')).toBeDefined()
  for (const [name, value] of Object.entries(made)) {
    if (name === 'default' || /^[A-Z]/.test(name)) {
      const Component = value as ComponentType
      expect(renderToString(<Component />), name).toMatch(/<\w+/)
    } else if (name.startsWith('use')) await expect(called(value as () => never), name).rejects.toThrow('Connect a')
    else expect(value, name).toBeTruthy()
  }
})

/** Calls the function that a sample's hook returns, with no one connected. */
async function called(useSample: () => (...given: unknown[]) => Promise<unknown>): Promise<unknown> {
  let returned: ReturnType<typeof useSample> | undefined
  function Caller() {
    returned = useSample()
    return null
  }
  renderToString(<Caller />)
  return returned?.('hello', 1n)
}
