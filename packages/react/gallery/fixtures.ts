import type { Fixture } from './Fixture.ts'
import { accountFixtures } from './fixtures/account.ts'
import { assetFixtures } from './fixtures/assets.ts'
import { bitcoinFixtures } from './fixtures/bitcoin.ts'
import { buttonFixtures } from './fixtures/buttons.ts'
import { buyFixtures } from './fixtures/buy.ts'
import { connectFixtures } from './fixtures/connect.ts'
import { connectingFixtures } from './fixtures/connecting.ts'
import { embeddedFixtures } from './fixtures/embedded.ts'
import { ledgerFixtures } from './fixtures/ledger.ts'
import { namesFixtures } from './fixtures/names.ts'
import { networkFixtures } from './fixtures/networks.ts'
import { noticeFixtures } from './fixtures/notices.ts'
import { polkadotFixtures } from './fixtures/polkadot.ts'
import { qrSignerFixtures } from './fixtures/qrSigner.ts'
import { sendFixtures } from './fixtures/send.ts'
import { sendSolanaFixtures } from './fixtures/sendSolana.ts'
import { signInFixtures } from './fixtures/signIn.ts'
import { swapFixtures } from './fixtures/swap.ts'
import { walletConnectFixtures } from './fixtures/walletConnect.ts'
import { walletFixtures } from './fixtures/wallets.ts'

/** Every state of every view, in the order of a visit. A new area is a file in `fixtures/` and a line here. */
export const fixtures: readonly Fixture[] = [
  ...buttonFixtures,
  ...connectFixtures,
  ...walletFixtures,
  ...connectingFixtures,
  ...walletConnectFixtures,
  ...embeddedFixtures,
  ...signInFixtures,
  ...accountFixtures,
  ...ledgerFixtures,
  ...namesFixtures,
  ...assetFixtures,
  ...buyFixtures,
  ...swapFixtures,
  ...sendFixtures,
  ...sendSolanaFixtures,
  ...bitcoinFixtures,
  ...polkadotFixtures,
  ...networkFixtures,
  ...qrSignerFixtures,
  ...noticeFixtures,
]
