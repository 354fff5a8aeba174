import { createHash } from 'node:crypto'
import { registryApi, registryRoutes } from '@billfold/protocol/api/registry'
import { KitError } from '@billfold/protocol/error'
import type { Hono } from 'hono'
import * as z from 'zod/mini'
import type { Environment } from '../http/environment.ts'
import { respondWithEtag } from '../http/respondWithEtag.ts'
import { readCall } from '../http/serveContract.ts'
import type { Registry } from '../registry/createRegistry.ts'

type Answer = { body: string; etag: string }

/** Responses are few and popular; made-up queries must not fill the memory. */
const maxKept = 500
const maxKeyLength = 2_000

/** Serves `/getWallets` from memory: each distinct query is computed and validated once. */
export function serveWallets(app: Hono<Environment>, { find }: Registry) {
  const kept = new Map<string, Answer>()
  app.get(registryRoutes.getWallets.path, async (c) => {
    const { projectId: _, st, sv, clientId, ...filter } = await readCall(c, registryApi.getWallets.input)
    const key = JSON.stringify(filter)
    let answer = kept.get(key)
    if (!answer) {
      answer = work(find(filter))
      if (kept.size >= maxKept) kept.delete(kept.keys().next().value!)
      if (key.length <= maxKeyLength) kept.set(key, answer)
    }
    c.header('Cache-Control', 'public, max-age=300')
    c.header('Content-Type', 'application/json')
    return respondWithEtag(c, answer.etag, answer.body)
  })
}

function work(page: unknown): Answer {
  const checked = z.safeParse(registryApi.getWallets.output, page)
  if (!checked.success) throw new KitError('internal', { cause: checked.error })
  const body = JSON.stringify(checked.data)
  return { body, etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"` }
}
