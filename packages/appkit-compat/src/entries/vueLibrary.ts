export * from '../composables/vueHooks.ts'
export { getAppKit } from '../getAppKit.ts'
export type { Connection } from '../shapes/account.ts'
