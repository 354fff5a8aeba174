import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * The slowest files, slowest first. A fresh clone knows no times and would order by file size: a file of a few lines
 * that judges every picture would then begin last, and the other cores wait for it.
 */
export const longest: readonly string[] = [
  'packages/react/test/gallery/gallery.int.test.ts',
  'packages/react/test/gallery/galleryInArabic.int.test.ts',
  'bench/benches.int.test.ts',
  'packages/react/test/reachPlatforms.int.test.ts',
  'packages/react/test/sendFiles.int.test.ts',
  'apps/frame/src/page/frame.int.test.ts',
  'packages/react/test/serverAway.int.test.ts',
  'tools/start/realStack.int.test.ts',
  'apps/server/src/runServer.int.test.ts',
  'hostile/linearParsing.int.test.ts',
  'hostile/malformedRequests.int.test.ts',
  'packages/react/test/shell.int.test.ts',
  'packages/react/test/walletConnect.int.test.ts',
  'packages/react/test/send.int.test.ts',
  'apps/server/src/db/migrate.int.test.ts',
  'packages/react/test/journey.int.test.ts',
  'apps/devnet/src/startDevnet.int.test.ts',
  'tools/pack/npmInstall.int.test.ts',
  'tools/start/npmStart.int.test.ts',
  'packages/react/test/languages.int.test.ts',
  'apps/server/src/relay/runRelay.int.test.ts',
  'apps/devnet/src/main.int.test.ts',
  'apps/devnet/src/polkadot/polkadotApi.int.test.ts',
  'tools/test/runTests.int.test.ts',
  'packages/core/src/features/send/lyingApi.int.test.ts',
  'packages/core/src/chains/maxOnFirstPress.int.test.ts',
  'apps/web/src/server/build.int.test.ts',
  'packages/testkit/playwright/installInPage.int.test.ts',
  'packages/react/test/rendered.int.test.ts',
  'packages/react/test/libraries.int.test.ts',
  'apps/server/src/db/embedded.int.test.ts',
  'apps/server/src/analytics/analytics.int.test.ts',
  'packages/testkit/examples/playwright.int.test.ts',
  'packages/react/test/elements.int.test.ts',
  'packages/react/test/gallery/galleryOverPage.int.test.ts',
  'packages/core/src/walletConnect.int.test.ts',
  'apps/web/src/server/main.int.test.ts',
  'apps/server/src/projects/main.int.test.ts',
  'packages/react/test/strictHost.int.test.ts',
  'apps/server/src/relay/relayNodes.int.test.ts',
  'e2e/embeddedKeys.e2e.ts',
  'e2e/social.e2e.ts',
  'e2e/swapTrouble.e2e.ts',
  'e2e/send.e2e.ts',
  'e2e/recovery.e2e.ts',
  'e2e/signIn.e2e.ts',
  'e2e/embedded.e2e.ts',
  'e2e/kitViews.e2e.ts',
  'e2e/site.e2e.ts',
  'e2e/swap.e2e.ts',
  'e2e/kitRegistry.e2e.ts',
  'e2e/kitNetworks.e2e.ts',
  'e2e/walletConnectPhone.e2e.ts',
  'e2e/kitFamilies.e2e.ts',
  'e2e/smartAccounts.e2e.ts',
  'e2e/twoTabs.e2e.ts',
  'e2e/account.e2e.ts',
  'e2e/buy.e2e.ts',
  'e2e/engines.e2e.ts',
]

/** Begins with the slowest files, so that no core ends alone with one of them; vitest requires a class. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const at = longest.indexOf(relative(this.ctx.config.root, moduleId))
      return at === -1 ? longest.length : at
    }
    // The sort is stable: the rest stays in vitest's own order.
    return (await super.sort(files)).sort((a, b) => place(a) - place(b))
  }
}
