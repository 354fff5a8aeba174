import { expect, it } from 'vitest'
import { parse } from '../contract.ts'
import { frameRequests } from './frameRequests.ts'

const { GET_USER, CONNECT_SOCIAL, CONNECT_EMAIL, UPDATE_EMAIL, SYNC_THEME } = frameRequests
const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

it('reads a user with and without the optional fields', () => {
  const whole = {
    email: 'ann@site.example',
    address,
    chainId: 1,
    accounts: [
      { address, type: 'eoa' },
      { address, type: 'smartAccount' },
    ],
    smartAccountDeployed: true,
    preferredAccountType: 'smartAccount',
  }
  expect(parse(GET_USER.output, whole)).toEqual(whole)
  const bare = { email: null, address, chainId: 'solana:localnet' }
  expect(parse(GET_USER.output, bare)).toEqual(bare)
  expect(parse(CONNECT_SOCIAL.output, { ...bare, userName: 'ann' })).toEqual({ ...bare, userName: 'ann' })
})

it.each([
  { address: undefined },
  { chainId: true },
  { accounts: [{ address, type: 'payment' }] },
  { smartAccountDeployed: 'yes' },
  { preferredAccountType: 'payment' },
])('rejects a user with %j', (wrong) => {
  expect(() => parse(GET_USER.output, { address, chainId: 1, ...wrong })).toThrow()
})

it('knows which actions a login and a new e-mail lead to', () => {
  for (const action of ['VERIFY_DEVICE', 'VERIFY_OTP', 'CONNECT'])
    expect(parse(CONNECT_EMAIL.output, { action })).toEqual({ action })
  for (const action of ['VERIFY_PRIMARY_OTP', 'VERIFY_SECONDARY_OTP'])
    expect(parse(UPDATE_EMAIL.output, { action })).toEqual({ action })
  for (const { output } of [CONNECT_EMAIL, UPDATE_EMAIL]) expect(() => parse(output, { action: 'LATER' })).toThrow()
})

it('reads a theme with its mode and both sets of variables', () => {
  const theme = {
    themeMode: 'dark',
    themeVariables: { '--accent': 'red' },
    w3mThemeVariables: { '--w3m-accent': 'red' },
  }
  expect(parse(SYNC_THEME.input, theme)).toEqual(theme)
  expect(() => parse(SYNC_THEME.input, { ...theme, themeMode: 'blue' })).toThrow()
})
