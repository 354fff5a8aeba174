import { createAppKit } from '@billfold/react'
import { mainnet } from '@billfold/react/networks'

const appKit = createAppKit({
  projectId: 'my-site',
  networks: [mainnet],
  locale: ['zh-TW', 'ja'], // the first of these that there is; or one, as in locale: 'pt-BR'
})

export async function speak(tag?: string) {
  await appKit.setLocale(tag) // resolves when it is on the screen; without a tag, the kit follows the page again
  return appKit.getLocale()
}

export const stop = appKit.subscribeLocale((tag) => console.log(`The kit speaks ${tag}.`))
