export * from '../composables/vueHooks.ts'
export { AppKit, createAppKit } from '../createAppKit.ts'
export { getAppKit } from '../getAppKit.ts'
export type * from '../shapes/everyShape.ts'
