/** A stylesheet as text, for a constructed sheet. */
declare module '*.css?inline' {
  const css: string
  export default css
}
