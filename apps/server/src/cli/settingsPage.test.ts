import { readFileSync, writeFileSync } from 'node:fs'
import { settingNames, settingsOf } from '@billfold/protocol/settings/allSettings'
import { programs } from '@billfold/protocol/settings/setting'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { localProject } from '../projects/projects.ts'
import { settingsPage } from './settingsPage.ts'

const page = new URL('../../../../docs/settings.md', import.meta.url)

it('lists every setting in docs/settings.md', () => {
  if (process.env.UPDATE_DOCS) writeFileSync(page, settingsPage())
  expect(readFileSync(page, 'utf8')).toBe(settingsPage())
})

it('shows defaults that the schemas have', () => {
  for (const program of programs)
    for (const [name, { schema, fallback, isRequired }] of Object.entries(settingsOf(program))) {
      const { success, data } = z.safeParse(schema, undefined)
      expect([name, success]).toEqual([name, !isRequired])
      if (success && data !== undefined && typeof data !== 'object')
        expect([name, String(data)]).toEqual([name, fallback])
    }
  expect(settingsOf('server').DEFAULT_PROJECT_ORIGINS?.fallback).toBe(localProject.origins.join(','))
})

it('knows every setting that other docs and the local stack name', () => {
  const texts = ['operators.md', 'relay.md', 'guardian.md', 'embedded.md', 'server-auth.md', 'names.md'].map((name) =>
    readFileSync(new URL(`../../../../docs/${name}`, import.meta.url), 'utf8'),
  )
  const rows = texts.flatMap((text) =>
    [...text.matchAll(/^\| ((?:`[A-Z][A-Z0-9_]+`(?:, )?)+) \|/gm)].map((row) => row[1]!),
  )
  const names = rows.flatMap((row) => [...row.matchAll(/`([A-Z][A-Z0-9_]+)`/g)].map((name) => name[1]!))
  expect(names.filter((name) => !settingNames.has(name))).toEqual([])
})
