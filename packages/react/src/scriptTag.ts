// For pages without a bundler: `Billfold` in the window, with all of the kit in one file.

export { CloudAuthSIWX } from '@billfold/core/features/signin/CloudAuthSIWX'
export { createSIWEConfig } from '@billfold/core/features/signin/createSIWEConfig'
export { DefaultSIWX } from '@billfold/core/features/signin/DefaultSIWX'
export { createAppKit } from './createAppKit.tsx'
export * as networks from './networks.ts'
