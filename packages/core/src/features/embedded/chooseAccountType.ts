import type { Namespace } from '@billfold/protocol/caip'
import type { Kit } from '../../kit.ts'
import { networkIdOf } from '../../model/findNetwork.ts'
import { embeddedOf, loginErrorOf } from './embeddedOf.ts'

/** Switches the embedded wallet between its smart and its plain account. */
export async function chooseAccountType(
  kit: Kit,
  { namespace, type }: { namespace: Namespace; type: 'eoa' | 'smartAccount' },
): Promise<void> {
  await kit.latest('accountType', async ({ send }) => {
    try {
      await (await embeddedOf(kit)).refresh({ namespace, type })
      const network = networkIdOf(kit.store.get(), namespace)
      send({ type: 'embedded/accountTypeChosen', accountType: type, network })
    } catch (e) {
      const trouble = loginErrorOf(kit, e)
      send({ type: 'embedded/failed', trouble })
      send({
        type: 'notice/raised',
        notice: { code: 'message', variant: 'error', autoClose: true, params: { message: trouble.message } },
      })
    }
  })
}
