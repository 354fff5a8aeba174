import { completeKit } from '@billfold/core/completeKit'
import { createKit } from '@billfold/core/createKit'
import { connectWallet } from '@billfold/core/features/connect/connectWallet'
import { infoOf } from '@billfold/core/model/connector'
import { fakeClock } from '@billfold/core/ports/fakeClock'
import { fakeLog } from '@billfold/core/ports/fakeLog'
import { fakePage } from '@billfold/core/ports/fakePage'
import { fakeStorage } from '@billfold/core/ports/fakeStorage'
import { queriesOf } from '@billfold/core/queries/queriesOf'
import type { Fixture, Scene } from './Fixture.ts'
import { base, ethereum } from './galleryNetworks.ts'
import { galleryServer } from './galleryServer.ts'
import { galleryWallet } from './galleryWallet.ts'

/** A real kit on fakes, in the state of a fixture; not rendered yet. */
export async function openScene(
  fixture: Fixture,
  look: { theme: 'light' | 'dark'; embedded: boolean },
): Promise<Scene> {
  const clock = fakeClock()
  const page = fakePage(fixture.device ? { device: fixture.device } : {})
  const kit = createKit({
    projectId: 'gallery',
    networks: [ethereum, base],
    ...fixture.input,
    themeMode: look.theme,
    enableEmbedded: look.embedded,
    ports: {
      clock,
      page: page.page,
      storage: fakeStorage().tab(),
      log: fakeLog(),
      http: galleryServer(fixture.server).http,
    },
  })
  completeKit(kit)
  // Errors show at once, and nothing on the screen changes by itself.
  queriesOf(kit).setDefaultOptions({ queries: { retry: false, refetchOnWindowFocus: false } })
  for (const connector of (fixture.wallets ?? []).flatMap(galleryWallet))
    if (kit.connectors.add(connector)) kit.store.send({ type: 'connector/announced', connector: infoOf(connector) })
  const scene: Scene = {
    kit,
    clock,
    page,
    go(first, ...next) {
      kit.store.send({ type: 'modal/opened', view: first })
      for (const view of next) kit.store.send({ type: 'modal/pushed', view })
    },
    connect: (connectorId, namespace = 'eip155') => connectWallet(kit, { connectorId, namespace }),
  }
  await fixture.prepare?.(scene)
  return scene
}
