import { listFiles } from './listFiles.ts'
import type { Problem } from './problem.ts'
import { readText } from './readText.ts'
import { isSource, isTest } from './sourceFile.ts'

/** A family's own folder: its addresses need no check there. */
const familyFolder = /\/(?:eip155|solana|polkadot|bip122|bitcoin)\//
const ours = /^(?:packages|apps)\//

/** Places that lower the case of letters without comparing addresses, and what the letters are. */
const foldedTexts: Readonly<Record<string, string>> = {
  'packages/protocol/src/sameAddress.ts': 'the table of families itself',
  'apps/server/src/openapi/describeContract.ts': 'methods of HTTP, and names of calls',
  'packages/core/src/features/lookalike/looksAlike.ts': 'what eyes take for the same',
  'packages/core/src/features/names/nameLabel.ts': 'a name that somebody types',
  'packages/protocol/src/ur/urDecoder.ts': 'a code of a device, in either case',
  'packages/react/src/ui/identiconShapes.ts': 'a drawing of any text, which knows no family',
  'packages/testkit/src/window/identicon.ts': 'the same drawing in a wallet',
  'packages/testkit/src/atomicCalls.ts': "an account's code",
  'packages/react/src/advice/nearest.ts': 'an option that somebody misspelt',
  'apps/web/src/docs/nearestPages.ts': 'an address of a page that somebody misspelt',
  'packages/react/src/views/swap/SwapSelectTokenView.tsx': 'a search',
  'packages/react/src/views/send/WalletSendSelectTokenView.tsx': 'a search',
  'packages/react/src/views/networks/NetworksView.tsx': 'a search',
  'packages/react/src/views/buy/OnRampFiatSelectView.tsx': 'a search',
  'packages/react/src/views/buy/OfferList.tsx': "a fee's name",
  'packages/react/src/views/buy/OnRampTokenSelectView.tsx': 'a search',
  'packages/react/gallery/galleryServer.ts': 'a search',
  'packages/react/src/api/walletNames.ts': "wallets' names",
  'packages/protocol/src/embedded/recoveryInfo.ts': 'mail addresses',
  'packages/protocol/src/acceptedLanguage.ts': 'languages',
  'packages/protocol/src/signin/checkSignIn.ts': "hosts' names",
  'packages/protocol/src/signin/evmChecksum.ts': 'an EVM address, to spell it by its checksum',
  'packages/protocol/src/signin/isAddressText.ts': "an EVM address, in its family's row",
  'packages/protocol/src/signin/isSignedByKey.ts': 'an EVM address',
  'packages/react/src/elements/defineElements.ts': "attributes' names",
  'packages/react/src/theme/color.ts': "a colour's function",
  'apps/server/src/registry/createWalletIndex.ts': 'a search',
  'apps/server/src/api/iconOf.ts': "a token's symbol",
  'apps/server/src/chains/readChains.ts': "a family's name",
  'packages/protocol/src/rateLimitKey.ts': 'an address of the internet',
  'apps/server/src/providers/names/createReadGateway.ts': "hosts' names",
  'apps/server/src/names/createNames.ts': 'a name that somebody types',
  'apps/server/src/providers/hosted/createCoinGecko.ts': 'its own answer, in which it may have folded what it was sent',
  'apps/server/src/onramp/createCoinbaseOnramp.ts': 'ways to pay',
  'apps/server/src/onramp/createMoonPay.ts': "currencies' codes",
  'apps/server/src/onramp/serveStockOnramp.ts': 'ways to pay',
  'apps/devnet/contracts/vendor.ts': "a contract's code",
  'packages/react/gallery/fixtures/send.ts': 'an address as a visitor typed it',
  'apps/web/src/server/acceptedEncoding.ts': "a header's words",
  'apps/web/src/server/siteFiles.ts': "files' endings",
  'apps/web/src/docs/searchSections.ts': 'words of the documentation',
  'apps/web/src/server/docs/headingIds.ts': "headings' anchors",
}

const oneFamily = /\beip155:0\b|\bnativePlaceholders\.\w+|\bevmOnly\b/
const folding = /\.to(?:Locale)?LowerCase\(/

/**
 * Compare addresses by their family, and let no family stand for all: a rule that suits one treats two accounts of
 * another as one.
 */
export async function checkFamilyAddresses(root: string): Promise<Problem[]> {
  const isOurs = (path: string) => ours.test(path) && isSource(path) && !isTest(path) && !familyFolder.test(path)
  const findings = await Promise.all(
    (await listFiles(root)).filter(isOurs).map(async (path) => {
      const lines = (await readText(root, path)).split('\n')
      const isFree = Object.hasOwn(foldedTexts, path)
      const problems = lines.flatMap((text, i): Problem[] => {
        const named = oneFamily.exec(text)?.[0]
        if (named !== undefined)
          return [{ path, line: i + 1, sentence: `names ${named}: no family stands for the others outside its folder` }]
        if (isFree || !folding.test(text)) return []
        const sentence =
          'takes the case out of a text: addresses are compared by their family (protocol/sameAddress.ts; on the server ' +
          'also chains/eip155/hex.ts), and what is no address has a line in foldedTexts (tools/check/familyAddresses.ts)'
        return [{ path, line: i + 1, sentence }]
      })
      const isStale = isFree && !lines.some((text) => folding.test(text))
      return isStale
        ? [...problems, { path, sentence: 'has a line in foldedTexts and folds nothing: remove it' }]
        : problems
    }),
  )
  return findings.flat()
}
