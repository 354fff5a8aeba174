import { providerError } from '../providerError.ts'
import { parseObject } from '../quantity.ts'
import { confirm, ensureUnlocked, type Method, selectedAccount, type WalletContext } from '../walletContext.ts'
import { sharedAccount } from '../walletSession.ts'

async function accountsOf(context: WalletContext): Promise<string[]> {
  const index = sharedAccount(context.session.get(), 'eip155')
  return index === undefined ? [] : [(await context.keyring.account(index)).address]
}

async function connect(context: WalletContext, method: string): Promise<void> {
  const { address } = await selectedAccount(context)
  await confirm(context, method, { kind: 'connect', account: address, chain: context.session.chain() })
  const { connected } = context.session.get()
  if (!connected.eip155) context.session.set({ connected: { ...connected, eip155: true } })
}

const ethRequestAccounts: Method = async (context, _, method) => {
  const known = await accountsOf(context)
  if (known.length > 0) return known
  // A site that is connected already only has to wait for the wallet to open.
  if (context.session.get().connected.eip155)
    await ensureUnlocked(context, method, (await selectedAccount(context)).address)
  else await connect(context, method)
  return accountsOf(context)
}

const permissionsOf = async (context: WalletContext) => {
  const value = await accountsOf(context)
  if (value.length === 0) return []
  return [
    {
      parentCapability: 'eth_accounts',
      invoker: context.origin(),
      caveats: [{ type: 'restrictReturnedAccounts', value }],
    },
  ]
}

function requireAccountsOnly(params: readonly unknown[]) {
  const permissions = Object.keys(parseObject(params[0], 'The first parameter'))
  const other = permissions.find((name) => name !== 'eth_accounts')
  if (other || permissions.length === 0)
    throw providerError('invalid_input', `The only permission is eth_accounts, not ${other ?? 'none'}`)
}

/** Methods by which a site comes to see accounts, or stops to. */
export const accountMethods: Record<string, Method> = {
  eth_accounts: accountsOf,
  eth_requestAccounts: ethRequestAccounts,
  eth_coinbase: async (context) => (await accountsOf(context))[0] ?? null,
  wallet_getPermissions: permissionsOf,
  wallet_requestPermissions: async (context, params, method) => {
    requireAccountsOnly(params)
    await connect(context, method)
    return permissionsOf(context)
  },
  wallet_revokePermissions: async ({ session }, params) => {
    requireAccountsOnly(params)
    session.set({ connected: { ...session.get().connected, eip155: false } })
    return null
  },
}
