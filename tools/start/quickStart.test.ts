import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { defaultPortBase, portsFrom } from './ports.ts'
import { listServices } from './services.ts'

const root = resolve(import.meta.dirname, '../..')

test('the quick start names the project and the API that npm start runs', () => {
  const [, code = ''] = /```tsx [^\n]+\n(.*?)```/s.exec(readFileSync(join(root, 'docs/quick-start.md'), 'utf8')) ?? []
  const setting = (name: string) => new RegExp(`${name}: '([^']*)'`).exec(code)?.[1]
  const services = listServices({ root, ports: portsFrom(defaultPortBase), stateDir: root, env: {}, market: false })
  const of = (name: string) => services.find((service) => service.name === name)
  expect(setting('projectId')).toBe(of('web')?.env.PROJECT_ID)
  expect(setting('apiUrl')).toBe(of('server')?.urls.api)
})
