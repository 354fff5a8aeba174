import { expect, onTestFinished, test } from 'vitest'
import { setUpKit } from '../../../test/setUpKit.ts'
import { fakeHttp } from '../../ports/fakeHttp.ts'
import { fakeStorage } from '../../ports/fakeStorage.ts'
import { identityQuery } from './identityQuery.ts'

test('keeps an identity for five minutes, even over a reload', async () => {
  const storage = fakeStorage({ '@appkit/eip155:connected_connector_id': 'x' })
  const http = fakeHttp(() => ({ body: { name: 'ann.eth', avatar: null } }))
  const [first, second] = [setUpKit({ storage, http }), setUpKit({ storage })]
  onTestFinished(() => [first, second].forEach(({ kit }) => void kit.dispose()))
  const address = '0x52908400098527886E0F7030069857D2E4169EE7'
  await identityQuery(first.kit, { address }).queryFn({ signal: new AbortController().signal })
  const { initialData, initialDataUpdatedAt } = identityQuery(second.kit, { address })
  expect(initialDataUpdatedAt()).toBe(first.clock.now())
  second.clock.advance(300_000)
  expect(initialData()).toMatchObject({ name: 'ann.eth' })
  second.clock.advance(1)
  expect(initialData()).toBeUndefined()
})
