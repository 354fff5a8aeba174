import { Hono } from 'hono'
import { expect, it } from 'vitest'
import { appDeps, shop } from '../../test/appDeps.ts'
import { admitProject } from './admitProject.ts'
import { answerError } from './answerError.ts'
import type { Environment } from './environment.ts'

const frame = 'https://wallet.operator.example'

/** The status that a page of an origin gets, and that of its preflight. */
async function statusesFor(
  origin: string,
  projectId = 'shop',
  frameOrigin: string | undefined = frame,
): Promise<number[]> {
  const app = new Hono<Environment>()
  app.onError((e, c) => answerError(c, e))
  app.use(admitProject(appDeps({}, [shop]).findProject, frameOrigin))
  app.get('/', (c) => c.text('in'))
  const preflight = { method: 'OPTIONS', headers: { origin, 'access-control-request-method': 'GET' } }
  const answers = [app.request(`/?projectId=${projectId}`, { headers: { origin } })]
  answers.push(app.request(`/?projectId=${projectId}`, preflight))
  return (await Promise.all(answers)).map(({ status }) => status)
}

it('admits the frame for every existing project, and for no other', async () => {
  expect(await statusesFor(frame)).toEqual([200, 204])
  expect(await statusesFor(frame, 'ghost')).toEqual([401, 401])
})

it('accepts no other page as the frame', async () => {
  for (const origin of ['http://wallet.operator.example', `${frame}:444`, 'https://x.wallet.operator.example', 'null'])
    expect(await statusesFor(origin), origin).toEqual([403, 403])
  expect(await statusesFor(frame, 'shop', '')).toEqual([403, 403])
})

it.each([
  ['https://stranger.example', 'shop', 403, 'origin_not_allowed', 'Unauthorized: origin not allowed. Add this page'],
  [frame, 'ghost', 401, 'project_unknown', 'Unauthorized: invalid key. This server knows no such projectId.'],
])('rejects %s and the project %s with %i and the cause', async (origin, projectId, status, code, words) => {
  const app = new Hono<Environment>()
  app.onError((e, c) => answerError(c, e))
  app.use(admitProject(appDeps({}, [shop]).findProject, frame))
  const response = await app.request(`/?projectId=${projectId}`, { headers: { origin } })
  expect(response.status).toBe(status)
  const description = expect.stringContaining(words)
  expect(await response.json()).toMatchObject({ status: 'FAILED', code, reasons: [{ description }] })
})
